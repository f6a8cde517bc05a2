public import Acuity
public import Dialogue
internal import Synchronization

/// Shows a test on the patient's page.
///
/// Letters come when all is said: nobody is heard while Aloud speaks, and people read what they
/// see. Those that are there already stay.
public final class WebPatientDisplay: Display, Sendable {
    /// Has an action done when all that is being said is said, and its echo is over, on any thread;
    /// returns false, and does nothing, where nothing is being said.
    public typealias WhenSaid = @Sendable (_ action: @escaping @Sendable () -> Void) -> Bool

    private struct State {
        /// What is shown when all is said.
        var held: TestView?
        /// The letters that are on the screen.
        var shown: Presentation?
    }

    private let stage: WebStage
    private let distance: Distance
    private let whenSaid: WhenSaid
    private let state = Mutex(State())

    /// A display on a page.
    ///
    /// - Parameters:
    ///   - stage: where the page meets the test.
    ///   - distance: from the eye to the letters, for their size.
    ///   - whenSaid: what letters wait for.
    public init(
        on stage: WebStage, distance: Distance, whenSaid: @escaping WhenSaid = { _ in false }
    ) {
        self.stage = stage
        self.distance = distance
        self.whenSaid = whenSaid
    }

    /// Never waits: a page that is slow gets the latest view when it is ready.
    public func show(_ view: TestView) {
        let isDone = state.withLock { state in
            guard view.presentation != nil, !view.prompt.isWait else {
                state.held = nil
                state.shown = nil
                // The end is shown by whoever has the report.
                if view.presentation != nil { show(view, in: &state) }
                return true
            }
            guard state.held == nil, state.shown != view.presentation else {
                show(view, in: &state)
                return true
            }
            state.held = view
            return false
        }
        guard !isDone, !whenSaid({ [weak self] in self?.release() }) else { return }
        release()
    }

    /// Whether letters are held back: what is answered is no answer to them.
    public var holdsLetters: Bool { state.withLock { $0.held != nil } }

    /// Shows what was held back, if it is not out of date.
    private func release() {
        state.withLock { state in
            guard let view = state.held else { return }
            state.held = nil
            state.shown = view.presentation
            show(view, in: &state)
        }
    }

    private func show(_ view: TestView, in state: inout State) {
        if state.held != nil {
            state.held = view
        } else {
            stage.show(.test(view, distance: distance))
        }
    }
}

extension Prompt {
    /// Whether nothing is read for now.
    fileprivate var isWait: Bool {
        switch self {
        case .paused, .trouble: true
        case .read, .readAgain, .lineFinished, .warmUp, .finished: false
        }
    }
}
