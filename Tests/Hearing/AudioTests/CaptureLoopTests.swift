import Audio
import Foundation
import Glibc
import SoundFiles
import Synchronization
import Testing

@testable import ALSACapture

@Suite("The capture thread", .timeLimit(.minutes(1)))
struct CaptureLoopTests {
    /// A capture over ports that are opened one after the other; a nil can't be opened.
    func capture(
        _ ports: @escaping @Sendable (Int) -> ScriptedPort?, clock: HandClock = HandClock(),
        reopenSeconds: Double = 0.001
    ) throws -> ALSACapture {
        let openings = Counter()
        let open = { @Sendable () throws(CaptureError) -> any CapturePort in
            let opening = openings.next()
            guard let port = ports(opening) else {
                throw .unknownDevice(name: "scripted", reason: "it is gone")
            }
            return port
        }
        return try ALSACapture(
            CaptureDevice("scripted"), clock: clock,
            patience: CapturePatience(reopenSeconds: reopenSeconds),
            resampler: { try SoxrResampler(from: $0, to: $1) }, open: open)
    }

    /// Counts from 0, for any thread.
    final class Counter: Sendable {
        private let count = Mutex(0)
        func next() -> Int {
            count.withLock { count in
                defer { count += 1 }
                return count
            }
        }
    }

    /// A period of one amplitude, above and below zero in turn.
    static func period(_ amplitude: Float) -> [Float] {
        (0..<320).map { $0 % 2 == 0 ? amplitude : -amplitude }
    }

    func sound(_ amplitude: Float) -> CaptureEvent {
        .sound(AudioChunk(samples: Self.period(amplitude), sampleRate: speechRate))
    }

