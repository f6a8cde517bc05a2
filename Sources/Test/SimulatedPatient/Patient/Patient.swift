package import Acuity
package import Contrast

/// A simulated person who reads a chart aloud: it sees as an observer of known acuity and names the
/// letters that it saw.
///
/// It looks at each line once and keeps its answers, so a repeated request changes how a letter is
/// said and never which.
package struct Patient: Sendable {
    /// Times that a letter is said again; asked once more after that, the patient passes. A test
    /// asks no more often for a letter of a line.
    package static let mostRepetitions = 4
    /// The rates of a letter that is said for the second and the third time: a person who was not
    /// understood speaks more slowly.
    private static let repeatedRates = [0.85, 0.75]
    /// The amplitude factor of a repeated letter: 3 dB.
    private static let repeatedLoudness = 1.4

    private var eye: Eyesight
    private let words: PatientWords
    private var glances: [Presentation: Glance] = [:]
    private var hasSaidWhy = false

    /// The eye of a patient.
    private enum Eyesight {
        case ofSizes(SimulatedObserver)
        case ofContrasts(ContrastObserver)
    }

    /// The result of one look at a line.
    private struct Glance {
        var responses: [Response]
        /// The number of times that each letter was asked for again.
        var askings: [Int]
    }

    /// A patient with the eye of an observer, who speaks in certain words.
    package init(_ observer: SimulatedObserver, words: PatientWords = PatientWords()) {
        eye = .ofSizes(observer)
        self.words = words
    }

    /// A patient with the eye of an observer of faint letters.
    package init(_ observer: ContrastObserver, words: PatientWords = PatientWords()) {
        eye = .ofContrasts(observer)
        self.words = words
    }

    /// The letters that the patient saw in a line. A perfect recogniser would have heard these. Nil
    /// for a line that was not shown.
    package func saw(in shown: Presentation) -> [Response]? { glances[shown]?.responses }

    /// The patient's answer to a question.
    ///
    /// - Parameters:
    ///   - question: positions that the line does not have are left out.
    ///   - shown: the line that the patient has before its eyes.
    package mutating func answer(_ question: Question, lookingAt shown: Presentation) -> Remark {
        var glance = glances[shown] ?? look(at: shown)
        defer { glances[shown] = glance }
        switch question {
        // Said in two ways, for without being understood here nobody would ask again.
        case .goOn: return Remark(words.goOn)
        case .line: return say(Array(shown.letters.indices), of: glance)
        case .rest(let positions):
            return say(positions.filter(shown.letters.indices.contains), of: glance)
        case .again(let positions):
            let positions = positions.filter(shown.letters.indices.contains)
            for position in positions { glance.askings[position] += 1 }
            return repeated(positions, of: glance)
        }
    }

    private mutating func look(at shown: Presentation) -> Glance {
        let responses: [Response]
        switch eye {
        case .ofSizes(var observer):
            responses = observer.read(shown)
            eye = .ofSizes(observer)
        case .ofContrasts(var observer):
            // This observer always names a letter.
            responses = observer.read(shown).map { $0.response ?? .missed }
            eye = .ofContrasts(observer)
        }
        return Glance(
            responses: responses,
            askings: Array(repeating: 0, count: shown.letters.count))
    }

    private mutating func say(_ positions: [Int], of glance: Glance) -> Remark {
        let responses = positions.map { glance.responses[$0] }
        if responses.count > 1, responses.allSatisfy({ $0 == .missed }) {
            return Remark([words.cannotSeeAny])
        }
        return Remark(responses.map { words(for: $0) })
    }

    private mutating func repeated(_ positions: [Int], of glance: Glance) -> Remark {
        let askings = positions.map { glance.askings[$0] }.max() ?? 0
        let utterances = positions.map { position in
            glance.askings[position] > Self.mostRepetitions
                ? words.pass : words(for: glance.responses[position])
        }
        let rate = Self.repeatedRates[min(max(askings, 1), Self.repeatedRates.count) - 1]
        return Remark(utterances, rate: rate, loudness: Self.repeatedLoudness)
    }

    /// For the first letter that it cannot see, it says a sentence; for later ones, one word.
    private mutating func words(for response: Response) -> String {
        switch response {
        case .named(let letter): return words.letters[letter] ?? letter.description
        case .missed:
            defer { hasSaidWhy = true }
            return hasSaidWhy ? words.pass : words.cannotSee
        }
    }
}

/// The words of a patient, as a voice says them. The defaults are English.
package struct PatientWords: Sendable, Equatable {
    /// The names of letters that differ from the letter itself. Z has its British name, which
    /// sounds like no other letter's.
    package var letters: [Letter: String]
    /// The sentence for a letter that cannot be seen, and its short form, `pass`.
    package var cannotSee: String
    package var pass: String
    /// The sentence if no letter can be seen.
    package var cannotSeeAny: String
    /// The ways to go on after a pause.
    package var goOn: [String]

    /// Sets each property from the parameter of its name.
    package init(
        letters: [Letter: String] = [.z: "zed"], cannotSee: String = "I can't see it",
        pass: String = "pass", cannotSeeAny: String = "I can't see any",
        goOn: [String] = ["go on", "continue"]
    ) {
        self.letters = letters
        self.cannotSee = cannotSee
        self.pass = pass
        self.cannotSeeAny = cannotSeeAny
        self.goOn = goOn
    }
}

/// The patient's answer to one question.
package struct Remark: Sendable, Equatable {
    /// The utterances of one breath each, with a short pause after each: "C", "I can't see it".
    package var utterances: [String]
    /// The speaking rate: 1 is the voice's own rate, less is slower.
    package var rate: Double
    /// The loudness: 1 is the usual amplitude, 2 twice that.
    package var loudness: Double

    /// Utterances in order; usually at the voice's own rate and amplitude.
    package init(_ utterances: [String], rate: Double = 1, loudness: Double = 1) {
        self.utterances = utterances
        self.rate = rate
        self.loudness = loudness
    }

    /// The words in one line, as they are read: "N, C, K, I can't see it, O".
    package var text: String { utterances.joined(separator: ", ") }
}
