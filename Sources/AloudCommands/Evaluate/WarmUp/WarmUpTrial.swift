internal import Acuity
internal import LetterSpeech
internal import Listening

/// What a warm-up is worth: of each speaker some recordings are learnt from and not scored, and the
/// rest is judged as if nobody had been learnt, with that speaker learnt, and with another.
///
/// Learnt are the recordings that hold a letter not known yet, until so many different ones are.
/// Each is learnt once, from the first word in which it lies by its place in the transcript.
struct WarmUpTrial: Sendable {
    /// What was known of a speaker.
    enum Known: CaseIterable {
        case nobody, speaker, another
    }

    /// A word and the letter that it was.
    struct Reading: Sendable {
        var letter: Letter
        var word: HeardWord
    }

    /// The rows that are scored, as each kind of knowledge hears them.
    private(set) var heard: [Known: [HeardRow]] = [:]
    /// Speakers who said so many different letters, and something beyond.
    private(set) var speakers = 0
    /// Letters learnt of them all.
    private(set) var learnt = 0

    /// - Parameters:
    ///   - rows: what was heard, uncorrected; a speaker's rows in their order.
    ///   - letters: how many different ones a warm-up has.
    ///   - listener: judges anew what was heard.
    init(_ rows: [HeardRow], letters: Int, listener: LetterListener) {
        let sessions = Dictionary(grouping: rows, by: \.row.speaker).sorted { $0.key < $1.key }
            .compactMap { Session($0.value, letters: letters) }
        speakers = sessions.count
        learnt = sessions.reduce(0) { $0 + $1.readings.count }
        for known in Known.allCases where known != .another || sessions.count > 1 {
            heard[known] = sessions.indices.flatMap { index in
                let readings: [Reading] =
                    switch known {
                    case .nobody: []
                    case .speaker: sessions[index].readings
                    // Half-way round: names next to each other may be one person's.
                    case .another:
                        sessions[(index + sessions.count / 2) % sessions.count].readings
                    }
                return Self.judge(sessions[index].rest, knowing: readings, listener)
            }
        }
        listener.forgetSession()
    }

    private static func judge(
        _ rows: [HeardRow], knowing readings: [Reading], _ listener: LetterListener
    ) -> [HeardRow] {
        listener.forgetSession()
        for reading in readings { listener.learn(reading.letter, from: reading.word) }
        return rows.map { row in
            var row = row
            row.heard.breaths = row.heard.breaths.map {
                listener.breath(of: $0.found, isLine: $0.isLine)
            }
            return row
        }
    }

    /// One speaker's recordings, cut into warm-up and rest.
    private struct Session {
        var readings: [Reading] = []
        var rest: [HeardRow]

        /// Nil where so many letters were not read, or nothing is left.
        init?(_ rows: [HeardRow], letters: Int) {
            var known: Set<Letter> = []
            rest = []
            for row in rows {
                let new = Set(row.row.letters).subtracting(known)
                guard known.count < letters, !new.isEmpty else {
                    rest.append(row)
                    continue
                }
                for reading in row.readings
                where new.contains(reading.letter) && known.insert(reading.letter).inserted {
                    readings.append(reading)
                }
            }
            guard known.count >= letters, rest.contains(where: { !$0.row.letters.isEmpty }) else {
                return nil
            }
        }
    }
}

extension HeardRow {
    /// The words in which letters of the transcript lie, by aligning what was said with what was
    /// heard whether or not it was sure.
    fileprivate var readings: [WarmUpTrial.Reading] {
        let words = heard.breaths.flatMap(\.found)
        // Answers and words are as many, but for phrases; a word is found by its time.
        let answers = heard.breaths.flatMap(\.answers)
        return AnswerAlignment(said: row.letters, heard: answers).steps.compactMap { step in
            guard let letter = step.said, let answer = step.answer, !answer.kind.isNotSeen,
                let time = answer.time,
                let word = words.first(where: { $0.time == time })
            else { return nil }
            return WarmUpTrial.Reading(letter: letter, word: word)
        }
    }
}
