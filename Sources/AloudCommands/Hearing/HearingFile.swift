internal import Acuity
internal import Foundation

/// How often letters are misheard, as `aloud evaluate --json` counted it on recordings.
struct HearingFile {
    private let path: String
    /// What was counted, for letters that charts show.
    let counts: HearingCounts
    /// Letters that were not understood, or not noticed.
    let lost: Int
    /// What was listened for; nil where the file does not say.
    let listenedFor: LetterChoice?

    /// What a count of letters can be: more recordings than these nobody has, and sums of them cannot
    /// overflow.
    private static let counted = 0...1_000_000_000

    /// The file of what was measured with Aloud's own recogniser, in the folder of grammars.
    static let usual = "hearing.json"

    /// The same for directions, of people whom the second opinion was not trained on.
    static let usualOfDirections = "hearing-directions.json"

    /// Reads the file of what was measured with Aloud's own recogniser, in a folder of grammars.
    ///
    /// - Throws: `UnreadableResource` where it is not there, `HearingFileError` where it is none.
    init(measuredFor optotypes: OptotypeSet, in folder: ResourceFolder) throws {
        let path = folder.file(optotypes.areDirections ? Self.usualOfDirections : Self.usual)
        do { try self.init(path) } catch HearingFileError.unreadable {
            throw UnreadableResource(path: path)
        }
    }

    /// Reads a file.
    ///
    /// - Throws: `HearingFileError`.
    init(_ path: String) throws(HearingFileError) {
        self.path = path
        var isFolder: ObjCBool = false
        _ = FileManager.default.fileExists(atPath: path, isDirectory: &isFolder)
        guard !isFolder.boolValue else { throw .folder(path: path) }
        guard let data = FileManager.default.contents(atPath: path) else {
            throw .unreadable(path: path)
        }
        guard let content = try? JSONDecoder().decode(Content.self, from: data) else {
            throw .noEvaluation(path: path)
        }
        listenedFor = content.listenedFor
        let (unclear, missed) = (content.unclear ?? 0, content.missed ?? 0)
        guard Self.counted ~= unclear, Self.counted ~= missed else {
            throw .noEvaluation(path: path)
        }
        lost = unclear + missed
        guard Self.counted ~= content.right,
            content.confusions.values.allSatisfy(Self.counted.contains)
        else {
            throw .noEvaluation(path: path)
        }
        var wrong: [Letter: [Letter: Int]] = [:]
        for (pair, count) in content.confusions {
            let words = pair.split(separator: " ")
            guard words.count == 3, words[1] == "as", let said = Letter(name: words[0]),
                let heard = Letter(name: words[2]), heard != said
            else { throw .noConfusion(path: path, pair) }
            wrong[said, default: [:]][heard, default: 0] += count
        }
        let tenths = content.calibration?.bins ?? []
        guard
            tenths.allSatisfy({ Self.counted ~= $0.letters && 0...$0.letters ~= $0.right })
        else {
            throw .noEvaluation(path: path)
        }
        counts = HearingCounts(
            right: content.right, wrong: wrong,
            tenths: tenths.map { HearingCounts.Tenth(letters: $0.letters, right: $0.right) })
        guard counts.letters > 0 else { throw .noLetters(path: path) }
    }

    /// What was counted, for a test of these optotypes.
    ///
    /// - Throws: `HearingFileError.otherLetters` where nothing of what the test shows was said.
    func counts(toAnswer optotypes: OptotypeSet) throws(HearingFileError) -> HearingCounts {
        let isOfThem: Bool
        if let listenedFor {
            isOfThem = (listenedFor.pointing != nil) == optotypes.areDirections
        } else {
            let confused = counts.wrong.keys + counts.wrong.values.flatMap(\.keys)
            isOfThem = confused.isEmpty || confused.contains(where: optotypes.choices.contains)
        }
        guard isOfThem else { throw .otherLetters(path: path, optotypes) }
        return counts
    }

    /// What is read of an evaluation.
    private struct Content: Decodable {
        var right: Int
        var unclear: Int?
        var missed: Int?
        var confusions: [String: Int]
        var listenedFor: LetterChoice?
        var calibration: Calibration?

        struct Calibration: Decodable {
            var bins: [Bin]
        }

        struct Bin: Decodable {
            var letters: Int
            var right: Int
        }
    }
}

extension Letter {
    /// The letter of a text of one character.
    fileprivate init?(name: Substring) {
        guard name.count == 1, let character = name.first else { return nil }
        self.init(character)
    }
}

/// What can be wrong with a file of hearing.
enum HearingFileError: Error, Equatable, CustomStringConvertible {
    case unreadable(path: String)
    case folder(path: String)
    case noEvaluation(path: String)
    case noConfusion(path: String, String)
    case noLetters(path: String)
    case otherLetters(path: String, OptotypeSet)

    var description: String {
        let advice =
            "Give a share of letters misheard, such as 5%, or what 'aloud evaluate --json"
            + " --letters etdrs MANIFEST' printed."
        switch self {
        case .unreadable(let path): return "'\(path)' cannot be read. " + advice
        case .folder(let path): return "'\(path)' is a folder. " + advice
        case .noEvaluation(let path):
            return "'\(path)' is no evaluation with 'right' and 'confusions'. " + advice
        case .noConfusion(let path, let pair):
            return "'\(path)' has the confusion '\(pair)' where one such as 'D as V' is expected. "
                + advice
        case .noLetters(let path):
            return "'\(path)' counts no letter that charts show. " + advice
        case .otherLetters(let path, let optotypes):
            return "'\(path)' counts nothing that a test of \(optotypes.rawValue) asks for. "
                + "Give a share, such as 5%, or what 'aloud evaluate --json' printed for"
                + " '--letters \(LetterChoice(toAnswer: optotypes).rawValue)'."
        }
    }
}
