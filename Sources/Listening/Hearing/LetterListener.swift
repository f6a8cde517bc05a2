public import Audio
public import LetterSpeech

/// Hears what was said in a stretch of speech: recogniser, phonetic mapper, and three outcomes:
/// an answer, an unclear one, none. Not thread-safe: one owner.
public final class LetterListener {
    /// More speech than this, in seconds, is more than one letter.
    static let longestWord = 1.0
    /// What says that somebody is thinking, as the grammars write it.
    private static let hesitation = "<um>"

    /// How sure a letter must be where the recogniser heard a command among other words. "Pass" and
    /// S are close, the fusion was fitted on commands said alone, and an S in the place of a "pass"
    /// is a letter that nobody named.
    static let sureOverCommand = 0.98

    /// How much of what was said alone may lie before and after what stands out of noise, seconds:
    /// its consonants. Beside a tap, 15 dB over it, 0.05 before and 0.1 after did nearly as well
    /// for 248 letters, 0.15 and 0.3 worse.
    static let hiddenEnds = 0.1

    let recognizer: any Recognizing
    private let classifier: (any LetterClassifying)?
    let fusion: AnswerFusion?
    private let mapper: PhoneticMapper
    /// How this person says the letters; nil where the classifier cannot be taught.
    let voice: (any VoiceLearning)?
    /// How sure a hearing must be to count.
    public let thresholds: HearingThresholds

    /// A listener who knows nothing of the person yet.
    ///
    /// - Parameters:
    ///   - recognizer: finds the words; its grammar says which.
    ///   - classifier: gives a second opinion on every word that the recogniser finds.
    ///   - fusion: makes one answer of both.
    ///   - mapper: tells what a word says where the fusion does not.
    ///   - thresholds: how sure a hearing must be to count.
    public init(
        recognizer: any Recognizing, classifier: (any LetterClassifying)? = nil,
        fusion: AnswerFusion? = nil, mapper: PhoneticMapper,
        thresholds: HearingThresholds = HearingThresholds()
    ) {
        self.recognizer = recognizer
        self.classifier = classifier
        self.fusion = fusion
        self.mapper = mapper
        self.thresholds = thresholds
        voice = classifier?.makeVoice()
    }

    /// The answers in a stretch of speech, in order, with their times in the whole sound; empty
    /// where it held none.
    ///
    /// - Parameter learning: whether it also teaches voice, room and microphone.
    public func answers(in segment: SpeechSegment, learning: Bool) throws -> [SpokenAnswer] {
        thresholds.answers(to: try hear(segment, learning: learning))
    }

    /// What is heard in a stretch of speech, before it is judged.
    ///
    /// - Parameters:
    ///   - learning: whether it also teaches voice, room and microphone.
    ///   - learnt: what is known of it where it was learnt from before.
    public func hear(
        _ whole: SpeechSegment, learning: Bool, learnt: LearntSpeech? = nil
    ) throws -> HeardBreath {
        let breath = try hear(whole, learning: learning, learnt: learnt, isForeground: false)
        return try withMissedLetters(breath, in: whole)
    }

    /// - Parameter isForeground: whether it is the part of a stretch that was heard before.
    func hear(
        _ whole: SpeechSegment, learning: Bool, learnt: LearntSpeech?, isForeground: Bool
    ) throws -> HeardBreath {
        let segment = whole.cutToSpeech()
        // Of a part of it nothing is known.
        let known = segment.samples.count == whole.samples.count ? learnt : nil
        let voice = known?.voice ?? Voicing.seconds(of: segment.samples)
        guard voice >= thresholds.voice else { return HeardBreath() }
        var found = try recognizer.hear(
            segment.samples, features: known?.features,
            phones: try classifier?.phones(of: segment.samples), learning: learning,
            confidenceCounts: confidenceCounts)
        let seconds = segment.end - segment.start
        if found.isEmpty, classifier != nil, seconds <= Self.longestWord {
            // What the recogniser has no word for may be a letter to the second opinion.
            let time = segment.lead...segment.lead + seconds
            found = [HeardWord(HeardWord.unknown, time: time, confidence: 0)]
        }
        let words = breath(of: try weighed(found, in: segment))
        if !isForeground, let near = foreground(of: segment, in: words) {
            let again = try hear(near, learning: false, learnt: nil, isForeground: true)
            // What was heard once is not lost.
            return again.words.isEmpty ? words : again
        }
        let breath = try heldAgainstTalk(words)
        if let line = try line(insteadOf: breath, in: segment) { return line }
        guard isOneInNoise(breath, seconds: seconds) else { return breath }
        // A phrase is known to the recogniser alone, which was wrong about it once.
        guard let one = try recognizer.hearOneAnswer(confidenceCounts: confidenceCounts),
            !one.isPhrase
        else { return breath }
        return self.breath(of: try weighed([one], in: segment))
    }

    /// How much likelier a letter is right after "I think it's a", as odds. Of 240 such phrases by
    /// four synthetic voices 55.4, 62.5 and 65.8 % are heard as their letter where it is 1, 3 and
    /// 10 times likelier; of 256 read sentences 9, 9 and 10 are answered with one of ten letters.
    private static let likelierAnnounced = 3.0

