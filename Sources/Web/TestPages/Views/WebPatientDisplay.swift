package import Acuity
package import Contrast
package import Dialogue
internal import Synchronization

/// Shows a test on the patient's page.
///
/// New letters wait until Aloud has finished speaking: people read what they see, and nobody is
/// heard while Aloud speaks. Letters already on the screen stay.
package final class WebPatientDisplay: Display, Sendable {
    /// Runs an action, on any thread, when the current speech and its echo are over; returns false
    /// without running it if nothing is being said.
    package typealias WhenSaid = @Sendable (_ action: @escaping @Sendable () -> Void) -> Bool

    private struct State {
        /// The view that waits for the end of speech.
        var held: TestView?
        /// The letters on the screen.
        var shown: Presentation?
        /// The time at which the letters were sent to the screen.
        var shownAt: ContinuousClock.Instant?
        /// The view on the screen, and the distance that it is drawn for.
        var drawn: (view: TestView, distance: Distance)?
    }

    private let pages: PageController
    private let distance: Distance
    private let grey: ScreenGrey?
    private let screenName: String?
    private let whenSaid: WhenSaid
    private let state = Mutex(State())

    /// A display on a page.
    ///
    /// - Parameters:
    ///   - pages: the pages.
    ///   - distance: from the eye to the letters, for their size.
    ///   - grey: the grey of the screen in a test of contrast; nil for black letters on white.
    ///   - screenName: the screen that the grey belongs to; nil for any.
    ///   - whenSaid: runs an action after speech.
    package init(
        on pages: PageController, distance: Distance, grey: ScreenGrey? = nil,
        screenName: String? = nil, whenSaid: @escaping WhenSaid = { _ in false }
    ) {
        self.grey = grey
        self.screenName = screenName
        self.pages = pages
        self.distance = distance
        self.whenSaid = whenSaid
    }

    /// Never waits: a slow page gets the latest view when it is ready.
    package func show(_ view: TestView) {
        var view = view
        view.grey = grey
        view.screenName = screenName
        show(drawnOn: view)
    }

    private func show(drawnOn view: TestView) {
        let isDone = state.withLock { state in
            guard view.presentation != nil, !view.prompt.isWait else {
                state.held = nil
                state.shown = nil
                // Without a presentation, the owner of the report shows the result.
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

    /// Whether letters are held back, so that no answer can be meant for them.
    package var holdsLetters: Bool { state.withLock { $0.held != nil } }

    /// Shows the view that was held back, unless it is out of date.
    private func release() {
        state.withLock { state in
            guard let view = state.held else { return }
            state.held = nil
            state.shown = view.presentation
            state.shownAt = .now
            show(view, in: &state)
        }
    }

    /// The time since the letters were sent to the screen; nil if there are none.
    package var lettersAge: Duration? {
        state.withLock { $0.shown == nil || $0.held != nil ? nil : $0.shownAt?.duration(to: .now) }
    }

    private func show(_ view: TestView, in state: inout State) {
        if state.held != nil {
            state.held = view
            return
        }
        let isNew = view.presentation != state.drawn?.view.presentation
        let distance = isNew ? self.current : state.drawn?.distance ?? self.current
        state.drawn = (view, distance)
        draw(view, at: distance)
        if isNew { pages.device.showsLetters() }
    }

    /// The measured distance; that of the test if it is not measured.
    private var current: Distance { pages.device.viewing?.distance ?? distance }

    /// The change of distance, as a share, after which letters are drawn again.
    private static let step = 0.02
    /// The same for a less exact measurement, such as with a covered eye: a larger step keeps the
    /// letters still.
    private static let coarseStep = 0.04
    private static let coarse = 0.025

    /// Draws the letters again if the person has moved since they were drawn. Letters that are hidden
    /// because they are too small follow every move.
    package func followDistance() {
        guard let measured = pages.device.viewing else { return }
        state.withLock { state in
            guard let (view, distance) = state.drawn, state.held == nil,
                view.presentation != nil
            else { return }
            var step = measured.deviation > Self.coarse ? Self.coarseStep : Self.step
            if pages.device.isTooNear { step = 0 }
            guard abs(measured.distance.metres / distance.metres - 1) > step else { return }
            state.drawn = (view, measured.distance)
            draw(view, at: measured.distance)
        }
    }

    /// The ratio of distances up to which letters with a distance of their own follow the person.
    /// Half of the way from 4 m to 1 m, as a ratio: farther away, the person has not come yet.
    private static let near = 2.0

    /// Sends a view to the page.
    private func draw(_ view: TestView, at distance: Distance) {
        var view = view
        if pages.device.viewing != nil, let own = view.presentation?.distance,
            (1 / Self.near...Self.near).contains(distance.metres / own.metres)
        {
            view.measured = distance
        }
        pages.show(.test(view, distance: distance))
    }
}

extension Prompt {
    /// Whether nothing is to be read now.
    fileprivate var isWait: Bool {
        switch self {
        case .paused, .trouble: true
        case .read, .readAgain, .lineFinished, .warmUp, .finished: false
        }
    }
}
