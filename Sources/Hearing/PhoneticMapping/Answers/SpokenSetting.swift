package import Acuity
internal import Platform

/// A setting that a person says before a test.
package enum SpokenSetting: Sendable, Equatable {
    /// The number of a line.
    case number(Int)
    /// The distance from the eyes to the screen.
    case distance(Distance)
    /// "Yes", "right", "okay".
    case yes
    /// "No", "wrong".
    case no
    /// "Stop": begin at the line that is shown; if no line is shown, cancel the test.
    case here
    /// The line that is shown cannot be read.
    case cannotSee
    /// "Again", "repeat", "go back".
    case again
    /// "Wait", "pause".
    case pause
    /// "Go on", "continue".
    case resume

    /// Any other answer to a question of the start form.
    case answer(FormAnswer)

    /// An answer to a question of the start form.
    package enum FormAnswer: String, Sendable, CaseIterable {
        /// "Next", "back", "begin", "ready".
        case next, back, begin, ready
        /// An eye, or both, or one after the other.
        case right, left, both, rightLeft
        /// A correction that is worn, or none.
        case glasses, contacts, pinhole, nothing
        /// Measure the screen.
        case measure
    }

    /// The setting in a phrase of the grammar `setup`; nil if there is none.
    package init?(heardInForm phrase: String) {
        let words = phrase.split(separator: " ").map(String.init)
        let answer: FormAnswer? =
            if words.contains("glasses") {
                ["no", "without"].contains(words.first) ? .nothing : .glasses
            } else if words.contains("pinhole") {
                .pinhole
            } else if words == ["go", "back"] {
                .back
            } else if words.contains("lenses")
                || words.contains("contacts")
            { .contacts } else if words.starts(with: ["right", "then"]) { .rightLeft } else {
                Self.formWords[words.first ?? ""]
            }
        if let answer { self = .answer(answer) } else { self.init(heard: phrase) }
    }

    private static let formWords: [String: FormAnswer] = [
        "next": .next, "back": .back, "begin": .begin, "start": .begin, "ready": .ready,
        "right": .right, "left": .left, "both": .both, "nothing": .nothing, "none": .nothing,
        "measure": .measure,
    ]

    /// The setting in a phrase of the grammars `steps` and `distances`; nil if there is none.
    package init?(heard phrase: String) {
        // "four'" is "four" without its R.
        let words = phrase.split(separator: " ").map { String($0.filter { $0 != "'" }) }
        if let fixed = Self.phrases[phrase] {
            self = fixed
        } else if let distance = Self.distance(words) {
            self = .distance(distance)
        } else if let place = Self.place(words) {
            self = .number(place)
        } else if let number = Self.number(words.filter { !["line", "number"].contains($0) }) {
            self = .number(number)
        } else if words.contains("see") || words.contains("know") {
            self = .cannotSee
        } else {
            return nil
        }
    }

    private static let phrases: [String: SpokenSetting] = [
        "yes": .yes, "right": .yes, "correct": .yes, "okay": .yes, "no": .no, "wrong": .no,
        "stop": .here, "pass": .cannotSee, "nothing": .cannotSee,
        "again": .again, "repeat": .again, "say it again": .again, "go back": .again,
        "wait": .pause, "pause": .pause, "go on": .resume, "continue": .resume,
    ]

    private static let metresInUnit = [
        "metre": 1, "metres": 1, "centimetre": 0.01, "centimetres": 0.01, "feet": 0.3048,
    ]

    /// "forty centimetres", "two and a half metres".
    private static func distance(_ words: [String]) -> Distance? {
        guard let unit = words.last, let metresInUnit = metresInUnit[unit] else { return nil }
        var amount = Array(words.dropLast())
        let half = ["and", "a", "half"]
        let hasHalf = amount.suffix(half.count).elementsEqual(half)
        if hasHalf { amount.removeLast(half.count) }
        guard let number = number(amount) else { return nil }
        return try? Distance(metres: (Double(number) + (hasHalf ? 0.5 : 0)) * metresInUnit)
    }

    private static let small = [
        "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven",
        "twelve", "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen",
        "nineteen",
    ]
    private static let places = [
        "first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth",
        "tenth", "eleventh", "twelfth", "thirteenth", "fourteenth",
    ]

    /// The number in "the third", "third line", "the third one".
    private static func place(_ words: [String]) -> Int? {
        words.first { $0 != "the" }.flatMap { places.firstIndex(of: $0) }.map { $0 + 1 }
    }

    private static let tens = [
        "twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety",
    ]

    /// The number that one or two words name: "twelve", "thirty", "thirty three".
    private static func number(_ words: [String]) -> Int? {
        func unit(_ word: String) -> Int? { small.firstIndex(of: word).map { $0 + 1 } }
        func ten(_ word: String) -> Int? { tens.firstIndex(of: word).map { 10 * ($0 + 2) } }
        switch words.count {
        case 1: return unit(words[0]) ?? ten(words[0])
        case 2:
            guard let ten = ten(words[0]), let unit = unit(words[1]), unit < 10 else { return nil }
            return ten + unit
        default: return nil
        }
    }
}
