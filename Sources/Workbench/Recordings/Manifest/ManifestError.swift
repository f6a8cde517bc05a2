/// What can be wrong with a manifest.
package enum ManifestError: Error, Equatable, CustomStringConvertible {
    /// `reason` in the system's words.
    case unreadable(String, reason: String)
    case isFolder(String)
    case notText(String)
    /// Text of two bytes a character, as spreadsheets save it.
    case wideText(String)
    case line(String, number: Int)
    case noPath(String, number: Int)
    case quoted(String, number: Int)
    case noSpeaker(String, number: Int)
    /// One recording, other words than on the line that it first stands on.
    case contradiction(String, number: Int, first: Int)
    case noColumn(String, column: String)
    case columnTwice(String, column: String)
    case empty(String)

    package var description: String {
        switch self {
        case .unreadable(let path, let reason):
            "'\(path)' cannot be read (\(reason)). Name a manifest of recordings."
        case .isFolder(let path): "'\(path)' is a folder. Name the manifest in it."
        case .notText(let path):
            "'\(path)' is not UTF-8 text. A manifest is a table with tabs: save it as text in UTF-8"
                + " with tabs between the columns."
        case .wideText(let path):
            "'\(path)' is not UTF-8 text, but UTF-16. A manifest is a table with tabs: save it as"
                + " text in UTF-8 with tabs between the columns."
        case .line(let path, let number):
            "\(path):\(number): a manifest's line has a path, a transcript and a speaker with tabs"
                + " between; this one has fewer. Save the table as text with tabs, not with commas."
        case .noPath(let path, let number):
            "\(path):\(number): the path is empty. Name the recording, or leave the line out."
        case .quoted(let path, let number):
            "\(path):\(number): the path stands in quotes. Save the table as text with tabs, without"
                + " quotes around the columns."
        case .contradiction(let path, let number, let first):
            "\(path):\(number): this recording is also on line \(first), with another transcript."
                + " Leave out the one that is not true."
        case .noSpeaker(let path, let number):
            "\(path):\(number): the speaker is empty. Give every person a name of their own."
        case .noColumn(let path, let column):
            "The heading of '\(path)' names no column '\(column)'. A manifest has the columns path,"
                + " transcript, speaker and, if there is one, set."
        case .columnTwice(let path, let column):
            "The heading of '\(path)' names the column '\(column)' twice. Leave one of them out."
        case .empty(let path): "'\(path)' names no recording."
        }
    }
}
