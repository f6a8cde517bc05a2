internal import Acuity
public import LetterSpeech

extension SpokenAnswer {
    /// The answer as an object of JSON: its kind, the letter or command, when it was said (in
    /// seconds, where that is known), how sure it is (0…1), and the words behind it.
    public var json: JSONValue {
        var object: JSONValue = [:]
        switch kind {
        case .letter(let letter):
            object.add("kind", "letter")
            object.add("letter", .string(letter.description))
        case .command(let command):
            object.add("kind", "command")
            object.add("command", .string(command.rawValue))
        case .unclear:
            object.add("kind", "unclear")
        }
        if let time {
            object.add("start", .number(time.lowerBound, places: 2))
            object.add("end", .number(time.upperBound, places: 2))
        }
        object.add("confidence", .number(confidence, places: 3))
        if !heard.isEmpty { object.add("heard", .string(heard)) }
        return object
    }
}
