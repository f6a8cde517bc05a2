import FliteVoice
import Foundation

@testable import PhoneticMapping

/// The mapper as the program has it: the repository's files, Debian's dictionary, flite's rules.
enum MappingFolder {
    static let grammars = URL(filePath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent().appending(path: "grammars").path()

    static func path(of file: String) -> String { "\(grammars)/\(file)" }

    /// Made once: it reads 3 MB.
    static let mapper = Result { try PhoneticMapper(grammars: grammars, guess: FlitePronouncer()) }
}

extension PhoneticMapper {
    /// The letters that a word may stand for by its sound; nil if it has none.
    func weigh(_ word: String) -> LetterSounds.Weighed? {
        bySound.flatMap { $0.sounds.weigh($0.pronunciations.entry(for: word)) }
    }

    /// The verdict on the sound of a word alone.
    func verdict(onSoundOf word: String) -> SoundVerdict { SoundVerdict(weigh(word)) }
}
