/// What can go wrong with PocketSphinx, with the reason that its log gave.
public enum SphinxError: Error, Equatable, CustomStringConvertible {
    /// The acoustic model is not where it should be.
    case noModel(path: String)
    /// The decoder did not start with this model.
    case notStarted(model: String, reason: String)
    /// A file of the acoustic model is not what it should be.
    case modelFile(path: String, reason: String)
    /// The acoustic model is whole, but of a kind that Aloud does not score sounds by.
    case modelKind(model: String, reason: String)
    /// A word could not be added to the decoder's dictionary.
    case word(String, reason: String)
    /// A grammar could not be made into a search.
    case grammar(name: String, reason: String)
    /// A stretch of sound could not be decoded.
    case decoding(reason: String)

    public var description: String {
        switch self {
        case .noModel(let path):
            "no acoustic model at \(path): install the package pocketsphinx-en-us, or name the "
                + "folder of another model with --model"
        case .notStarted(let model, let reason):
            "the acoustic model at \(model) is damaged or none for PocketSphinx: \(reason). Install "
                + "the package pocketsphinx-en-us anew, or name another folder with --model"
        case .modelFile(let path, let reason):
            "\(path), of the acoustic model, is damaged: \(reason). Restore it, or name another "
                + "folder with --model"
        case .modelKind(let model, let reason):
            "the acoustic model at \(model) is not of the kind that Aloud can use: \(reason). Name "
                + "with --model a phonetically tied one (-model ptm) of the features 1s_c_d_dd"
        case .word(let word, let reason):
            "the acoustic model cannot take the word \"\(word)\": \(reason). Check its sounds in "
                + "the dictionary"
        case .grammar(let name, let reason):
            "PocketSphinx cannot take the grammar \(name): \(reason)"
        case .decoding(let reason):
            "PocketSphinx could not decode a stretch of sound: \(reason)"
        }
    }
}
