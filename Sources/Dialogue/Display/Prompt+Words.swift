extension Prompt {
    /// The prompt in words for the person to read, what is to be said in quotation marks; empty
    /// where nothing is asked.
    public var words: String {
        switch self {
        case .read: GuidanceWords.begin
        case .readAgain(let positions, let count, let byCodeWord):
            GuidanceWords.again(positions, of: count)
                + (byCodeWord ? " \(GuidanceWords.codeWord)" : "")
        case .lineFinished: ""
        case .paused(let reason): GuidanceWords.paused(reason, until: "\"go on\"")
        case .trouble(let reason): "\(reason) The test waits and goes on by itself."
        case .warmUp(let asking): asking.words
        case .finished: GuidanceWords.done
        }
    }
}
