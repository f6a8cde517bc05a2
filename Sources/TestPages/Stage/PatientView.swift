public import Acuity
public import Dialogue
internal import Foundation
public import Records

/// What the patient's page shows.
public enum PatientView: Sendable, Equatable {
    /// The sheet before the test. `chooses` says whether distance and eyes are chosen there, and
    /// `trouble` why the test could not begin the last time.
    case waiting(
        eye: Eye, distance: Distance, chooses: Bool, offers: SheetOffers = SheetOffers(),
        trouble: SheetTrouble? = nil)
    /// A line of decreasing ones, with its number from 1, at which the person says where the test
    /// is to start.
    case choose(Presentation, number: Int, distance: Distance)
    /// A moment of a test.
    case test(TestView, distance: Distance)
    /// Something to read or hear before letters come, and something calm to look at; `canGoOn`
    /// where the person may end it.
    case rest(title: String, words: String, canGoOn: Bool)
    /// What was found; with notes about the screen. `chooses` says whether another test may follow,
    /// and `trouble` what else was to be measured and why it was not.
    case result(
        [TestReport], notes: [String], date: String, chooses: Bool, trouble: String? = nil)
    /// Nothing more: Aloud ends, or the test is shown elsewhere.
    case over(title: String, words: String)
}

extension PatientView {
    /// What the page is sent.
    ///
    /// Until the result, letters are sent as outlines, without their names.
    ///
    /// - Parameters:
    ///   - number: how often something was shown, this included.
    ///   - shown: what the desk counted when it was shown, by which the page tells what an answer
    ///     by hand is meant for.
    ///   - isMeasured: whether the screen that the test was begun on had been measured; nil where
    ///     none was begun.
    ///   - isWarmUp: whether what can be stopped now is a warm-up.
    ///   - isLast: whether the page is to hang up.
    package func json(
        number: Int, shown: Int = 0, isMeasured: Bool? = nil, isWarmUp: Bool = false,
        isLast: Bool = false
    ) -> JSONValue {
        var json: JSONValue =
            switch self {
            case .waiting(let eye, let distance, let chooses, let offers, let trouble):
                Self.waiting(eye, distance, chooses, offers, trouble)
            case .choose(let shown, let number, let distance):
                [
                    "phase": "choose", "step": .integer(number),
                    "distance": .number(distance.metres),
                    "line": Self.line(shown, distance),
                    "places": .array(shown.letters.map { _ in "waiting" }),
                    "asked": .array(shown.letters.indices.map(JSONValue.integer)), "said": 0,
                    "prompt": ["kind": "choose", "words": .string(Self.chooseWords)],
                ]
            case .test(let view, let distance): Self.test(view, distance)
            case .rest(let title, let words, let canGoOn):
                [
                    "phase": "rest", "title": .string(title), "words": .string(words),
                    "canGoOn": .bool(canGoOn),
                ]
            case .result(let reports, let notes, let date, let chooses, let trouble):
                [
                    "phase": "result", "trouble": .optional(trouble),
                    "reports": .array(reports.map(\.pageJSON)),
                    "notes": .array(notes.map(JSONValue.string)),
                    "date": .string(date), "chooses": .bool(chooses),
                ]
            case .over(let title, let words):
                ["phase": "over", "title": .string(title), "words": .string(words)]
            }
        json.add("number", .integer(number))
        json.add("shown", .integer(shown))
        json.add("isMeasured", isMeasured.map(JSONValue.bool) ?? .null)
        json.add("isWarmUp", .bool(isWarmUp))
        json.add("isLast", .bool(isLast))
        return json
    }

    private static let chooseWords =
        "Say “stop” at the smallest line that you read with ease, or its number."

    /// What to cover before an eye is tested; nothing for both.
    public static func cover(before eye: Eye) -> String {
        switch eye {
        case .right: "Cover your left eye."
        case .left: "Cover your right eye."
        case .both: "Keep both eyes open."
        }
    }

