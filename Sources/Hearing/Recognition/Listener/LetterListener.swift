package import Acuity
package import Audio
package import Grammar
package import PhoneticMapping

/// Hears the words in a stretch of speech: a net scores the sound, a search held to the grammar
/// finds words in the scores, and a fitted model gives each a probability. Not thread-safe: one
/// owner.
///
/// The net hears each stretch with the last letters of the same person as context (`LetterContext`),
/// and a very high voice lower (`VoiceWarp`). It never learns which letters are shown.
package final class LetterListener {
    private let encoder: any SpeechEncoding
    private let reader: FrameReader
    private let mapper: PhoneticMapper
    /// Called with each stretch of speech, the net's output for it and the words that the search
    /// found in the output, for a program that shows them or reads them again.
    package var onFrames: ((SpeechSegment, TokenFrames, [FoundWord]) -> Void)?
    /// The last stretches in which a letter was understood. Other words make worse context.
    private var context: LetterContext
    /// The stretch that was judged last, the net's memory of it, and the context as the net heard it
    /// then; nil once it is remembered.
    private var last: (segment: SpeechSegment, memory: SpeechMemory, context: LetterContext)?
    /// Pitch of the last stretches in which a letter was understood.
    private var pitch = VoicePitch()
    /// Minimum probabilities for an answer to count.
    package let thresholds: AcceptanceThresholds
    /// Hears the names of letters in another language if an answer in this one is unclear.
    private let beside: LetterListener?

    /// - Parameters:
    ///   - encoder: the net.
    ///   - search: finds the words of `grammar`.
    ///   - grammar: the words to be heard.
    ///   - evidence: gives the probability of each word.
    ///   - mapper: gives the meaning of words other than the names of letters.
    ///   - thresholds: minimum probabilities for an answer to count.
    ///   - beside: hears the names of letters in another language; nil for this language only.
    ///   - remembersLetters: whether the net remembers earlier letters, or hears them again.
    package init(
        encoder: any SpeechEncoding, search: any WordSearching, grammar: ListeningGrammar,
        evidence: AnswerEvidence, mapper: PhoneticMapper,
        thresholds: AcceptanceThresholds = AcceptanceThresholds(), beside: LetterListener? = nil,
        remembersLetters: Bool = true
    ) {
        self.encoder = encoder
        context = LetterContext(isRemembered: remembersLetters)
        self.beside = beside
        reader = FrameReader(search: search, grammar: grammar, evidence: evidence, mapper: mapper)
        self.mapper = mapper
        self.thresholds = thresholds
    }

    /// A hypothesis, with the answers in it that the thresholds accept and the unclear ones.
    package typealias Judgement = (hypothesis: UtteranceHypothesis, answers: [SpokenAnswer])

    /// The answers in a stretch of speech, in order, with their times in the whole sound.
    package func answers(in segment: SpeechSegment) throws -> [SpokenAnswer] {
        try judge(segment).answers
    }

    /// The setting in a phrase that was heard before a test; nil if there is none.
    ///
    /// - Parameter ofForm: whether it answers a question of the start form.
    package func setting(in phrase: String, ofForm: Bool) -> SpokenSetting? {
        mapper.setting(in: phrase, ofForm: ofForm)
    }

    /// Hears the last letters again if the next stretch needs that, so that its answer comes sooner.
    /// It changes no answer; call it after an answer was passed on, while nobody speaks.
    package func prepare() {
        context.prepare(by: encoder, warp: VoiceWarp.factor(pitch: pitch.median))
    }

    /// Forgets the person: the next stretch is heard by itself.
    package func forgetSession() {
        context = context.emptied
        last = nil
        pitch = VoicePitch()
    }

    /// The hypothesis for a stretch of speech, for other thresholds to judge.
    package func hear(_ segment: SpeechSegment) throws -> UtteranceHypothesis {
        try judge(segment).hypothesis
    }

    /// Hears a stretch of speech and judges the answers in it.
    ///
    /// - Parameter remembering: whether the stretch is context for the next ones; false for one
    ///   that may continue.
    package func judge(_ segment: SpeechSegment, remembering: Bool = true) throws -> Judgement {
        let warp = VoiceWarp.factor(pitch: pitch(with: segment).median)
        var letters = context
        let (utterance, memory) = try hear(segment, after: &letters, warp: warp)
        last = (segment, memory, letters)
        let answers = thresholds.answers(to: utterance)
        if remembering { remember(segment, understood: answers) }
        return (utterance, answers)
    }

    /// Keeps the speech of a stretch as context if a letter was understood in it.
    ///
    /// - Parameter answers: the answers in it, as they were judged.
    package func remember(_ segment: SpeechSegment, understood answers: [SpokenAnswer]) {
        let heard = last?.segment == segment ? last : nil
        last = nil
        if let heard { context = heard.context }
        guard answers.contains(where: { $0.kind.letter != nil }) else { return }
        context.add(segment, heard: heard?.memory)
        pitch = pitch(with: segment)
    }

    /// Pitch of the person's last letters and of a stretch.
    private func pitch(with segment: SpeechSegment) -> VoicePitch {
        pitch.followed(by: segment.analysis.pitch, keeping: Double(LetterContext.seconds))
    }

    /// The hypothesis for a stretch, and the net's memory of the stretch.
    ///
    /// - Parameter context: the person's last letters, which the net may hear again.
    private func hear(
        _ segment: SpeechSegment, after context: inout LetterContext, warp: Double
    ) throws -> (hypothesis: UtteranceHypothesis, memory: SpeechMemory) {
        var warp = warp
        var (frames, memory) = context.hear(segment, by: encoder, warp: warp)
        var found = try reader.words(in: frames)
        var own = reader.hypothesis(of: segment, in: frames, found: found)
        // The pitch may mislead about the length of the vocal tract. A letter that is then heard
        // lower can be lost.
        if warp < 1, own.words.isEmpty, own.talk.isEmpty {
            warp = 1
            (frames, memory) = context.hear(segment, by: encoder, warp: warp)
            found = try reader.words(in: frames)
            own = reader.hypothesis(of: segment, in: frames, found: found)
        }
        onFrames?(segment, frames, found)
        guard let beside, !own.answers.isEmpty,
            thresholds.answers(to: own).allSatisfy({ $0.kind == .unclear })
        else { return (own, memory) }
        var others = context.unheard(by: beside.context)
        let other = try beside.hear(segment, after: &others, warp: warp).hypothesis
        return (beside.namesLetters(in: other, against: own) ? other : own, memory)
    }

    /// Whether the other hypothesis has only accepted letters, and the first language's listener
    /// noticed an answer but no word and no other letter: "see" may be a Spanish "sí", "are" a
    /// French "a".
    private func namesLetters(
        in utterance: UtteranceHypothesis, against own: UtteranceHypothesis
    ) -> Bool {
        guard own.words.allSatisfy({ $0.presence != nil || $0.confidence < Self.rivalry })
        else { return false }
        let answers = thresholds.answers(to: utterance)
        return !answers.isEmpty && utterance.talk.isEmpty
            && answers.allSatisfy { answer in
                guard let letter = answer.kind.letter, let time = answer.time else { return false }
                return own.answers.allSatisfy { rival in
                    guard let place = rival.time, place.overlaps(time) else { return true }
                    guard let letters = rival.posterior?.letters else {
                        return rival.sureness < Self.rivalry
                    }
                    return letters.allSatisfy { $0.key == letter || $0.value < Self.rivalry }
                }
            }
    }

    /// Minimum probability of another letter or of a word in the first language that keeps a letter
    /// from being accepted.
    private static let rivalry = 0.2
}

