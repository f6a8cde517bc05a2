/// A manifest in which nothing is left to be heard.
struct EmptySet: Error, CustomStringConvertible {
    var path: String
    var set: String?
    /// What may be wrong.
    var options = "'--set' and '--letters'"

    var description: String {
        "'\(path)' has no recording to hear" + (set.map { " of the set '\($0)'" } ?? "")
            + ". Check \(options)."
    }
}
