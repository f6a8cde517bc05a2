internal import Acuity
internal import Foundation
internal import PhoneticMapping

/// A letter of a chart and what the recording has for it.
struct ReadLetter: Sendable, Equatable {
    /// The result for a letter.
    enum Outcome: String, Sendable, Codable, CaseIterable {
        /// Named rightly.
        case right
        /// Another letter was named.
        case wrong
        /// Something was said and could not be made out; a person has to listen.
        case unclear
        /// Nothing was said for it, or the person said that it cannot be seen.
        case missed
        /// The reading does not reach it.
        case unread
    }

    /// The number of its line on the chart, from 1 for the largest, and its place in it, from 1.
    let line: Int
    let place: Int
    /// The letter on the chart.
    let shown: Letter
    /// The letter that counts as the answer; nil if there is none.
    var named: Letter?
    var outcome: Outcome
    /// The confidence in the answer, 0…1; 1 if a person judged it.
    var confidence = 1.0
    /// The sound of the answer, or the part to search for an unclear one, seconds.
    var time: ClosedRange<Double>?
    /// All that was heard for it, in the order of the recording: letters, "?" or "-" for "can't see
    /// it".
    var readings: [String] = []
    /// The people who judged it, if their verdict is the result.
    var judges: [String] = []
    /// Whether two people judged it differently, so that it is still unclear.
    var isDisputed = false

    /// Whether a person must listen to it.
    var needsJudging: Bool { outcome == .unclear }
}

/// A letter that was heard and belongs to no place of the chart.
struct ExtraLetter: Sendable, Equatable {
    var heard: String
    var time: ClosedRange<Double>
}

/// An order of letters that a recording may fit instead of the chart of the table.
enum ChartFit: Sendable, Equatable {
    /// Another printed chart.
    case chart(ChartName)
    /// The same chart, each line from its last letter to its first.
    case rightToLeft
}

/// The letters of a chart as they were read in a recording.
struct ReadChart: Sendable, Equatable {
    /// The letters, line by line from the largest.
    var letters: [ReadLetter]
    /// Letters heard that belong to no place of the chart.
    let extras: [ExtraLetter]
    /// The number of letters and unclear answers heard.
    let heardLetters: Int
    /// Letters that were named more than once, with different results.
    let changed: Int
    /// Another order of letters that explains the recording far better; nil where none does.
    let betterFit: ChartFit?
    /// The natural logarithm of the likelihood of the recording with this chart.
    private let logLikelihood: Double

    static func == (left: ReadChart, right: ReadChart) -> Bool {
        left.letters == right.letters && left.extras == right.extras
    }

    /// Aligns what was heard to a chart.
    ///
    /// - Parameter counted: the reading that counts if a letter was read several times.
    init(_ heard: HeardChart, chart: Chart, counting counted: ScoreRun.ReadingCounted) {
        let items = heard.items
        let rows = chart.lines.map(\.letters)
        let alignment = ChartAlignment(items.map(\.item), to: rows)
        let width = Chart.lettersInLine
        var letters = rows.enumerated().flatMap { row, letters in
            letters.enumerated().map { place, letter in
                ReadLetter(line: row + 1, place: place + 1, shown: letter, outcome: .unread)
            }
        }
        var extras: [ExtraLetter] = []
        var changed: Set<Int> = []
        // The letters in the order of their answers, to find the speech between two of them.
        var order: [(place: Int, time: ClosedRange<Double>)] = []
        for ((index, item), places) in zip(items, alignment.places) {
            let answer = heard.answers[index]
            if places.isEmpty {
                extras.append(ExtraLetter(heard: answer.said, time: item.time))
            }
            for place in places {
                order.append((place, item.time))
                let isFirst = letters[place].readings.isEmpty
                letters[place].readings.append(item.readingWord(answer))
                if Set(letters[place].readings).count > 1 { changed.insert(place) }
                if isFirst || counted == .last { letters[place].take(item, answer) }
            }
        }
        let read = Set(order.map { $0.place / width })
        for place in letters.indices
        where letters[place].outcome == .unread && read.contains(place / width) {
            letters[place].outcome = .missed
        }
        self.letters = letters
        self.extras = extras
        self.changed = changed.count
        heardLetters = items.count { $0.item.kind == .letter || $0.item.kind == .unclear }
        logLikelihood = alignment.logLikelihood
        betterFit = Self.betterFit(
            for: items.map(\.item), than: rows, at: alignment.logLikelihood)
        lookForSpeech(heard.speech, in: order, until: heard.end)
    }

