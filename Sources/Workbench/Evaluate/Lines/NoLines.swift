/// A manifest without a line of five letters.
package struct NoLines: Error, CustomStringConvertible {
    package var path: String
    package var set: String?

    /// The parameters as the properties of their names.
    package init(path: String, set: String? = nil) {
        self.path = path
        self.set = set
    }

    package var description: String {
        "'\(path)' has no recording of five single letters"
            + (set.map { " of the set '\($0)'" } ?? "")
            + ". Check '--set', or have lines made of single letters with '--join'."
    }
}

/// A manifest in which nobody says enough letters for a line.
package struct TooFewLetters: Error, CustomStringConvertible {
    package var path: String
    package var set: String?

    /// The parameters as the properties of their names.
    package init(path: String, set: String? = nil) {
        self.path = path
        self.set = set
    }

    package var description: String {
        "Nobody in '\(path)'" + (set.map { ", set '\($0)'," } ?? "")
            + " says five different letters of the charts, each alone in a recording. Check '--set'."
    }
}
