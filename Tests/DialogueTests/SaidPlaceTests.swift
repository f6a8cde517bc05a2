import Acuity
import Dialogue
import PhoneticMapping
import Testing

/// "The third is R": answers that say which letter of the line they are for.
@Suite("Answers for a named position", .timeLimit(.minutes(60)))
struct SaidPlaceTests {
    /// What is said, where "R3" is an R for the third letter, "Rl" for the last, "Ro" for the other
    /// one, and "Ru" for one of which that is not known.
    private func placed(_ text: String) -> [SpokenAnswer] {
        text.split(separator: " ").flatMap { word -> [SpokenAnswer] in
            guard word.count == 2, let sign = word.last, word != "no" else {
                return said(String(word))
            }
            return said(String(word.prefix(1))).map { answer in
                var answer = answer
                answer.place =
                    switch sign {
                    case "l": .last
                    case "o": .other
                    case "u": .unknown
                    default: sign.wholeNumberValue.map { .position($0 - 1) }
                    }
                return answer
            }
        }
    }

    @Test(
        "an answer is where it was said to be, or its place is asked for",
        arguments: [
            ("N1 C2 K3 Z4 O5", "NCKZO"), ("N C K Z Ol", "NCKZO"), ("N C K Z Oo", "NCKZO"),
            ("Kl", "....."), ("K2", "....."), ("N C K Ol", "NCK.."), ("N C -l", "NC..."),
            ("N C Ko", "NC..."), ("N C ? K4 O", "NC..O"),
            // An answer that stands is wrong, or not where it belongs.
            ("N C K Z H3", "....."), ("N C K Z O H1", "....."), ("N C ? H1 O", "....."),
            ("O Z K C N ?u", "....."), ("Ou Z K C N", "....."),
            // "No, the third is R."
            ("N C K no R3 Z O", "NCRZO"), ("N C K Z O no Rl", "NCKZR"),
            ("N C K Z O no R3", "....."), ("no R1", "....."), ("N C ? no R3", "....."),
        ])
    func places(utterance: String, text: String) {
        var reading = LineReading(count: 5)
        _ = reading.take(placed(utterance))
        #expect(reading.text == text)
    }

    @Test("places are those of the line where some of it are asked for, too")
    func askedAgain() {
        var reading = LineReading.after("N C")
        #expect(reading.ask() == [2, 3, 4])
        var sorry = reading
        _ = reading.take(placed("K3 Z4 O5"))
        #expect(reading.text == "NCKZO")
        #expect(sorry.take(placed("no H1")).last == .again)
        #expect(sorry.text == ".....")
        #expect(sorry.ask() == [0, 1, 2, 3, 4])
    }

    @Test("what was told of answers that are taken back is told to be open, and a stop counts")
    func changes() {
        var reading = LineReading(count: 5)
        _ = reading.take(said("N C"))
        let gone: [ReadingChange] = [0, 1].map { .mended(position: $0, nil) }
        #expect(reading.take(placed("H1 K")) == gone + [.again])
        #expect(reading.take(placed("Ku stop")) == [.again, .stopped])
    }
}
