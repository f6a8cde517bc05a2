import FliteVoice
import LetterSpeech
import SphinxRecognizer
import TestSpeech
import Testing

/// How many states a search may follow in a frame.
@Suite struct SearchLimitTests {
    private func heard(_ sound: [Float], mostStates: Int) throws -> [HeardWord] {
        var configuration = SphinxConfiguration(grammar: try RealHearing.grammar("alphabet"))
        configuration.tuning = ["-maxhmmpf": String(mostStates)]
        return try SphinxRecognizer(configuration).hear(sound, learning: true)
    }

    /// With one state the beams are a tenth as wide, as logarithms, and lose the way to the end of these.
    @Test(
        "a search that narrow beams kept from the end of a sentence is made once more without",
        arguments: [FliteVoice.Name.rms, .awb], ["whiskey", "november"])
    func lostEnd(voice: FliteVoice.Name, word: String) throws {
        let sound = try spoken(word, by: voice)
        #expect(try heard(sound, mostStates: 1).map(\.word) == [word])
        #expect(try heard(sound, mostStates: 1_000_000).map(\.word) == [word])
    }
}
