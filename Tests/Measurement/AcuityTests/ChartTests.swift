import Acuity
import Testing

@Suite(.timeLimit(.minutes(1))) struct ChartTests {
    @Test("the ten letters") func letters() {
        for character in "ABCDEFGHIJKLMNOPQRSTUVWXYZ" {
            #expect(Letter(character)?.description == String(character))
            #expect(Letter(Character(character.lowercased())) == Letter(character))
        }
        for character in "ß ﬁ1?é" { #expect(Letter(character) == nil) }
        #expect(Letter.sloan.text == "CDHKNORSVZ")
    }

    @Test("lines have five different Sloan letters", arguments: ChartName.allCases)
    func linesAreFiveDifferentSloanLetters(name: ChartName) {
        let chart = Chart(name, seed: 7)
        #expect(chart.lines.count == 14)
        for (line, named) in zip(chart.lines, SnellenLine.all) {
            #expect(line.line == named.number && line.size == named.size)
            #expect(Set(line.letters).count == 5)
            #expect(line.letters.allSatisfy { Letter.sloan.contains($0) })
        }
    }

    @Test("the printed charts have the published letters and sizes") func printedCharts() {
        #expect(Chart(.one).lines[3].letters.text == "CZRHS")
        #expect(Chart(.one).lines[3].size == LogMAR(0.7))
        #expect(Chart(.two).lines[0].letters.text == "DSRKN")
        #expect(Chart(.refraction).lines[13].letters.text == "RDOSN")
    }

    @Test("random charts never repeat a letter in a row")
    func randomChartsNeverRepeatALetterInARow() {
        for seed in UInt64(0)..<300 {
            let letters = Chart(.random, seed: seed).lines.flatMap(\.letters)
            let repeats = zip(letters, letters.dropFirst()).contains { $0 == $1 }
            #expect(!repeats, "seed \(seed)")
        }
    }

    @Test("random charts follow the seed and use all letters")
    func randomChartsFollowTheSeedAndUseAllLetters() {
        #expect(Chart(.random, seed: 4) == Chart(.random, seed: 4))
        #expect(Chart(.random, seed: 4) != Chart(.random, seed: 5))
        var counts: [Letter: Int] = [:]
        for seed in UInt64(0)..<100 {
            for letter in Chart(.random, seed: seed).lines.flatMap(\.letters) {
                counts[letter, default: 0] += 1
            }
        }
        // 7,000 letters, 700 of each expected; ten standard deviations are about 250.
        #expect(counts.count == 10)
        #expect(counts.values.allSatisfy { (450...950).contains($0) })
    }

    @Test("each eye has its usual chart, and charts have names") func usualCharts() {
        #expect(Eye.right.usualChart == .one)
        #expect(Eye.left.usualChart == .two)
        #expect(Eye.both.usualChart == .refraction)
        #expect(ChartName(named: "r") == .refraction)
        #expect(ChartName(named: "Random") == .random)
        #expect(ChartName(named: "3") == nil)
    }

    /// The first numbers for the seed 1234567, as the reference implementation in C prints them.
    @Test("SplitMix64 gives its reference values") func splitMixReference() {
        var generator = SplitMix64(seed: 1_234_567)
        let expected: [UInt64] = [
            6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423,
            4_593_380_528_125_082_431, 16_408_922_859_458_223_821,
        ]
        #expect(expected == (0..<5).map { _ in generator.next() })
    }
}
