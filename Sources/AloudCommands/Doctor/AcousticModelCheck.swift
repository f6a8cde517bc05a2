internal import Foundation

/// Looks for the files of an acoustic model.
struct AcousticModelCheck {
    let name: String
    let folder: String
    let advice: String

    /// The model that finds words.
    static func search(in folder: String) -> AcousticModelCheck {
        AcousticModelCheck(
            name: "acoustic model", folder: folder,
            advice: "install the package pocketsphinx-en-us")
    }

    /// The model that scores every word.
    static func scoring(in folder: String) -> AcousticModelCheck {
        AcousticModelCheck(
            name: "letter model", folder: folder,
            advice: "restore it from where Aloud came from, or name another with --model")
    }

    /// What PocketSphinx opens in the folder (acmod.c of 0.8); without feat.params it would hear
    /// with another front end than the model was trained with.
    static let files = ["mdef", "feat.params", "means", "variances", "transition_matrices"]
    /// The mixture weights, in either of two forms.
    static let weights = ["sendump", "mixture_weights"]

    func finding() -> Finding {
        var isFolder: ObjCBool = false
        guard FileManager.default.fileExists(atPath: folder, isDirectory: &isFolder) else {
            return .error(name, "there is no folder \(folder): \(advice)")
        }
        guard isFolder.boolValue else {
            return .error(name, "\(folder) is no folder: \(advice)")
        }
        var missing = Self.files.filter { !isReadable($0) }
        if !Self.weights.contains(where: isReadable) {
            missing.append(Self.weights.joined(separator: " or "))
        }
        guard missing.isEmpty else {
            let list = missing.joined(separator: ", ")
            return .error(name, "\(folder) lacks \(list), or you may not read it: \(advice)")
        }
        return .ok(name, folder)
    }

    private func isReadable(_ file: String) -> Bool {
        FileManager.default.isReadableFile(atPath: "\(folder)/\(file)")
    }
}
