import LetterSpeech
import SphinxRecognizer
import TestSpeech
import Testing

/// Names of letters as they are said where a grammar's author may never have been.
@Suite(.enabled(if: EspeakProgram.isInstalled))
struct AccentTests {
    /// In the mnemonics of espeak-ng, which says what stands in double brackets sound by sound. Each
    /// is taken for another letter where the dictionary lacks this way to say it.
    @Test(
        "letters are known by the names that accents give them",
        arguments: [
            ("w'i:", "vee", "alphabet"), ("'aItS", "aitch", "etdrs"), ("k'aI", "kay", "etdrs"),
            ("h'eItS", "aitch", "etdrs"), ("z'Ed", "zed", "etdrs"),
        ])
    func names(sounds: String, word: String, grammar: String) throws {
        let recognizer = try RealHearing.recognizer(grammar)
        let names = try RealHearing.grammar(grammar).letters
        var scene = Scene()
        scene.pause(0.3)
        scene.add(speech: try EspeakProgram.say("[[\(sounds)]]", accent: "en-us"))
        scene.pause(0.25)
        let found = try recognizer.hear(scene.inRoom(), learning: false)
        #expect(found.first?.scores.first { names.contains($0.word) }?.word == word)
    }
}
