/// What can be wrong with a manifest.
enum ManifestError: Error, Equatable, CustomStringConvertible {
    case unreadable(String)
    case notText(String)
    case line(String, number: Int)
    case noSpeaker(String, number: Int)
    case noColumn(String, column: String)
    case columnTwice(String, column: String)
    case empty(String)

    var description: String {
        switch self {
        case .unreadable(let path): "'\(path)' cannot be read. Name a manifest of recordings."
        case .notText(let path): "'\(path)' is not UTF-8 text. A manifest is a table with tabs."
        case .line(let path, let number):
            "\(path):\(number): a manifest's line has a path, a transcript and a speaker with tabs"
                + " between; this one has fewer."
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
