import Foundation
import Recognition
import TestSpeech

/// A net and a search that hear what a test tells them, whatever the sound is.
final class ScriptedEar: SpeechEncoding, WordSearching {
    /// Something to be heard.
    struct Word {
        /// The word that the search finds, as the grammar writes it; nil if it finds none.
        var word: String?
        /// The sounds that the net hears, a token a frame with a blank between.
        var tokens: [String]
        /// Seconds from the first sample to the first token.
        var seconds: Double
        /// The probability of each of the tokens in its frame.
        var probability: Double

        init(_ word: String?, _ tokens: [String], at seconds: Double, probability: Double = 0.999) {
            self.word = word
            self.tokens = tokens
            self.seconds = seconds
            self.probability = probability
        }

        /// The frames of its tokens.
        var frames: ClosedRange<Int> {
            let first = Int(((seconds - TokenFrames.start) / TokenFrames.secondsPerFrame).rounded())
            return first...first + 2 * (tokens.count - 1)
        }
    }

    let tokens =
        [TokenFrames.blank]
        + (UInt8(ascii: "A")...UInt8(ascii: "Z")).map {
            String(UnicodeScalar($0))
        } + ["ah", "ae", "b", "eh", "ey", "k", "p", "s"]
    private var scripts: [[Word]]
    private var script: [Word] = []
    /// The factors of frequency that it was asked for, one for each time it heard a sound.
    private(set) var warps: [Double] = []

    /// - Parameter scripts: what is heard in one stretch of speech after the other; the last of them
    ///   also in all that come after.
    init(_ scripts: [[Word]]) { self.scripts = scripts }

    func hear(
        _ samples: [Float], warp: Double, after memory: SpeechMemory
    ) -> (frames: TokenFrames, memory: SpeechMemory) {
        // A listener begins with no sound at all.
        if !samples.isEmpty { warps.append(warp) }
        if !samples.isEmpty, let next = scripts.first {
            script = next
            if scripts.count > 1 { scripts.removeFirst() }
        }
        let count = (samples.count + 3360) / 320
        let others = 1e-6
        var rows = [[Double]](
            repeating: [1] + tokens.dropFirst().map { _ in others }, count: count)
        for word in script {
            for (index, token) in word.tokens.enumerated() {
                let frame = word.frames.lowerBound + 2 * index
                guard rows.indices.contains(frame), let place = tokens.firstIndex(of: token)
                else { continue }
                rows[frame][0] = 1 - word.probability
                rows[frame][place] = word.probability
            }
        }
        let frames = TokenFrames(
            tokens: tokens,
            values: rows.flatMap { row in row.map { Float(log($0 / row.reduce(0, +))) } })
        return (frames, SpeechMemory())
    }

    func words(in frames: TokenFrames) -> [FoundWord] {
        script.compactMap { said in
            guard let word = said.word, said.frames.upperBound < frames.frames else { return nil }
            return FoundWord(word: word, tokens: said.tokens, frames: said.frames)
        }
    }

    /// A listener for the letters of the charts that hears these, one stretch of speech after the
    /// other.
    static func listener(
        _ scripts: [Word]..., thresholds: AcceptanceThresholds = AcceptanceThresholds()
    ) throws -> LetterListener {
        try listener(ScriptedEar(scripts), thresholds: thresholds)
    }

    /// A listener for the letters of the charts with this ear.
    static func listener(
        _ ear: some SpeechEncoding & WordSearching,
        thresholds: AcceptanceThresholds = AcceptanceThresholds(), remembersLetters: Bool = true
    ) throws -> LetterListener {
        let grammar = try RealHearing.grammar("etdrs")
        return LetterListener(
            encoder: ear, search: ear, grammar: grammar,
            evidence: AnswerEvidence(
                grammar: grammar, names: try RealHearing.letters(of: grammar), tokens: ear.tokens,
                model: AnswerModel()),
            mapper: try RealHearing.mapper(), thresholds: thresholds,
            remembersLetters: remembersLetters)
    }
}
