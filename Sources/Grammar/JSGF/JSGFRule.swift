public import Platform

/// One rule: `public <name> = alternatives;`.
public struct JSGFRule: Sendable, Equatable {
    /// What it is called by, without the angle brackets.
    public var name: String
    /// Whether it may be listened for.
    public var isPublic: Bool
    /// Where its name stands.
    public var position: SourcePosition
    /// The `/** ... */` comment before it.
    public var documentation: String?
    /// At least one.
    public var alternatives: [JSGFAlternative]
}

extension JSGFRule {
    /// Visits its items in the order of the file, those in brackets after the brackets.
    func forEachItem(_ body: (JSGFItem) -> Void) { alternatives.forEachItem(body) }
}

extension [JSGFAlternative] {
    fileprivate func forEachItem(_ body: (JSGFItem) -> Void) {
        for item in joined() {
            body(item)
            switch item.content {
            case .group(let inner), .optional(let inner): inner.forEachItem(body)
            default: break
            }
        }
    }

    private func joined() -> [JSGFItem] { flatMap(\.items) }
}
