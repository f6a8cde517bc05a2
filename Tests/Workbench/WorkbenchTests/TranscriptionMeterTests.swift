import Synchronization
import Testing

@testable import Transcripts

@Suite(.timeLimit(.minutes(1))) struct TranscriptionMeterTests {
    /// The lines that a meter shows, with the time since the start before each piece of sound.
    private func lines(total: Double?, skipped: Double, _ pieces: [(at: Int, seconds: Double)])
        -> [String]
    {
        let text = Mutex("")
        let now = Mutex(Duration.zero)
        let meter = TranscriptionMeter(
            total: total, time: { now.withLock { $0 } },
            write: { piece in text.withLock { $0 += piece } })
        meter.skip(skipped)
        for piece in pieces {
            now.withLock { $0 = .seconds(piece.at) }
            meter.add(piece.seconds)
        }
        meter.clear()
        meter.clear()
        return text.withLock { $0.split(separator: "\r").map(String.init) }
    }

    @Test("the line shows sound, speed and time left, and is removed once")
    func line() {
        #expect(
            lines(total: 7_200, skipped: 3_000, [(0, 10), (10, 300), (20, 290)]) == [
                "50:10 of 2:00:00 of sound\u{1B}[K",
                "55:10 of 2:00:00 of sound, 31 times real time, 2 min left\u{1B}[K",
                "1:00:00 of 2:00:00 of sound, 30 times real time, 2 min left\u{1B}[K",
                "\u{1B}[K",
            ])
    }

    @Test("without the length of all sound no time left is shown")
    func unknownLength() {
        #expect(
            lines(total: nil, skipped: 0, [(2, 3)]) == [
                "0:03 of sound, 1.5 times real time\u{1B}[K", "\u{1B}[K",
            ])
    }

    @Test("times are shown as a clock, and rounded if they are estimates")
    func times() {
        #expect(SoundTime.clock(65) == "1:05" && SoundTime.clock(12_010) == "3:20:10")
        #expect(
            [40, 360, 3_540, 7_500, 7_200].map(SoundTime.rough) == [
                "40 s", "6 min", "59 min", "2 h 5 min", "2 h",
            ])
    }
}
