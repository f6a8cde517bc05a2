internal import Acuity
package import Audio
package import Grammar
package import PhoneticMapping

/// Reads words, each with its probability, in a net's output for a stretch of speech. Not
/// thread-safe: one owner.
package final class FrameReader {
    /// Longest part of a word before or after the moment when the net recognises it, seconds, if it
    /// has a neighbour on that side.
    private static let reach = 0.25

    private let search: any WordSearching
    private let evidence: AnswerEvidence
    private let mapper: PhoneticMapper
    /// Words that are listened for but are not answers.
    private let others: Set<String>

    /// - Parameters:
    ///   - search: finds the words of `grammar`.
    ///   - grammar: the words to be heard.
    ///   - evidence: gives the probability of each word.
    ///   - mapper: gives the meaning of words other than the names of letters.
    package init(
        search: any WordSearching, grammar: ListeningGrammar, evidence: AnswerEvidence,
        mapper: PhoneticMapper
    ) {
        self.search = search
        self.evidence = evidence
        self.mapper = mapper
        others = grammar.others
    }

    /// The words that the search finds.
    package func words(in frames: TokenFrames) throws -> [FoundWord] {
        try search.words(in: frames)
    }

    /// The hypothesis for a stretch of speech in which the search has found these words, before it is
    /// judged.
    ///
    /// - Parameters:
    ///   - segment: the stretch, for its times and loudness.
    ///   - frames: the net's output for the samples of the segment.
    package func hypothesis(
        of segment: SpeechSegment, in frames: TokenFrames, found: [FoundWord]
    ) -> UtteranceHypothesis {
        let origin = segment.start - segment.lead
        var utterance = UtteranceHypothesis(silence: evidence.silence(in: frames))
        utterance.stretch = segment.time
        utterance.talk = found.filter(\.isFiller).map { word in
            let time = origin + TokenFrames.time(ofFrame: word.frames.lowerBound)
            return time...origin + TokenFrames.time(ofFrame: word.frames.upperBound)
        }
        utterance.words = evidence.words(found, in: frames, segment.analysis).map { word in
            var word = word
            word.time = origin + word.time.lowerBound...origin + word.time.upperBound
            return word
        }
        utterance.words = Self.spread(utterance.words, over: segment, besides: utterance.talk)
        if found.isEmpty, utterance.isSpeech, UtteranceHypothesis.letterSeconds ~= segment.seconds {
            utterance.words = [
                evidence.unknown(in: frames, segment.analysis, time: segment.time)
            ]
        }
        if utterance.isSpeech, let phrase = evidence.phrase(found, in: frames, time: segment.time) {
            (utterance.words, utterance.talk) = ([phrase], [])
        }
        utterance.answers = utterance.words.flatMap(answers(to:)).joiningCodeWords()
        return utterance
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
            let posterior = LetterPosterior(
                letters: word.letters.mapValues { $0 * presence },
                unlikely: evidence.unlikelyLetters)
            return [
                SpokenAnswer(
                    .letter(best.key), heard: word.word, confidence: best.value, time: word.time,
                    presence: presence, posterior: posterior,
                    wording: .init(of: word.word.split(separator: " "), for: best.key))
            ]
        }
        guard !others.contains(word.word) else { return [] }
        return mapper.answers(to: [word], from: .grammar)
    }
}
