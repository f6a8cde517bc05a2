import LetterSpeech
import SphinxRecognizer
import TestSpeech
import Testing

/// Names of letters as they are said where a grammar's author may never have been.
@Suite(.enabled(if: EspeakProgram.isInstalled))
struct AccentTests {
    /// In the mnemonics of espeak-ng, which says what stands in double brackets sound by sound.
    @Test(
        "letters are known by the names that accents give them",
        arguments: [
            ("h'eItS", "aitch"), ("'A:", "are"), ("w'i:", "vee"), ("z'Ed", "zed"),
        ])
    func names(sounds: String, word: String) throws {
        let recognizer = try RealHearing.recognizer("etdrs")
        let names = try RealHearing.grammar("etdrs").letters
        var scene = Scene()
        scene.pause(0.3)
        scene.add(speech: try EspeakProgram.say("[[\(sounds)]]", accent: "en-us"))
        scene.pause(0.25)
        let found = try recognizer.hear(scene.inRoom(), learning: false)
        #expect(found.first?.scores.first { names.contains($0.word) }?.word == word)
    }
}
