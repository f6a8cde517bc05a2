internal import Foundation

/// Looks for the files of an acoustic model.
enum AcousticModelCheck {
    static let name = "acoustic model"
    /// What PocketSphinx opens in the folder (acmod.c of 0.8); without feat.params it would hear
    /// with another front end than the model was trained with.
    static let files = ["mdef", "feat.params", "means", "variances", "transition_matrices"]
    /// The mixture weights, in either of two forms.
    static let weights = ["sendump", "mixture_weights"]

    static func finding(in folder: String) -> Finding {
        let advice = "install the package pocketsphinx-en-us, or name another with --model"
        var isFolder: ObjCBool = false
        guard FileManager.default.fileExists(atPath: folder, isDirectory: &isFolder) else {
            return .error(name, "there is no folder \(folder): \(advice)")
        }
        guard isFolder.boolValue else {
            return .error(name, "\(folder) is no folder: \(advice)")
        }
        var missing = files.filter { !isReadable($0, in: folder) }
        if !weights.contains(where: { isReadable($0, in: folder) }) {
            missing.append(weights.joined(separator: " or "))
        }
        guard missing.isEmpty else {
            let list = missing.joined(separator: ", ")
            return .error(name, "\(folder) lacks \(list), or you may not read it: \(advice)")
        }
        return .ok(name, folder)
    }

    private static func isReadable(_ file: String, in folder: String) -> Bool {
        FileManager.default.isReadableFile(atPath: "\(folder)/\(file)")
    }
}
