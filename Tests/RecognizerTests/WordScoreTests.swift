import Acuity
import FliteVoice
import LetterSpeech
import SphinxRecognizer
import TestSpeech
import Testing

/// How well every word explains a sound, beside the one that was heard.
@Suite struct WordScoreTests {
    @Test("every letter has a score over the same sound", arguments: FliteVoice.Name.allCases)
    func complete(voice: FliteVoice.Name) throws {
        let recognizer = try RealHearing.recognizer("etdrs")
        let names = try RealHearing.grammar("etdrs").letters
        for letter in Letter.sloan { try recognizer.attune(to: spoken(letter, by: voice)) }
        var scored = 0
        var agreed = 0
        for letter in Letter.sloan {
            let words = try recognizer.hear(spoken(letter, by: voice), learning: false)
            for word in words where names.contains(word.word) {
                let scores = word.scores
                #expect(scores.first?.nats == 0)
                #expect(scores.map(\.nats) == scores.map(\.nats).sorted(by: >))
                #expect(Set(scores.map(\.word)).count == scores.count)
                #expect((word.fit ?? -1) >= 0)
                agreed += scores.first { names.contains($0.word) }?.word == word.word ? 1 : 0
                scored += Set(scores.map(\.word)).intersection(names).count
            }
        }
        // Ten letters of eleven names each; a name that is out of the question may be absent.
        #expect(scored >= 80, "\(scored) of 110 scores with \(voice)")
        // The model that finds words and the one that scores them are not the same.
        #expect(agreed >= 8, "\(agreed) of 10 letters with \(voice)")
    }
}