/// The set of letters to listen for; it selects the grammar.
package enum LetterChoice: String, CaseIterable, Sendable, Codable {
    /// The ten letters of Sloan's set; any other letter is heard as the most similar of them.
    case etdrs
    /// All 26.
    case alphabet
    /// All 26 for reading a chart: Sloan's ten, and the other sixteen if they are plainly said.
    case chart
    /// The four letters of children's tests.
    case hotv
    /// Up, down, left and right, and no letters.
    case directions
    /// The four directions and the diagonals between them.
    case diagonals

    /// The set that a test of these optotypes listens for. It depends on the possible answers only,
    /// never on the right one.
    package init(toAnswer optotypes: OptotypeSet) {
        self =
            switch optotypes {
            case .hotv: .hotv
            case .monoyer: .alphabet
            case .landolt8: .diagonals
            case .tumblingE, .landolt: .directions
            case .sloan: .chart
            }
    }

    /// The directions listened for, as a test shows them; nil if letters are listened for.
    package var pointing: OptotypeSet? {
        switch self {
        case .directions: .landolt
        case .diagonals: .landolt8
        case .etdrs, .alphabet, .chart, .hotv: nil
        }
    }

    /// The grammar's file in the folder of grammars.
    package var grammarFile: String { rawValue + ".gram" }
}

extension LetterChoice {
    /// The letters themselves.
    package var letters: Set<Letter> {
        switch self {
        case .etdrs: Set(Letter.sloan)
        case .alphabet, .chart: Set(Letter.allCases)
        case .hotv: Set(OptotypeSet.hotv.choices)
        case .directions, .diagonals: []
        }
    }
}
