import TestProgram

/// A patient outside who sees all letters down to one size, and none below.
struct OutsidePatient {
    /// The patient names the letters of this size and larger ones, in logMAR, and passes on others.
    let readsFrom: Double
    /// Numbers of the lines whose first letter is named wrongly.
    var slips: Set<Int> = []

    /// Takes a test to its end.
    ///
    /// - Parameter words: options of `aloud test`.
    func take(_ words: [String]) throws -> TypedConversation {
        try TypedConversation(words) { answer(to: $0) }
    }

    private func answer(to event: [String: Any]) -> String {
        let directions: [Character: String] = [
            "U": "up", "D": "down", "L": "left", "R": "right", "Q": "up left", "E": "right top",
            "Z": "bottom-left", "C": "down, right",
        ]
        let points = ["tumbling-e", "landolt", "landolt-8"].contains(event["optotypes"] as? String)
        let slips = slips.contains(event["line"] as? Int ?? 0)
        let words = TypedConversation.letters(of: event).enumerated().map { index, shown in
            let name = String(shown.letter)
            if index == 0, slips { return name == "K" ? "N" : "K" }
            if shown.size < readsFrom - 0.01 { return "pass" }
            return points ? directions[shown.letter] ?? name : name
        }
        return words.joined(separator: " ")
    }
}
