import Acuity
import FliteVoice
import Foundation
import Testing

@testable import PhoneticMapping

/// Words that are not in the phrase file and that nothing was tuned on.
@Suite("unlisted words", .timeLimit(.minutes(1)))
struct MappingHeldOutTests {
    @Test("every word that sounds like a letter's name means that letter")
    func homophones() throws {
        let mapper = try MappingFolder.mapper.get()
        let phrases = try PhraseRules(path: MappingFolder.path(of: PhraseRules.fileName))
        let names = Dictionary(
            LetterName.all.map { ($0.pronunciation.description, $0.letter) },
            uniquingKeysWith: { one, _ in one })
        let text = try String(contentsOfFile: CMUDictionary.debianPath, encoding: .ascii)
        var tried = 0
        for line in text.split(separator: "\n") {
            let parts = line.split(separator: " ", maxSplits: 1)
            // Words of one letter are that letter; further pronunciations are less certain.
            guard parts.count == 2, parts[0].count > 1, !parts[0].contains("("),
                let letter = names[String(parts[1])], phrases[[String(parts[0])]] == nil
            else { continue }
            tried += 1
            let word = String(parts[0])
            guard case .letter(let heard, let confidence) = mapper.verdict(onSoundOf: word) else {
                Issue.record("\(word) is \(letter), and no letter was heard")
                continue
            }
            #expect(heard == letter && confidence > 0.9, "\(word)")
        }
        print("words that sound like a letter's name: \(tried)")
        #expect(tried > 60)
    }

    @Test("frequent words of two or more syllables are not letters")
    func frequentWords() throws {
        let mapper = try MappingFolder.mapper.get()
        let url = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "common-words.txt")
        let words = try String(contentsOf: url, encoding: .utf8).split(
            whereSeparator: \.isWhitespace)
        #expect(words.count >= 200)
        for word in words {
            let answers = mapper.answers(to: String(word))
            #expect(
                !answers.contains { if case .letter = $0.kind { true } else { false } }, "\(word)")
        }
    }

    @Test("a letter's name in any recogniser's spelling means that letter in a row")
    func rows() throws {
        let mapper = try MappingFolder.mapper.get()
        let spellings: [Letter: [String]] = [
            .c: ["see", "sea", "c", "C", "cee"], .d: ["dee", "d", "D", "delta"],
            .h: ["aitch", "haitch", "h", "aich"], .k: ["kay", "k", "K", "kaye"],
            .n: ["en", "n", "enn", "November"], .o: ["oh", "o", "owe", "O"],
            .r: ["are", "ar", "r", "R"], .s: ["ess", "yes", "s", "es"],
            .v: ["vee", "v", "V", "victor"], .z: ["zee", "zed", "z", "Zed"],
        ]
        let seed = UInt64.random(in: 1...UInt64.max)
        var random = SeededRandom(seed: seed)
        for _ in 0..<200 {
            let letters = Letter.sloan.shuffled(using: &random).prefix(5)
            var words = letters.map {
                spellings[$0, default: []].randomElement(using: &random) ?? ""
            }
            // At least one letter must be said so that it cannot be talk.
            words[0] = letters.first.map { String($0.rawValue) } ?? ""
            // Next to letters written as letters, "yes" is not a name.
            if words.allSatisfy({ $0.count == 1 || $0 == "yes" }) {
                words = words.map { $0 == "yes" ? "ess" : $0 }
            }
            if Bool.random(using: &random) {
                words.insert("um", at: .random(in: 0...5, using: &random))
            }
            let separator = [" ", ", ", ". ", "  "].randomElement(using: &random) ?? " "
            let text = words.joined(separator: separator)
            let expected = letters.map { String($0.rawValue) }.joined(separator: " ")
            #expect(mapper.line(for: text) == expected, "seed \(seed): \(text)")
        }
    }
}

/// SplitMix64 (Steele, Lea & Flood 2014).
private struct SeededRandom: RandomNumberGenerator {
    var state: UInt64
    init(seed: UInt64) { state = seed }
    mutating func next() -> UInt64 {
        state &+= 0x9e37_79b9_7f4a_7c15
        var mixed = (state ^ (state >> 30)) &* 0xbf58_476d_1ce4_e5b9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
        return mixed ^ (mixed >> 31)
    }
}
