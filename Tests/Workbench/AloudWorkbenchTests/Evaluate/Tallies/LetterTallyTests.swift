import Acuity
import TestSpeech
import TestTraits
import Testing

@testable import Evaluation
@testable import PhoneticMapping
@testable import Platform

@Suite(.listening) struct LetterTallyTests {
    /// Answers in short: letters, "?" unclear, "-" not seen, "!" another command.
    private func answers(_ text: String) -> [SpokenAnswer] {
        text.map { character in
            if let letter = Letter(character) { return SpokenAnswer(.letter(letter)) }
            return SpokenAnswer(
                character == "?"
                    ? .unclear : .command(character == "-" ? .cannotSee : .again))
        }
    }

    private func tally(_ said: String, _ heard: String) -> LetterTally {
        var tally = LetterTally()
        tally.add(said: said.compactMap { Letter($0) }, heard: answers(heard))
        return tally
    }

    /// said, heard, and right / wrong / unclear / missed / inserted, counted by hand.
    @Test(
        "a worked example",
        arguments: [
            ("CDHKN", "CDHKN", [5, 0, 0, 0, 0]), ("CDHKN", "CVHKN", [4, 1, 0, 0, 0]),
            ("CDHKN", "C?HKN", [4, 0, 1, 0, 0]), ("CDHKN", "CHKN", [4, 0, 0, 1, 0]),
            ("CDHKN", "CDEHKN", [5, 0, 0, 0, 1]), ("CDHKN", "", [0, 0, 0, 5, 0]),
            ("", "CD", [0, 0, 0, 0, 2]), ("", "?", [0, 0, 0, 0, 0]), ("", "", [0, 0, 0, 0, 0]),
            ("CD", "!C!D!", [2, 0, 0, 0, 0]), ("CDHKN", "NKHDC", [1, 4, 0, 0, 0]),
            ("CC", "C", [1, 0, 0, 1, 0]), ("D", "?D", [1, 0, 0, 0, 0]),
            ("CDH", "?", [0, 0, 1, 2, 0]),
            // "Can't see it" for a letter is wrong; an extra one takes no place of a letter.
            ("C", "-", [0, 1, 0, 0, 0]), ("CDH", "C-H", [2, 1, 0, 0, 0]),
            ("CD", "C-D", [2, 0, 0, 0, 0]), ("CD", "D-", [1, 0, 0, 1, 0]),
            ("", "-", [0, 0, 0, 0, 0]),
        ])
    func worked(said: String, heard: String, counts: [Int]) {
        let tally = tally(said, heard)
        #expect(
            [tally.right, tally.wrong, tally.unclear, tally.missed, tally.inserted] == counts)
        #expect(tally.said == said.count)
    }

    @Test("confusions are added up, and unseen letters counted apart") func confusions() {
        var all = tally("DDC", "VDD")
        all.add(tally("D", "V"))
        #expect(all.confusions == ["D as V": 2, "C as D": 1])
        #expect([all.said, all.right, all.wrong] == [4, 1, 3])
        all.add(tally("SD", "--"))
        #expect([all.wrong, all.notSeen] == [5, 2])
        #expect(all.confusions == ["D as V": 2, "C as D": 1])
    }

    @Test("a percentage has one decimal, and is 0 if nothing was counted") func percent() {
        #expect(tally("CDH", "CD").percent(1) == 33.3)
        #expect(LetterTally().percent(0) == 0)
    }

    /// Every letter said is counted once, and every letter heard, in any case.
    @Test("everything is counted once") func everythingIsCountedOnce() {
        for seed in UInt64(1)...400 {
            var generator = SeededNoise(seed: seed)
            func text(_ pool: String, _ most: Int) -> String {
                String(
                    (0..<Int.random(in: 0...most, using: &generator)).compactMap { _ in
                        pool.randomElement(using: &generator)
                    })
            }
            let said = text("CDH", 8)
            let heard = text("CDHE?!-", 8)
            let tally = tally(said, heard)
            #expect(
                tally.right + tally.wrong + tally.unclear + tally.missed == said.count,
                "seed \(seed): \(said), \(heard)")
            #expect(
                tally.right + tally.wrong - tally.notSeen + tally.inserted
                    == heard.count { Letter($0) != nil }, "seed \(seed): \(said), \(heard)")
            #expect(
                tally.confusions.values.reduce(0, +) + tally.notSeen == tally.wrong, "seed \(seed)")
            #expect(self.tally(said, said).right == said.count)
        }
    }
}
