internal import Acuity
internal import Records

extension TestReport {
    /// The report as the result page receives it: the JSON of the report, with sentences for people
    /// and the letters in rows of one size.
    var pageJSON: JSONValue {
        var members: [JSONValue.Member] = []
        if case .object(let own) = json { members = own }
        var page = JSONValue.object(members.filter { $0.name != "lines" })
        page.add("words", .string(setup.title))
        page.add("endWords", .string(end.words))
        page.add(
            "remarkWords",
            .array(
                (score.remarks.map(\.words) + remarksOnEstimate
                    + (setup.method.map { ["Procedure: \($0)."] } ?? [])).map(JSONValue.string)))
        page.add("headline", .optional(headline))
        // "Withheld" in large type, and the reason beside it.
        let why = whyNotMeasured.split(maxSplits: 1) { ":,".contains($0) }.map(\.asSentence)
        page.add("noFigure", .optional(why.first))
        page.add("whyNot", .string(why.dropFirst().map { $0 + "." }.joined()))
        page.add("estimateWords", .optional(estimate?.ifReliable?.figureWords))
        page.add("lines", .array(rows.map(\.json)))
        return page
    }

    /// The most letters in a row of the picture.
    private static let longestRow = 10

    private var rows: [PictureRow] {
        var rows: [PictureRow] = []
        for read in readings {
            let name = read.size.lineName
            if rows.last?.name != name || rows.last?.letters.count == Self.longestRow {
                rows.append(PictureRow(name: name, read.optotypes))
            }
            rows[rows.count - 1].add(read.letter, read.answer)
        }
        return rows
    }

    /// A letter with its answer.
    private struct ReadLetter {
        var letter: Letter
        var size: LogMAR
        var optotypes: OptotypeSet
        var answer: Answer
    }

    /// The letters read: in the order of the chart, or largest first for procedures without lines,
    /// which move between sizes.
    private var readings: [ReadLetter] {
        let letters = score.lines.flatMap { answered in
            let shown = answered.presentation
            return shown.letters.indices.map { index in
                ReadLetter(
                    letter: shown.letters[index], size: shown.sizes[index],
                    optotypes: shown.optotypes, answer: answered.answers[index])
            }
        }
        guard setup.procedure != nil else { return letters }
        // The sort keeps the order within one size.
        return letters.enumerated().sorted { one, other in
            one.element.size == other.element.size
                ? one.offset < other.offset : one.element.size > other.element.size
        }.map(\.element)
    }
}

extension Substring {
    /// With a capital first letter and no leading spaces.
    fileprivate var asSentence: String {
        let text = drop { $0 == " " }
        return text.prefix(1).uppercased() + text.dropFirst()
    }
}

/// Letters of one size, side by side in the picture of a result.
private struct PictureRow {
    let name: String
    private let optotypes: OptotypeSet
    private(set) var letters: [Letter] = []
    private var paths: [JSONValue] = []
    private var answers: [JSONValue] = []
    private var right = 0

    init(name: String, _ optotypes: OptotypeSet) {
        self.name = name
        self.optotypes = optotypes
    }

    mutating func add(_ letter: Letter, _ answer: Answer) {
        letters.append(letter)
        paths.append(.string(OptotypeShape.of(letter, in: optotypes)?.svgPath ?? ""))
        switch answer.response {
        case .named(let named): answers.append(.string(named.description))
        case .missed: answers.append(.null)
        // Not understood; the letter may have been seen.
        case nil: answers.append("?")
        }
        if answer.isRight(for: letter) { right += 1 }
    }

    var json: JSONValue {
        [
            "name": .string(name), "letters": .string(letters.text), "paths": .array(paths),
            "answers": .array(answers), "right": .integer(right),
            "areDirections": .bool(optotypes.areDirections),
        ]
    }
}

extension LogMAR {
    /// The name of the line of this size, or the size itself if no line is near.
    var lineName: String {
        let line = SnellenLine.nearest(to: self)
        return abs(line.size.value - value) < 0.05 ? line.feet : "logMAR \(self)"
    }
}
