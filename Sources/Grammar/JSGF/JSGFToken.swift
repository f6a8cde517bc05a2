internal import Platform

/// One piece of a grammar's text.
struct JSGFToken {
    enum Kind: Equatable {
        /// `#JSGF`
        case header
        /// Anything that stands for itself: a spoken word, a keyword, a name, a version.
        case word(String)
        /// What stands between `<` and `>`.
        case ruleName(String)
        /// What stands between `{` and `}`.
        case tag(String)
        /// What stands between two slashes.
        case weight(String)
        /// One of `= ; | * + ( ) [ ]`.
        case mark(Unicode.Scalar)
        case end
    }

    var kind: Kind
    var position: SourcePosition
    /// The place just after it.
    var end: SourcePosition
    /// The `/** ... */` comment before it.
    var documentation: String?

    /// How a message calls it.
    var name: String {
        switch kind {
        case .header: "#JSGF"
        case .word(let word): word.shown
        case .ruleName(let name): "<\(name)>".shown
        case .tag: "a {tag}"
        case .weight(let text): "/\(text)/".shown
        case .mark(let mark): "\"\(mark)\""
        case .end: "the end of the file"
        }
    }
}
