public import Dialogue
internal import Foundation
internal import PhoneticMapping

/// The answers of a person, and between them what the operator does and what becomes of the screen.
///
/// An act comes to effect at the next event of the person's answers, in a fifth of a second at
/// most. While the letters cannot be seen, nothing that is said counts but "stop".
public final class AttendedAnswers: AnswerSource {
    private let source: any AnswerSource
    private let desk: OperatorDesk
    private let areKept: Bool
    private let screenTrouble: () -> String?
    private let holdsLetters: () -> Bool
    private let onAct: (OperatorAct) -> Void
    /// Why the letters cannot be seen, as it was told.
    private var toldOfScreen: String?
    /// Why the source gives no answers, if so.
    private var troubleOfSource: String?

    /// Answers that an operator may act upon.
    ///
    /// - Parameters:
    ///   - source: the person's answers.
    ///   - desk: where the operator sits.
    ///   - areKept: whether answers wait until they are asked for, as typed ones do; what is said
    ///     does not.
    ///   - screenTrouble: why the letters cannot be seen, if so.
    ///   - holdsLetters: whether the letters are still to come.
    ///   - onAct: called with what was done by hand.
    public init(
        _ source: any AnswerSource, desk: OperatorDesk, areKept: Bool = false,
        screenTrouble: @escaping () -> String? = { nil },
        holdsLetters: @escaping () -> Bool = { false },
        onAct: @escaping (OperatorAct) -> Void = { _ in }
    ) {
        self.source = source
        self.desk = desk
        self.areKept = areKept
        self.screenTrouble = screenTrouble
        self.holdsLetters = holdsLetters
        self.onAct = onAct
    }

    public var listened: Duration? { source.listened }

    public func next(_ awaited: Awaited) throws -> AnswerEvent {
        if let act = desk.nextAct(), let event = act.event {
            onAct(act)
            return event
        }
        if let event = changeOfScreen() { return event }
        if areKept, toldOfScreen != nil || holdsLetters() {
            Thread.sleep(forTimeInterval: Self.patience)
            return .idle
        }
        let event = try source.next(awaited)
        switch event {
        case .trouble(let reason): troubleOfSource = reason
        case .recovered: troubleOfSource = nil
        default: break
        }
        return toldOfScreen == nil ? event : Self.unseen(event)
    }

    /// How often the screen is looked at while answers are kept, seconds.
    private static let patience = 0.05

    /// What has become of the screen since it was last told; nil where nothing has.
    private func changeOfScreen() -> AnswerEvent? {
        let trouble = screenTrouble()
        guard trouble != toldOfScreen else { return nil }
        toldOfScreen = trouble
        return (trouble ?? troubleOfSource).map(AnswerEvent.trouble) ?? .recovered
    }

    /// What an event comes to while the letters cannot be seen.
    private static func unseen(_ event: AnswerEvent) -> AnswerEvent {
        switch event {
        case .utterance(let utterance):
            let stops = utterance.answers.filter { $0.kind == .command(.stop) }
            return stops.isEmpty ? .idle : .utterance(Utterance(stops, isFinal: false))
        case .maybe, .talk, .trouble, .recovered: return .idle
        case .settled, .silence, .idle, .soundMissing, .override, .ended: return event
        }
    }
}
