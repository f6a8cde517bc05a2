internal import Grammar
internal import PhoneticMapping

/// Whether what a grammar has in the rule of a command is understood as that command.
///
/// A rule says what is heard; what the words mean, the rulings and the sound of the words say. A phrase
/// that only the grammar knows is heard, and nothing happens. Where that holds for all of a rule, nobody
/// can say the command.
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
            let all = network.sentences(atMost: Self.mostPhrases)
            let phrases = all.filter { !$0.isEmpty }.map { $0.joined(separator: " ") }
            let strange = phrases.filter { !isUnderstood($0, as: command) }
            let place = "\(file):\(rule.position): <\(rule.name)>"
            let words: String
            if let first = strange.first {
                let more = strange.count > 1 ? " and \(strange.count - 1) more" : ""
                words =
                    "\(place) hears \"\(first)\"\(more), which means something else or nothing: write"
                    + " it under '\(rule.name):' in \(Rulings.fileName)"
            } else if phrases.count < all.count {
                words = "\(place) is there where nothing is said: leave a word of it without []"
            } else {
                return nil
            }
            // A command that no phrase means cannot be said at all.
            let isLost = !strange.isEmpty && strange.count == phrases.count
            return Finding(
                status: isLost ? .error : .warning, check: check, words: words,
                measured: .place(in: file, at: rule.position))
        }
    }

    private func isUnderstood(_ phrase: String, as command: SpokenCommand) -> Bool {
        let meaning = meanings[phrase] ?? mapper.meaning(of: phrase)
        meanings[phrase] = .some(meaning)
        return meaning == .command(command)
    }
}
