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
}
