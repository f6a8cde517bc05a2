/// Searches for the least value of a function without its gradient.
enum DirectSearch {
    /// Golden-section search in a range (Kiefer, Proc. AMS 1953).
    ///
    /// - Parameters:
    ///   - evaluations: how often the function is called.
    ///   - value: a function with one valley in the range.
    /// - Returns: the point at which the function was least.
    static func goldenSection(
        in range: ClosedRange<Double>, evaluations: Int,
        of value: (Double) throws -> Double
    ) rethrows -> Double {
        let share = (5.0.squareRoot() - 1) / 2
        var (low, high) = (range.lowerBound, range.upperBound)
        var left = high - share * (high - low)
        var right = low + share * (high - low)
        var (atLeft, atRight) = (try value(left), try value(right))
        for _ in 0..<max(0, evaluations - 2) {
            if atLeft <= atRight {
                (high, right, atRight) = (right, left, atLeft)
                left = high - share * (high - low)
                atLeft = try value(left)
            } else {
                (low, left, atLeft) = (left, right, atRight)
                right = low + share * (high - low)
                atRight = try value(right)
            }
        }
        return atLeft <= atRight ? left : right
    }

    /// The downhill simplex method (Nelder and Mead, Computer Journal 1965, with their
    /// coefficients 1, 2, 0.5 and 0.5).
    ///
    /// - Parameters:
    ///   - start: the first corner.
    ///   - step: the distance of the other corners from it, one along each axis.
    ///   - evaluations: how often the function is called, about.
    /// - Returns: the point at which the function was least.
    static func simplex(
        from start: [Double], step: Double, evaluations: Int,
        of value: ([Double]) throws -> Double
    ) rethrows -> [Double] {
        guard !start.isEmpty else { return start }
        var calls = 0
        func corner(_ point: [Double]) throws -> (point: [Double], value: Double) {
            calls += 1
            return (point, try value(point))
        }
        var corners = [try corner(start)]
        for axis in start.indices {
            var point = start
            point[axis] += step
            corners.append(try corner(point))
        }
        while calls < evaluations {
            corners.sort { $0.value < $1.value }
            guard let worst = corners.last, let best = corners.first,
                worst.value - best.value > 1e-9
            else { break }
            let others = corners.dropLast()
            let middle = start.indices.map { axis in
                others.reduce(0) { $0 + $1.point[axis] } / Double(others.count)
            }
            func along(_ share: Double) -> [Double] {
                zip(middle, worst.point).map { $0 + share * ($0 - $1) }
            }
            let mirrored = try corner(along(1))
            if mirrored.value < best.value {
                let farther = try corner(along(2))
                corners[corners.count - 1] = farther.value < mirrored.value ? farther : mirrored
            } else if mirrored.value < corners[corners.count - 2].value {
                corners[corners.count - 1] = mirrored
            } else {
                let isBetter = mirrored.value < worst.value
                let nearer = try corner(along(isBetter ? 0.5 : -0.5))
                if nearer.value < min(mirrored.value, worst.value) {
                    corners[corners.count - 1] = nearer
                } else {
                    for index in corners.indices.dropFirst() {
                        corners[index] = try corner(
                            zip(best.point, corners[index].point).map { ($0 + $1) / 2 })
                    }
                }
            }
        }
        return (corners.min { $0.value < $1.value })?.point ?? start
    }
}

/// The limited-memory BFGS method for a smooth function of several numbers (Liu and Nocedal,
/// Mathematical Programming 1989; the step is halved until it meets Armijo's condition).
enum QuasiNewton {
    /// Steps that are remembered.
    private static let memory = 8
    private static let mostSteps = 200
    /// The search ends when no component of the gradient is larger than this.
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
