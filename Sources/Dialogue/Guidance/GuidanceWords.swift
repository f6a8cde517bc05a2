public import Acuity

/// Every sentence that Aloud speaks, and shows where it asks for the same in writing. This is the
/// file to translate.
///
/// They are spoken by a synthesiser: short, in plain words, without digits and letters by
/// themselves.
public enum GuidanceWords {
    /// Before the first line.
    public static let welcome =
        "Welcome. Say the letters that you see, one by one, from left to right. If you cannot see"
        + " one, say pass. Guess when you are not sure."

    /// Letters stand alone between bars.
    public static let onlyTheMiddle = "Say only the letter in the middle."
    /// The same of what points somewhere.
    public static let onlyTheMiddleOne =
        "Only the one in the middle counts, not the bars around it."

    /// Before the first optotype.
    ///
    /// - Parameter areAlone: whether each stands alone, between bars.
    public static func welcome(to optotypes: OptotypeSet, areAlone: Bool = false) -> String {
        let what =
            switch optotypes {
            case .sloan, .hotv: "You see one letter at a time. \(onlyTheMiddle)"
            case .tumblingE: "Say which way the E points: up, down, left or right."
            case .landolt: "Say where the gap of the ring is: up, down, left or right."
            case .landolt8:
                "Say where the gap of the ring is: up, down, left or right, or a corner, like up left"
                    + " or down right."
            }
        if !optotypes.areDirections, !areAlone { return welcome }
        let middle = optotypes.areDirections && areAlone ? " \(onlyTheMiddleOne)" : ""
        return
            "Welcome. \(what)\(middle) \(pass) Guess when you are not sure."
    }

    /// What to do with the eyes before one of them is tested.
    public static func eyes(_ eye: Eye) -> String {
        switch eye {
        case .right: "Please cover your left eye. We test the right one."
        case .left: "Please cover your right eye. We test the left one."
        case .both: "Keep both eyes open."
        }
    }

    /// Before lines of decreasing size, at one of which the test starts.
    public static let chooseStart =
        "The letters get smaller. Say stop at the smallest line that you read with ease, or say its"
        + " number."
    /// One of these lines was chosen.
    public static let startChosen = "Thank you. Now the test."

    /// The distance is asked for.
    public static let askDistance =
        "Take your place. How far are your eyes from the screen? Say it, for example four metres, or"
        + " forty centimetres."
    /// Whether the distance was understood.
    public static func confirm(_ distance: Distance) -> String {
        "\(words(for: distance)). Is that right? Say yes, or say the distance again."
    }
    /// The screen has no letters for it.
    public static let impossibleDistance =
        "The screen shows no letters for that distance. Please say another one."

    /// A distance in words: metres with a half, or centimetres.
    package static func words(for distance: Distance) -> String {
        let centimetres = Int((distance.metres * 100).rounded())
        guard centimetres >= 100 else { return "\(centimetres) centimetres" }
        if centimetres == 100 { return "One metre" }
        if centimetres % 100 == 0 { return "\(centimetres / 100) metres" }
        if centimetres % 100 == 50 { return "\(centimetres / 100) and a half metres" }
        return "\(centimetres / 100) metres \(centimetres % 100)"
    }

    /// A line is to be read from a distance, where another one may be read from elsewhere.
    package static func read(from distance: Distance) -> String {
        "Please go to \(words(for: distance).lowercased()) from the screen, and read the line from there."
    }

    /// The test begins with a line.
    public static let begin = "Please read the line."
    /// The test begins with one letter.
    public static let beginWithOne = onlyTheMiddle
    /// The test begins with a tumbling E.
    public static let beginWithDirection = "Which way does it point?"
    /// The test begins with a ring.
    public static let beginWithRing = "Where is the gap?"

    /// Letters of a line are asked for once more; positions from 0, in a line of so many.
    public static func again(_ positions: [Int], of count: Int) -> String {
        guard count > 1, !positions.isEmpty else { return onceMore }
        guard positions.count < count else { return "Please read the line again." }
        let names = positions.map { ordinals.indices.contains($0) ? ordinals[$0] : "next" }
        let first = names.dropLast().joined(separator: ", ")
        let all = first.isEmpty ? names.joined() : "\(first) and \(names[names.count - 1])"
        return "Once more, please: the \(all) letter."
    }

    /// The same where a line is shown in parts, those letters alone that are asked for.
    public static let againAsShown = "Once more, please: what you see now."

    /// How to say a letter that was not understood twice.
    public static let codeWord = "Say its code word, like delta, hotel or kilo."

    /// What to say of a letter that cannot be seen.
    public static let pass = "If you cannot see it, say pass."

    private static let ordinals = [
        "first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth",
        "tenth",
    ]

    /// The test waits.
    ///
    /// - Parameter goOn: what the person says to end that, in writing with its quotation marks.
    public static func paused(_ reason: PauseReason, until goOn: String = "go on") -> String {
        switch reason {
        case .asked: "We wait. Say \(goOn) when you are ready."
        case .silence: "No answer was heard for a while. Say \(goOn) when you are ready."
        }
    }

    /// The test goes on.
    public static let resumed = "We go on."

    /// Answers cannot be heard for now, or the letters not be seen.
    public static let trouble = "The test has to wait. One moment, please."

    /// Answers can be heard again.
    public static let recovered = "The test goes on."

    /// Between two eyes.
    public static let rest = "That was the first eye. Rest both eyes for a moment."

    /// The end.
    public static let done = "The test is over. Thank you."
}

/// What is said in a warm-up.
extension GuidanceWords {
    /// Before the first letter.
    public static let warmUp =
        "First I learn your voice. You see one large letter at a time. Say its name. If you want to"
        + " leave this out, say stop."

    /// A letter is asked for in another way.
    public static func another(_ way: String) -> String {
        "I do not understand. If you see \(way), please say \(way)."
    }

    /// The letter is asked for once more.
    public static let onceMore = "Once more, please."

    /// After the last letter.
    public static let warmedUp = "Thank you. Now the test begins."

    /// The sentence for something that happened in a warm-up; nil where none is needed.
    package static func words(for event: WarmUpEvent) -> String? {
        switch event {
        case .again(_, let way): way.map(another) ?? onceMore
        case .advice(let advice): advice.words
        case .end(let end, _): end == .stopped ? nil : warmedUp
        case .begin, .show, .heard, .letter: nil
        }
    }
}
