internal import Foundation

/// A person's verdict on the sound of one letter, as a line of `judgements.jsonl`.
struct Judgement: Codable, Sendable, Equatable {
    /// The version of the format that is written.
    static let currentVersion = 1

    /// The version of the format of the line.
    var version = Self.currentVersion
    /// The record of the table.
    var record: String
    /// The line and the place of the letter on the chart, from 1.
    var line: Int
    var place: Int
    /// The sound that was judged, seconds of the recording.
    var start: Double
    var end: Double
    /// The person who listened.
    var reader: String
    /// A letter, "notSeen", "nothing" or "unclear".
    var verdict: String
    /// The person's reason; empty if none was given.
    var note: String
    /// Whether the person had asked to see the letter of the chart.
    var sawLetter: Bool
    /// Whether the person decides between readers who differ.
    var decides: Bool
    /// When, as ISO 8601 writes it.
    var time: String
    /// The sound of the recording (`ChartRecording.sound`); nil if an earlier Aloud wrote the line.
    var sound: String?

    /// Whether it was made for the sound of this letter. After another alignment the same place may
    /// have another sound.
    func isFor(_ letter: ReadLetter) -> Bool {
        guard let time = letter.time, line == letter.line, place == letter.place else {
            return false
        }
        return abs(time.lowerBound - start) < Self.tolerance
            && abs(time.upperBound - end) < Self.tolerance
    }

    /// Times closer than this belong to the same sound, seconds.
    private static let tolerance = 0.2
}

/// All verdicts of people.
struct Judgements: Sendable {
    private(set) var all: [Judgement]

    /// Verdicts in the order in which they were made.
    init(_ all: [Judgement] = []) { self.all = all }

    mutating func add(_ judgement: Judgement) { all.append(judgement) }

    /// The verdicts on these recordings. A row of another table, or another sound in the same file,
    /// may have had the same record.
    func on(_ recordings: [ChartRecording]) -> Judgements {
        let rows = Dictionary(recordings.map { ($0.record, $0) }) { first, _ in first }
        var sounds: [String: String?] = [:]
        return Judgements(
            all.filter { judgement in
                guard let row = rows[judgement.record] else { return false }
                guard let sound = judgement.sound else { return true }
                let own = sounds[row.record] ?? row.sound
                sounds[row.record] = own
                return own == sound
            })
    }

    /// The last verdict of each reader on a letter, in the order of readers' names.
    func verdicts(on letter: ReadLetter, of record: String) -> [Judgement] {
        var last: [String: Judgement] = [:]
        for judgement in all where judgement.record == record && judgement.isFor(letter) {
            last[judgement.reader] = judgement
        }
        return last.values.sorted { $0.reader < $1.reader }
    }

    /// The chart with the verdicts that count: those on which all readers agree, or the latest
    /// verdict of a person who decides between readers.
    ///
    /// Only letters that Aloud left unclear are changed. Verdicts on others serve to compare
    /// readers.
    func applied(to read: ReadChart, of record: String) -> ReadChart {
        var read = read
        for index in read.letters.indices where read.letters[index].needsJudging {
            let verdicts = verdicts(on: read.letters[index], of: record)
            let decision = all.last { $0.decides && verdicts.contains($0) }
            let counting = decision.map { [$0] } ?? verdicts
            guard let first = counting.first, let verdict = Verdict(named: first.verdict) else {
                continue
            }
            guard counting.allSatisfy({ $0.verdict == first.verdict }) else {
                read.letters[index].isDisputed = true
                continue
            }
            read.letters[index].take(verdict, by: counting.map(\.reader))
        }
        return read
    }

    /// The names of all readers, in the order in which they began.
    var readers: [String] {
        var names: [String] = []
        for judgement in all where !names.contains(judgement.reader) {
            names.append(judgement.reader)
        }
        return names
    }
}
