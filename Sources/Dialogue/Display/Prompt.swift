public import Records

/// What is asked of the person at a moment of the test.
public enum Prompt: Sendable, Equatable {
    /// To read the line.
    case read
    /// To read the letters at these positions, from 0, once more, in a line of so many; after two
    /// such askings by their code words.
    case readAgain([Int], of: Int, byCodeWord: Bool = false)
    /// Nothing, the line is finished.
    case lineFinished
    /// To say when the test may go on.
    case paused(PauseReason)
    /// To wait until answers can be heard again; with the reason.
    case trouble(String)
    /// To read a letter of the warm-up.
    case warmUp(WarmUpAsking)
    /// Nothing more; with the result.
    case finished(TestReport)
}

/// Why a test is paused.
public enum PauseReason: String, Sendable, Codable {
    /// The person asked for it.
    case asked
    /// The person had been asked several times and said nothing.
    case silence
}

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
