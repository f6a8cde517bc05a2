import FliteVoice
import Foundation
import LetterSpeech

/// The mapper as the program has it: the repository's files, Debian's dictionary, flite's rules.
enum MappingFolder {
    static let grammars = URL(filePath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().appending(path: "grammars").path()

    static func path(of file: String) -> String { "\(grammars)/\(file)" }

    /// Made once: it reads 3 MB.
    static let mapper = Result { try PhoneticMapper(grammars: grammars, guess: FlitePronouncer()) }
}
