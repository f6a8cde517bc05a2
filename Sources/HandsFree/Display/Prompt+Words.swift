extension Prompt {
    /// The prompt in words for the person.
    public var words: String {
        switch self {
        case .read: "Please read the line."
        case .readAgain(let positions): "Once more, please: \(Self.name(positions))."
        case .lineFinished: ""
        case .paused(.asked): "Paused. Say \"continue\" or \"go on\"."
        case .paused(.silence):
            "Nothing was heard for a while, so the test is paused. Read on, or say \"go on\"."
        case .trouble(let reason): "\(reason) The test waits and goes on by itself."
        case .warmUp(let asking): asking.words
        case .finished: "The test is over. Thank you."
        }
    }

    private static let ordinals = ["first", "second", "third", "fourth", "fifth"]

    /// "the second and fourth letter", "the line" for all five.
    private static func name(_ positions: [Int]) -> String {
        let names = positions.map { ordinals.indices.contains($0) ? ordinals[$0] : "\($0 + 1)." }
        guard names.count < ordinals.count, let last = names.last else { return "the line" }
        if names.count == 1 { return "the \(last) letter" }
        return "the \(names.dropLast().joined(separator: ", ")) and \(last) letter"
    }
}
