package import Audio
internal import Dialogue
internal import Foundation
internal import HTTP
package import Platform
internal import Synchronization
internal import TestPages

/// Says sentences through a loudspeaker on its own thread. While it speaks and during its echo, the
/// microphone's gate is closed.
///
/// A loudspeaker that fails is reported once. It is silent until `tryAgain`.
package final class GuideVoice: Speaker, Sendable {
    package let gate: MicrophoneGate
    private let voice: any Speaking
    private let loudspeaker: any Loudspeaker
    private let settings: Settings
    private let onFailure: @Sendable (any Error) -> Void
    private let onRecovery: @Sendable () -> Void

    /// An action that runs after the speech and its echo.
    package typealias Action = @Sendable () -> Void

    private struct State {
        /// The language that is spoken; nil for English.
        var translation: Translation?
        var waiting: [Sentence] = []
        var isSpeaking = false
        var afterwards: [Action] = []
        /// Whether the sentence being said is to be cut off.
        var isCut = false
        var hasFailed = false
        /// Whether a failure was reported, and no sound has been heard since.
        var isReported = false
        var isEnded = false
    }

    private let state = Mutex(State())
    private static let afterEcho = DispatchQueue(label: "aloud after echo")
    private let news = DispatchSemaphore(value: 0)

    /// The rate and the volume of a voice.
    package struct Settings: Sendable {
        /// The rate: 1 is the voice's own, less is slower.
        package var rate: Double
        /// The volume; 1 is that of the system.
        package var volume: Double

        /// Sets each property from the parameter of its name.
        package init(rate: Double, volume: Double) {
            self.rate = rate
            self.volume = volume
        }
    }

    /// A language with its catalogue and a voice that speaks it.
    private struct Translation: Sendable {
        var catalogue: Catalogue
        var voice: any Speaking
    }

    /// A waiting sentence in English, with its spoken language; nil for the language of the page
    /// when its turn comes.
    private struct Sentence: Sendable {
        var words: String
        var language: Language?
    }

    /// English or a translation.
    private enum Language: Sendable {
        case english
        case other(Translation)

        /// English where there is no voice for the language.
        init(_ language: String, by voice: (any Speaking)?) {
            if let catalogue = Catalogue(language: language), let voice {
                self = .other(Translation(catalogue: catalogue, voice: voice))
            } else {
                self = .english
            }
        }
    }

    /// Sets the spoken language; English if there is no voice for it.
    package func speak(_ language: String, by voice: (any Speaking)?) {
        let translation: Translation? =
            if case .other(let other) = Language(language, by: voice) { other } else { nil }
        state.withLock { $0.translation = translation }
    }

    /// Says a sentence in a language, without changing the spoken one; in English if there is no
    /// voice for it.
    package func say(_ words: String, in language: String, by voice: (any Speaking)?) {
        say(Sentence(words: words, language: Language(language, by: voice)))
    }

    /// Maximum number of waiting sentences; beyond it, the oldest are dropped.
    private static let mostWaiting = 4

    package init(
        _ voice: any Speaking, through loudspeaker: any Loudspeaker, _ settings: Settings,
        gate: MicrophoneGate = MicrophoneGate(),
        onFailure: @escaping @Sendable (any Error) -> Void,
        onRecovery: @escaping @Sendable () -> Void = {}
    ) {
        self.voice = voice
        self.loudspeaker = loudspeaker
        self.settings = settings
        self.gate = gate
        self.onFailure = onFailure
        self.onRecovery = onRecovery
        let thread = Thread { [weak self, news] in
            while true {
                news.wait()
                guard let self, self.speakNext() else { return }
            }
        }
        thread.name = "aloud voice"
        thread.start()
    }

    deinit {
        state.withLock { $0.isEnded = true }
        news.signal()
    }

    package func say(_ words: String) { say(Sentence(words: words)) }

    private func say(_ sentence: Sentence) {
        let isTaken = state.withLock { state in
            guard !state.hasFailed, !sentence.words.isEmpty else { return false }
            if state.waiting.count >= Self.mostWaiting { state.waiting.removeFirst() }
            // The microphone's gate closes before the first sound.
            if state.waiting.isEmpty, !state.isSpeaking { gate.close() }
            state.waiting.append(sentence)
            return true
        }
        if isTaken { news.signal() }
    }

    /// Cuts off the speech and drops all waiting sentences.
    package func hush() {
        let actions = state.withLock { state in
            guard state.isSpeaking || !state.waiting.isEmpty else { return [Action]() }
            state.waiting = []
            state.isCut = state.isSpeaking
            return state.isSpeaking ? [] : fallSilent(&state)
        }
        act(actions)
    }

    /// Opens the microphone's gate, which waits for the echo.
    ///
    /// - Returns: the actions that waited for the end of speech.
    private func fallSilent(_ state: inout State) -> [Action] {
        gate.open()
        defer { state.afterwards = [] }
        return state.afterwards
    }

    /// Runs actions once the echo of the speech is over.
    private func act(_ actions: [Action]) {
        guard !actions.isEmpty else { return }
        Self.afterEcho.asyncAfter(deadline: .now() + gate.echo) {
            for action in actions { action() }
        }
    }

    /// Whether a sentence is being spoken or waits.
    package var isSpeaking: Bool { state.withLock { $0.isSpeaking || !$0.waiting.isEmpty } }

    /// Whether the loudspeaker has not failed.
    package var isHeard: Bool { state.withLock { !$0.hasFailed } }

    /// Opens the loudspeaker, so that a missing one is reported before a test begins; it is tried
    /// again with the first sentence. Call it before anything is said.
    package func checkLoudspeaker() {
        do { try loudspeaker.play([]) { true } } catch { report(error) }
    }

    /// Reports a failure once, until the loudspeaker has worked again.
    private func report(_ error: any Error) {
        let isNew = state.withLock { state in
            defer { state.isReported = true }
            return !state.isReported
        }
        if isNew { onFailure(error) }
    }

    /// Tries a loudspeaker again that has failed.
    package func tryAgain() { state.withLock { $0.hasFailed = false } }

    /// Waits for the end of speech, at most for a time, or until the test ends.
    package func waitUntilSaid(seconds: Double, unless stop: StopRequest) {
        let deadline = ContinuousClock.now + .seconds(seconds)
        while isSpeaking, !stop.isRequested, ContinuousClock.now < deadline {
            Thread.sleep(forTimeInterval: 0.02)
        }
    }

    /// Does an action after the speech and its echo; returns false, and does nothing, if nothing is
    /// being said.
    package func whenSaid(_ action: @escaping Action) -> Bool {
        state.withLock { state in
            guard state.isSpeaking || !state.waiting.isEmpty else { return false }
            state.afterwards.append(action)
            return true
        }
    }

    /// The sound of a sentence, in translation if there is one.
    ///
    /// - Throws: `VoiceFailure`.
    private func sound(of sentence: Sentence) throws(VoiceFailure) -> [Float] {
        let language =
            sentence.language
            ?? state.withLock { $0.translation }.map(Language.other) ?? .english
        do {
            switch language {
            case .english: return try voice.say(sentence.words, rate: settings.rate)
            case .other(let translation):
                return try translation.voice.say(
                    translation.catalogue.translated(sentence.words), rate: settings.rate)
            }
        } catch { throw VoiceFailure(reason: "\(error)") }
    }

    /// Says the next sentence.
    ///
    /// - Returns: whether there may be more.
    private func speakNext() -> Bool {
        let sentence = state.withLock { state -> Sentence? in
            guard !state.waiting.isEmpty else { return nil }
            state.isSpeaking = true
            state.isCut = false
            return state.waiting.removeFirst()
        }
        guard let sentence else {
            // The waiting sentences were dropped meanwhile.
            let (actions, goesOn) = state.withLock { state in
                let wasSpeaking = state.isSpeaking
                state.isSpeaking = false
                return (wasSpeaking ? fallSilent(&state) : [], !state.isEnded)
            }
            act(actions)
            return goesOn
        }
        do {
            let sound = try sound(of: sentence)
            try loudspeaker.play(sound.map { $0 * Float(settings.volume) }) {
                state.withLock { !$0.isCut }
            }
            let wasReported = state.withLock { state in
                defer { state.isReported = false }
                return state.isReported
            }
            if wasReported { onRecovery() }
        } catch {
            state.withLock { state in
                state.hasFailed = true
                state.waiting = []
            }
            report(error)
        }
        let actions = state.withLock { state in
            state.isSpeaking = !state.waiting.isEmpty
            return state.isSpeaking ? [] : fallSilent(&state)
        }
        act(actions)
        return true
    }
}

/// A voice makes no sound of a sentence. The loudspeaker may work.
struct VoiceFailure: Error, CustomStringConvertible {
    /// The reason in the words of the voice.
    let reason: String

    var description: String { reason }
}
