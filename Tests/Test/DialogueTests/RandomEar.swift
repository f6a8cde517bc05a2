import Acuity
import Dialogue
import PhoneticMapping

/// A person who sees every letter, heard by an ear with faults: it is deaf to some letters, loses,
/// doubles, inserts and changes others, and takes talk for commands.
final class RandomEar: TestObserver, AnswerSource {
    /// The faults of an ear, each the chance at every letter.
    struct Faults {
        var deaf: Set<Letter> = []
        /// Whether a letter that it is deaf to leaves no trace; else it is unclear.
        var losesDeaf = false
        var lost = 0.0, unclear = 0.0, doubled = 0.0, inserted = 0.0, changed = 0.0
        var commands = 0.0
        /// Whether it understands a code word whatever it is deaf to.
        var hearsCodeWords = false
        /// Whether lines of text are heard.
        var isText = false
    }

    private let faults: Faults
    private var generator: SplitMix64
    private var shown: Presentation?
    private var queue: [AnswerEvent] = []
    private var clock = 0.0
    /// The requests of each presentation, in order.
    private(set) var requests: [Int] = []
    /// The number of events given, a bound for the test.
    private(set) var given = 0

    init(_ faults: Faults, seed: UInt64) {
        self.faults = faults
        generator = SplitMix64(seed: seed)
    }

    func observe(_ event: TestEvent) {
        switch event {
        case .present(let shown):
            self.shown = shown
            requests.append(0)
            say(Array(shown.letters.indices), byCodeWord: false)
        case .askAgain(_, let positions, _, let asking):
            requests[requests.count - 1] += 1
            say(positions, byCodeWord: asking == .codeWord)
        default: break
        }
    }

    func next(_ awaited: ExpectedAnswer) -> AnswerEvent {
        given += 1
        guard given < 100_000 else { return .ended }
        if !queue.isEmpty { return queue.removeFirst() }
        clock += 4
        switch awaited {
        case .correction: return .settled
        case .answers: return faults.isText ? text([]) : .silence
        case .resumption: return heard([SpokenAnswer(.command(.resume))])
        }
    }

    private func say(_ positions: [Int], byCodeWord: Bool) {
        guard let shown else { return }
        clock += 2
        let answers = positions.flatMap { hear(shown.letters[$0], byCodeWord: byCodeWord) }
        if faults.isText {
            queue.append(text(answers))
        } else {
            queue += answers.map { heard([$0]) }
        }
    }

    private func text(_ answers: [SpokenAnswer]) -> AnswerEvent {
        .utterance(
            Utterance(
                answers.map { SpokenAnswer($0.kind, heard: $0.heard, confidence: $0.confidence) },
                isFinal: true))
    }

    private func heard(_ answers: [SpokenAnswer]) -> AnswerEvent {
        .utterance(Utterance(answers, isFinal: false, clock: clock))
    }

    private func happens(_ chance: Double) -> Bool {
        Double.random(in: 0..<1, using: &generator) < chance
    }

    private func spoken(_ kind: SpokenAnswer.Kind) -> SpokenAnswer {
        let begin = clock + Double.random(in: 0.1...1.2, using: &generator)
        clock = begin + 0.4
        return SpokenAnswer(kind, heard: "x", confidence: 0.9, time: begin...clock)
    }

    private func anyLetter() -> SpokenAnswer.Kind {
        let choices = shown?.optotypes.choices ?? Letter.sloan
        return .letter(choices[Int.random(in: choices.indices, using: &generator)])
    }

    private func hear(_ letter: Letter, byCodeWord: Bool) -> [SpokenAnswer] {
        var answers: [SpokenAnswer] = []
        if happens(faults.inserted) { answers.append(spoken(anyLetter())) }
        if happens(faults.commands) {
            let commands: [SpokenCommand] = [.again, .correction, .pause, .resume, .cannotSee]
            answers.append(
                spoken(.command(commands[Int.random(in: commands.indices, using: &generator)])))
        }
        if happens(faults.lost) { return answers }
        let isDeaf = faults.deaf.contains(letter) && !(byCodeWord && faults.hearsCodeWords)
        if isDeaf, faults.losesDeaf { return answers }
        let isUnclear = isDeaf || happens(faults.unclear)
        let kind = isUnclear ? .unclear : happens(faults.changed) ? anyLetter() : .letter(letter)
        answers.append(spoken(kind))
        if happens(faults.doubled) { answers.append(spoken(kind)) }
        return answers
    }
}
