import LetterSpeech
import SphinxRecognizer
import TestSpeech
import Testing

/// Names of letters as they are said where a grammar's author may never have been.
@Suite(.enabled(if: EspeakProgram.isInstalled))
struct AccentTests {
    /// In the mnemonics of espeak-ng, which says what stands in double brackets sound by sound. Each
    /// is taken for another letter where the dictionaries lack this way to say it.
    @Test(
        "letters are known by the names that accents give them",
        arguments: [
            ("w'i:", "vee", "alphabet", "en-us"), ("'aItS", "aitch", "etdrs", "en-us"),
            ("k'aI", "kay", "etdrs", "en-gb-x-gbclan"), ("h'eItS", "aitch", "etdrs", "en-us"),
            ("z'Ed", "zed", "etdrs", "en-gb-x-gbclan"),
        ])
    func names(sounds: String, word: String, grammar: String, voice: String) throws {
        let recognizer = try RealHearing.recognizer(grammar)
        let names = try RealHearing.grammar(grammar).letters
        var scene = Scene()
        scene.pause(0.3)
        scene.add(speech: try EspeakProgram.say("[[\(sounds)]]", accent: voice))
        scene.pause(0.25)
        let found = try recognizer.hear(scene.inRoom(), learning: false)
        #expect(found.first?.scores.first { names.contains($0.word) }?.word == word)
    }
}
