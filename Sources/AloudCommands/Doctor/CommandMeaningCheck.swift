internal import HandsFree
internal import LetterSpeech

/// Whether what a grammar has in the rule of a command is understood as that command.
///
/// A rule says what is heard; what the words mean, the rulings and the sound of the words say. A phrase
/// that only the grammar knows is heard, and nothing happens.
final class CommandMeaningCheck {
    private let mapper: PhoneticMapper
    /// What phrases mean that were looked at before: grammars share most of them.
    private var meanings: [String: SpokenAnswer.Kind?] = [:]

    /// Of a rule with more phrases than these the shortest are looked at.
    private static let mostPhrases = 1_000

    init(mapper: PhoneticMapper) { self.mapper = mapper }

    /// One finding for each rule of a command with phrases that mean something else.
    ///
    /// - Parameter check: what the findings are about: "grammar chart.gram".
    func findings(on checked: CheckedGrammar, check: String) -> [Finding] {
        SpokenCommand.allCases.compactMap { command in
            guard let rule = checked.grammar.rule(named: command.rawValue),
                let network = checked.network(of: rule.name)
            else { return nil }
            let file = checked.grammar.file
            let strange = network.sentences(atMost: Self.mostPhrases)
                .map { $0.joined(separator: " ") }
                .filter { !isUnderstood($0, as: command) }
            guard let first = strange.first else { return nil }
            let more = strange.count > 1 ? " and \(strange.count - 1) more" : ""
            return Finding(
                status: .warning, check: check,
                words: "\(file):\(rule.position): <\(rule.name)> hears \"\(first)\"\(more), which"
                    + " means something else or nothing: write it under '\(rule.name):' in \(Rulings.fileName)",
                measured: [
                    .init("file", .string(file)), .init("line", .integer(rule.position.line)),
                    .init("column", .integer(rule.position.column)),
                ])
        }
    }

    private func isUnderstood(_ phrase: String, as command: SpokenCommand) -> Bool {
        let meaning =
            meanings[phrase]
            ?? mapper.answers(
                to: [HeardWord(phrase, time: 0...0, confidence: 1)], from: .grammar
            ).first?.kind
        meanings[phrase] = .some(meaning)
        return meaning == .command(command)
    }
}
