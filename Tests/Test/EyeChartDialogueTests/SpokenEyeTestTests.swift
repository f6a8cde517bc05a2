import Acuity
import Audio
import EyeChartDialogue
import FliteVoice
import Foundation
import SpokenLetters
import TestSpeech
import TestTraits
import Testing

/// A room without a voice.
private func quiet(samples: Int) -> [Float] { [Float](repeating: 0, count: samples) }

/// A person who reads by voice what is drawn, down to a size, and is silent otherwise.
private final class Reader {
    private let smallest: LogMAR
    private let voice = FliteVoice(.rms)
    private var sound: ArraySlice<Float> = []
    private(set) var moments: [SpokenEyeTest.Moment] = []

    /// - Parameter smallest: the smallest letters that they can see.
    init(downTo smallest: LogMAR) { self.smallest = smallest }

    func look(_ moment: SpokenEyeTest.Moment) throws {
        let isNew = moment.line != moments.last?.line || moment.request != moments.last?.request
        moments.append(moment)
        guard isNew, let line = moment.line else { return }
        let positions: [Int]
        switch moment.request {
        case .read: positions = Array(line.letters.indices)
        case .again(let asked): positions = asked
        case .alone(let position): positions = [position]
        case .codeWord, .nothing, .paused, .finished: return
        }
        let words = positions.map { position in
            line.sizes[position] < smallest ? "I can't see it" : "\(line.letters[position])"
        }
        sound = try Scene.saying(words, by: voice, pause: 0.7, before: 1, after: 0).inRoom()[...]
    }

    func hear() -> [Float] {
        let piece = Array(sound.prefix(1_600))
        sound = sound.dropFirst(1_600)
        return piece.count == 1_600 ? piece : piece + quiet(samples: 1_600 - piece.count)
    }
}

@Suite("The library of the dialogue", .listening)
struct SpokenEyeTestTests {
    private static func ear(_ choice: LetterEar.Choice) throws -> LetterEar {
        try LetterEar(choice, grammars: Checkout.grammars, models: Checkout.model)
    }

    @Test("a whole test is heard, scored and ended by its procedure")
    func whole() throws {
        let reader = Reader(downTo: LogMAR(0.3))
        let test = try SpokenEyeTest(
            ChartReading(
                chart: Chart(.one), start: SnellenLine(named: "20/50")),
            ear: Self.ear(.etdrs))
        let result = try test.run(hearing: reader.hear, showing: reader.look)
        #expect(result.end == .finished(.stopRuleMet))
        #expect(result.score.logMAR == LogMAR(0.3))
        #expect(reader.moments.first?.request == .read)
        #expect(reader.moments.last?.request == .finished)
        #expect(reader.moments.contains { $0.places.contains(.missed) })
        #expect(reader.moments.contains { !$0.words.isEmpty })
    }

    @Test("a silent person is asked, and the test pauses")
    func silence() throws {
        let test = try SpokenEyeTest(ChartReading(chart: Chart(.one)), ear: Self.ear(.etdrs))
        var requests: [SpokenEyeTest.Moment.Request] = []
        var pieces = 0
        let result = try test.run {
            pieces += 1
            return pieces > 600 ? nil : quiet(samples: 1_600)
        } showing: { moment in
            if requests.last != moment.request { requests.append(moment.request) }
        }
        #expect(requests == [.read, .again([0, 1, 2, 3, 4]), .paused, .finished])
        #expect(result.end == .soundEnded && result.estimate == nil)
    }

    @Test("a stopped test reads no more sound")
    func stop() throws {
        let test = try SpokenEyeTest(ChartReading(chart: Chart(.one)), ear: Self.ear(.etdrs))
        var pieces = 0
        let result = try test.run {
            pieces += 1
            if pieces == 20 { test.stop() }
            return quiet(samples: 1_600)
        } showing: { _ in
        }
        #expect(result.end == .stopped && pieces < 30)
    }

    @Test("a microphone that fails ends the test with its reason")
    func failure() throws {
        struct Unplugged: Error, CustomStringConvertible { let description = "It was unplugged." }
        let test = try SpokenEyeTest(ChartReading(chart: Chart(.one)), ear: Self.ear(.etdrs))
        let result = try test.run {
            throw Unplugged()
        } showing: { _ in
        }
        #expect(result.end == .failed("It was unplugged."))
        #expect(throws: (any Error).self) { try test.run(hearing: { nil }, showing: { _ in }) }
    }

    @Test("an ear that cannot hear the answers is refused")
    func wrongEar() throws {
        let error = #expect(throws: (any Error).self) {
            try SpokenEyeTest(ChartReading(chart: Chart(.one)), ear: Self.ear(.directions))
        }
        #expect("\(try #require(error))".hasSuffix("Make it with .etdrs or .alphabet or .chart."))
    }
}
