import Acuity
import Audio
import Dialogue
import Foundation
import Recognition
import Records
import TestSpeech
import TestTraits
import Testing

/// Sound that never stops for as long as a line waits for a correction.
@Suite("Endless talk", .listening)
struct EndlessTalkTests {
    /// Hears each short sound as K, and each longer one as talk.
    private final class Ear: SpeechEncoding, WordSearching {
        let tokens = ScriptedEar([]).tokens
        /// Frames from the word to the end of the sound.
        private let rest = 25
        /// Frames of the shortest talk.
        private let talk = 70

        func hear(
            _ samples: [Float], warp: Double, after memory: SpeechMemory
        ) -> (frames: TokenFrames, memory: SpeechMemory) {
            let count = (samples.count + 3_360) / 320
            let said = tokens.firstIndex(of: "K") ?? 0
            let values = (0..<count).flatMap { frame in
                tokens.indices.map { $0 == (frame == count - rest ? said : 0) ? 0.999 : 1e-6 }
            }
            let frames = TokenFrames(tokens: tokens, values: values.map { Float(log($0)) })
            return (frames, SpeechMemory())
        }

        func words(in frames: TokenFrames) -> [FoundWord] {
            let frame = frames.frames - rest
            guard frame >= 0 else { return [] }
            let word = frames.frames < talk ? "kay" : FoundWord.talk
            return [FoundWord(word: word, tokens: ["K"], frames: frame...frame)]
        }
    }

    private final class NoScreen: Display {
        func show(_ view: TestView) {}
    }

    private func listener() throws -> LetterListener {
        try ScriptedEar.listener(Ear())
    }

    /// Lines of letters, each with talk after it, without a second of quiet.
    private func lines(_ count: Int, letters: Int = 5) -> [Float] {
        var scene = Scene()
        scene.pause(1)
        for seconds in Array(repeating: 0.4, count: letters) + [1.2, 1.2] {
            scene.hum(seconds: seconds)
            scene.pause(0.7)
        }
        let line = scene.inRoom()
        return (0..<count).flatMap { number in line.dropFirst(number == 0 ? 0 : speechRate) }
    }

    private var patience: VoiceAnswers.Patience {
        var patience = VoiceAnswers.Patience()
        patience.beforeAnyQuiet = 3
        return patience
    }

    @Test("a complete line is settled although it is never quiet")
    func settled() throws {
        // The clock of a complete line starts when the test first waits for its correction.
        let events = try VoiceAnswersTests.events(
            of: lines(4, letters: 0), awaiting: .correction, patience: patience,
            with: listener())
        #expect(events.contains { if case .talk = $0 { true } else { false } })
        #expect(events.count { $0 == .settled } >= 4, "\(events)")
    }

    @Test("a test ends although there is talk after each line")
    func wholeTest() throws {
        var conductor = TestConductor(
            setup: TestSetup(eye: .right, chart: .one),
            procedure: ChartReading(chart: Chart(.one), start: try SnellenLine(named: "20/125")),
            source: VoiceAnswers(
                source: PieceSource(lines(16)), listener: try listener(), patience: patience),
            display: NoScreen())
        let report = try conductor.run()
        #expect(report.isComplete, "\(report.end)")
        let said = Array(repeating: Response.named(.k), count: 5)
        #expect(report.score.lines.allSatisfy { $0.responses == said })
    }
}
