import Acuity
import Dialogue
import Testing

/// Properties that hold for any speech.
@Suite("Properties of the alignment", .timeLimit(.minutes(1)))
struct AlignmentPropertyTests {
    private static let words = ["C", "D", "H", "K", "N", "Q", "-", "?", "?"]
    private static let commands = ["--", "no", "again", "wait", "go", "stop"]

    private func utterance(
        _ generator: inout SplitMix64, of words: [String], upTo count: Int
    ) -> [String] {
        (0..<Int.random(in: 0...count, using: &generator)).map { _ in
            words[Int.random(in: 0..<words.count, using: &generator)]
        }
    }

    @Test("letters before an unclear one are sure, and all are if the counts match")
    func whatIsBeforeAnUnclearOneIsSureAndAllWhereTheCountsMatch() {
        for seed in UInt64(0)..<3000 {
            var generator = SplitMix64(seed: seed)
            let words = utterance(&generator, of: Self.words, upTo: 9)
            let reading = LineReading.after(words.joined(separator: " "))
            let clear = words.filter { $0 != "?" }
            let prefix = words.prefix { $0 != "?" }
            let answered = reading.text.filter { $0 != "." }.count
            let context: Comment = "seed \(seed): \(words) gave \(reading.text)"
            if words.count == 5 {
                let expected = words.map { $0 == "?" ? "." : $0 }.joined()
                #expect(reading.text == expected, context)
            } else if clear.count == 5 {
                #expect(reading.text == clear.joined(), context)
            } else if clear.count > 5, Set(clear).count == clear.count {
                #expect(answered == 0, context)
            } else if clear.count < 5 {
                // Of the others only the last ones may be sure, where all are there.
                #expect(reading.text.hasPrefix(prefix.joined()), context)
                let rest = reading.text.dropFirst(prefix.count).filter { $0 != "." }
                #expect(clear.joined().hasSuffix(rest), context)
            }
        }
    }

    @Test("the division into utterances does not matter")
    func howItIsCutIntoUtterancesDoesNotMatter() {
        for seed in UInt64(0)..<2000 {
            var generator = SplitMix64(seed: seed)
            // "Wait" means something else with letters after it in the same breath.
            let commands = Self.commands.filter { $0 != "wait" }
            let words = utterance(&generator, of: Self.words + commands, upTo: 10)
            var whole = LineReading(count: 5)
            let atOnce = whole.take(said(words.joined(separator: " ")))
            var pieces = LineReading(count: 5)
            for word in words where !atOnce.contains(.stopped) {
                _ = pieces.take(said(word))
            }
            if !atOnce.contains(.stopped) {
                #expect(whole == pieces, "seed \(seed): \(words)")
            }
        }
    }

    @Test("a request keeps certain letters, and a clear reply completes the line")
    func askingKeepsWhatIsSureAndAClearReplyFinishesTheLine() {
        for seed in UInt64(0)..<3000 {
            var generator = SplitMix64(seed: seed)
            var reading = LineReading(count: 5)
            for _ in 0..<Int.random(in: 1...4, using: &generator) {
                let words = utterance(&generator, of: Self.words + ["--", "no"], upTo: 6)
                _ = reading.take(said(words.joined(separator: " ")))
                let before = reading.text
                let wasMissing = reading.missing
                let open = reading.expected > 0 && words.last == "no"
                let asked = reading.ask()
                let context: Comment = "seed \(seed): \(words), \(before) to \(reading.text)"
                #expect(asked == reading.asked, context)
                // After three rounds the letters are asked for one at a time.
                let isOne = reading.isOneByOne
                #expect(asked == (isOne ? Array(reading.missing.prefix(1)) : reading.missing))
                if !open {
                    #expect(reading.text == before && (isOne || asked == wasMissing), context)
                }
            }
            let asked = reading.asked
            guard !asked.isEmpty, !reading.isOneByOne else { continue }
            let before = reading.text
            let reply = Array(repeating: "S", count: asked.count)
            _ = reading.take(said(reply.joined(separator: " ")))
            let expected = before.map { $0 == "." ? "S" : String($0) }.joined()
            #expect(reading.isFull && reading.text == expected, "seed \(seed)")
        }
    }
}
