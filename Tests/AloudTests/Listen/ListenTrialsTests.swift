import Audio
import FliteVoice
import Listening
import Platform
import Recognition
import TestSpeech
import TestTraits
import Testing

/// Trials of another program, each with a request for one answer.
@Suite("Trials with aloud listen", .listening)
struct ListenTrialsTests {
    private static let request = #"{"listen":true,"expect":1}"#

    /// The directions and commands heard in a recording of two words.
    ///
    /// - Parameter control: requested after the first answer.
    private func heard(_ words: [String], then control: String) throws -> [String] {
        let scene = try Scene.saying(words, by: FliteVoice(.rms), pause: 0.8, after: 1.5)
        let queue = ControlQueue()
        queue.put(Self.request)
        var heard: [String] = []
        let listener = ContinuousListener(
            PieceSource(scene.inRoom()), listener: try RealHearing.listener("diagonals"),
            settings: .init(letters: .diagonals), control: queue, now: { 0 },
            report: { event in
                guard case .answer = event else { return }
                let found = event.jsonText.firstMatch(of: #/"(?:direction|command)":"(\w+)"/#)
                heard.append(found.map { String($0.1) } ?? "unclear")
                if heard.count == 1 { queue.put(control) }
            })
        try listener.run(until: StopRequest())
        return heard
    }

    @Test("a direction is not joined to that of the trial before")
    func separate() throws {
        #expect(try heard(["up", "left"], then: Self.request) == ["up", "left"])
        let other = #"{"forget":true,"listen":true,"expect":1}"#
        #expect(try heard(["up", "left"], then: other) == ["up", "left"])
    }

    /// A recording in which another person is announced at a second.
    private final class Announcing: AudioSource {
        private let sound: PieceSource
        private let queue: ControlQueue
        private let second: Double
        private var isDone = false

        init(_ samples: [Float], to queue: ControlQueue, at second: Double) {
            sound = PieceSource(samples)
            self.queue = queue
            self.second = second
        }

        func read() -> AudioChunk? {
            if !isDone, Double(sound.given) / Double(speechRate) >= second {
                isDone = true
                queue.put(#"{"forget":true}"#)
            }
            return sound.read()
        }
    }

    @Test("speech of a person who is forgotten is not context for the next one")
    func forgotten() throws {
        let scene = try Scene.saying(["K", "D"], by: FliteVoice(.rms))
        let first = scene.places[0]
        /// The net's output for the second letter.
        func frames(forgettingAt second: Double) throws -> TokenFrames? {
            let queue = ControlQueue()
            let letters = try RealHearing.listener()
            var last: TokenFrames?
            letters.onFrames = { _, frames, _ in last = frames }
            let listener = ContinuousListener(
                Announcing(scene.inRoom(), to: queue, at: second), listener: letters,
                settings: .init(letters: .etdrs), control: queue, now: { 0 }, report: { _ in })
            try listener.run(until: StopRequest())
            return last
        }
        let after = try frames(forgettingAt: first.upperBound + 0.5)
        let middle = (first.lowerBound + first.upperBound) / 2
        #expect(after != nil)
        #expect(try frames(forgettingAt: middle) == after)
        // Otherwise the first letter is context.
        #expect(try frames(forgettingAt: 0) != after)
    }
}
