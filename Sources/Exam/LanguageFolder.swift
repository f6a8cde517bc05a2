package import CommandLineKit
internal import Foundation
internal import PhoneticMapping
internal import Platform

extension ResourceFolder {
    /// The name of English, whose files lie in the folder of grammars itself.
    package static let english = "en"

    /// The name of the language of a folder of grammars; "en" for English.
    package var language: String {
        guard (try? HearingLanguage.of(grammars: path)) != HearingLanguage?.none else {
            return Self.english
        }
        return (path as NSString).lastPathComponent
    }

    /// The grammars of a language: the folder itself for English, else the folder of its name in it.
    ///
    /// - Parameter language: a folder's name, such as "de".
    /// - Throws: `LanguageError` where there is no such folder.
    package func of(language: String) throws(LanguageError) -> ResourceFolder {
        // The folder of a language lies in that of English.
        if (try? HearingLanguage.of(grammars: path)) != HearingLanguage?.none {
            guard !path.hasSuffix("/" + language) else { return self }
            return try parent.of(language: language)
        }
        guard language != Self.english else { return self }
        let known = HearingLanguage.all(in: path)
        guard known.contains(language) else {
            throw LanguageError(
                name: language, folder: path, known: [Self.english] + known)
        }
        return folder(language)
    }
}

/// An error: Aloud does not hear the requested language.
package struct LanguageError: Error, Equatable, CustomStringConvertible {
    /// The requested name.
    package let name: String
    /// The folder of grammars.
    package let folder: String
    /// The names of the languages there.
    package let known: [String]

    package var description: String {
        "There is no language '\(name)' in '\(folder)'. Use one of \(known.joined(separator: ", ")), or"
            + " add a folder: docs/languages.md says how."
    }
}
