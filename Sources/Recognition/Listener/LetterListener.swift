internal import Acuity
public import Audio
public import Grammar
public import PhoneticMapping

/// Hears the words in a stretch of speech: a net scores the sound, a search held to the grammar
/// finds words in the scores, and a fitted model gives each a probability. Not thread-safe: one
/// owner.
///
/// The net hears each stretch after the last letters of the same person, and so adapts to voice,
/// room and microphone. It never learns which letters are shown.
public final class LetterListener {
    /// Longest part of a word before or after the moment in which the net recognises it, if it has
    /// a neighbour there, seconds.
    private static let reach = 0.25
    /// Samples of earlier letters before each stretch: 2 s, in whole frames.
    private static let contextSamples = 2 * speechRate
    /// Sound that is kept on each side of the speech of a stretch, seconds.
    private static let contextMargin = 0.12

    private let encoder: any SpeechEncoding
    private let search: any WordSearching
    private let evidence: AnswerEvidence
    private let mapper: PhoneticMapper
    /// Words that are listened for and answer nothing.
    private let others: Set<String>
    /// Sound of the last stretches in which a letter was understood. Other words make worse
    /// context.
    private var context: [Float] = []
    /// Probabilities from which an answer counts.
    public let thresholds: AcceptanceThresholds

    /// - Parameters:
    ///   - encoder: the net.
    ///   - search: finds the words of `grammar`.
    ///   - grammar: the words to be heard.
    ///   - evidence: gives the probability of each word.
    ///   - mapper: gives the meaning of words other than the names of letters.
    ///   - thresholds: probabilities from which an answer counts.
    public init(
        encoder: any SpeechEncoding, search: any WordSearching, grammar: ListeningGrammar,
        evidence: AnswerEvidence, mapper: PhoneticMapper,
        thresholds: AcceptanceThresholds = AcceptanceThresholds()
    ) {
        self.encoder = encoder
        self.search = search
        self.evidence = evidence
        self.mapper = mapper
        self.thresholds = thresholds
        others = grammar.others
        // The first sound takes longer, since the net plans its matrix products then.
        _ = encoder.frames(of: [])
    }

    /// The answers in a stretch of speech, in order, with their times in the whole sound.
    public func answers(in segment: SpeechSegment) throws -> [SpokenAnswer] {
        thresholds.answers(to: try hear(segment))
    }

    /// Forgets the person: the next stretch is heard by itself.
    public func forgetSession() { context = [] }

    /// The hypothesis for a stretch of speech, before it is judged.
    ///
    /// - Parameter remembering: whether the stretch is context for the next ones; false for one
    ///   that may go on.
    public func hear(_ segment: SpeechSegment, remembering: Bool = true) throws
        -> UtteranceHypothesis
    {
        let breath = try hear(segment, after: context)
        if remembering { remember(segment, breath) }
        return breath
    }

    /// Keeps the speech of a stretch in which a letter was understood, as context.
    package func remember(_ segment: SpeechSegment, _ breath: UtteranceHypothesis) {
        let isUnderstood = thresholds.answers(to: breath).contains { answer in
            if case .letter = answer.kind { true } else { false }
        }
        guard isUnderstood else { return }
        let rate = Double(speechRate)
        let first = max(0, Int((segment.lead - Self.contextMargin) * rate))
        let last = Int((segment.lead + segment.end - segment.start + Self.contextMargin) * rate)
        let count = segment.samples.count
        let speech = segment.samples[min(first, count)..<min(last, count)]
        let kept = (context + speech).suffix(Self.contextSamples)
        let frame = Int(TokenFrames.secondsPerFrame * rate)
        context = Array(kept.suffix(kept.count / frame * frame))
    }

    private func hear(_ segment: SpeechSegment, after context: [Float]) throws
        -> UtteranceHypothesis
    {
        let before = context.count / Int(TokenFrames.secondsPerFrame * Double(speechRate))
        let frames = encoder.frames(of: context + segment.samples).dropFirst(before)
        let found = try search.words(in: frames)
        let origin = segment.start - segment.lead
        var breath = UtteranceHypothesis(silence: evidence.silence(in: frames))
        breath.talk = found.filter(\.isFiller).map { word in
            let time = origin + TokenFrames.time(ofFrame: word.frames.lowerBound)
            return time...origin + TokenFrames.time(ofFrame: word.frames.upperBound)
        }
        breath.words = evidence.words(found, in: frames, segment.analysis).map { word in
            var word = word
            word.time = origin + word.time.lowerBound...origin + word.time.upperBound
            return word
        }
        breath.words = Self.spread(breath.words, over: segment, besides: breath.talk)
        if found.isEmpty, breath.isSpeech, UtteranceHypothesis.letterSeconds ~= segment.seconds {
            breath.words = [
                evidence.unknown(in: frames, segment.analysis, time: segment.time)
            ]
        }
        if breath.isSpeech, let phrase = evidence.phrase(found, in: frames, time: segment.time) {
            (breath.words, breath.talk) = ([phrase], [])
        }
        breath.answers = breath.words.flatMap(answers(to:)).joiningCodeWords()
        return breath
    }

    /// Words with the time that they took. The net recognises a word at one moment in it. The word
    /// extends from there to the middle between it and its neighbours, at most by `reach`; a word
    /// said alone takes the whole stretch.
    private static func spread(
        _ words: [WordHypothesis], over segment: SpeechSegment, besides talk: [ClosedRange<Double>]
    ) -> [WordHypothesis] {
        let moments = (words.map(\.time) + talk).sorted { $0.lowerBound < $1.lowerBound }
        return words.map { word in
            let own = word.time
            let before = moments.last { $0.upperBound <= own.lowerBound }?.upperBound
            let after = moments.first { $0.lowerBound >= own.upperBound }?.lowerBound
            let start =
                before.map { max(($0 + own.lowerBound) / 2, own.lowerBound - reach) }
                ?? min(segment.start, own.lowerBound)
            let end =
                after.map { min(($0 + own.upperBound) / 2, own.upperBound + reach) }
                ?? max(segment.end, own.upperBound)
            var word = word
            word.time = start...max(start, end)
            return word
        }
    }

    /// The answers in a word.
    private func answers(to word: WordHypothesis) -> [SpokenAnswer] {
        if let presence = word.presence {
            guard
                let best = word.letters.max(by: {
                    ($0.value, $1.key.rawValue) < ($1.value, $0.key.rawValue)
                })
            else { return [] }
            let belief = LetterPosterior(
                letters: word.letters.mapValues { $0 * presence },
                unlikely: evidence.unlikelyLetters)
            return [
                SpokenAnswer(
                    .letter(best.key), heard: word.word, confidence: best.value, time: word.time,
                    presence: presence, belief: belief)
            ]
        }
        guard !others.contains(word.word) else { return [] }
        return mapper.answers(to: [word], from: .grammar)
    }
}
