/// A manifest without a line of five letters.
struct NoLines: Error, CustomStringConvertible {
    var path: String
    var set: String?

    var description: String {
        "'\(path)' has no recording of five single letters"
            + (set.map { " of the set '\($0)'" } ?? "")
            + ". Check '--set', or have lines made of single letters with '--join'."
    }
}

/// A manifest in which nobody says enough letters for a line.
struct TooFewLetters: Error, CustomStringConvertible {
    var path: String
    var set: String?

    var description: String {
        "Nobody in '\(path)'" + (set.map { ", set '\($0)'," } ?? "")
            + " says five different letters of the charts, each alone in a recording. Check '--set'."
    }
}
