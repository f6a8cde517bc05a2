internal import Acuity
internal import Contrast
internal import Records

extension TestRecord {
    /// The record as the result page gets it: its JSON with words for people, and all letters
    /// shown, in rows of one size.
    var page: ResultPage { ResultPage(record: self, rows: rows) }

    /// Maximum number of letters in a row of the picture.
    private static let longestRow = 10

    private var rows: [PictureRow] {
        var rows: [PictureRow] = []
        for read in readings {
            let name = read.contrast.map { "logCS \($0)" } ?? read.size.lineName
            if rows.last?.name != name || rows.last?.length == Self.longestRow {
                rows.append(PictureRow(name: name, read.optotypes))
            }
            rows[rows.count - 1].add(read.letter, read.answer)
        }
        return rows
    }

    /// A letter with its answer.
    private struct AnsweredLetter {
        var letter: Letter
        var size: LogMAR
        /// The contrast; nil if it is not measured.
        var contrast: LogCS?
        var optotypes: OptotypeSet
        var answer: Answer
    }

    /// The letters read: in the order of the chart, or largest first for procedures without lines,
    /// which move between sizes.
    private var readings: [AnsweredLetter] {
        let letters = score.lines.flatMap { answered in
            let shown = answered.presentation
            return shown.letters.indices.map { index in
                AnsweredLetter(
                    letter: shown.letters[index], size: shown.sizes[index],
                    contrast: shown.measured?[index],
                    optotypes: shown.optotypes, answer: answered.answers[index])
            }
        }
        guard setup.procedure != nil else { return letters }
        // The sort keeps the order within one size.
        return letters.enumerated().sorted { one, other in
            let contrasts = (one.element.contrast, other.element.contrast)
            if let first = contrasts.0, let second = contrasts.1, first != second {
                return first < second
            }
            return one.element.size == other.element.size
                ? one.offset < other.offset : one.element.size > other.element.size
        }.map(\.element)
    }
}

/// The JSON of a result page.
struct ResultPage: Encodable {
    fileprivate let record: TestRecord
    fileprivate let rows: [PictureRow]

    func encode(to encoder: any Encoder) throws {
        let why = record.whyNotInParts
        // Without a score, the remark about finished lines has no meaning.
        let remarks = record.score.remarks.filter {
            $0 != .stoppedEarly || record.score.logMAR != nil
        }
        try record.encode(to: encoder)
        try encoder.write([
            "words": record.setup.title, "endWords": record.end.words,
            "remarkWords": remarks.map(\.words) + record.remarksOnEstimate,
            "method": orNull(record.setup.method),
            "headline": orNull(record.headline), "noFigure": why.figure, "whyNot": why.reason,
            "contrastWords": record.setup.contrast.map { [ContrastSetup.ownNorms, $0.words] },
            "floor": record.setup.contrast.map { rounded($0.floor.value, places: 2) },
            "estimateWords": orNull(record.estimate?.ifReliable?.figureWords),
            "lines": rows,
        ])
    }
}

/// Letters of one size, side by side in the picture of a result.
private struct PictureRow: Encodable {
    let name: String
    private var shown: [Letter] = []
    private var paths: [String] = []
    private var answers: [String?] = []
    private var right = 0
    private let optotypes: OptotypeSet

    init(name: String, _ optotypes: OptotypeSet) {
        self.name = name
        self.optotypes = optotypes
    }

    var length: Int { shown.count }

    mutating func add(_ letter: Letter, _ answer: Answer) {
        shown.append(letter)
        paths.append(OptotypeShape.of(letter, in: optotypes)?.svgPath ?? "")
        // A letter that was not understood may have been seen.
        answers.append(answer.response.map { $0.letter?.description } ?? "?")
        if answer.isRight(for: letter) { right += 1 }
    }

    func encode(to encoder: any Encoder) throws {
        try encoder.write([
            "name": name, "letters": shown.text, "paths": paths, "answers": answers,
            "right": right, "areDirections": optotypes.areDirections,
        ])
    }
}

extension Presentation {
    /// The contrast of each letter; nil if contrast is not measured.
    fileprivate var measured: [LogCS]? {
        contrasts.flatMap { $0.isMeasured ? $0.letters : nil }
    }

    /// The name of a line: its contrast where that is measured, else its size.
    var lineName: String { measured?.max().map { "logCS \($0)" } ?? size.lineName }
}

extension LogMAR {
    /// The name of the line of this size, or the size itself if no line is near.
    var lineName: String {
        let line = SnellenLine.nearest(to: self)
        return abs(line.size.value - value) < 0.05 ? line.feet : "logMAR \(self)"
    }
}
