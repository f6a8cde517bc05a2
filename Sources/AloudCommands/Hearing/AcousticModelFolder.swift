internal import Foundation

/// The folder of the acoustic model that scores every word, and how it is found.
enum AcousticModelFolder {
    /// Where Aloud's own model lies in the folder of models.
    static let own = "letters"

    /// The model named by `--model`; else Aloud's own; else Debian's, with a word about it, which
    /// hears letters less well.
    static func find(
        named: String?, in environment: CommandEnvironment
    ) throws(ResourceFolderError) -> String {
        if let named { return named }
        let shipped = try environment.models().file(own)
        if FileManager.default.fileExists(atPath: shipped + "/mdef") { return shipped }
        let usual = environment.instruments.usualModel
        environment.say(
            "Aloud's own acoustic model is not at \(shipped): hearing with \(usual), which takes"
                + " more letters for others. Restore the folder, or name a model with --model.")
        return usual
    }
}
