internal import LetterSpeech

extension SphinxRecognizer {
    /// The answers of a hearing, each with the time it takes and how sure it is.
    ///
    /// - Parameters:
    ///   - plain: the scores of the sounds by the model that finds words, alone.
    ///   - first: the first frame of the cepstra in the whole stretch.
    ///   - speech: which frames of the cepstra are speech.
    ///   - counts: whether it matters how sure a word is, one of so many.
    func answers(
        in hearing: Hearing, of cepstra: Cepstra, _ plain: SenoneScores, from first: Int,
        speech: ClosedRange<Int>, confidenceCounts counts: (_ word: String, _ words: Int) -> Bool
    ) throws -> [HeardWord] {
        let phrases = phrases(in: hearing)
        let talk = configuration.grammar.talk?.network
        guard !phrases.isEmpty else { return [] }
        if let diagonal = diagonal(in: phrases, of: cepstra, plain, from: first) {
            return [diagonal]
        }
        let said = phrases.filter { talk?.accepts($0.words) != true }
        return try said.map { phrase in
            let start = Double(first + phrase.frames.lowerBound) / Cepstra.frameRate
            let end = Double(first + phrase.frames.upperBound + 1) / Cepstra.frameRate
            let isAlone = phrases.count == 1
            // Of what was said alone the search may have found a part: the S of a "pass".
            let own = isAlone ? phrase.frames.joined(with: speech) : phrase.frames
            let scored = wordScores(of: cepstra, plain, frames: own.widened(by: Self.spanMargin))
            var name = name(of: phrase)
            if isAlone, let command = try command(scored?.words.first, besides: name, in: plain) {
                name = command
            }
            var evidence: Evidence?
            if scored == nil || counts(name, said.count) {
                evidence =
                    isAlone
                    ? try question(only: phrase, in: hearing, plain)
                    : try question(phrase, alone: hearing.scores)
            }
            var word = HeardWord(
                name, time: start...end, confidence: evidence?.confidence ?? 0,
                scores: scored?.words ?? [], fit: scored?.fit ?? evidence?.fit)
            word.isBesideTalk = said.count < phrases.count
            let before = phrases.last { $0.frames.upperBound <= phrase.frames.lowerBound }
            word.isAnnounced = before.map { talk?.announcesLetter($0) == true } ?? false
            return word
        }
    }

    /// How well each word explains some frames of a stretch of sound, which are scored for it.
    private func wordScores(
        of cepstra: Cepstra, _ plain: SenoneScores, frames: ClosedRange<Int>
    ) -> (words: [WordScore], fit: Double)? {
        wordScorer.scores(of: judge?.scores(of: cepstra, frames: frames) ?? plain.slice(frames))
    }

    /// The command that the models alone find where they also score it best of all words.
    ///
    /// "Pass" and S have their longest sound in common, and phones that were told weigh each sound
    /// alike: so a command is not outvoted in silence, but left to what weighs all that is known.
    ///
    /// - Parameter found: what was found; nil is told where it is that command anyway.
    private func command(
        _ best: WordScore?, besides found: String, in plain: SenoneScores
    ) throws -> String? {
        guard let best, best.word != found, configuration.grammar.commands.contains(best.word),
            let alone = try decode(plain, search: Self.answerSearch)
        else { return nil }
        let found = phrases(in: alone)
        return found.count == 1 && found[0].words == [best.word] ? best.word : nil
    }

    /// The diagonal that a stretch of sound names as a whole, if it does; of one that may, how
    /// little that is sure.
    ///
    /// A search finds "left" in "up left" and takes the rest for a breath. So the whole sound is
    /// held against each diagonal.
    private func diagonal(
        in phrases: [SpokenPhrase], of cepstra: Cepstra, _ plain: SenoneScores, from first: Int
    ) -> HeardWord? {
        let grammar = configuration.grammar
        guard !grammar.diagonals.isEmpty else { return nil }
        let said = phrases.filter { grammar.talk?.network.accepts($0.words) != true }
        guard let start = said.first?.frames.lowerBound, let end = said.last?.frames.upperBound,
            said.allSatisfy({ $0.words.count == 1 || grammar.isDiagonal($0.words) })
        else { return nil }
        let own =
            said.count == phrases.count
            ? 0...max(0, cepstra.frames - 1) : start - Self.spanMargin...end + Self.spanMargin
        guard let scored = wordScores(of: cepstra, plain, frames: own),
            let verdict = DiagonalVerdict(scored.words)
        else { return nil }
        let time =
            Double(first + start) / Cepstra.frameRate...Double(first + end + 1) / Cepstra.frameRate
        var word = HeardWord(
            verdict.words, time: time, confidence: verdict.confidence, scores: scored.words,
            fit: scored.fit)
        word.isBesideTalk = said.count < phrases.count
        return word
    }

    /// How a phrase is told: a word that is no answer stands in brackets, as silence and noise do.
    private func name(of phrase: SpokenPhrase) -> String {
        let text = phrase.words.joined(separator: " ")
        return phrase.words.count == 1 && configuration.grammar.others.contains(text)
            ? "<\(text)>" : text
    }
}
