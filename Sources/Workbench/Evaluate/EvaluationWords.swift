internal import Platform

/// What evaluations of letters and of lines say alike.
enum EvaluationWords {
    /// The most speakers whose rows are all shown; of more, only the worst.
    private static let mostSpeakers = 40
    private static let worstSpeakers = 5

    /// The rows of a table: speakers by name, or of very many the worst, and sets, where there is more than
    /// one.
    ///
    /// - Parameter share: how well a speaker was heard; 0 for the worst.
    static func rows<Counts: Tally>(
        of speakers: [String: Counts], sets: [String: Counts], worstBy share: (Counts) -> Double
    ) -> [(name: String, tally: Counts)] {
        var shown = speakers.sorted { $0.key < $1.key }
        if shown.count > mostSpeakers {
            shown = Array(
                shown.sorted { share($0.value) < share($1.value) }.prefix(worstSpeakers))
        }
        let apart = sets.count > 1 ? sets.sorted { $0.key < $1.key } : []
        return shown.map { ($0.key, $0.value) } + apart.map { ("set " + $0.key, $0.value) }
    }

    /// Letters that were taken for not seen; no line without any.
    static func notSeen(_ letters: Int) -> [String] {
        guard letters > 0 else { return [] }
        return ["taken for \"can't see it\", and counted as wrong: \(letters.counting("letter"))"]
    }

    /// Recordings that were not heard, as of letters that are not listened for; no line without any.
    static func leftOut(_ recordings: Int) -> [String] {
        guard recordings > 0 else { return [] }
        return [
            "\(recordings.counting("recording")) left out: of letters that are not listened for"
        ]
    }

    /// Recordings that could not be read; no line without any.
    static func unread(_ recordings: Int) -> [String] {
        recordings > 0 ? ["\(recordings.counting("recording")) could not be read"] : []
    }

    /// Groups of lines with a blank line between; those without lines are left out.
    static func text(_ parts: [[String]]) -> String {
        parts.filter { !$0.isEmpty }.map { $0.joined(separator: "\n") }
            .joined(separator: "\n\n") + "\n"
    }
}
