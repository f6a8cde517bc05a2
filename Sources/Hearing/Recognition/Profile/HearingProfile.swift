internal import Foundation
internal import Grammar

/// Hearing that was fitted to an accent, a room or a microphone: a folder that `aloud-workbench tune` makes.
///
/// profile.json is its card. pronunciations.dict has further pronunciations, and answers.json the
/// weights of the decision. If one of these two is missing, Aloud's own part is used.
package struct HearingProfile: Sendable {
    /// The name of the card in the folder.
    package static let cardFile = "profile.json"
    /// The name of the dictionary.
    package static let dictionaryFile = "pronunciations.dict"
    /// The name of the weights of the decision.
    package static let answersFile = "answers.json"

    /// Its card: name, origin and proof.
    package var card: ProfileCard
    /// Further ways to say words of the dictionary.
    package var variants: [(word: String, phones: [String])] = []
    /// The weights of the decision; nil for those of the model.
    package var answers: AnswerModel?

    /// A profile with these parts.
    package init(
        card: ProfileCard, variants: [(word: String, phones: [String])] = [],
        answers: AnswerModel? = nil
    ) {
        self.card = card
        self.variants = variants
        self.answers = answers
    }

    /// Reads a profile.
    ///
    /// - Parameters:
    ///   - folder: its path.
    ///   - digest: the digest of a file by its path.
    /// - Throws: `HearingProfileError` if it is of a newer form or damaged.
    package init(
        contentsOf folder: String, digest: (_ path: String) throws -> String
    ) throws(HearingProfileError) {
        struct Form: Decodable { var format: Int }
        let place = folder + "/" + Self.cardFile
        guard let data = FileManager.default.contents(atPath: place) else { throw .missing(folder) }
        guard let form = try? JSONDecoder().decode(Form.self, from: data).format else {
            throw .damaged(folder, reason: "profile.json is not the card of a profile")
        }
        guard form <= ProfileCard.format else { throw .newer(folder, format: form) }
        guard form > 0,
            let card = try? JSONDecoder().decode(ProfileCard.self, from: data)
        else { throw .damaged(folder, reason: "profile.json lacks a part") }
        let emphasis = EmphasisingEncoder.coefficients
        guard (0...1).contains(card.accept), emphasis.contains(card.emphasis),
            card.costs.allSatisfy({
                WordGroup(rawValue: $0.key) != nil && abs($0.value) <= WordGroup.greatestCost
            }),
            (card.rules ?? [:]).values.allSatisfy((0...WordGroup.greatestCost).contains)
        else { throw .damaged(folder, reason: "profile.json has a number out of range") }
        for (name, expected) in card.files.sorted(by: { $0.key < $1.key }) {
            guard [Self.dictionaryFile, Self.answersFile].contains(name),
                let found = try? digest(folder + "/" + name)
            else { throw .damaged(folder, reason: "\(name) is missing") }
            guard found == expected else {
                throw .damaged(folder, reason: "\(name) was changed after it was made")
            }
        }
        self.init(card: card)
        if card.files[Self.dictionaryFile] != nil {
            variants = try Self.variants(in: folder)
        }
        if card.files[Self.answersFile] != nil {
            do throws(AnswerModelError) {
                answers = try AnswerModel(contentsOf: folder + "/" + Self.answersFile)
            } catch { throw .damaged(folder, reason: "answers.json has no weights") }
        }
    }

    private static func variants(
        in folder: String
    ) throws(HearingProfileError) -> [(word: String, phones: [String])] {
        let path = folder + "/" + dictionaryFile
        do throws(GrammarProblems) {
            let bytes = Array(FileManager.default.contents(atPath: path) ?? Data())
            return try PronunciationDictionary.load(bytes: bytes, file: path).entries.map {
                (word: $0.word, phones: $0.phones)
            }
        } catch {
            throw .damaged(
                folder, reason: error.problems.first.map { "\($0)" } ?? "its dictionary is empty")
        }
    }

    /// The dictionary of the profile, as text; nil if it adds no way to say a word.
    package var dictionaryText: String? {
        guard !variants.isEmpty else { return nil }
        var counts: [String: Int] = [:]
        let lines = variants.map { variant in
            let count = counts[variant.word, default: 0] + 1
            counts[variant.word] = count
            return (count > 1 ? "\(variant.word)(\(count))" : variant.word) + " "
                + variant.phones.joined(separator: " ")
        }
        return "## Further ways to say words of letters.dict, proposed by 'aloud-workbench tune'.\n"
            + lines.joined(separator: "\n") + "\n"
    }

    /// Checks that the profile may be used.
    ///
    /// - Parameters:
    ///   - folder: its path, for messages.
    ///   - model: the digest of the net that it is used with.
    ///   - unproven: whether it may be used without a proof.
    /// - Throws: `HearingProfileError`.
    package func check(
        in folder: String, model: String, unproven: Bool
    ) throws(HearingProfileError) {
        guard card.model == model else {
            throw .otherModel(folder, made: card.model, used: model)
        }
        guard unproven || card.proof?.isProven == true else {
            throw .unproven(folder, reasons: card.proof?.reasons)
        }
    }

    /// Checks that the profile was made for such answers: letters or directions.
    ///
    /// - Throws: `HearingProfileError`.
    package func check(for letters: LetterChoice) throws(HearingProfileError) {
        guard (card.letters.pointing == nil) == (letters.pointing == nil) else {
            throw .otherAnswers(card.name, made: card.letters, used: letters)
        }
    }

    /// All of the profile that decides the answers, as text.
    package var decidingText: String {
        let rules = (card.rules ?? [:]).map { ("<\($0)>", "\($1)") }
        let files = card.files.merging(card.costs.mapValues { "\($0)" }) { first, _ in first }
            .merging(rules) { first, _ in first }
        return files.sorted { $0.key < $1.key }.reduce(
            "accept \(card.accept) emphasis \(card.emphasis)"
        ) { $0 + " \($1.key) \($1.value)" }
    }

    /// The grammar with the profile's costs of words and rules.
    func weighing(_ grammar: ListeningGrammar) -> ListeningGrammar {
        var grammar = grammar.weighing((card.rules ?? [:]).mapValues { exp(-$0) })
        grammar.costs = WordGroup.costs(card.costs, in: grammar)
        return grammar
    }
}

