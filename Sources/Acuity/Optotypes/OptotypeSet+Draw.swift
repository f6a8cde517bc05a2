extension OptotypeSet {
    /// Optotypes at random, none twice running; no letter twice in a line while there are others.
    ///
    /// - Parameter before: the one shown last.
    func draw(
        _ count: Int, after before: Letter?, using generator: inout some RandomNumberGenerator
    ) -> [Letter] {
        let choices = choices
        var drawn: [Letter] = []
        var last = before
        while drawn.count < count {
            // Directions may come again as often as they like: a rule would be something to learn.
            var free = areDirections ? choices : choices.filter { $0 != last }
            let fresh = free.filter { !drawn.contains($0) }
            if !areDirections, !fresh.isEmpty { free = fresh }
            let next = free[generator.index(below: free.count)]
            drawn.append(next)
            last = next
        }
        return drawn
    }
}
