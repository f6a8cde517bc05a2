import Acuity
import Dialogue
import PhoneticMapping

/// The answers of a person, in short: letters as they are, "-" can't see it, "--" can't see any, "?"
/// unclear, and the other commands by name ("no", "again", "wait", "go", "stop").
func said(_ text: String) -> [SpokenAnswer] {
    let commands: [Substring: SpokenCommand] = [
        "-": .cannotSee, "--": .cannotSeeAny, "no": .correction, "again": .again, "wait": .pause,
        "go": .resume, "stop": .stop,
    ]
    return text.split(separator: " ").map { word in
        if word == "?" { return SpokenAnswer(.unclear) }
        if let command = commands[word] { return SpokenAnswer(.command(command)) }
        // The tests above write only single letters otherwise.
        guard let first = word.first, let letter = Letter(first), word.count == 1 else {
            preconditionFailure("\(word) is not a word of the tests")
        }
        return SpokenAnswer(.letter(letter), heard: word.lowercased(), confidence: 0.9)
    }
}

extension LineReading {
    /// The contents of each position: its letter, "-" for missed, "." for nothing.
    var text: String {
        answers.map { answer in
            switch answer?.response {
            case .named(let letter): letter.description
            case .missed: "-"
            case nil: "."
            }
        }.joined()
    }

    /// The reading after these utterances, none of which ends an asking.
    static func after(_ utterances: String...) -> LineReading {
        var reading = LineReading(count: 5)
        for utterance in utterances { _ = reading.take(said(utterance)) }
        return reading
    }
}
