public import Acuity

/// All that is to be seen at one moment of a test.
public struct TestView: Sendable, Equatable {
    /// The letters; nil before the first and after the last line.
    public var presentation: Presentation?
    /// What is known about each letter of the line.
    public var places: [Place]
    /// What is asked of the person.
    public var prompt: Prompt
    /// For each letter of a line that is finished, whether it was right; nil unless feedback was
    /// asked for.
    public var feedback: [Bool]?
    /// The positions that are to be read now, from 0 and ascending: of a line all, until some are
    /// asked for again.
    public var asked: [Int]
    /// For how many of these something was said, understood or not: the next one is awaited.
    public var said: Int

    /// A moment of a test.
    ///
    /// - Parameter asked: if not given, all letters.
    public init(
        presentation: Presentation?, places: [Place], prompt: Prompt, feedback: [Bool]? = nil,
        asked: [Int]? = nil, said: Int = 0
    ) {
        self.presentation = presentation
        self.places = places
        self.prompt = prompt
        self.feedback = feedback
        self.asked = asked ?? Array(places.indices)
        self.said = said
    }
}

/// Where the person sees the letters: a terminal, a browser, a projector.
public protocol Display: AnyObject {
    /// Shows the state of the test in place of the one before.
    func show(_ view: TestView) throws
}

extension Place {
    /// Whether an answer stands there.
    package var isAnswered: Bool {
        switch self {
        case .heard, .missed: true
        case .waiting, .asked: false
        }
    }
}

extension [Place] {
    /// Whether anything was answered yet.
    package var hasAnswer: Bool { contains(where: \.isAnswered) }
}

extension TestView {
    /// What is asked of the person, in words that fit what is shown.
    public var words: String {
        guard prompt == .read, let presentation else { return prompt.words }
        let place = presentation.distance.map { " from \($0)" } ?? ""
        switch presentation.optotypes {
        case .tumblingE: return "Which way does it point\(place)?"
        case .landolt, .landolt8: return "Where is the gap\(place)?"
        case .sloan, .hotv: break
        }
        let what = presentation.letters.count == 1 ? "name the letter" : "read the line"
        return "Please \(what)\(place)."
    }
}
