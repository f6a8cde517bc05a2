package import Acuity
package import Contrast
package import Records

/// The display at one moment of a test.
package struct TestView: Sendable, Equatable {
    /// The letters; nil before the first and after the last line.
    package var presentation: Presentation?
    /// The state of each letter of the line.
    package var places: [Place]
    /// The request to the person.
    package var prompt: Prompt
    /// Whether each letter of a finished line was right; nil without feedback.
    package var feedback: [Bool]?
    /// The positions to read now, from 0, ascending: the whole line, or those asked for again.
    package var asked: [Int]
    /// The number of these that have had an utterance, understood or not.
    package var said: Int
    /// The size of the letters that the person read last, more than half of them rightly; nil if they
    /// have read none. Words on the display depend on it.
    package var lastRead: LogMAR?
    /// The grey of the screen in a test of contrast, whose ground never changes; nil for black
    /// letters on white.
    package var grey: ScreenGrey?
    /// The name of the screen that the grey belongs to; nil for any.
    package var screenName: String?
    /// The measured distance of letters that have a distance of their own; nil to draw them for theirs.
    package var measured: Distance?

    /// A moment of a test.
    ///
    /// - Parameter asked: all letters by default.
    package init(
        presentation: Presentation?, places: [Place], prompt: Prompt, feedback: [Bool]? = nil,
        asked: [Int]? = nil, said: Int = 0, lastRead: LogMAR? = nil
    ) {
        self.lastRead = lastRead
        self.presentation = presentation
        self.places = places
        self.prompt = prompt
        self.feedback = feedback
        self.asked = asked ?? Array(places.indices)
        self.said = said
    }
}

/// A display of letters: a terminal, a browser.
package protocol Display: AnyObject {
    /// Replaces the view.
    func show(_ view: TestView) throws
}

extension Place {
    /// Whether the letter has an answer.
    package var isAnswered: Bool {
        switch self {
        case .heard, .missed: true
        case .waiting, .asked: false
        }
    }
}

extension [Place] {
    /// Whether any letter has an answer.
    package var hasAnswer: Bool { contains(where: \.isAnswered) }
}

extension TestView {
    /// The position of the letter that is shown alone, without the others of its line; nil if the
    /// line is shown.
    package var alone: Int? {
        guard case .readAgain(let positions, let count, let asking) = prompt, count > 1,
            asking.isAlone
        else { return nil }
        return positions.first
    }

    /// The prompt in words that fit the optotypes.
    package var words: String {
        guard prompt == .read, let presentation else { return prompt.words }
        let place = presentation.distance.map { " from \($0)" } ?? ""
        switch presentation.optotypes {
        case .tumblingE: return "Which way does it point\(place)?"
        case .landolt, .landolt8: return "Where is the gap\(place)?"
        case .sloan, .hotv, .monoyer: break
        }
        let what = presentation.letters.count == 1 ? "name the letter" : "read the line"
        return "Please \(what)\(place)."
    }
}

/// The request to the person at a moment of the test.
package enum Prompt: Sendable, Equatable {
    /// Read the line.
    case read
    /// Read the letters at these positions, from 0, of a line again.
    case readAgain([Int], of: Int, by: Asking = .again)
    /// The line is finished; the person does nothing.
    case lineFinished
    /// Say when the test may go on.
    case paused(PauseReason)
    /// Wait until answers can be heard again; with the reason.
    case trouble(String)
    /// Read a letter of the warm-up.
    case warmUp(WarmUpAsking)
    /// The test is finished; with the result.
    case finished(TestRecord)
}

/// The reason for a pause.
package enum PauseReason: String, Sendable, Codable {
    /// The person asked for it.
    case asked
    /// The person had been asked several times and said nothing.
    case silence
}

extension Prompt {
    /// The prompt for the person to read, with words to say in quotation marks; empty if nothing is
    /// asked.
    package var words: String {
        switch self {
        case .read: GuidanceWords.begin
        case .readAgain(let positions, let count, let asking):
            GuidanceWords.again(positions, of: count, by: asking)
        case .lineFinished: ""
        case .paused(let reason): GuidanceWords.paused(reason, until: "\"go on\"")
        case .trouble(let reason): "\(reason) The test is paused and will go on by itself."
        case .warmUp(let asking): asking.words
        case .finished: GuidanceWords.done
        }
    }
}