    @Test("an overrun is reported, and sound continues")
    func anOverrunIsToldAndSoundGoesOn() throws {
        let capture = try capture { _ in
            ScriptedPort([
                .sound(Self.period(0.1)), .interrupted(code: -EPIPE), .nothing,
                .sound(Self.period(0.2)), .interrupted(code: -ESTRPIPE),
                .sound([0.3, -0.3]),
            ])
        }
        #expect(capture.next() == sound(0.1))
        #expect(capture.next() == .overrun(count: 1))
        #expect(capture.next() == sound(0.2))
        #expect(capture.next() == .overrun(count: 2))
        // A short read is what it is.
        #expect(
            capture.next() == .sound(AudioChunk(samples: [0.3, -0.3], sampleRate: speechRate)))
        #expect(capture.tally.overruns == 2)
    }

    @Test("a lost device is looked for until it returns")
    func aVanishedDeviceIsLookedForUntilItReturns() throws {
        let capture = try capture { opening in
            switch opening {
            case 0: ScriptedPort([.sound(Self.period(0.1)), .gone(reason: "No such device")])
            case 4: ScriptedPort([.sound(Self.period(0.2))])
            default: nil
            }
        }
        #expect(capture.next() == sound(0.1))
        #expect(capture.next() == .lost(reason: "No such device"))
        #expect(capture.next() == .returned)
        #expect(capture.next() == sound(0.2))
        #expect(capture.tally.losses == 1)
    }

    @Test("a device that fails as it opens is not reopened at once")
    func aDeviceThatFailsAsSoonAsItIsOpenedIsNotAskedAgainAtOnce() throws {
        let capture = try capture(
            { _ in ScriptedPort([.gone(reason: "Input/output error")]) }, reopenSeconds: 3_600)
        #expect(capture.next() == .lost(reason: "Input/output error"))
        capture.stop()
        #expect(capture.next() == nil, "it is not told to be back")
    }

    @Test("a device that opens without sound is still lost")
    func aDeviceThatOpensAndGivesNoSoundIsNotBack() throws {
        let capture = try capture { opening in
            switch opening {
            case 0: ScriptedPort([.sound(Self.period(0.1)), .gone(reason: "Input/output error")])
            case 5: ScriptedPort([.sound(Self.period(0.2))])
            default: ScriptedPort([.gone(reason: "Input/output error")])
            }
        }
        #expect(capture.next() == sound(0.1))
        // The first return is reported before any sound, the next one only with sound.
        for _ in 0..<2 {
            #expect(capture.next() == .lost(reason: "Input/output error"))
            #expect(capture.next() == .returned)
        }
        #expect(capture.next() == sound(0.2))
        #expect(capture.tally.losses == 2)
    }

    @Test("read waits through a loss") func readPassesOverALoss() throws {
        let capture = try capture { opening in
            opening < 5
                ? ScriptedPort([
                    .sound(Self.period(0.1 * Float(opening + 1))), .gone(reason: "I/O error"),
                ]) : nil
        }
        for number in 1...5 {
            #expect(try capture.read()?.samples == Self.period(0.1 * Float(number)))
        }
    }

    @Test("a device that cannot recover is lost") func aDeviceThatCannotRecoverIsLost() throws {
        let capture = try capture { opening in
            opening > 0
                ? ScriptedPort([.sound(Self.period(0.5))])
                : ScriptedPort(recovery: { _ in "File descriptor in bad state" }) {
                    .interrupted(code: -EPIPE)
                }
        }
        #expect(capture.next() == .overrun(count: 1))
        #expect(capture.next() == .lost(reason: "File descriptor in bad state"))
        #expect(capture.next() == .returned)
        #expect(capture.next() == sound(0.5))
    }

    /// A device that gave sound is waited for less long than one that may still be starting.
    @Test("a device that gives no sound for too long is lost", arguments: [(true, 2), (false, 5)])
    func aSilentDeviceIsLost(hasGivenSound: Bool, seconds: Int) throws {
        let clock = HandClock()
        let reads = Counter()
        let capture = try capture(
            { opening in
                opening > 0
                    ? ScriptedPort([.sound(Self.period(0.5))])
                    : ScriptedPort {
                        if reads.next() == 0, hasGivenSound { return .sound(Self.period(0.1)) }
                        clock.pass(.milliseconds(100))
                        return .nothing
                    }
            }, clock: clock)
        if hasGivenSound { #expect(capture.next() == sound(0.1)) }
        #expect(capture.next() == .lost(reason: "the device gave no sound for \(seconds) s"))
        #expect(capture.next() == .returned)
    }

    @Test("a device that keeps overrunning is lost") func endlessOverrunsAreALoss() throws {
        let clock = HandClock()
        let capture = try capture(
            { opening in
                opening > 0
                    ? ScriptedPort([.sound(Self.period(0.5))])
                    : ScriptedPort {
                        clock.pass(.milliseconds(100))
                        return .interrupted(code: -EPIPE)
                    }
            }, clock: clock)
        var event = capture.next()
        while case .overrun = event { event = capture.next() }
        #expect(event == .lost(reason: "the device overran again and again"))
    }

    @Test("dropped sound is counted and reported")
    func nobodyReadingIsCountedAndTold() throws {
        let capture = try capture { _ in ScriptedPort { .sound(Self.period(0.5)) } }
        while capture.tally.droppedSeconds < 5 { Thread.sleep(forTimeInterval: 0.001) }
        guard case .dropped(let seconds)? = capture.next() else {
            Issue.record("nothing was told")
            return
        }
        #expect(seconds >= 5)
        capture.stop()
        #expect(capture.next() == nil)
    }

    @Test("every sample encoding is decoded") func everyEncodingIsUnderstood() {
        let values: [Float] = [0, 0.5, -0.5, -1]
        for encoding in SampleEncoding.allCases {
            let bytes: [UInt8] = values.flatMap { value -> [UInt8] in
                switch encoding {
                case .int16: PCM16.littleEndian([value])
                case .float32:
                    (0..<4).map { UInt8(truncatingIfNeeded: value.bitPattern >> ($0 * 8)) }
                case .int32:
                    (0..<4).map { UInt8(truncatingIfNeeded: Int(value * 0x1p31) >> ($0 * 8)) }
                case .int24, .int24Packed:
                    (0..<encoding.bytes).map {
                        UInt8(truncatingIfNeeded: Int(value * 0x1p23) >> ($0 * 8))
                    }
                }
            }
            let heard = bytes.withUnsafeBytes { encoding.amplitudes($0) }
            #expect(heard == values, "\(encoding)")
        }
    }
}
