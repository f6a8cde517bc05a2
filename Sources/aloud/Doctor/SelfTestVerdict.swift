internal import Acuity
internal import PhoneticMapping
internal import Records

/// Judges how well the recogniser heard the computer's voice.
enum SelfTestVerdict {
    /// The models and grammars that come with Aloud hear nine of the ten letters of the voice, which
    /// is not a person's.
    static let usualRight = 8
    /// With fewer the recogniser hears hardly anything; by chance it would be one.
    static let fewestRight = 5

    /// What was said, letter by letter, and what was heard each time.
    static func finding(on hearings: [(said: Letter, heard: [SpokenAnswer])]) -> Finding {
        let wrong = hearings.filter { $0.heard.map(\.kind) != [.letter($0.said)] }
        let right = hearings.count - wrong.count
        let list = wrong.map { "\($0.said) as \(text(of: $0.heard))" }.joined(separator: ", ")
        let words =
            "\(right) of \(hearings.count) letters of a synthetic voice heard"
            + (list.isEmpty ? "" : " (\(list))")
        let measured: [JSONValue.Member] = [
            .init("right", .integer(right)), .init("said", .integer(hearings.count)),
        ]
        let advice = "; take the models and the grammars that came with Aloud"
        if right >= usualRight { return .ok(HearingCheck.selfTest, words, measured: measured) }
        if right >= fewestRight {
            return .warning(HearingCheck.selfTest, words + advice, measured: measured)
        }
        return .error(HearingCheck.selfTest, words + advice, measured: measured)
    }

    private static func text(of answers: [SpokenAnswer]) -> String {
        answers.isEmpty ? "nothing" : answers.map(\.kind.word).joined(separator: " ")
    }
}
