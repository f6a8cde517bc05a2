internal import Foundation

/// An acoustic model of the kind that Aloud scores sounds by: phonetically tied mixtures, in which
/// each phone has a codebook of Gaussians for each of three streams of features, and each senone
/// (tied state) its own weights of the Gaussians of its phone.
///
/// A folder with the files that the tools of CMU Sphinx write and PocketSphinx reads:
/// `feat.params`, `mdef`, `means`, `variances`, `sendump`, `transition_matrices`.
struct AcousticModel {
    /// What `feat.params` has to say: 13 cepstra, their changes and the changes of these, each a
    /// stream of its own. Other sounds would be scored wrong without a word.
    private static let needed = [
        "-feat": "1s_c_d_dd", "-svspec": "0-12/13-25/26-38", "-model": "ptm",
    ]
    /// Changes that would have to be applied to the features before they are scored.
    private static let impossible = ["-lda", "-varnorm", "-agc"]

    let folder: String
    let inventory: PhoneInventory
    let transitions: TransitionCosts

    init(_ folder: String) throws(SphinxError) {
        guard FileManager.default.fileExists(atPath: folder + "/mdef") else {
            throw .noModel(path: folder)
        }
        let parameters = try Self.parameters(folder + "/feat.params")
        for (option, value) in Self.needed.sorted(by: { $0.key < $1.key })
        where parameters[option] != value {
            throw .modelKind(
                model: folder,
                reason:
                    "feat.params says \(parameters[option] ?? "nothing") for \(option), not \(value)"
            )
        }
        for option in Self.impossible
        where !["no", "none"].contains(parameters[option] ?? "no") {
            throw .modelKind(model: folder, reason: "feat.params asks for \(option)")
        }
        self.folder = folder
        inventory = try PhoneInventory(folder + "/mdef")
        transitions = try TransitionCosts(folder + "/transition_matrices")
    }

    /// The options in a file of them, each with the word behind it.
    private static func parameters(_ path: String) throws(SphinxError) -> [String: String] {
        guard let data = FileManager.default.contents(atPath: path) else {
            throw .modelFile(path: path, reason: "it cannot be read")
        }
        let words = String(decoding: data, as: UTF8.self).split(whereSeparator: \.isWhitespace)
        return Dictionary(
            zip(words, words.dropFirst()).map { (String($0), String($1)) },
            uniquingKeysWith: { first, _ in first })
    }
}
