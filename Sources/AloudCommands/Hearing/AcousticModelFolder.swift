internal import Foundation

/// The folder of the acoustic model, and how it is found.
enum AcousticModelFolder {
    /// Where Aloud's own model lies, from the folder in which the grammars lie.
    static let own = "models/letters"

    /// The model named by `--model`; else Aloud's own, in `models/letters` beside the folder of
    /// grammars; else Debian's, with a word about it, which hears letters less well.
    static func find(
        named: String?, beside grammars: ResourceFolder, in environment: CommandEnvironment
    ) -> String {
        if let named { return named }
        let shipped = URL(fileURLWithPath: grammars.path).deletingLastPathComponent()
            .appendingPathComponent(own).path
        if FileManager.default.fileExists(atPath: shipped + "/mdef") { return shipped }
        let usual = environment.instruments.usualModel
        environment.say(
            "Aloud's own acoustic model is not at \(shipped): hearing with \(usual), which takes"
                + " more letters for others. Restore the folder, or name a model with --model.")
        return usual
    }
}
