/// A manifest in which no speaker says enough for a warm-up.
struct NoWarmUp: Error, CustomStringConvertible {
    var description: String {
        "No speaker says so many different letters, and letters beyond: give '--warm-up' fewer."
    }
}