    /// A letter without an answer is unclear, not missed, if somebody spoke where its answer would
    /// be.
    private mutating func lookForSpeech(
        _ speech: [[Double]], in order: [(place: Int, time: ClosedRange<Double>)], until end: Double
    ) {
        let width = Chart.lettersInLine
        let lastRow = order.map { $0.place / width }.max() ?? -1
        let firstRow = order.map { $0.place / width }.min() ?? 0
        for place in letters.indices {
            let row = place / width
            let isSkipped = letters[place].outcome == .unread && firstRow < row && row < lastRow
            guard letters[place].outcome == .missed && letters[place].readings.isEmpty || isSkipped
            else { continue }
            guard let before = order.lastIndex(where: { $0.place < place }) ?? order.indices.first
            else { continue }
            let from = order[before].place < place ? order[before].time.upperBound : 0
            let next = order[before...].first { $0.place > place }
            let to = next?.time.lowerBound ?? min(end, from + Self.reach)
            let inside = speech.filter { span in
                // After the last answer speech may go on for longer.
                span[0] >= from - 0.05 && span[next == nil ? 0 : 1] <= to + 0.05
                    && span[1] - span[0] >= Self.shortestLetter
            }
            guard let first = inside.first, let last = inside.last else { continue }
            letters[place].outcome = .unclear
            letters[place].confidence = 0
            letters[place].time = first[0]...max(first[0], last[1])
        }
    }

    /// The shortest name of a letter, seconds.
    private static let shortestLetter = 0.1
    /// The time in which the rest of the last line is looked for, seconds.
    private static let reach = 5.0

    /// Minimum logarithm of the likelihood ratio for another order of letters. Chosen: more than
    /// any single line can give.
    private static let leastGain = 12.0

    private static func betterFit(
        for items: [ReadItem], than rows: [[Letter]], at likelihood: Double
    ) -> ChartFit? {
        let others: [(fit: ChartFit, rows: [[Letter]])] =
            [(.rightToLeft, rows.map { $0.reversed() })]
            + ChartRecording.printed.map { (.chart($0), Chart($0).lines.map(\.letters)) }
        return others.filter { $0.rows != rows }
            .map { ($0.fit, ChartAlignment(items, to: $0.rows).logLikelihood - likelihood) }
            .filter { $0.1 > leastGain }.max { $0.1 < $1.1 }?.0
    }

    /// The printed chart that best fits the answers heard, from left to right or from right to
    /// left.
    ///
    /// - Returns: the chart, its reading, and whether no other printed chart fits about as well.
    static func ofBestChart(
        _ heard: HeardChart, counting counted: ScoreRun.ReadingCounted
    ) -> (name: ChartName, read: ReadChart, isSure: Bool) {
        let items = heard.items.map(\.item)
        let fits = ChartRecording.printed.map { name in
            let read = ReadChart(heard, chart: Chart(name), counting: counted)
            let reversed = ChartAlignment(
                items, to: Chart(name).lines.map { $0.letters.reversed() }
            ).logLikelihood
            return (name: name, read: read, fit: max(read.logLikelihood, reversed))
        }.sorted { $0.fit > $1.fit }
        return (fits[0].name, fits[0].read, fits[0].fit - fits[1].fit > leastGain)
    }

