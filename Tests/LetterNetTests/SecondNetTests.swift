import FliteVoice
import Foundation
import LetterSpeech
import Testing

@testable import LetterNet

@Suite("the second net of words")
struct SecondNetTests {
    @Test("is asked of words that the first is not sure of, and of no other")
    func doubtful() throws {
        let net = try LetterNet(path: WrittenExample.model)
        let index = try #require(net.networks.firstIndex { $0.words != nil })
        let first = net.networks[index]
        let outputs = try #require(first.words)
        var sure = 0
        var doubtful = 0
        for voice in [FliteVoice.Name.slt, .kal16] {
            for said in ["zed", "aitch", "double you", "kilo", "right", "the garden", "b"] {
                let sound = try FliteVoice(voice).say(said)
                let whole = 0..<sound.count
                let told = outputs.opinion(
                    of: first.channels(
                        of: [net.frontEnd.canvas(of: sound, speech: whole)],
                        silence: net.silences[index])[0])
                let heard = net.classify(sound, words: [whole])[0]
                let isFirstAlone =
                    abs(heard.letterProbability - 1 / (1 + exp(-told.letter))) < 1e-6
                let isSure = told.classes.max() ?? 0 >= LetterNet.sure
                #expect(isFirstAlone == isSure, "\(voice) \(said)")
                #expect(heard.embedding.count == outputs.width)
                if isFirstAlone { sure += 1 } else { doubtful += 1 }
            }
        }
        #expect(sure > 0 && doubtful > 0)
    }
}
