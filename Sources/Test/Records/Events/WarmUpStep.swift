package import Acuity
internal import Platform

/// A step of a warm-up as its JSON has it; `RecordedEvent.warmUp` holds it.
package struct WarmUpStep: Sendable, Equatable, Codable {
    private enum Name: String, Codable {
        case begin, show, heard, again, letter, advice, end, known
    }

    // If its step has an optional property, nil is written as null.
    private var step: Name
    private var letters: String?
    private var seed: Int??
    private var number: Int?
    private var letter: String?
    private var `as`: String??
    private var confidence: Double?
    private var heard: String?
    private var way: String??
    private var understood: Bool?
    private var advice: String?
    private var end: String?
    private var lettersUnderstood: Int?
    private var lettersHeard: Int?
    private var lettersMisheard: Int?

    private init(_ step: Name, letter: Letter? = nil) {
        self.step = step
        self.letter = letter?.description
    }

    private func with(_ change: (inout WarmUpStep) -> Void) -> WarmUpStep {
        var changed = self
        change(&changed)
        return changed
    }

    /// The warm-up begins with these letters, in an order that a seed draws.
    package static func begin(_ letters: [Letter], seed: UInt64) -> WarmUpStep {
        WarmUpStep(.begin).with {
            $0.letters = letters.text
            $0.seed = .some(Int(exactly: seed))
        }
    }

    /// A letter is shown; `number` counts from 1.
    package static func show(_ letter: Letter, number: Int) -> WarmUpStep {
        WarmUpStep(.show, letter: letter).with { $0.number = number }
    }

    /// These words were heard for the letter, as this response.
    package static func heard(
        _ letter: Letter, as response: Response, heard words: String, confidence: Double
    ) -> WarmUpStep {
        WarmUpStep(.heard, letter: letter).with {
            $0.as = response.letter?.description ?? "pass"
            $0.heard = words
            $0.confidence = rounded(confidence)
        }
    }

    /// Something was said for the letter and not understood.
    package static func notUnderstood(_ letter: Letter) -> WarmUpStep {
        WarmUpStep(.heard, letter: letter).with { $0.as = .some(nil) }
    }

    /// The letter is asked for once more, by another word if `way` is one.
    package static func again(_ letter: Letter, way: String?) -> WarmUpStep {
        WarmUpStep(.again, letter: letter).with { $0.way = .some(way) }
    }

    /// The letter is finished; `way` is the word it was asked for by, if not by its name.
    package static func letter(_ letter: Letter, isUnderstood: Bool, way: String?) -> WarmUpStep {
        WarmUpStep(.letter, letter: letter).with {
            $0.understood = isUnderstood
            $0.way = .some(way)
        }
    }

    /// The person gets advice on how to be heard better, by its name.
    package static func advice(_ name: String) -> WarmUpStep {
        WarmUpStep(.advice).with { $0.advice = name }
    }

    /// The warm-up is over, for a reason by its name, with this many letters understood.
    package static func end(_ reason: String, understood letters: Int) -> WarmUpStep {
        WarmUpStep(.end).with {
            $0.end = reason
            $0.lettersUnderstood = letters
        }
    }

    /// The counts of earlier warm-ups of this person, which also count for this test.
    package static func known(_ person: PersonalHearing) -> WarmUpStep {
        WarmUpStep(.known).with {
            $0.lettersHeard = person.letters
            $0.lettersMisheard = person.misheard
        }
    }

    /// Whether it shows a letter.
    var showsLetter: Bool { step == .show }

    /// Whether it asks for the letter by another word than its name.
    var asksInAnotherWay: Bool { step == .again && (way ?? nil) != nil }

    /// The letter shown and the letter heard for it; nil for any other step, and if it cannot be seen or
    /// was not understood.
    var heardLetter: (shown: Letter, heard: Letter)? {
        guard step == .heard, let shown = letter?.first.flatMap({ Letter($0) }),
            let name = `as` ?? nil, name.count == 1,
            let heard = name.first.flatMap({ Letter($0) })
        else { return nil }
        return (shown, heard)
    }

    /// The counts of earlier warm-ups; nil for any other step, and for counts that are impossible.
    var knownHearing: PersonalHearing? {
        guard step == .known, let lettersHeard, let lettersMisheard else { return nil }
        return PersonalHearing(letters: lettersHeard, misheard: lettersMisheard)
    }

    /// The number of letters understood, at the end of the warm-up; nil before.
    package var understoodAtEnd: Int? { lettersUnderstood }
}

/// The reason that an event is invalid, as the words after "this is": "an answer for a letter that
/// is not shown".
package struct EventFault: Error, Sendable, Equatable {
    /// The words.
    package var reason: String

    /// A fault in these words.
    package init(reason: String) { self.reason = reason }
}

extension Presentation {
    /// Letters as JSON has them.
    ///
    /// - Parameters:
    ///   - size: logMAR, of each letter where `sizes` is nil.
    /// - Throws: `EventFault`.
    init(
        line: Int, letters: String, size: Double, sizes: [Double]?, optotypes: OptotypeSet,
        distance: Double? = nil, isFresh: Bool = false
    ) throws(EventFault) {
        let read = letters.compactMap { Letter($0) }
        guard !read.isEmpty, read.count == letters.count else {
            throw EventFault(reason: "a presentation without its letters")
        }
        guard let sizes else {
            self.init(
                line: line, size: LogMAR(size), letters: read, optotypes: optotypes,
                distance: distance.flatMap { try? Distance(metres: $0) }, isFresh: isFresh)
            return
        }
        guard sizes.count == read.count else {
            throw EventFault(
                reason: "\(sizes.count.counting("size")) for \(read.count.counting("letter"))")
        }
        self.init(
            line: line, letters: Array(zip(read, sizes.map { LogMAR($0) })), optotypes: optotypes)
    }
}

extension Response {
    /// The letter that was named; nil for "can't see it".
    package var letter: Letter? {
        switch self {
        case .named(let letter): letter
        case .missed: nil
        }
    }
}

extension Letter {
    /// The letter of an answer as JSON has it.
    ///
    /// - Throws: `EventFault` for anything but one letter.
    init(recorded text: String) throws(EventFault) {
        guard text.count == 1, let letter = text.first.flatMap({ Letter($0) }) else {
            throw EventFault(reason: "the answer '\(text)', which is not a letter")
        }
        self = letter
    }
}
