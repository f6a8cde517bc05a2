import Acuity
import Testing

/// Letters that take the place of those that were never understood.
@Suite("Fresh letters", .timeLimit(.minutes(1)))
struct FreshLetterTests {
    /// Plays a procedure by an ear that never understands some letters, with the letters that are
    /// seen by an eye.
    private func play(
        _ procedure: any AcuityProcedure, deafTo deaf: Set<Letter>, eye: SimulatedObserver? = nil
    ) throws -> any AcuityProcedure {
        var test = procedure
        var eye = eye
        while let shown = test.next {
            let said = eye?.read(shown) ?? shown.letters.map { .named($0) }
            try test.take(
                said.map { response in
                    if case .named(let letter) = response, deaf.contains(letter) { return .unclear }
                    return Answer(response)
                })
        }
        return test
    }

    @Test("a fresh letter follows its line, in its size, and is another letter")
    func another() throws {
        for seed in UInt64(0)..<50 {
            let chart = Chart(.random, seed: seed)
            let test = try play(ChartReading(chart: chart), deafTo: [.z, .n])
            let unheard = chart.lines.flatMap(\.letters).count { $0 == .z || $0 == .n }
            let fresh = test.read.map(\.presentation).filter(\.isFresh)
            #expect(test.score.logMAR == LogMAR(-0.3) && test.score.lettersRight == 70)
            #expect(!test.score.remarks.contains(.lettersLeftOpen))
            #expect(fresh.count >= unheard && fresh.count <= OpenLetters.mostReplaced)
            for (before, shown) in zip(
                test.read.map(\.presentation),
                fresh.isEmpty ? [] : test.read.dropFirst().map(\.presentation))
            where shown.isFresh {
                #expect(shown.line == before.line && shown.size == before.size)
                if before.isFresh { #expect(shown.letters != before.letters, "seed \(seed)") }
            }
        }
    }

    @Test("a printed chart always draws the same fresh letters; random charts differ")
    func drawn() throws {
        func fresh(_ chart: Chart) throws -> [Letter] {
            try play(ChartReading(chart: chart), deafTo: [.z]).read.map(\.presentation)
                .filter(\.isFresh).flatMap(\.letters)
        }
        #expect(try fresh(Chart(.one)) == fresh(Chart(.one)))
        #expect(try fresh(Chart(.random, seed: 1)) != fresh(Chart(.random, seed: 2)))
    }

    @Test("a fresh letter counts if it is right, and not if it is wrong")
    func counts() throws {
        for isRight in [true, false] {
            var test = ChartReading(chart: Chart(.one))
            while let shown = test.next {
                try test.take(
                    shown.letters.enumerated().map { index, letter in
                        if shown.isFresh { return Answer(isRight ? .named(letter) : .missed) }
                        if shown.line == 4, index == 2 { return .unclear }
                        return Answer(shown.line > 11 ? .missed : .named(letter))
                    })
            }
            #expect(test.score.logMAR == LogMAR(isRight ? 0 : 0.02))
        }
    }

    @Test("a line decided by its fresh letters ends a chart after them")
    func ends() throws {
        var test = ChartReading(chart: Chart(.one))
        for _ in 0..<3 { try test.take(#require(test.next).letters.map { .named($0) }) }
        try test.take([.unclear] + Array(repeating: Answer(.missed), count: 4))
        #expect(test.next?.isFresh == true && test.next?.line == 4 && !test.isDone)
        try test.take([Response.missed])
        #expect(test.end == .stopRuleMet && test.score.logMAR == LogMAR(0.8))
    }

    @Test("letters of one metre are replaced too, and both distances share the bound")
    func twoDistances() throws {
        var test = ChartAtTwoDistances(chart: Chart(.random, seed: 3))
        var count = 0
        while let shown = test.next {
            try test.take(
                shown.letters.map { letter in
                    count += 1
                    if count % 3 == 0 { return .unclear }
                    return Answer(
                        shown.distance != nil || shown.line < 3 ? .named(letter) : .missed)
                })
        }
        let fresh = test.read.map(\.presentation).filter(\.isFresh)
        #expect(
            fresh.contains { $0.distance == .oneMetre } && fresh.contains { $0.distance == nil })
        #expect(fresh.count <= OpenLetters.mostReplaced)
    }

    @Test("a person who has moved gets another fresh letter")
    func redrawn() throws {
        for name in [ChartName.one, .random] {
            var test = ChartReading(chart: Chart(name, seed: 4))
            try test.take([.unclear] + Array(repeating: Answer(.missed), count: 4))
            let shown = try #require(test.next)
            test.redraw()
            let other = try #require(test.next)
            #expect(other.isFresh && other.size == shown.size && other.letters != shown.letters)
        }
    }

    @Test("beyond the limit of fresh letters a letter stays open, without a score")
    func mostReplaced() throws {
        var test = ChartReading(chart: Chart(.random, seed: 9))
        while let shown = test.next {
            try test.take(
                shown.letters.enumerated().map { index, letter in
                    index < 2 && !shown.isFresh ? .unclear : Answer(.named(letter))
                })
        }
        #expect(test.read.count(where: \.presentation.isFresh) == OpenLetters.mostReplaced)
        #expect(test.end == .smallestLineRead && test.score.logMAR == nil)
        #expect(test.score.remarks.contains(.lettersLeftOpen))
        #expect(test.estimate().isReliable)
        // In tests of single letters there is nothing else to show.
        let procedures: [any AcuityProcedure] = [
            EETDRS(seed: 1), NearStaircase(seed: 1), NearStaircase(.sixInARow, seed: 1),
            BestPEST(seed: 1), AdaptiveTest(seed: 1), HOTVTest(seed: 1),
        ]
        for procedure in procedures {
            var test = procedure
            var count = 0
            while let shown = test.next {
                try test.take(
                    shown.letters.map { letter in
                        count += 1
                        return count % 5 < 4 ? .unclear : Answer(.named(letter))
                    })
            }
            let open = test.read.flatMap(\.answers).count { $0.response == nil }
            #expect((OpenLetters.mostReplaced...OpenLetters.mostReplaced + 5).contains(open))
            #expect(test.score.end == .notUnderstood && test.score.logMAR == nil)
            #expect(test.score.remarks.contains(.lettersLeftOpen))
        }
    }

    @Test("a direction that is never heard does not hold up a test of directions")
    func directions() throws {
        for seed in UInt64(0)..<20 {
            let test = try play(NearStaircase(.sixInARow, seed: seed), deafTo: [.u])
            let shown = test.read.map { $0.presentation.letters[0] }
            for (one, next) in zip(shown, shown.dropFirst()) where one == .u { #expect(next != .u) }
        }
    }

    @Test("letters that are never heard do not worsen the score", arguments: [1, 2])
    func bias(deaf: Int) throws {
        // Before letters were replaced, the scores that were left were 0.025 and 0.028 too large.
        var errors: [Double] = []
        var withheld = 0
        for seed in UInt64(0)..<400 {
            let eye = SimulatedObserver(threshold: LogMAR(Double(seed % 9) / 10), seed: seed)
            let chart = ChartReading(chart: Chart(.random, seed: seed))
            let unheard = Set((0..<deaf).map { Letter.sloan[(Int(seed) + 3 * $0) % 10] })
            let said = try play(chart, deafTo: [], eye: eye)
            let heard = try play(chart, deafTo: unheard, eye: eye)
            guard let truth = said.score.beside(said.estimate()).logMAR else { continue }
            if let found = heard.score.beside(heard.estimate()).logMAR {
                errors.append(found.value - truth.value)
            } else {
                withheld += 1
            }
        }
        let mean = errors.reduce(0, +) / Double(errors.count)
        #expect(abs(mean) < 0.012, "mean \(mean) of \(errors.count)")
        #expect(withheld < 20, "\(withheld)")
    }
}
