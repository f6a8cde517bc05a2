import Acuity
import Testing

@Suite("Directions, straight and diagonal", .timeLimit(.minutes(1)))
struct DirectionTests {
    @Test("Each direction has its own letter and arrow, and is found by its letter")
    func names() {
        #expect(Set(Direction.allCases.map(\.letter)).count == 8)
        #expect(Set(Direction.allCases.map(\.arrow)).count == 8)
        for direction in Direction.allCases { #expect(Direction(direction.letter) == direction) }
        #expect(Direction(.k) == nil)
        #expect(OptotypeSet.landolt8.sign(of: .q) == "↖")
        #expect(OptotypeSet.landolt8.sign(of: .k) == "K")
        #expect(OptotypeSet.sloan.sign(of: .d) == "D")
    }

    @Test("A diagonal lies between two straight ones, in either order")
    func between() {
        #expect(Direction(between: .up, and: .left) == .upLeft)
        #expect(Direction(between: .right, and: .down) == .downRight)
        for one in Direction.allCases {
            for other in Direction.allCases {
                let diagonal = Direction(between: one, and: other)
                #expect(diagonal == Direction(between: other, and: one))
                let arePerpendicular =
                    !one.isDiagonal && !other.isDiagonal && (one.eighths - other.eighths) % 4 != 0
                #expect((diagonal != nil) == arePerpendicular, "\(one) and \(other)")
                if let diagonal {
                    #expect(diagonal.isDiagonal && diagonal.isBeside(one))
                    #expect(diagonal.isBeside(other) && other.isBeside(diagonal))
                }
            }
        }
    }

    @Test("Guessing among eight directions is right one time in eight")
    func guess() {
        #expect(OptotypeSet.landolt8.guess == 0.125)
        #expect(OptotypeSet.landolt.guess == 0.25)
        let observer = SimulatedObserver(threshold: LogMAR(1), lapse: 0, seed: 1)
        #expect(abs(observer.chanceOfNaming(LogMAR(-1), among: .landolt8) - 0.125) < 1e-9)
    }

    @Test("All eight directions are drawn equally often")
    func draws() throws {
        var counts: [Letter: Int] = [:]
        for seed in 0..<100 {
            var test = BestPEST(optotypes: .landolt8, seed: UInt64(seed))
            #expect(test.count == 18)
            while let shown = test.next {
                counts[shown.letters[0], default: 0] += 1
                try test.take([.named(shown.letters[0])])
            }
        }
        #expect(Set(counts.keys) == Set(OptotypeSet.landolt8.choices))
        // 1,800 draws: 225 of each, with a standard deviation of 14.
        #expect(counts.values.allSatisfy { (155...295).contains($0) }, "\(counts)")
    }

    @Test("Every procedure finds the threshold of a reader of eight directions")
    func thresholds() throws {
        let truth = LogMAR(0.3)
        func mean(_ begin: (UInt64) -> any AcuityProcedure) throws -> Double {
            var sum = 0.0
            for seed in 1...12 as ClosedRange<UInt64> {
                var procedure = begin(seed)
                var eye = SimulatedObserver(threshold: truth, seed: seed + 100)
                while let shown = procedure.next {
                    #expect(shown.letters.count == 1 && shown.optotypes == .landolt8)
                    try procedure.take(eye.read(shown).map { Answer($0) })
                }
                sum += procedure.estimate(hearing: .exact).logMAR.value
            }
            return sum / 12
        }
        let found = [
            "near": try mean { NearStaircase(optotypes: .landolt8, seed: $0) },
            "best-pest": try mean { BestPEST(optotypes: .landolt8, seed: $0) },
            "adaptive": try mean { seed in
                var settings = AdaptiveTest.Settings(showing: .landolt8)
                settings.mostLetters = 24
                return AdaptiveTest(settings: settings, seed: seed)
            },
        ]
        // The standard error is below 0.02.
        for (name, found) in found { #expect(abs(found - truth.value) < 0.06, "\(name): \(found)") }
    }

    @Test("Six in a row of eight directions lead to a smaller line")
    func sixInARow() throws {
        var test = NearStaircase(.sixInARow, optotypes: .landolt8, seed: 3)
        for _ in 0..<6 { try test.take([.named(try #require(test.next).letters[0])]) }
        #expect(test.next?.size == LogMAR(0.9))
        for _ in 0..<2 {
            let shown = try #require(test.next?.letters[0])
            try test.take([.named(shown == .q ? .u : .q)])
        }
        #expect(test.isDone && test.score.logMAR == LogMAR(1))
    }

    @Test("Recordings of straight directions contain no diagonals")
    func hearing() {
        let counts = ConfusionCounts(right: 198, wrong: [.u: [.d: 2]])
        let model = RecognitionErrorModel(counts, toAnswer: .landolt8)
        #expect(model.letters == OptotypeSet.landolt8.choices)
        // 50 of each were said, of "up" two wrong.
        #expect(model.chance(of: .u, whenSaid: .u) < model.chance(of: .l, whenSaid: .l))
        #expect(model.chance(of: .d, whenSaid: .u) > model.chance(of: .l, whenSaid: .u))
        #expect(model.chance(of: .q, whenSaid: .q) > 0.9)
    }
}
