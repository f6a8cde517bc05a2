package import Acuity
internal import Foundation

/// A language of answers other than English, as the file in its folder of grammars describes it.
///
/// The folder has the same files as that of English, and `language.json` in addition.
package struct HearingLanguage: Sendable, Equatable, Decodable {
    /// The file's name in the folder of grammars.
    package static let fileName = "language.json"
    /// The version of the file that this program reads.
    private static let current = 1

    private let version: Int
    /// The language's own name, "Deutsch".
    package let name: String
    /// The file of the net in the folder of models.
    package let ear: String
    /// The file of the weights of the decision in the folder of models; nil for those of English.
    package let answers: String?
    /// Minimum probability to accept a letter, 0...1; nil for that of English. An option of the
    /// program overrides it, if its value is not the default.
    package let accept: Double?
    /// Words of directions that differ from another word in only one sound, each with the minimum
    /// probability to accept it, 0...1; nil for none.
    package let careful: [String: Double]?
    /// Words that sound like the name of a letter, for grammars without letters. Each has that
    /// letter, which is the net's token for the sound: "haut" has O. Nil for none.
    private let homophones: [String: String]?
    /// Whether its names of letters are the English ones; nil for false.
    private let namesAreEnglish: Bool?
    /// The voice of espeak-ng that speaks it.
    package let voice: String
    /// The words of a simulated patient.
    package let patient: Patient

    /// Whether its names of letters differ from the English ones.
    package var hasOwnNames: Bool { namesAreEnglish != true }

    /// Words that sound like the name of a letter, with the letter.
    package var letterSounds: [String: Letter] {
        (homophones ?? [:]).compactMapValues { $0.first.flatMap { Letter($0) } }
    }

    /// The words that a simulated patient uses.
    package struct Patient: Sendable, Equatable, Decodable {
        /// The names of letters that the voice does not say by their sign alone; nil for none.
        package let letters: [String: String]?
        package let cannotSee: String
        package let pass: String
        package let cannotSeeAny: String
        package let goOn: [String]
    }

    /// The language of a folder of grammars; nil for a folder of English.
    ///
    /// - Throws: `MappingFileError`, where the file is damaged.
    package static func of(grammars folder: String) throws(MappingFileError) -> HearingLanguage? {
        let path = "\(folder)/\(fileName)"
        guard FileManager.default.fileExists(atPath: path) else { return nil }
        let data = try MappingFile.data(of: path, advice: "restore it from the sources of Aloud")
        guard let language = try? JSONDecoder().decode(HearingLanguage.self, from: data),
            language.version == current, (0...1).contains(language.accept ?? 1),
            (language.careful ?? [:]).values.allSatisfy({ (0...1).contains($0) }),
            language.letterSounds.count == (language.homophones ?? [:]).count,
            [language.ear, language.answers].compactMap(\.self).allSatisfy({ !$0.contains("/") })
        else {
            throw MappingFileError(
                file: path,
                reason: "is damaged: it needs 'version' \(current), 'name', 'ear', 'voice' and"
                    + " 'patient'")
        }
        return language
    }

    /// The languages other than English in a folder of grammars, as the sorted names of their
    /// folders.
    package static func all(in folder: String) -> [String] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        return names.sorted().filter {
            FileManager.default.fileExists(atPath: "\(folder)/\($0)/\(fileName)")
        }
    }
}
