internal import Acuity
internal import Audio
internal import Dialogue
internal import Platform
internal import SimulatedPatient

/// A simulated patient in front of a test. It sees by a psychometric function, and answers in a
/// person's own recordings.
///
/// It looks at each line once and keeps its answers. It knows only the ten letters: it guesses a
/// letter that it cannot see, and repeats the same letter at every request. Each utterance depends
/// only on the line and the number of the request, not on what was heard before. After a long time
/// without an event, the patient reads the open letters once more.
final class RecordedPatient: Display, TestObserver {
    private let voice: RecordedVoice
    private let room: PatientRoom
    private let stop: StopRequest
    private let seed: UInt64
    private let makeResampler: ResamplerFactory
    private let onSpeech: (_ letters: String) -> Void
    private var eyes: SimulatedObserver
    private var seen: [Presentation: [Response]] = [:]
    /// The number of askings of each line and warm-up letter, as part of the seed.
    private var askings: [String: Int] = [:]
    private var question: Question?
    private var view: TestView?
    /// Whether a letter of the warm-up is shown. Every patient sees it.
    private var isWarmingUp = false
    /// Whether a misheard "wait" paused the test. The patient never says "go on", so the test ends.
    private(set) var wasPaused = false

    /// A question that the patient has not looked at the screen for yet.
    private enum Question {
        case line
        case again([Int])
        /// All open letters, after a silence.
        case rest
    }

    /// A patient who takes a seat.
    ///
    /// - Parameters:
    ///   - room: the room in which it speaks.
    ///   - stop: ends a test that cannot continue.
    ///   - seed: draws the recordings, their variation and their timing.
    ///   - makeResampler: makes the resamplers that vary the speed of recordings.
    ///   - onSpeech: called with the letters that the patient says.
    init(
        _ voice: RecordedVoice, seeing eyes: SimulatedObserver, in room: PatientRoom,
        stop: StopRequest, seed: UInt64, resamplingBy makeResampler: @escaping ResamplerFactory,
        onSpeech: @escaping (_ letters: String) -> Void = { _ in }
    ) {
        self.voice = voice
        self.eyes = eyes
        self.room = room
        self.stop = stop
        self.seed = seed
        self.makeResampler = makeResampler
        self.onSpeech = onSpeech
        room.onLongQuiet = { [unowned self] in try readAgain() }
    }

    func observe(_ event: TestEvent) {
        switch event {
        case .present:
            isWarmingUp = false
            question = .line
        case .warmUp(.show):
            isWarmingUp = true
            question = .line
        case .askAgain(_, let positions, _, _): question = .again(positions)
        case .warmUp(.again): question = .again([0])
        case .pause(.silence): question = .rest
        case .pause(.asked):
            wasPaused = true
            stop.request()
        case .result: question = nil
        case .answer, .correction, .override, .line, .resume, .trouble, .recovered, .soundMissing,
            .language, .warmUp:
            break
        }
    }

    func show(_ view: TestView) throws {
        self.view = view
        guard let asked = question, let shown = view.presentation else { return }
        question = nil
        switch asked {
        case .line: try say(Array(shown.letters.indices), of: shown)
        case .again(let positions): try say(positions, of: shown)
        case .rest: try say(view.openPositions, of: shown)
        }
    }

    /// Reads the open letters once more, because the screen has not changed since the patient
    /// spoke.
    private func readAgain() throws {
        guard let view, let shown = view.presentation else { return }
        try say(view.openPositions, of: shown)
    }

    /// The letters that the patient sees in a line, the same each time.
    func saw(in shown: Presentation) -> [Response] {
        if let responses = seen[shown] { return responses }
        let responses = eyes.read(shown)
        seen[shown] = responses
        return responses
    }

    private func say(_ positions: [Int], of shown: Presentation) throws {
        guard !positions.isEmpty else { return }
        let letters = isWarmingUp ? shown.letters.map(Response.named) : saw(in: shown)
        let place = (isWarmingUp ? "warm-up " : "line ") + "\(shown.line)"
        askings[place, default: 0] += 1
        let name = "\(place), asking \(askings[place, default: 0])"
        var generator = SplitMix64(seed: StableHash.number(of: name, seed: seed))
        var wait = ReadingRhythm.reaction(using: &generator)
        onSpeech(positions.map { letters[$0].letterText }.joined(separator: " "))
        for position in positions {
            guard case .named(let letter) = letters[position], let takes = voice.takes[letter]
            else { continue }
            let take = takes[generator.index(below: takes.count)]
            let variation = LetterVariation(using: &generator)
            room.say(try variation.applied(to: take, by: makeResampler), after: wait)
            wait = ReadingRhythm.pause(using: &generator)
        }
    }
}

extension TestView {
    /// The positions without an answer, from 0.
    fileprivate var openPositions: [Int] {
        places.indices.filter { places[$0] == .waiting || places[$0] == .asked }
    }
}

extension Response {
    /// The letter that was named, "-" for none.
    var letterText: String {
        switch self {
        case .named(let letter): letter.description
        case .missed: "-"
        }
    }
}
