import Acuity
import FliteVoice
import LetterSpeech
import Listening
import TestSpeech
import Testing

/// Numbers are no letters, nor pieces of them, whether letters stand beside them or not.
@Suite struct NumbersInBreathTests {
    private func heard(
        _ text: String, by voice: FliteVoice.Name, grammar: String = "alphabet"
    ) throws -> [SpokenAnswer.Kind] {
        let listener = RecordingListener(try RealHearing.listener(grammar))
        let scene = try Scene.saying([text], by: FliteVoice(voice))
        let recording = Recording(name: text) { PieceSource(scene.inRoom()) }
        listener.begin(session: [recording])
        return try listener.transcribe(recording).answers.map(\.kind)
    }

    @Test("numbers in a breath are no letters", arguments: FliteVoice.Name.allCases)
    func numbers(voice: FliteVoice.Name) throws {
        let kinds = try heard("five nine two seven three", by: voice)
        let letters = kinds.filter { if case .letter = $0 { true } else { false } }
        #expect(letters.count <= 1, "\(voice) was heard saying \(kinds)")
    }

    /// Measured: of rms K, R and H are right and N is unclear. What the other voices say is taken for
    /// talk, since their R and N are hardly believable; it has to be said again.
    @Test(
        "letters beside numbers stay letters, or all is talk",
        arguments: FliteVoice.Name.allCases)
    func both(voice: FliteVoice.Name) throws {
        let kinds = try heard("K. R. H. N. seven fifty", by: voice, grammar: "etdrs")
        let letters = kinds.compactMap { if case .letter(let letter) = $0 { letter } else { nil } }
        #expect(Set(letters).isSubset(of: [.k, .r, .h, .n]), "\(voice): \(kinds)")
        if voice == .rms { #expect(letters.count >= 2, "\(kinds)") }
    }
}
