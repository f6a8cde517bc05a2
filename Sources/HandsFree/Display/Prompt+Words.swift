extension Prompt {
    /// The prompt in words for the person.
    public var words: String {
        switch self {
        case .read: "Please read the line."
        case .readAgain(let positions, let count): GuidanceWords.again(positions, of: count)
        case .lineFinished: ""
        case .paused(.asked): "We wait. Say \"go on\" when you are ready."
        case .paused(.silence):
            "No answer was heard for a while. Say \"go on\" when you are ready."
        case .trouble(let reason): "\(reason) The test waits and goes on by itself."
        case .warmUp(let asking): asking.words
        case .finished: "The test is over. Thank you."
        }
    }
}
