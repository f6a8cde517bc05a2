package import Dialogue
internal import Foundation
internal import PhoneticMapping

/// The patient's answers, combined with acts of the operator and with the state of the screen.
///
/// An act takes effect at the next event of the patient's answers, within 0.2 s. While the letters
/// cannot be seen, only "stop" counts.
package final class AttendedAnswers: AnswerSource {
    private let source: any AnswerSource
    private let operatorSession: OperatorSession
    private let areKept: Bool
    private let screenTrouble: () -> String?
    private let holdsLetters: () -> Bool
    private let hasMoved: () -> Bool
    private let onAct: (OperatorAct) -> Void
    private var wait: AnswerWait?
    private let onAbandoned: () -> Void
    /// Whether nobody has answered for the longest wait.
    package private(set) var areAbandoned = false
    /// The last reported reason why the letters cannot be seen.
    private var toldOfScreen: String?
    /// The reason that the source gives no answers; nil if it does.
    private var troubleOfSource: String?

    /// Answers on which an operator may act.
    ///
    /// - Parameters:
    ///   - source: the patient's answers.
    ///   - operatorSession: the operator's side.
    ///   - areKept: whether unread answers are buffered (typed answers) or lost (live speech).
    ///   - screenTrouble: why the letters cannot be seen; nil if they can.
    ///   - holdsLetters: whether the letters are not shown yet.
    ///   - hasMoved: whether the person has moved since the letters were shown; true once for a move.
    ///   - onAct: called with each act.
    ///   - longestWait: the time without an answer after which the answers end, pauses and troubles
    ///     included; nil for no end.
    ///   - uptime: the time since a fixed moment.
    ///   - onAbandoned: called when they end so.
    package init(
        _ source: any AnswerSource, operatorSession: OperatorSession, areKept: Bool = false,
        screenTrouble: @escaping () -> String? = { nil },
        holdsLetters: @escaping () -> Bool = { false },
        hasMoved: @escaping () -> Bool = { false },
        onAct: @escaping (OperatorAct) -> Void = { _ in },
        longestWait: Duration? = nil, uptime: @escaping () -> Duration = { .zero },
        onAbandoned: @escaping () -> Void = {}
    ) {
        self.source = source
        self.operatorSession = operatorSession
        self.areKept = areKept
        self.screenTrouble = screenTrouble
        self.holdsLetters = holdsLetters
        self.hasMoved = hasMoved
        self.onAct = onAct
        self.onAbandoned = onAbandoned
        wait = longestWait.map { AnswerWait($0, uptime: uptime) }
    }

    package var listened: Duration? { source.listened }

    package var soundNow: Double? { source.soundNow }

    package func next(_ awaited: ExpectedAnswer) throws -> AnswerEvent {
        let event = try attended(awaited)
        guard wait?.isOver(after: event, to: awaited) == true else { return event }
        areAbandoned = true
        onAbandoned()
        return .ended
    }

    /// Begins the longest wait anew, because the person did something else until now.
    package func waitAnew() { wait?.begin() }

    /// The next event, without regard to the time.
    private func attended(_ awaited: ExpectedAnswer) throws -> AnswerEvent {
        if let act = operatorSession.nextAct(), let event = act.event(awaited) {
            onAct(act)
            return event
        }
        if let event = changeOfScreen() { return event }
        if areKept, toldOfScreen != nil || holdsLetters() {
            Thread.sleep(forTimeInterval: Self.patience)
            return .idle
        }
        if toldOfScreen == nil, hasMoved() { return .moved }
        let event = try source.next(awaited)
        switch event {
        case .trouble(let reason): troubleOfSource = reason
        case .recovered: troubleOfSource = nil
        default: break
        }
        return toldOfScreen == nil ? event : Self.unseen(event)
    }

    package func lettersAppear() { source.lettersAppear() }

    /// The interval at which the screen is checked while answers are buffered, seconds.
    private static let patience = 0.05

    /// The event for a change of the screen since the last report; nil if nothing changed.
    private func changeOfScreen() -> AnswerEvent? {
        let trouble = screenTrouble()
        guard trouble != toldOfScreen else { return nil }
        toldOfScreen = trouble
        return (trouble ?? troubleOfSource).map(AnswerEvent.trouble) ?? .recovered
    }

    /// An event while the letters cannot be seen.
    private static func unseen(_ event: AnswerEvent) -> AnswerEvent {
        switch event {
        case .utterance(let utterance):
            let stops = utterance.answers.filter { $0.kind == .command(.stop) }
            return stops.isEmpty ? .idle : .utterance(Utterance(stops, isFinal: false))
        case .maybe, .talk, .trouble, .recovered: return .idle
        case .settled, .silence, .idle, .moved, .soundMissing, .language, .override, .ended:
            return event
        }
    }
}

/// The time since the person, or somebody for them, answered or ended a pause.
struct AnswerWait {
    private let longest: Duration
    private let uptime: () -> Duration
    private var since: Duration
    private var wasPaused = false

    /// A wait that begins now.
    init(_ longest: Duration, uptime: @escaping () -> Duration) {
        self.longest = longest
        self.uptime = uptime
        since = uptime()
    }

    /// Begins anew.
    mutating func begin() { since = uptime() }

    /// Whether the wait is too long after an event. Talk in a pause does not end the wait.
    mutating func isOver(after event: AnswerEvent, to awaited: ExpectedAnswer) -> Bool {
        let isPaused = awaited == .resumption
        if isPaused != wasPaused || !isPaused && event.isFromSomebody { since = uptime() }
        wasPaused = isPaused
        return uptime() - since >= longest
    }
}

extension AnswerEvent {
    /// Whether somebody answers, or has ended a trouble.
    fileprivate var isFromSomebody: Bool {
        switch self {
        case .utterance(let utterance): !utterance.answers.isEmpty
        case .maybe, .recovered, .language, .override: true
        case .talk, .settled, .silence, .idle, .trouble, .moved, .soundMissing, .ended: false
        }
    }
}
