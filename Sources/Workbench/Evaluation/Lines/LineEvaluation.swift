internal import Acuity
internal import Audio
internal import CommandLineKit
internal import Platform
internal import Recognition
internal import Records

/// The results of an evaluation of lines.
package struct LineEvaluation {
    /// The way lines were made of single letters.
    package struct Joining: Encodable {
        /// Seconds between the letters.
        var pause: Double
        var seed: UInt64

        /// Letters drawn by a seed, with these seconds between them.
        package init(pause: Double, seed: UInt64) {
            self.pause = pause
            self.seed = seed
        }
    }

    /// The threshold of acceptance.
    let accept: Double
    /// Nil for recorded lines.
    let joining: Joining?
    /// Recordings that could not be read.
    let unread: Int
    /// Seconds of sound.
    let sound: Double
    /// The counts after the first reading, by speaker.
    let speakers: [String: LineTally]
    /// The counts after the first reading, by set.
    let sets: [String: LineTally]
    /// The counts at the end of the recordings.
    let atEnd: LineTally
    /// Lines in which "stop" was heard.
    let stopped: Int
    /// The counts of talk; nil without any.
    let talk: TalkTally?

    /// - Parameter heard: lines, and talk.
    init(_ heard: [HeardLine], unread: Int, accept: Double, joining: Joining? = nil) {
        let lines = heard.filter { !$0.row.isTalk }
        let talks = heard.filter(\.row.isTalk)
        talk = talks.isEmpty ? nil : TalkTally(talks)
        self.accept = accept
        self.joining = joining
        self.unread = unread
        sound = heard.reduce(0) { $0 + $1.duration }
        speakers = Dictionary(counting: lines, by: \.row.speaker) {
            LineTally(said: $0.said, standing: $0.first)
        }
        sets = Dictionary(counting: lines, by: \.row.set) {
            LineTally(said: $0.said, standing: $0.first)
        }
        atEnd = lines.map { LineTally(said: $0.said, standing: $0.last) }.total
        stopped = lines.count(where: \.wasStopped)
    }

    /// All lines after the first reading.
    var all: LineTally { speakers.values.total }
}

extension LineEvaluation: Encodable {
    /// Writes the evaluation as one object: the counts of all lines, and the other results.
    package func encode(to encoder: any Encoder) throws {
        try all.encode(to: encoder)
        try encoder.write([
            "atEnd": atEnd, "stopped": stopped, "talk": talk, "seconds": rounded(sound),
            "unread": unread, "accept": rounded(accept, places: 6), "joined": joining,
            "shares": all.shares, "intervals": speakers.intervals, "sets": sets,
            "speakers": speakers,
        ])
    }
}

extension LineEvaluation {
    /// The evaluation as tables for people.
    var text: String {
        EvaluationWords.text([
            [measured], all.lines > 0 ? tableLines : [], talk.map { [$0.text] } ?? [],
            stoppedLines, EvaluationWords.unread(unread),
        ])
    }

    private var measured: String {
        let lines = "\(all.lines.counting("line")) of five letters"
        let talks = talk.map { "\($0.recordings.counting("recording")) of talk" }
        let heard = (talk == nil || all.lines > 0 ? [lines] : []) + [talks].compactMap(\.self)
        let seconds = heard.joined(separator: ", ") + ", \(Int(sound.rounded())) s"
        guard let joining else { return seconds }
        return seconds
            + ", joined from single ones with \(joining.pause) s between (seed \(joining.seed))"
    }

    private var tableLines: [String] {
        let table = PeopleTable(
            people: speakers, sets: sets, sums: [("all", all), ("at the end", atEnd)])
        return table.lines(
            [
                "first reading", "lines", "letters", "right", "wrong", "displaced", "open",
                "all right",
            ]
        ) { _, tally in
            [
                tally.lines, tally.letters, tally.right, tally.wrong, tally.displaced, tally.open,
                tally.linesRight,
            ].map(String.init)
        } + speakers.headlines + EvaluationWords.notSeen(all.notSeen)
    }

    private var stoppedLines: [String] {
        guard stopped > 0 else { return [] }
        return ["\(stopped.counting("line")) in which \"stop\" was heard, which ends a test"]
    }
}

/// A line of five letters that one speaker has said one by one, each in its own recording.
struct JoinedLine: Sendable {
    /// The number of lines for each speaker: twice as many letters as a chart has.
    private static let linesOfSpeaker = 4
    /// The quiet before the first letter and after the last one, seconds.
    private static let before = 1.0
    private static let after = 2.0
    /// The most noise of a quiet room, as a share of full scale: 8 steps of 16 bits.
    private static let noise: Float = 8 / 32_768

    /// The line as a row of a manifest.
    let row: ReferenceRow
    /// The letters in their order.
    let letters: [ReferenceRow]
    private let seed: UInt64

    /// The lines of every speaker with recordings of five or more different letters of the charts.
    /// The letters of a line are different; one of several recordings of a letter is drawn.
    ///
    /// - Parameter rows: recordings, some of them of one letter each.
    static func draw(from rows: [ReferenceRow], seed: UInt64) -> [JoinedLine] {
        let single = rows.filter { row in
            row.transcript.count == 1 && row.letters.allSatisfy(Letter.sloan.contains)
                && !row.letters.isEmpty
        }
        var generator = SplitMix64(seed: seed)
        return Dictionary(grouping: single, by: \.speaker).sorted { $0.key < $1.key }
            .flatMap { speaker, rows -> [JoinedLine] in
                let letters = Letter.sloan.map { letter in rows.filter { $0.letters == [letter] } }
                    .filter { !$0.isEmpty }
                guard letters.count >= Chart.lettersInLine else { return [] }
                return (1...linesOfSpeaker).map { number in
                    var left = letters
                    let drawn = (0..<Chart.lettersInLine).map { _ in
                        let recordings = left.remove(at: generator.index(below: left.count))
                        return recordings[generator.index(below: recordings.count)]
                    }
                    return JoinedLine(
                        drawn, by: speaker, number: number, seed: generator.next())
                }
            }
    }

    private init(_ letters: [ReferenceRow], by speaker: String, number: Int, seed: UInt64) {
        self.letters = letters
        self.seed = seed
        row = ReferenceRow(
            path: "\(speaker)-\(number)", transcript: letters.flatMap(\.transcript),
            speaker: speaker, set: letters[0].set)
    }

    /// The sound of the line: its letters without the quiet around them, as loud as in their
    /// recordings.
    ///
    /// - Parameters:
    ///   - pause: seconds between them.
    ///   - recording: opens the recording of a row.
    func recording(
        pause: Double, _ recording: @escaping @Sendable (ReferenceRow) -> Recording
    ) -> Recording {
        Recording(name: row.path) { [letters, seed] in
            var generator = SplitMix64(seed: seed)
            func quiet(_ seconds: Double) -> [Float] {
                (0..<Int(seconds * Double(speechRate))).map { _ in
                    Self.noise * Float(2 * generator.fraction() - 1)
                }
            }
            var samples = quiet(Self.before)
            for (index, letter) in letters.enumerated() {
                if index > 0 { samples += quiet(pause) }
                samples += SpeechFrames.trimmed(try recording(letter).readWhole())
            }
            return SoundInMemory(samples + quiet(Self.after))
        }
    }
}
