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
    package init(
        _ source: any AnswerSource, operatorSession: OperatorSession, areKept: Bool = false,
        screenTrouble: @escaping () -> String? = { nil },
        holdsLetters: @escaping () -> Bool = { false },
        hasMoved: @escaping () -> Bool = { false },
        onAct: @escaping (OperatorAct) -> Void = { _ in }
    ) {
        self.source = source
        self.operatorSession = operatorSession
        self.areKept = areKept
        self.screenTrouble = screenTrouble
        self.holdsLetters = holdsLetters
        self.hasMoved = hasMoved
        self.onAct = onAct
    }

    package var listened: Duration? { source.listened }

    package var soundNow: Double? { source.soundNow }

    package func next(_ awaited: ExpectedAnswer) throws -> AnswerEvent {
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
