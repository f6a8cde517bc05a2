package import Acuity

/// The sentences that Aloud speaks, and shows when it asks the same in writing. Translate this
/// file.
///
/// A synthesiser speaks them, so they are short and plain, without single letters.
package enum GuidanceWords {
    /// Before the first line.
    package static let welcome =
        "Welcome. Read the letters you see, one by one, from left to right. If you cannot see one,"
        + " say pass. If you are not sure, guess."

    /// For a single letter between crowding bars.
    package static let onlyTheMiddle = "Say only the letter in the middle."
    /// The same for a tumbling E or a ring.
    package static let onlyTheMiddleOne =
        "Only the one in the middle counts, not the bars around it."

    /// Before the first optotype.
    ///
    /// - Parameter areAlone: whether optotypes are shown one at a time, between crowding bars.
    package static func welcome(to optotypes: OptotypeSet, areAlone: Bool = false) -> String {
        let what =
            switch optotypes {
            case .sloan, .hotv, .monoyer: "You will see one letter at a time. \(onlyTheMiddle)"
            case .tumblingE: "Say which way the E points: up, down, left or right."
            case .landolt: "Say where the gap of the ring is: up, down, left or right."
            case .landolt8:
                "Say where the gap of the ring is: up, down, left or right, or a corner, like up left"
                    + " or down right."
            }
        if !optotypes.areDirections, !areAlone { return welcome }
        let middle = optotypes.areDirections && areAlone ? " \(onlyTheMiddleOne)" : ""
        return
            "Welcome. \(what)\(middle) \(pass) If you are not sure, guess."
    }

    /// Before the first optotype, for a person who answers with keys.
    ///
    /// - Parameter areAlone: whether optotypes are shown one at a time, between crowding bars.
    package static func welcome(
        toKeysFor optotypes: OptotypeSet, areAlone: Bool = false
    ) -> String {
        let what =
            switch optotypes {
            case .sloan, .hotv, .monoyer:
                areAlone
                    ? "You will see one letter at a time. Press its key."
                    : "Press the key of each letter you see, from left to right."
            case .tumblingE: "Press the arrow for the way the E points."
            case .landolt, .landolt8: "Press the arrow for the side with the gap."
            }
        let middle = areAlone ? " \(onlyTheMiddleOne)" : ""
        return "Welcome. \(what)\(middle) \(passKey) If you are not sure, guess."
    }

    /// For a letter that cannot be seen, where answers are given with keys.
    package static let passKey = "If you cannot see it, press “Not readable”."

    /// The instruction to cover an eye before the other one is tested.
    package static func eyes(_ eye: Eye) -> String {
        switch eye {
        case .right: "Please cover your left eye. We will test the right eye."
        case .left: "Please cover your right eye. We will test the left eye."
        case .both: "Please keep both eyes open."
        }
    }

    /// Before lines of decreasing size, among which the person chooses the first line.
    package static let chooseStart =
        "The letters will get smaller. Say stop at the smallest line you can read easily, or say its"
        + " number."
    /// Before all sizes at once; the person chooses one.
    package static let chooseSize =
        "Which is the smallest size you can see easily? Say its number, or tap it."
    /// After the choice.
    package static let startChosen = "Thank you. The test begins now."

    /// Asks for the distance.
    package static let askDistance =
        "Please take your place. How far are your eyes from the screen? For example, say four metres,"
        + " or forty centimetres."
    /// Asks whether the distance was understood.
    package static func confirm(_ distance: Distance) -> String {
        "\(words(for: distance)). Is that right? Say yes, or say the distance again."
    }
    /// For a distance at which the screen can show no line.
    package static let impossibleDistance =
        "The screen cannot show letters for that distance. Please say another distance."

    /// A distance in words, in metres or centimetres.
    package static func words(for distance: Distance) -> String {
        let centimetres = Int((distance.metres * 100).rounded())
        guard centimetres >= 100 else { return "\(centimetres) centimetres" }
        if centimetres == 100 { return "One metre" }
        if centimetres % 100 == 0 { return "\(centimetres / 100) metres" }
        if centimetres % 100 == 50 { return "\(centimetres / 100) and a half metres" }
        return "\(centimetres / 100) metres \(centimetres % 100)"
    }

    /// For a test with several distances: where to read the next line.
    package static func read(from distance: Distance) -> String {
        "Please move to \(words(for: distance).lowercased()) from the screen, and read the line from there."
    }

    /// At the first line.
    package static let begin = "Please read the line."
    /// At the first single letter.
    package static let beginWithOne = onlyTheMiddle
    /// At the first tumbling E.
    package static let beginWithDirection = "Which way does it point?"
    /// At the first ring.
    package static let beginWithRing = "Where is the gap?"

    /// Asks for letters of a line again.
    ///
    /// - Parameters:
    ///   - positions: their positions, from 0.
    ///   - count: the number of letters in the line.
    ///   - asking: how they are asked for.
    ///   - isPart: whether only the letters asked for are on the screen, so that nobody can count
    ///     to "the fourth letter".
    package static func again(
        _ positions: [Int], of count: Int, by asking: Asking = .again, isPart: Bool = false
    ) -> String {
        let words =
            asking.isAlone && count > 1
            ? one(positions[0], isPart: isPart)
            : asking == .afterBreak && positions.count == count
                ? begin
                : isPart ? againAsShown : several(positions, of: count)
        return asking == .codeWord ? "\(words) \(codeWord)" : words
    }

    /// Asks for one letter of a line, which is shown alone.
    private static func one(_ position: Int, isPart: Bool) -> String {
        isPart || !ordinals.indices.contains(position)
            ? "One letter at a time, please: the letter you see now."
            : "One letter at a time, please: the \(ordinals[position]) letter."
    }

    private static func several(_ positions: [Int], of count: Int) -> String {
        guard count > 1, !positions.isEmpty else { return onceMore }
        guard positions.count < count else { return "Please read the line again." }
        let names = positions.map { ordinals.indices.contains($0) ? ordinals[$0] : "next" }
        let first = names.dropLast().joined(separator: ", ")
        let all = first.isEmpty ? names.joined() : "\(first) and \(names[names.count - 1])"
        return "Once more, please: the \(all) \(positions.count == 1 ? "letter" : "letters")."
    }

    /// The same for a line shown in parts: only the letters asked for are on the screen.
    package static let againAsShown = "Once more, please: the letters you see now."

    /// For a letter that was not understood when it was shown alone.
    package static let codeWord =
        "Please say it as a code word: delta for D, hotel for H, kilo for K."

    /// For a letter that cannot be seen.
    package static let pass = "If you cannot see it, say pass."

    private static let ordinals = [
        "first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth",
        "tenth",
    ]

    /// While the test is paused.
    ///
    /// - Parameter goOn: the words that end the pause; with quotation marks in writing.
    package static func paused(_ reason: PauseReason, until goOn: String = "go on") -> String {
        switch reason {
        case .asked: "The test is paused. Say \(goOn) when you are ready."
        case .silence: "I have not heard an answer for a while. Say \(goOn) when you are ready."
        }
    }

    /// After a pause.
    package static let resumed = "Let us go on."

    /// While answers cannot be heard, or the letters cannot be seen.
    package static let trouble = "One moment, please. The test is paused."

    /// After that.
    package static let recovered = "The test can go on now."

    /// Offers another language to a person whose readings are not understood.
    ///
    /// - Parameter language: its code of ISO 639.
    package static func offer(ofLanguage language: String) -> String {
        "Would you like to answer in \(languages[language] ?? language)? Say yes or no."
    }

    private static let languages = [
        "en": "English", "de": "German", "es": "Spanish", "fr": "French", "hi": "Hindi",
    ]

    /// Between two eyes.
    package static let rest = "The first eye is done. Please rest both eyes for a moment."

    /// At the end.
    package static let done = "The test is complete. Thank you."
}

/// The sentences of a warm-up.
extension GuidanceWords {
    /// Before the first letter.
    package static let warmUp =
        "First, a short warm-up. You will see one large letter at a time. Say its name. To skip the"
        + " warm-up, say stop."

    /// Asks for a letter by another word.
    package static func another(_ way: String) -> String {
        "I did not understand. If you see \(way), please say \(way)."
    }

    /// Asks for the letter again.
    package static let onceMore = "Once more, please."

    /// After the last letter.
    package static let warmedUp = "Thank you. The test begins now."

    /// The sentence for an event of a warm-up; nil if none is needed.
    package static func words(for event: WarmUpEvent) -> String? {
        switch event {
        case .again(_, let way): way.map(another) ?? onceMore
        case .advice(let advice): advice.words
        case .end(let end, _): end == .stopped ? nil : warmedUp
        case .begin, .show, .heard, .letter, .known: nil
        }
    }
}
