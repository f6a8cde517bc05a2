internal import Acuity
internal import HandsFree

extension TestReport {
    /// The report as the result page gets it: the JSON of the report, with words for people and
    /// the names of the lines.
    var pageJSON: JSONValue {
        var members: [JSONValue.Member] = []
        if case .object(let own) = json { members = own }
        var page = JSONValue.object(members.filter { $0.name != "lines" })
        page.add("words", .string(setup.words))
        page.add("endWords", .string(end.words))
        page.add("remarkWords", .array(score.remarks.map { .string($0.words) }))
        page.add("lines", .array(score.lines.map(Self.line)))
        return page
    }

    private static func line(_ answered: AnsweredPresentation) -> JSONValue {
        let shown = answered.presentation
        return [
            "name": .string(SnellenLine.nearest(to: shown.size).feet),
            "letters": .string(shown.letters.text), "right": .integer(answered.right),
            "answers": .array(
                answered.responses.map { response in
                    switch response {
                    case .named(let letter): .string(letter.description)
                    case .missed: .null
                    }
                }),
        ]
    }
}