/// A group of words whose weight in the grammar a profile may change.
package enum WordGroup: String, CaseIterable, Sendable {
    /// The words of the spelling alphabet.
    case codeWords
    /// The names of directions.
    case directions
    /// Words that are not answers.
    case others
    /// The words of commands and of talk.
    case phrases

    /// The greatest cost, in nats: a word with it is hardly found.
    package static let greatestCost = 6.0

    /// The additional cost of each word of a grammar, in nats; names of letters have none.
    static func costs(
        _ costs: [String: Double], in grammar: ListeningGrammar
    ) -> [String: Double] {
        guard costs.contains(where: { $0.value != 0 }) else { return [:] }
        let words = Set(grammar.pronunciations.map { String($0.word.prefix { $0 != "(" }) })
        return words.subtracting(grammar.letters).reduce(into: [:]) { found, word in
            let group: WordGroup =
                if grammar.codeWords.contains(word) {
                    .codeWords
                } else if grammar.directions.contains(word) {
                    .directions
                } else if grammar.others.contains(word) {
                    .others
                } else {
                    .phrases
                }
            found[word] = costs[group.rawValue]
        }
    }
}

/// A profile that cannot be used.
package enum HearingProfileError: Error, Equatable, CustomStringConvertible {
    case missing(String)
    case newer(String, format: Int)
    case damaged(String, reason: String)
    case otherModel(String, made: String, used: String)
    /// The profile by its name; it was made for letters and is used for directions, or the reverse.
    case otherAnswers(String, made: LetterChoice, used: LetterChoice)
    /// `reasons` is nil if the final speakers were not heard yet.
    case unproven(String, reasons: [String]?)

    package var description: String {
        switch self {
        case .missing(let folder):
            "'\(folder)' has no profile.json: name a folder that 'aloud-workbench tune' has made."
        case .newer(let folder, let format):
            "'\(folder)' is a profile of format \(format); this program reads format"
                + " \(ProfileCard.format). Update Aloud, or tune again with this version."
        case .damaged(let folder, let reason):
            "The profile '\(folder)' is damaged: \(reason). Copy it again from where it was made, or"
                + " tune again."
        case .otherModel(let folder, let made, let used):
            "The profile '\(folder)' was made for the model \(made.prefix(8)), and the model in use"
                + " is \(used.prefix(8)). Name its model with '--model', or tune again with this"
                + " one."
        case .otherAnswers(let name, let made, let used):
            "The profile '\(name)' was made for the answers '\(made.rawValue)', and"
                + " '\(used.rawValue)' are listened for. Leave it out, or tune another one with"
                + " 'aloud-workbench tune --letters \(used.rawValue)'."
        case .unproven(let folder, nil):
            "The profile '\(folder)' is not proven: its final speakers were not heard yet. Hear them"
                + " with 'aloud-workbench tune --prove', or use it as it is with '--unproven'."
        case .unproven(let folder, let reasons?):
            "The profile '\(folder)' is not proven: \(reasons.joined(separator: " ")) Leave it out,"
                + " or use it with '--unproven'."
        }
    }
}

/// A speech encoder after a first-order filter, which raises or lowers high tones for a muffled or
/// shrill microphone. Not thread-safe: one owner.
package final class EmphasisingEncoder: SpeechEncoding {
    /// The frequency at which the filter leaves the level as it is, Hz.
    private static let pivot = 1_000.0
    /// The range of coefficients. Outside it a voice is hardly recognisable.
    package static let coefficients = -0.8...0.8

    private let encoder: any SpeechEncoding
    private let coefficient: Double

    /// - Parameter coefficient: a in y[n] = x[n] - a x[n - 1]; above 0 for more of the high tones.
    package init(_ encoder: any SpeechEncoding, coefficient: Double) {
        self.encoder = encoder
        self.coefficient = coefficient
    }

    package var tokens: [String] { encoder.tokens }

    package func hear(
        _ samples: [Float], warp: Double, after memory: SpeechMemory
    ) -> (frames: TokenFrames, memory: SpeechMemory) {
        encoder.hear(
            Self.filtered(samples, coefficient: coefficient), warp: warp, after: memory)
    }

    /// A sound of 16,000 samples a second after the filter.
    static func filtered(_ samples: [Float], coefficient: Double) -> [Float] {
        let turn = 2 * Double.pi * pivot / 16_000
        let power = 1 + coefficient * coefficient - 2 * coefficient * cos(turn)
        let gain = Float(1 / power.squareRoot())
        let share = Float(coefficient)
        var before: Float = 0
        return samples.map { sample in
            defer { before = sample }
            return gain * (sample - share * before)
        }
    }
}
