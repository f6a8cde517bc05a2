package import Acuity
internal import HTTP
internal import Records
internal import Synchronization

/// The device that shows the page: its microphone, its camera, and the step of its setup.
///
/// Any thread.
package final class PageDevice: Sendable {
    private struct State {
        var guide = GuideStep.closed
        /// The number of times that the person told the guide to go on.
        var goOns = 0
        /// The distance of the person; nil while no test follows it.
        var watch: DistanceWatch?
        /// Whether the page hides letters that are too small for its screen.
        var areTooSmall = false
    }

    /// The sound that the page sends; nil if the page's microphone is not used.
    package let sound: PageSound?
    private let eyeNets: [UInt8]
    private let state = Mutex(State())
    private let began = ContinuousClock.now

    /// A device with the parts of it that a test uses.
    ///
    /// - Parameters:
    ///   - hears: whether the person is heard through the microphone of the page.
    ///   - eyeNets: the nets that find the eyes in the camera's picture, for the page; empty if there
    ///     there are none.
    package init(hears: Bool = false, eyeNets: [UInt8] = []) {
        sound = hears ? PageSound() : nil
        self.eyeNets = eyeNets
    }

    /// The step of the setup guide that the page shows.
    package var guide: GuideStep { state.withLock { $0.guide } }

    /// Notes that the person wants to go on in the guide.
    package func goOnInGuide() { state.withLock { $0.goOns += 1 } }

    private var now: Duration { began.duration(to: .now) }

    /// Follows the distance of the person from now on; nil to stop.
    ///
    /// - Parameters:
    ///   - eye: the eye that is tested; the other one is covered.
    ///   - isFixed: whether the distance is fixed.
    package func follow(
        of eye: Eye = .both, from begun: DistanceWatch.Measured?, isFixed: Bool = false
    ) {
        state.withLock { state in
            state.watch = begun.map {
                DistanceWatch(of: eye, from: $0, isFixed: isFixed, at: now)
            }
        }
    }

    /// The distance that was measured last; nil if none is followed.
    package var viewing: DistanceWatch.Measured? { state.withLock { $0.watch?.last } }

    /// The reason that the distance pauses the test, in words for the person; nil if it does not.
    package var distanceTrouble: String? {
        state.withLock { state in
            let isTooNear = state.areTooSmall
            return state.watch?.trouble(at: now, isTooNear: isTooNear)
        }
    }

    /// The advice to the person while the distance pauses the test, one sentence.
    package var distanceAdvice: String? { state.withLock { $0.watch?.advice } }

    /// Whether a person whose distance is followed is too near for their letters: the screen cannot
    /// draw them so small.
    package var isTooNear: Bool { state.withLock { $0.watch != nil && $0.areTooSmall } }

    /// Whether the person has moved since letters were shown; true only once.
    package func takeMove() -> Bool { state.withLock { $0.watch?.takeMove(at: now) ?? false } }

    /// Notes that other letters are shown, for the present distance.
    package func showsLetters() { state.withLock { $0.watch?.showsLetters() } }

    // For the server.

    /// Notes whether the page hides letters that are too small for its screen.
    func letters(areTooSmall: Bool) { state.withLock { $0.areTooSmall = areTooSmall } }

    /// Takes a piece of the microphone's sound.
    ///
    /// - Throws: `Refusal.malformed`, or `notNow` if the page's microphone is not used.
    func takeSound(_ request: Request) throws(Refusal) {
        guard let sound else { throw .notNow }
        sound.take(try SoundPiece(request))
    }

    /// Takes the distance that the page has measured.
    ///
    /// - Throws: `Refusal.malformed`.
    func takeDistance(_ request: Request) throws(Refusal) {
        let body: DistanceBody = try request.json()
        let measured = try body.measured()
        state.withLock { state in
            if let camera = body.camera {
                state.watch?.loses(camera)
            } else {
                state.watch?.take(measured, covered: body.covered, at: now)
            }
        }
    }

    /// Takes the step of the setup guide that the page shows.
    ///
    /// - Throws: `Refusal.malformed`.
    func takeGuide(_ request: Request) throws(Refusal) {
        let body: GuideBody = try request.json()
        state.withLock { $0.guide = body.step }
    }

    /// The nets as a file.
    ///
    /// - Throws: `Refusal.notFound` if there are none.
    func nets() throws(Refusal) -> Reply.Content {
        guard !eyeNets.isEmpty else { throw .notFound }
        return Reply.Content(type: "application/octet-stream", body: eyeNets)
    }

    /// The device in every view that the page gets.
    var json: JSONObject {
        let (goOns, isFollowed) = state.withLock { ($0.goOns, $0.watch != nil) }
        return ["hears": sound != nil, "goOns": goOns, "isFollowed": isFollowed]
    }

    private struct DistanceBody: Decodable {
        var metres: Double?
        var deviation: Double?
        var covered: CoveredEyes?
        /// The reason that nothing is measured; nil if the camera measures.
        var camera: CameraTrouble?

        /// The report; nil if no face was measured.
        func measured() throws(Refusal) -> DistanceWatch.Measured? {
            guard let metres else { return nil }
            guard let distance = try? Distance(metres: metres), let deviation,
                (0...1).contains(deviation)
            else { throw .malformed }
            return DistanceWatch.Measured(distance: distance, deviation: deviation)
        }
    }

    private struct GuideBody: Decodable {
        var step: GuideStep
    }
}

/// A step of the setup guide.
package enum GuideStep: String, Sendable, Decodable {
    /// The guide is not shown.
    case closed
    /// The device must be upright.
    case angle
    /// The device was moved, and must be upright again.
    case angleAgain
    /// The face must come into view of the camera.
    case face
}