    /// What words come to that were found in one breath, by what is known of the person now.
    ///
    /// - Parameter isLine: whether they are a line, though others were found first.
    public func breath(of found: [HeardWord], isLine: Bool = false) -> HeardBreath {
        var words = found
        var answers: [SpokenAnswer] = []
        let corrected = words.map(corrected)
        for index in words.indices {
            var fused = fusion?.answer(toWord: index, in: corrected)
            // "It's an O" holds no "no".
            if words[index].isBesideTalk, fusion?.isLetter(words[index].word) == true,
                fused?.kind == .command(.correction)
            {
                fused?.kind = .unclear
            }
            if words[index].isAnnounced, case .letter = fused?.kind {
                fused = fused?.asAnswer(likelier: Self.likelierAnnounced)
            }
            if let fused, words.count == 1 || !prefersCommand(corrected[index], to: fused) {
                words[index].confidence = fused.presence ?? fused.confidence
                answers.append(fused)
            } else {
                answers += mapper.answers(to: [words[index]], from: .grammar)
            }
        }
        if fusion == nil { answers = mapper.answers(to: words, from: .grammar) }
        var breath = HeardBreath(
            words: words, answers: Self.withoutGuesses(answers, in: words), found: found)
        breath.isLine = isLine
        breath.unlikely = fusion?.unlikely ?? []
        breath.isLettersAlone = found.allSatisfy { fusion?.isLetter($0.word) == true }
        return breath
    }

    /// Whether it matters how sure the recogniser is of a word, one of so many: of a phrase, which
    /// it alone knows, of a command that may be preferred, and where there is no other opinion.
    private func confidenceCounts(_ word: String, of words: Int) -> Bool {
        guard classifier != nil, let fusion else { return true }
        return word.contains(" ") || words > 1 && fusion.isCommand(word)
    }

    /// Whether a word among others is the command that the recogniser heard, rather than what the
    /// fusion makes of it.
    private func prefersCommand(_ word: HeardWord, to fused: SpokenAnswer) -> Bool {
        guard fusion?.isCommand(word.word) == true else { return false }
        if case .letter = fused.kind { return fused.sureness < Self.sureOverCommand }
        return fused.sureness < word.confidence
    }

    /// The words with what else is known of their sound, at their times in the whole sound.
    func weighed(_ words: [HeardWord], in segment: SpeechSegment) throws -> [HeardWord] {
        let offset = segment.start - segment.lead
        return try withOpinion(words, in: segment).map { word in
            var moved = word
            moved.time = word.time.lowerBound + offset...word.time.upperBound + offset
            return moved
        }
    }

    /// The words with what else is known of their sound, at their times in the samples.
    private func withOpinion(
        _ words: [HeardWord], in segment: SpeechSegment
    ) throws -> [HeardWord] {
        guard let classifier else { return words }
        let loudness = SpeechLoudness.range(of: segment.samples)
        let speech = segment.lead...segment.lead + segment.end - segment.start
        let hidden = loudness < HearingFusion.quiet ? Self.hiddenEnds : 0
        // What was said alone lasts as long as the speech does: a recogniser may take some of the
        // silence for its first or last sound.
        let isAlone = words.count == 1 && !words[0].isBesideTalk
        let times = words.map { isAlone ? speech : $0.time.clamped(to: speech) }
        let around = isAlone ? hidden : 0
        let opinions = try classifier.classify(
            segment.samples,
            words: times.map { time in
                let start = Int((time.lowerBound - around) * Double(speechRate))
                let end = Int((time.upperBound + around) * Double(speechRate))
                return (start..<end).clamped(to: segment.samples.indices)
            })
        return words.indices.map { index in
            var weighed = words[index]
            weighed.time = times[index]
            weighed.opinion = opinions[index]
            weighed.loudness = loudness
            return weighed
        }
    }

    /// Whether a stretch of speech in which no answer was heard may have been a letter: a voice
    /// made it, and it is as long as the name of a letter.
    public func mayBeLetter(_ segment: SpeechSegment) -> Bool {
        thresholds.letterSeconds.contains(segment.end - segment.start)
            && Voicing.seconds(of: segment.samples) >= thresholds.voiceOfLetter
    }

    /// Whether a stretch of speech in which no answer was heard may have been letters, or talk: a
    /// voice made it, and it is longer than the name of a letter.
    func mayBeLetters(_ segment: SpeechSegment) -> Bool {
        segment.end - segment.start > thresholds.letterSeconds.upperBound
            && Voicing.seconds(of: segment.samples) >= thresholds.voiceOfLetter
    }

    /// Where in a breath letters may have been said that are not among its answers: sounds that no
    /// word explains, and words that were left out. "Um" is no letter, and between directions there
    /// are none.
    ///
    /// - Returns: seconds of the whole sound, ascending.
    func mayBeLetters(
        in segment: SpeechSegment, beside answers: [SpokenAnswer], of breath: HeardBreath
    ) -> [ClosedRange<Double>] {
        guard !answers.contains(where: \.isDirection) else { return [] }
        let leftOut = breath.words.filter { word in
            word.isNoAnswer && word.word != Self.hesitation
                && !answers.contains { $0.time == word.time }
        }
        return
            (UnexplainedSounds.times(in: segment, besides: breath.words.map(\.time))
            + leftOut.map(\.time)).sorted { $0.lowerBound < $1.lowerBound }
    }

    /// Learns voice, room and microphone from a stretch of speech; a noise teaches nothing.
    ///
    /// - Returns: what is known of it now.
    @discardableResult
    public func attune(to segment: SpeechSegment) throws -> LearntSpeech {
        let voice = Voicing.seconds(of: segment.samples)
        guard voice >= thresholds.voiceOfLetter else {
            return LearntSpeech(voice: voice, features: nil)
        }
        return LearntSpeech(voice: voice, features: try recognizer.attune(to: segment.samples))
    }

    /// Forgets voice, room and microphone.
    public func forgetSession() {
        recognizer.forgetSession()
        voice?.forgetSession()
    }
}
