internal import CommandLineKit
internal import PhoneticMapping
internal import Platform
internal import Records
internal import Workbench

/// Prints the answers of utterances for `aloud map`.
struct MappingPrinter {
    let mapper: PhoneticMapper
    let printsJSON: Bool
    let explains: Bool
    let environment: CommandEnvironment

    /// Prints the answers of an utterance.
    func answer(_ text: String) throws {
        let answers = mapper.answers(to: text)
        guard printsJSON else {
            // The explanation comes before the answer that it explains.
            if explains { environment.say(explanation(of: text, answers)) }
            return try environment.output.write(mapper.line(for: text) + "\n")
        }
        try environment.emit(
            MappedLine(
                text: text, line: mapper.line(for: text), answers: answers.map(AnswerObject.init),
                explain: explains ? sounds(of: text) : nil))
    }

    /// The JSON object of a line, for programs.
    private struct MappedLine: Encodable {
        var text: String?
        var line: String
        var answers: [AnswerObject]
        var explain: [String]?
        var error: String?
    }

    /// Prints the answer to a line that is not text.
    func answerNoText(_ reason: String) throws {
        guard printsJSON else { return try environment.output.write("-\n") }
        try environment.emit(MappedLine(line: "-", answers: [], error: reason))
    }

    /// The answers with the words behind them, then how each word sounds.
    private func explanation(of text: String, _ answers: [SpokenAnswer]) -> String {
        var lines = ["\"\(text)\""]
        for answer in answers {
            lines.append(
                "  \(answer.kind.word) \(answer.confidence.wholePercentText) % from"
                    + " \"\(answer.heard)\"")
        }
        if answers.isEmpty { lines.append("  no answer") }
        for sound in sounds(of: text) {
            lines += sound.split(separator: "\n").map { "    " + $0 }
        }
        return lines.joined(separator: "\n")
    }

    /// The judgement of each word by its sound.
    private func sounds(of text: String) -> [String] {
        Self.words(of: text).map(mapper.explanation(ofSoundOf:))
    }

    /// The words to judge by sound: single letters are left out.
    private static func words(of text: String) -> [String] {
        text.lowercased()
            .split { !$0.isLetter && !$0.isNumber && $0 != "'" && $0 != "\u{2019}" }
            .filter { $0.count > 1 }.map(String.init)
    }
}
