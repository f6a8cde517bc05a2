internal import Acuity
public import Audio
public import Grammar
public import PhoneticMapping

/// Hears what was said in a stretch of speech: a net makes scores of the sound, a search held to
/// the grammar finds words in them, and a fitted model says how sure each is. Not thread-safe: one
/// owner.
///
/// The net hears each stretch behind the last letters of the same person, which tell it voice, room
/// and microphone. It never learns which letters are shown.
public final class LetterListener {
    /// How long the name of a letter may take, seconds. Letters said alone take 0.17 to 0.91.
    private static let letterSeconds = 0.1...1.0
    /// How long a word lasts at most before and after the moment in which the net tells it, where
    /// another follows, seconds.
    private static let reach = 0.25
    /// How much of earlier letters is heard before a stretch, samples: 2 s, in whole frames.
    private static let contextSamples = 2 * speechRate
    /// What of a stretch is kept before and after its speech, seconds.
    private static let contextMargin = 0.12

    private let encoder: any SpeechEncoding
    private let search: any WordSearching
    private let evidence: AnswerEvidence
    private let mapper: PhoneticMapper
    private let names: [String: Bool]
    /// The end of the last stretches in which a letter was understood. Other words are heard less well
    /// behind others.
    private var context: [Float] = []
    /// How sure a hearing must be to count.
    public let thresholds: HearingThresholds

    /// - Parameters:
    ///   - encoder: the net.
    ///   - search: finds the words of `grammar`.
    ///   - grammar: what is listened for.
    ///   - evidence: says how sure each word is.
    ///   - mapper: says what words other than the names of letters stand for.
    ///   - thresholds: how sure a hearing must be to count.
    public init(
        encoder: any SpeechEncoding, search: any WordSearching, grammar: ListeningGrammar,
        evidence: AnswerEvidence, mapper: PhoneticMapper,
        thresholds: HearingThresholds = HearingThresholds()
    ) {
        self.encoder = encoder
        self.search = search
        self.evidence = evidence
        self.mapper = mapper
        self.thresholds = thresholds
        names = Dictionary(uniqueKeysWithValues: grammar.others.map { ($0, true) })
        // The first sound takes the net longer: it plans its products.
        _ = encoder.frames(of: [])
    }

    /// The answers in a stretch of speech, in order, with their times in the whole sound; empty
    /// where it held none.
    public func answers(in segment: SpeechSegment) throws -> [SpokenAnswer] {
        thresholds.answers(to: try hear(segment))
    }

    /// Forgets the person: the next stretch is heard by itself.
    public func forgetSession() { context = [] }

    /// What is heard in a stretch of speech, before it is judged.
    ///
    /// - Parameter remembering: whether it helps to hear what follows; false for a stretch that may
    ///   go on.
    public func hear(_ segment: SpeechSegment, remembering: Bool = true) throws -> HeardBreath {
        let breath = try hear(segment, after: context)
        if remembering { remember(segment, breath) }
        return breath
    }

    /// Keeps the speech of a stretch in which something was understood.
    package func remember(_ segment: SpeechSegment, _ breath: HeardBreath) {
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

    private func hear(_ segment: SpeechSegment, after context: [Float]) throws -> HeardBreath {
        let before = context.count / Int(TokenFrames.secondsPerFrame * Double(speechRate))
        let frames = encoder.frames(of: context + segment.samples).dropFirst(before)
        let found = try search.words(in: frames)
        let origin = segment.start - segment.lead
        let surroundings = AnswerEvidence.Surroundings(
            loudness: SpeechLoudness.range(of: segment.samples),
            seconds: segment.end - segment.start)
        var breath = HeardBreath(silence: evidence.silence(in: frames))
        breath.talk = found.filter(\.isFiller).map { word in
            let time = origin + TokenFrames.time(ofFrame: word.frames.lowerBound)
            return time...origin + TokenFrames.time(ofFrame: word.frames.upperBound)
        }
        breath.words = evidence.words(found, in: frames, surroundings).map { word in
            var word = word
            word.time = origin + word.time.lowerBound...origin + word.time.upperBound
            return word
        }
        breath.words = Self.spread(breath.words, over: segment, besides: breath.talk)
        if found.isEmpty, breath.isSpeech, Self.letterSeconds ~= surroundings.seconds {
            breath.words = [
                evidence.unknown(in: frames, surroundings, time: segment.start...segment.end)
            ]
        }
        breath.answers = breath.words.flatMap(answers(to:))
        return breath
    }

    /// Words with the time that they took. The net tells a word at one moment in it: it lasts from
    /// there to the middle between it and its neighbours, and no further than `reach`; what was said
    /// alone lasts as long as the stretch.
    private static func spread(
        _ words: [HeardWord], over segment: SpeechSegment, besides talk: [ClosedRange<Double>]
    ) -> [HeardWord] {
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

    /// What a word says.
    private func answers(to word: HeardWord) -> [SpokenAnswer] {
        if let presence = word.presence {
            guard
                let best = word.letters.max(by: {
                    ($0.value, $1.key.rawValue) < ($1.value, $0.key.rawValue)
                })
            else { return [] }
            let belief = LetterBelief(
                letters: word.letters.mapValues { $0 * presence },
                unlikely: evidence.unlikelyLetters)
            return [
                SpokenAnswer(
                    .letter(best.key), heard: word.word, confidence: best.value, time: word.time,
                    presence: presence, belief: belief)
            ]
        }
        guard names[word.word] == nil else { return [] }
        return mapper.answers(to: [word], from: .grammar)
    }

    /// Whether a stretch of speech in which no answer was heard may have been a letter.
    package func mayBeLetter(_ segment: SpeechSegment, _ breath: HeardBreath) -> Bool {
        breath.isSpeech && Self.letterSeconds ~= segment.end - segment.start
    }

    /// Whether a stretch of speech in which no answer was heard may have been letters, or talk.
    package func mayBeLetters(_ segment: SpeechSegment, _ breath: HeardBreath) -> Bool {
        breath.isSpeech && segment.end - segment.start > Self.letterSeconds.upperBound
    }
}