    private static func waiting(
        _ eye: Eye, _ distance: Distance, _ chooses: Bool, _ offers: SheetOffers,
        _ trouble: SheetTrouble?
    ) -> JSONValue {
        [
            "phase": "waiting", "trouble": .optional(trouble?.words),
            "details": .optional(trouble?.details), "distance": .number(distance.metres),
            "chooses": .bool(chooses), "hearsDistance": .bool(offers.hearsDistance),
            "isDistanceFixed": .bool(offers.isDistanceFixed),
            "choosesStart": offers.choosesStart.map(JSONValue.bool) ?? .null,
            "asksDirections": .bool(offers.asksDirections), "areRings": .bool(offers.areRings),
            "asksDiagonals": .bool(offers.asksDiagonals),
            "areAlone": .bool(offers.areAlone),
            "cover": .string(cover(before: eye)),
            "lines": .array(
                SnellenLine.all.map { line in
                    ["name": .string(line.feet), "size": .number(line.size.value)]
                }),
        ]
    }

    private static func test(_ view: TestView, _ distance: Distance) -> JSONValue {
        guard let shown = view.presentation else {
            return ["phase": "over", "title": .string(view.prompt.words), "words": ""]
        }
        return [
            "phase": "test", "distance": .number(distance.metres),
            "line": line(shown, distance),
            "places": .array(view.places.map { .string($0.pageName) }),
            "asked": .array(view.asked.map(JSONValue.integer)), "said": .integer(view.said),
            "prompt": ["kind": .string(view.prompt.pageName), "words": .string(words(view))],
        ]
    }

    /// What is asked. A letter by itself stands between bars on a page, and one of these looks like
    /// an I.
    private static func words(_ view: TestView) -> String {
        guard let shown = view.presentation, view.prompt == .read, shown.letters.count == 1,
            shown.distance == nil, !shown.optotypes.areDirections
        else { return view.words }
        return GuidanceWords.onlyTheMiddle
    }
}

extension PatientView {
    /// The letters of a line as outlines with their heights.
    private static func line(_ shown: Presentation, _ distance: Distance) -> JSONValue {
        [
            "number": .integer(shown.line),
            "asksDirections": .bool(shown.optotypes.areDirections),
            "asksDiagonals": .bool(shown.optotypes.areDiagonals),
            "millimetres": .array(
                shown.sizes.map {
                    // Not rounded to six digits: the page holds the height against the finest
                    // strokes of its screen, and a size that it offered has to pass.
                    .number(
                        $0.letterHeightInMillimetres(at: shown.distance ?? distance), places: 12)
                }),
            "paths": .array(
                shown.letters.map {
                    .string(OptotypeShape.of($0, in: shown.optotypes)?.svgPath ?? "")
                }),
        ]
    }
}

extension Place {
    /// The letter that was heard, or what else is known about the place.
    fileprivate var pageName: String {
        switch self {
        case .waiting: "waiting"
        case .asked: "asked"
        case .heard(let letter): letter.description
        case .missed: "missed"
        }
    }
}

extension Prompt {
    fileprivate var pageName: String {
        switch self {
        case .read: "read"
        case .readAgain: "again"
        case .lineFinished: "finished"
        case .paused: "paused"
        case .trouble: "trouble"
        case .warmUp: "warmUp"
        case .finished: "over"
        }
    }
}

/// A direction that the person gave with keys or by a stroke over the screen.
struct HandAnswer {
    let act: OperatorAct

    private struct Body: Decodable {
        var direction: String
        var shown: Int
    }

    /// What stands in the body of a request.
    ///
    /// - Parameter view: what is shown, and so what can be answered.
    /// - Throws: `Refusal.malformed`; `notNow` where no such direction is asked for.
    init(_ body: [UInt8], to view: PatientView) throws(Refusal) {
        guard let read = try? JSONDecoder().decode(Body.self, from: Data(body)),
            read.direction.count == 1,
            let letter = read.direction.first.flatMap({ Letter($0) }), Direction(letter) != nil
        else { throw .malformed }
        guard case .test(let shown, _) = view, let optotypes = shown.presentation?.optotypes,
            optotypes.areDirections, optotypes.choices.contains(letter)
        else { throw .notNow }
        act = .answer(shown: read.shown, letter)
    }
}
