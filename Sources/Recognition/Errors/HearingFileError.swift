package import Acuity

/// What can be wrong with a file of hearing.
package enum HearingFileError: Error, Equatable, CustomStringConvertible {
    case unreadable(path: String)
    case folder(path: String)
    case field(path: String, HearingFieldFault)
    case noLetters(path: String)
    case otherLetters(path: String, OptotypeSet)
    case fewLetters(path: String, OptotypeSet, missing: [Letter])

    package var description: String { fault + " " + advice }

    /// What is wrong, in a sentence.
    package var fault: String {
        switch self {
        case .unreadable(let path): "'\(path)' cannot be read."
        case .folder(let path): "'\(path)' is a folder."
        case .field(let path, let fault): "'\(path)': \(fault)"
        case .noLetters(let path): "'\(path)' counts no letter that charts show."
        case .otherLetters(let path, let optotypes):
            "'\(path)' counts nothing that a test of \(optotypes.rawValue) asks for."
        case .fewLetters(let path, let optotypes, let missing):
            "'\(path)' counts nothing of \(missing.map(\.description).joined(separator: ", ")), most"
                + " of what a test of \(optotypes.rawValue) asks for."
        }
    }

    /// What to give in its place.
    private var advice: String {
        switch self {
        case .unreadable, .folder, .field, .noLetters:
            "Give a share of letters misheard, such as 5%, or what 'aloud evaluate --json"
                + " --letters etdrs MANIFEST' printed."
        case .otherLetters(_, let optotypes), .fewLetters(_, let optotypes, _):
            "Give a share, such as 5%, or what 'aloud evaluate --json' printed for"
                + " '--letters \(LetterChoice(toAnswer: optotypes).rawValue)'."
        }
    }
}
