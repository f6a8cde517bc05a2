/// What can go wrong with PocketSphinx, with the reason that its log gave.
public enum SphinxError: Error, Equatable, CustomStringConvertible {
    /// The model is not where it should be.
    case noModel(path: String)
    /// The decoder did not start with this model.
    case notStarted(model: String, reason: String)
    /// A file of the model is not what it should be.
    case modelFile(path: String, reason: String)
    /// A word could not be added to the decoder's dictionary.
    case word(String, reason: String)
    /// A grammar could not be made into a search.
    case grammar(name: String, reason: String)
    /// A stretch of sound could not be decoded.
    case decoding(reason: String)

    public var description: String {
        switch self {
        case .noModel(let path):
            "there is no model for the search at \(path): restore models/ear-search from the release"
        case .notStarted(let model, let reason):
            "PocketSphinx cannot start with \(model): \(reason). Restore models/ear-search from the "
                + "release"
        case .modelFile(let path, let reason):
            "\(path) is damaged: \(reason). Restore models/ear-search from the release"
        case .word(let word, let reason):
            "the search cannot take the word \"\(word)\": \(reason). Check its sounds in "
                + "the dictionary"
        case .grammar(let name, let reason):
            "PocketSphinx cannot take the grammar \(name): \(reason)"
        case .decoding(let reason):
            "PocketSphinx could not decode a stretch of sound: \(reason)"
        }
    }
}
