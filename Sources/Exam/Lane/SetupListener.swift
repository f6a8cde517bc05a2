internal import Acuity
internal import Audio
internal import CommandLineKit
internal import Dialogue
internal import Foundation
internal import PhoneticMapping
internal import Platform
internal import Synchronization
internal import TestPages

/// Hears answers to the start form, and shows the level of the microphone there. It listens only
/// while the page asks for it.
final class SetupListener {
    private let room: ExamRoom
    private let pages: PageController
    private let openMicrophone: (SoundChoice, StopRequest) throws -> (any LiveAudioSource)?
    private var open: Open?
    private var shown = SetupSound()
    private var heard = 0

    private struct Open {
        let microphone: MeteredMicrophone
        let answers: SettingAnswers
        let stop: StopRequest
        /// The language of the page when the microphone was opened.
        let language: String?
        var shownAt = ContinuousClock.now
    }

    /// The time between two levels on the page.
    private static let refresh = Duration.milliseconds(200)

    /// - Parameter open: opens the microphone of a test.
    init(
        on pages: PageController, in room: ExamRoom,
        open: @escaping (SoundChoice, StopRequest) throws -> (any LiveAudioSource)?
    ) {
        self.room = room
        self.pages = pages
        openMicrophone = open
    }

    /// Whether the microphone is open.
    var isListening: Bool { open != nil }

    /// Opens the microphone, or closes it. A fault is shown on the page.
    func turn(_ isOn: Bool) {
        guard isOn != isListening else { return }
        guard isOn else { return close() }
        let language = pages.language
        let room = room.hearing(pageIn: language)
        guard case .voice(let choice, let hearing) = room.configuration.answers else { return }
        shown = SetupSound()
        let stop = StopRequest(within: room.console.stop)
        do {
            guard let found = try openMicrophone(choice, stop) else { return }
            let microphone = MeteredMicrophone(found)
            open = Open(
                microphone: microphone,
                answers: SettingAnswers(
                    source: microphone, listener: try room.listener(for: .setup, with: hearing),
                    areOfForm: true),
                stop: stop, language: language)
        } catch {
            // The microphone may be open without a listener.
            stop.request()
            shown.trouble = "\(error)"
        }
        pages.show(shown)
    }

    /// Takes the next sound, and shows what was heard in it.
    func listen() {
        if let open, open.language != pages.language {
            close()
            turn(true)
        }
        guard var open else { return }
        do {
            switch try open.answers.next() {
            case .heard(let setting, _): take(setting)
            case .trouble(let words): shown.trouble = words
            case .recovered: shown.trouble = nil
            case .ended: return close()
            case .idle, .unclear: break
            }
        } catch {
            shown.trouble = "\(error)"
            close()
            return pages.show(shown)
        }
        let now = ContinuousClock.now
        guard open.shownAt.duration(to: now) >= Self.refresh else { return }
        open.shownAt = now
        self.open = open
        shown.level = open.microphone.level?.rms
        shown.verdict = open.microphone.verdict ?? shown.verdict
        pages.show(shown)
    }

    /// Closes the microphone, so that the test can open it.
    func close() {
        guard let open else { return }
        open.stop.request()
        self.open = nil
        Thread.sleep(forTimeInterval: MicrophoneLook.closing)
        pages.show(nil as SetupSound?)
    }

    private func take(_ setting: SpokenSetting) {
        guard let said = Self.said(setting) else { return }
        heard += 1
        shown.said = SetupSound.Said(
            count: heard, word: said.word, value: said.value, phrase: said.phrase)
        pages.show(shown)
    }

    /// An answer by the name that the page knows, with its number and in words.
    private static func said(
        _ setting: SpokenSetting
    ) -> (word: String, value: Double?, phrase: String)? {
        switch setting {
        case .answer(.rightLeft): ("rightLeft", nil, "right then left")
        case .answer(let answer): (answer.rawValue, nil, answer.rawValue)
        case .yes: ("yes", nil, "yes")
        case .number(let number): ("number", Double(number), "\(number)")
        case .distance(let distance): ("distance", distance.metres, "\(distance)")
        case .no, .here, .cannotSee, .again, .pause, .resume: nil
        }
    }
}

/// A microphone whose level is measured.
final class MeteredMicrophone: LiveAudioSource {
    private let source: any LiveAudioSource
    private let meter = Mutex(LevelMeter(windowSeconds: 2))

    /// - Parameter source: the microphone; nobody else may read it.
    init(_ source: any LiveAudioSource) { self.source = source }

    /// The level of the last seconds; nil before the first sound.
    var level: Level? { meter.withLock { $0.level } }

    /// The quality of the voice in the last seconds; nil if nobody spoke.
    var verdict: SetupSound.Verdict? {
        guard let level, let noise = level.noiseFloor else { return nil }
        if level.clippedSamples > 0 { return .clipping }
        let overNoise = level.rms - noise
        guard overNoise >= Self.speech else { return nil }
        if level.peak >= Self.loudPeak { return .loud }
        if level.peak < LevelAdviceLimits.quietPeak { return .quiet }
        return overNoise < LevelAdviceLimits.leastOverNoise ? .quiet : .good
    }

    /// Speech is louder than the room by at least this, dB.
    private static let speech = 6.0
    /// A peak above this leaves no room for a louder letter, dB.
    private static let loudPeak = -2.0

    func next() -> CaptureEvent? {
        let event = source.next()
        if case .sound(let chunk)? = event { meter.withLock { $0.add(chunk.samples) } }
        return event
    }

    func hasNews(within seconds: Double) -> Bool { source.hasNews(within: seconds) }

    func stop() { source.stop() }

    var tally: CaptureTally { source.tally }

    var deviceFormat: String? { source.deviceFormat }
}
