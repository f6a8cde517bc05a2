/// The limited-memory BFGS method for a smooth function of several numbers (Liu and Nocedal,
/// Mathematical Programming 1989; the step is halved until it is long enough by Armijo's rule).
enum QuasiNewton {
    /// Steps that are remembered.
    private static let memory = 8
    private static let mostSteps = 200
    /// The greatest part of a gradient at which the search ends.
    private static let tolerance = 1e-6

    /// The point at which a function is least.
    ///
    /// - Parameters:
    ///   - start: the first point.
    ///   - value: the function and its gradient at a point.
    static func minimum(
        from start: [Double], of value: ([Double]) -> (value: Double, gradient: [Double])
    ) -> [Double] {
        var point = start
        var (here, gradient) = value(point)
        var steps: [(step: [Double], change: [Double], scale: Double)] = []
        for _ in 0..<mostSteps {
            guard gradient.contains(where: { abs($0) > tolerance }) else { break }
            var direction = Self.direction(gradient, steps)
            if dot(direction, gradient) >= 0 {
                steps = []
                direction = gradient.map { -$0 }
            }
            let slope = dot(direction, gradient)
            var length = steps.isEmpty ? min(1, 1 / dot(gradient, gradient).squareRoot()) : 1
            var next = point
            var found = (value: here, gradient: gradient)
            var isFound = false
            for _ in 0..<40 {
                next = zip(point, direction).map { $0 + length * $1 }
                found = value(next)
                if found.value.isFinite, found.value <= here + 1e-4 * length * slope {
                    isFound = true
                    break
                }
                length /= 2
            }
            guard isFound else { break }
            let step = zip(next, point).map { $0 - $1 }
            let change = zip(found.gradient, gradient).map { $0 - $1 }
            let curve = dot(step, change)
            if curve > 1e-12 {
                steps.append((step, change, 1 / curve))
                if steps.count > memory { steps.removeFirst() }
            }
            let gain = here - found.value
            (point, here, gradient) = (next, found.value, found.gradient)
            if gain < 1e-12 * max(1, abs(here)) { break }
        }
        return point
    }

    /// The direction of the next step: the two loops over the remembered steps.
    private static func direction(
        _ gradient: [Double], _ steps: [(step: [Double], change: [Double], scale: Double)]
    ) -> [Double] {
        var rest = gradient
        var shares: [Double] = []
        for (step, change, scale) in steps.reversed() {
            let share = scale * dot(step, rest)
            shares.append(share)
            rest = zip(rest, change).map { $0 - share * $1 }
        }
        if let last = steps.last {
            let scale = 1 / (last.scale * dot(last.change, last.change))
            rest = rest.map { scale * $0 }
        }
        for ((step, change, scale), share) in zip(steps, shares.reversed()) {
            let back = scale * dot(change, rest)
            rest = zip(rest, step).map { $0 + (share - back) * $1 }
        }
        return rest.map { -$0 }
    }

    private static func dot(_ a: [Double], _ b: [Double]) -> Double {
        zip(a, b).reduce(0) { $0 + $1.0 * $1.1 }
    }
}
