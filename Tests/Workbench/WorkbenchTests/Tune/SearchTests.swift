import Foundation
import Testing

@testable import Tuning

@Suite(.timeLimit(.minutes(1))) struct SearchTests {
    @Test("golden section finds a minimum to a thousandth of the range in 20 steps")
    func goldenSection() {
        var calls = 0
        let found = DirectSearch.goldenSection(in: -1...3, evaluations: 20) { x in
            calls += 1
            return (x - 0.7) * (x - 0.7)
        }
        #expect(abs(found - 0.7) < 0.004 && calls == 20)
        let edge = DirectSearch.goldenSection(in: 0...1, evaluations: 12) { $0 }
        #expect(edge < 0.01)
    }

    @Test("a threshold of acceptance leaves out the answer that it is chosen for")
    func thresholds() {
        let found = TuningSearch.thresholds(above: [0.8123, 0.5001, 0.5002, 0.1, 1])
        #expect(found == [0.501, 0.813])
        let many = TuningSearch.thresholds(above: (0..<5_000).map { Double($0) / 5_000 + 1e-5 })
        #expect(many.count <= 120 && many == many.sorted())
        #expect(many.allSatisfy { abs(1_000 * $0 - (1_000 * $0).rounded()) < 1e-9 })
    }

    @Test("the simplex finds the bottom of Rosenbrock's valley")
    func simplex() {
        var calls = 0
        let found = DirectSearch.simplex(from: [-1.2, 1], step: 0.5, evaluations: 400) { p in
            calls += 1
            return 100 * pow(p[1] - p[0] * p[0], 2) + pow(1 - p[0], 2)
        }
        #expect(abs(found[0] - 1) < 0.01 && abs(found[1] - 1) < 0.01)
        #expect(calls <= 404)
        #expect(DirectSearch.simplex(from: [], step: 1, evaluations: 9) { _ in 0 }.isEmpty)
    }

    @Test("quasi-Newton search minimises Rosenbrock's valley and a long bowl")
    func quasiNewton() {
        let found = QuasiNewton.minimum(from: [-1.2, 1]) { p in
            let (a, b) = (1 - p[0], p[1] - p[0] * p[0])
            return (a * a + 100 * b * b, [-2 * a - 400 * p[0] * b, 200 * b])
        }
        #expect(abs(found[0] - 1) < 1e-3 && abs(found[1] - 1) < 1e-3)
        let scales = (0..<12).map { pow(10, Double($0) / 4) }
        let bowl = QuasiNewton.minimum(from: scales.map { _ in 5 }) { p in
            (
                zip(scales, p).reduce(0) { $0 + $1.0 * ($1.1 - 1) * ($1.1 - 1) / 2 },
                zip(scales, p).map { $0 * ($1 - 1) }
            )
        }
        #expect(bowl.allSatisfy { abs($0 - 1) < 1e-3 })
    }
}
