/// Why there is no net.
public enum LetterNetError: Error, Equatable, CustomStringConvertible {
    /// The file cannot be read.
    case unreadable(path: String, reason: String)
    /// The file is no net, or not a whole one.
    case damaged(path: String, reason: String)
    /// The process cannot have so many bytes of memory, which products take.
    case noMemory(bytes: Int)

    public var description: String {
        switch self {
        case .unreadable(let path, let reason):
            "The letter net '\(path)' cannot be read: \(reason)"
        case .damaged(let path, let reason):
            "'\(path)' is not a letter net: \(reason). Take it anew from the project's 'models',"
                + " or write it with training/letter-net/train.py."
        case .noMemory(let bytes):
            "Nothing can be heard: OpenBLAS takes \(bytes >> 20) MiB of addresses in one piece, which this"
                + " process may not have. Raise the limit of its memory ('ulimit -v' shows it)."
        }
    }
}
