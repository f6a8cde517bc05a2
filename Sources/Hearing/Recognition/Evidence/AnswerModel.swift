internal import Foundation
package import PhoneticMapping

/// The confidence of an answer: three logistic regressions and a temperature, fitted on speakers
/// outside the net's training set (`training/ear/fit.py`).
///
/// All decisions on whether an answer counts depend on these weights.
package struct AnswerModel: Sendable, Codable, Equatable {
    /// The version of the file format that is read. Version 2 has the weights of phrases.
    fileprivate static let current = 2

    /// The version of the file format.
    package var version: Int
    /// The data that the weights were fitted on.
    package var source: String
    /// The weights of the probability that a letter was said; "bias" is the constant term.
    package var presence: [String: Double]
    /// The weights of the probability that a word other than a letter was said.
    package var word: [String: Double]
    /// The weights of the probability that a stretch of speech was the likeliest phrase of a list.
    package var phrase: [String: Double]
    /// The exponent of letters' likelihoods: a temperature, inverted (Guo et al., ICML 2017).
    package var sharpness: Double
    /// The offset of each letter's log probability, by the letter's name: the bias of the last layer
    /// (vector scaling; Guo et al., ICML 2017). Nil for none.
    package var offsets: [String: Double]?
    /// The share of wrong letters among the accepted ones at each acceptance threshold, counted on
    /// speakers left out of the fit. The share never rises with the threshold.
    package var operating: [Operating]

    /// A threshold, and the share of wrong letters among those accepted with it.
    package struct Operating: Sendable, Codable, Equatable {
        /// The confidence from which letters are accepted, 0…1.
        package var accept: Double
        /// The share of them that is wrong, 0…1.
        package var wrong: Double

        /// Sets each property from the parameter of its name.
        package init(accept: Double, wrong: Double) {
            self.accept = accept
            self.wrong = wrong
        }
    }

    /// The confidence from which at most this share of the accepted letters is wrong, interpolated
    /// linearly between two counted thresholds; beyond the strictest threshold, that threshold.
    package func accept(wrongAtMost share: Double) -> Double? {
        let rising = operating.sorted { $0.wrong < $1.wrong }
        guard let first = rising.first, let last = rising.last else { return nil }
        if share <= first.wrong { return first.accept }
        for (low, high) in zip(rising, rising.dropFirst()) where share <= high.wrong {
            let part = (share - low.wrong) / (high.wrong - low.wrong)
            return low.accept + part * (high.accept - low.accept)
        }
        return last.accept
    }

    /// The weights in a file, as JSON.
    ///
    /// - Throws: `AnswerModelError`.
    package init(contentsOf file: String) throws(AnswerModelError) {
        guard let data = FileManager.default.contents(atPath: file) else {
            throw .unreadable(path: file)
        }
        // A file of another version may have other fields, too.
        struct Head: Decodable { var version: Int }
        if let head = try? JSONDecoder().decode(Head.self, from: data),
            head.version != Self.current
        {
            throw .otherVersion(path: file, version: head.version)
        }
        do {
            self = try JSONDecoder().decode(AnswerModel.self, from: data)
        } catch {
            throw .damaged(path: file)
        }
        guard version == Self.current, sharpness > 0, sharpness.isFinite,
            [presence, word, phrase, offsets ?? [:]].allSatisfy({
                $0.values.allSatisfy(\.isFinite)
            })
        else { throw .damaged(path: file) }
    }

    /// Weights that take a net's probabilities as they are, for tests.
    package init(sharpness: Double = 1) {
        version = Self.current
        source = "none"
        presence = ["letter": 1]
        word = ["rival": 1]
        phrase = ["margin": 1]
        self.sharpness = sharpness
        operating = []
    }

    /// The probability of a logistic regression for some evidence, 0…1.
    package static func probability(_ evidence: [String: Double], _ weights: [String: Double])
        -> Double
    {
        // Summed in the order of their names: the order of a dictionary varies, and with it the
        // rounding.
        let sum = weights.sorted { $0.key < $1.key }.reduce(0) { sum, weight in
            sum + weight.value * (weight.key == "bias" ? 1 : evidence[weight.key] ?? 0)
        }
        return 1 / (1 + exp(-sum))
    }
}

/// An error in an answer model.
package enum AnswerModelError: Error, Equatable, CustomStringConvertible {
    /// The file is not there, or may not be read.
    case unreadable(path: String)
    /// The file does not have valid weights.
    case damaged(path: String)
    /// The file was made for another Aloud.
    case otherVersion(path: String, version: Int)

    package var description: String {
        switch self {
        case .unreadable(let path):
            "'\(path)' cannot be read: restore it from the release, or make it with"
                + " training/ear/fit.py."
        case .damaged(let path):
            "'\(path)' is damaged: restore it from the release, or make it with"
                + " training/ear/fit.py."
        case .otherVersion(let path, let version):
            "'\(path)' is of version \(version), and this Aloud reads version"
                + " \(AnswerModel.current): restore the file that came with it."
        }
    }
}

/// The minimum probabilities for an answer to count, 0…1.
///
/// An answer between `notice` and `accept` is "unclear" and is asked for again: asking costs two
/// seconds, a wrong letter 0.02 logMAR. Below both it was not an answer but a hum, a cough or talk.
package struct AcceptanceThresholds: Sendable, Equatable {
    /// Minimum probability to accept a letter, a direction, or a command that scores a letter as
    /// not seen.
    package var accept: Double
    /// Minimum probability that something was an answer at all. Below `accept`, the answer is
    /// unclear.
    package var notice: Double
    /// Minimum probability to act on a command that scores no letter.
    package var command: Double
    /// Minimum probability to accept each of these words of directions. They differ from another
    /// word in only one sound.
    package var careful: [String: Double] = [:]

    /// The default of `accept`.
    package static let usualAccept = 0.7

    /// The default thresholds, except for those given.
    package init(
        accept: Double = usualAccept, notice: Double = 0.2, command: Double = 0.6
    ) {
        self.accept = accept
        self.notice = notice
        self.command = command
    }

    /// The same thresholds with another `accept`, and a `notice` that does not exceed it.
    package func accepting(from accept: Double) -> AcceptanceThresholds {
        var moved = self
        moved.accept = accept
        moved.notice = min(notice, accept)
        return moved
    }

    /// The accepted and the unclear answers in a hypothesis.
    package func answers(to utterance: UtteranceHypothesis) -> [SpokenAnswer] {
        utterance.answers.compactMap(judge)
    }

    /// The answers to each of several hypotheses.
    package func answers(to utterances: [UtteranceHypothesis]) -> [[SpokenAnswer]] {
        utterances.map { answers(to: $0) }
    }

    /// The largest value in `careful` for a word of the answer; 0 for most answers.
    private func care(for answer: SpokenAnswer) -> Double {
        guard !careful.isEmpty else { return 0 }
        return answer.heard.split(separator: " ").compactMap { careful[String($0)] }.max() ?? 0
    }

    private func judge(_ heard: SpokenAnswer) -> SpokenAnswer? {
        var answer = heard
        answer.posterior?.accept = accept
        let needed =
            switch answer.kind {
            case .letter: accept
            case .direction: max(accept, care(for: answer))
            case .command: answer.kind.isNotSeen ? max(accept, command) : command
            case .unclear: 2.0
            }
        if answer.sureness >= needed { return answer }
        guard (answer.presence ?? answer.confidence) >= notice else { return nil }
        answer.kind = .unclear
        return answer
    }
}
