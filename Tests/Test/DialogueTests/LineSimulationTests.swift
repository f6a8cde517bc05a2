import Acuity
import Dialogue
import PhoneticMapping
import Platform
import TestTraits
import Testing

/// A person who reads lines of five letters, some of them lost or not understood, among sounds
/// that are not letters. Counts the letters at the places of the lines.
struct LineSimulation {
    /// How often things go wrong, for each letter said.
    struct Rates {
        var name: String
        /// A letter leaves no trace but the time that it takes.
        var lost = 0.0
        /// A letter is not understood.
        var unclear = 0.0
        /// Before a letter there is a sound as long as one.
        var maybe = 0.0
        /// Before a letter somebody talks.
        var talk = 0.0
        /// Before a letter another letter is heard that was not said.
        var extra = 0.0

        static func all(_ rate: Double) -> Rates {
            Rates(
                name: "each \(rate)", lost: rate, unclear: rate, maybe: rate, talk: rate,
                extra: rate)
        }
    }

    /// Letters by what became of them, and lines.
    struct Counts {
        var lines = 0
        var rightAtOnce = 0
        var wrongAtOnce = 0
        var askedAgain = 0
        var wrongAtLast = 0
        var openAtLast = 0

        /// Shares of all letters, in percent.
        func percent(_ letters: Int) -> Double { 100 * Double(letters) / Double(5 * lines) }
    }

    static let rates = [
        Rates(name: "lost 0.05", lost: 0.05), Rates(name: "unclear 0.1", unclear: 0.1),
        Rates(name: "maybe 0.1", maybe: 0.1), Rates(name: "talk 0.1", talk: 0.1),
        Rates(name: "extra 0.03", extra: 0.03),
        Rates(name: "unclear, maybe 0.1", unclear: 0.1, maybe: 0.1),
        .all(0.02), .all(0.05), .all(0.1),
    ]

    private let rates: Rates
    private var generator: SplitMix64
    private var clock = 1.0
    private(set) var counts = Counts()

    init(_ rates: Rates, seed: UInt64) {
        self.rates = rates
        generator = SplitMix64(seed: seed)
    }

    mutating func run(lines: Int) {
        for _ in 0..<lines { readLine() }
    }

    private mutating func happens(_ rate: Double) -> Bool {
        Double.random(in: 0..<1, using: &generator) < rate
    }

    private mutating func time() -> ClosedRange<Double> {
        let begin = clock + Double.random(in: 0.2...0.4, using: &generator)
        clock = begin + Double.random(in: 0.35...0.45, using: &generator)
        return begin...clock
    }

    private mutating func readLine() {
        let line = OptotypeSet.sloan.choices.shuffled(using: &generator).prefix(5)
        var reading = LineReading(count: 5)
        func isRight(_ position: Int) -> Bool? {
            reading.answers[position].map { $0.response == .named(line[position]) }
        }
        read(Array(line), into: &reading)
        counts.lines += 1
        counts.rightAtOnce += (0..<5).count { isRight($0) == true }
        counts.wrongAtOnce += (0..<5).count { isRight($0) == false }
        var askings = 0
        while !reading.isFull, askings < 20 {
            askings += 1
            let asked = reading.ask()
            guard !asked.isEmpty else { break }
            counts.askedAgain += asked.count
            // The time in which the person hears the asking.
            clock += 6
            read(asked.map { line[$0] }, into: &reading)
        }
        counts.wrongAtLast += (0..<5).count { isRight($0) == false }
        counts.openAtLast += (0..<5).count { isRight($0) == nil }
        clock += 6
    }

    private mutating func read(_ letters: [Letter], into reading: inout LineReading) {
        for letter in letters {
            if happens(rates.maybe) { _ = reading.takeMaybe(at: time()) }
            if happens(rates.talk) { _ = reading.takeTalk(at: time()) }
            if happens(rates.extra) {
                let other = OptotypeSet.sloan.choices.filter { !letters.contains($0) }
                let wrong = other[Int.random(in: other.indices, using: &generator)]
                _ = reading.take([SpokenAnswer(.letter(wrong), heard: "x", time: time())])
            }
            let time = time()
            if happens(rates.lost) { continue }
            let kind = happens(rates.unclear) ? SpokenAnswer.Kind.unclear : .letter(letter)
            _ = reading.take([SpokenAnswer(kind, heard: "\(letter)".lowercased(), time: time)])
        }
    }
}

@Suite("Simulated readings of lines", .listening)
struct LineSimulationTests {
    private static let seed: UInt64 = 1

    @Test(
        "Few letters are displaced, and few are asked for without need",
        arguments: [
            // Percent of all letters: wrong at last, and asked for again.
            ("lost 0.05", 0.6, 22.0), ("unclear 0.1", 0.0, 13.0), ("talk 0.1", 0.0, 0.0),
            ("unclear, maybe 0.1", 0.0, 19.0), ("each 0.02", 1.6, 22.0),
        ])
    func bounds(name: String, wrong: Double, askedAgain: Double) throws {
        let rates = try #require(LineSimulation.rates.first { $0.name == name })
        var simulation = LineSimulation(rates, seed: Self.seed)
        simulation.run(lines: 1000)
        let counts = simulation.counts
        #expect(counts.percent(counts.wrongAtLast) <= wrong, "seed \(Self.seed)")
        #expect(counts.percent(counts.askedAgain) <= askedAgain, "seed \(Self.seed)")
    }

    @Test("Five clear letters fill the line, despite any cuts and hums between them")
    func fiveClear() {
        for seed in UInt64(0)..<1000 {
            var generator = SplitMix64(seed: seed)
            let line = OptotypeSet.sloan.choices.shuffled(using: &generator).prefix(5)
            var reading = LineReading(count: 5)
            var utterance: [SpokenAnswer] = []
            var clock = 1.0
            for letter in line {
                if Bool.random(using: &generator) {
                    _ = reading.take(utterance)
                    utterance = []
                    for _ in 0..<Int.random(in: 0...2, using: &generator) {
                        clock += 0.6
                        _ = reading.takeMaybe(at: clock - 0.4...clock)
                    }
                }
                clock += Double.random(in: 0.5...2, using: &generator)
                utterance.append(SpokenAnswer(.letter(letter), time: clock - 0.4...clock))
            }
            _ = reading.take(utterance)
            #expect(
                reading.answers.map { $0?.response } == line.map { .named($0) }, "seed \(seed)")
        }
    }
}
