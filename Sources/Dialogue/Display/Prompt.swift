public import Records

/// The request to the person at a moment of the test.
public enum Prompt: Sendable, Equatable {
    /// Read the line.
    case read
    /// Read the letters at these positions, from 0, of a line again; from the third time on by
    /// their code words.
    case readAgain([Int], of: Int, byCodeWord: Bool = false)
    /// The line is finished; the person does nothing.
    case lineFinished
    /// Say when the test may go on.
    case paused(PauseReason)
    /// Wait until answers can be heard again; with the reason.
    case trouble(String)
    /// Read a letter of the warm-up.
    case warmUp(WarmUpAsking)
    /// The test is finished; with the result.
    case finished(TestRecord)
}

/// The reason for a pause.
public enum PauseReason: String, Sendable, Codable {
    /// The person asked for it.
    case asked
    /// The person had been asked several times and said nothing.
    case silence
}

extension Prompt {
    /// The prompt for the person to read, with words to say in quotation marks; empty if nothing is
    /// asked.
    public var words: String {
        switch self {
        case .read: GuidanceWords.begin
        case .readAgain(let positions, let count, let byCodeWord):
            GuidanceWords.again(positions, of: count)
                + (byCodeWord ? " \(GuidanceWords.codeWord)" : "")
        case .lineFinished: ""
        case .paused(let reason): GuidanceWords.paused(reason, until: "\"go on\"")
        case .trouble(let reason): "\(reason) The test is paused and will go on by itself."
        case .warmUp(let asking): asking.words
        case .finished: GuidanceWords.done
        }
    }
}
