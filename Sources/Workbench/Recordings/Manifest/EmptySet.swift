/// A manifest in which nothing is left to be heard.
package struct EmptySet: Error, CustomStringConvertible {
    package var path: String
    package var set: String?
    /// What may be wrong.
    package var options = "'--set' and '--letters'"

    /// The parameters as the properties of their names.
    package init(path: String, set: String? = nil, options: String = "'--set' and '--letters'") {
        self.path = path
        self.set = set
        self.options = options
    }

    package var description: String {
        "'\(path)' has no recording to hear" + (set.map { " of the set '\($0)'" } ?? "")
            + ". Check \(options)."
    }
}
