/// Why a test could not begin, as the sheet before a test tells it.
public struct SheetTrouble: Sendable, Equatable {
    /// For the person to be tested: what is wrong, and what to do.
    public var words: String
    /// For whoever comes to help; nil where the words say it all.
    public var details: String?

    /// What is wrong, for the person and for whoever helps.
    public init(words: String, details: String? = nil) {
        self.words = words
        self.details = details
    }
}
