extension StringProtocol {
    /// Without such characters at both ends.
    package func trimming(_ isLeftOut: (Character) -> Bool) -> SubSequence {
        var rest = self[...]
        while let first = rest.first, isLeftOut(first) { rest = rest.dropFirst() }
        while let last = rest.last, isLeftOut(last) { rest = rest.dropLast() }
        return rest
    }
}