    /// The number of letters with an outcome.
    func count(_ outcome: ReadLetter.Outcome) -> Int { letters.count { $0.outcome == outcome } }

    /// The letters of some lines that were named, or for which nothing was heard, and that no person
    /// has judged. Each has the chance that it is named rightly.
    ///
    /// Nobody reads smaller letters better. So the chance is the greatest share of right letters
    /// among those named in its line and any number of smaller ones together (with one more letter
    /// right and one more wrong, Laplace).
    ///
    /// - Parameter numbers: the numbers of the lines, from 1.
    func heardLetters(inLines numbers: Set<Int>) -> [HeardLetter] {
        let lines = lines.enumerated().filter { numbers.contains($0.offset + 1) }.map(\.element)
        return lines.indices.flatMap { line -> [HeardLetter] in
            var (right, all, chance) = (1, 2, 0.0)
            for other in lines[line...] {
                right += other.count { $0.outcome == .right }
                all += other.count { $0.named != nil }
                chance = max(chance, Double(right) / Double(all))
            }
            return lines[line].filter { letter in
                letter.judges.isEmpty
                    && (letter.named != nil
                        || letter.outcome == .missed && letter.readings.isEmpty)
            }.map { letter in
                HeardLetter(
                    shown: letter.shown, heard: letter.named, confidence: letter.confidence,
                    chance: chance)
            }
        }
    }

    /// The letters of each line.
    var lines: [[ReadLetter]] {
        let width = Chart.lettersInLine
        return stride(from: 0, to: letters.count, by: width).map {
            Array(letters[$0..<min($0 + width, letters.count)])
        }
    }
}

extension HeardChart {
    /// The end of the last thing that was heard, seconds of the recording.
    fileprivate var end: Double {
        max(answers.map(\.end).max() ?? 0, speech.map { $0[1] }.max() ?? 0)
    }
}

extension ReadItem {
    fileprivate func readingWord(_ answer: HeardChart.TimedAnswer) -> String {
        switch kind {
        case .letter, .unclear: answer.said
        case .pass, .passLine: "-"
        }
    }
}

extension ReadLetter {
    fileprivate mutating func take(_ item: ReadItem, _ answer: HeardChart.TimedAnswer) {
        time = item.time
        confidence = answer.confidence * answer.presence
        switch item.kind {
        case .letter:
            named = answer.letter
            outcome = named == shown ? .right : .wrong
        case .unclear:
            named = nil
            outcome = .unclear
        case .pass, .passLine:
            named = nil
            outcome = .missed
        }
    }

    /// The letter as a person judged it.
    mutating func take(_ verdict: Verdict, by people: [String]) {
        judges = people
        confidence = 1
        switch verdict {
        case .letter(let letter):
            named = letter
            outcome = letter == shown ? .right : .wrong
        case .notSeen, .nothing:
            named = nil
            outcome = .missed
        case .unclear:
            named = nil
            outcome = .unclear
        }
    }
}

/// The verdict of a person on the sound of a letter.
enum Verdict: Sendable, Equatable, Hashable {
    /// This letter was said.
    case letter(Letter)
    /// The person said that the letter cannot be seen.
    case notSeen
    /// No answer was said: a noise, or somebody else.
    case nothing
    /// The answer cannot be made out.
    case unclear

    /// A name for files and pages: a letter, "notSeen", "nothing", "unclear".
    var name: String {
        switch self {
        case .letter(let letter): letter.description
        case .notSeen: "notSeen"
        case .nothing: "nothing"
        case .unclear: "unclear"
        }
    }

    /// The verdict of a name; nil for any other text.
    init?(named name: String) {
        switch name {
        case "notSeen": self = .notSeen
        case "nothing": self = .nothing
        case "unclear": self = .unclear
        default:
            guard name.count == 1, let letter = name.first.flatMap({ Letter($0) }) else {
                return nil
            }
            self = .letter(letter)
        }
    }
}
