package import Acuity
internal import Contrast
package import Dialogue
internal import Foundation
internal import HTTP
package import Records

/// A view of the patient's page.
package enum PatientView: Sendable, Equatable {
    /// The start form. `chooses`: whether distance and eyes are chosen on it; `trouble`: why the
    /// last attempt to begin failed.
    case waiting(
        eye: Eye, distance: Distance, chooses: Bool, offers: StartFormOptions = StartFormOptions(),
        trouble: StartFormProblem? = nil)
    /// One of the lines of decreasing size, numbered from 1, among which the person chooses the
    /// first line of the test.
    case choose(Presentation, number: Int, distance: Distance)
    /// All sizes at once, each with one optotype and the number of its line; the person chooses
    /// one.
    case chooseSize([Presentation], distance: Distance)
    /// A moment of a test.
    case test(TestView, distance: Distance)
    /// Text before the letters, on a calm background. `canGoOn`: whether the person may end it;
    /// `showsMoon`: whether there is a picture to rest the eyes on.
    case rest(title: String, words: String, canGoOn: Bool, showsMoon: Bool = false)
    /// Another language is offered to the person.
    case offer(OfferedLanguage)
    /// The result, with notes on the screen. `chooses`: whether another test may follow;
    /// `asksAboutScreen`: whether the page asks if the screen changed during a test of contrast; `trouble`:
    /// which eye was not tested, and why.
    /// `earlier`: the comparison with the person's earlier tests, by eye; `nextSteps`: a sentence about
    /// the next step by eye, in each language that the clinic has; `isDiscarded`: whether the person
    /// said that it does not count.
    case result(
        [TestRecord], notes: [String], date: String, chooses: Bool, asksAboutScreen: Bool = false,
        trouble: String? = nil,
        earlier: [Eye: EarlierResult] = [:], nextSteps: [Eye: [String: String]] = [:],
        isDiscarded: Bool = false)
    /// The last view: Aloud ends, or the test is shown in another window.
    case over(title: String, words: String)
}

extension PatientView {
    /// The view as the page receives it.
    ///
    /// Until the result, letters are sent as outlines, without their names.
    ///
    /// - Parameters:
    ///   - number: how many views were shown, including this one.
    ///   - shown: how many lines or letters were shown; the page sends it back with an answer by
    ///     hand, which then cannot count for a later letter.
    ///   - isMeasured: whether the screen on which the test was begun had been measured; nil if no
    ///     test was begun.
    ///   - isWarmUp: whether the stop button ends a warm-up.
    ///   - isLast: whether the page is to disconnect.
    package func json(
        number: Int, shown: Int = 0, isMeasured: Bool? = nil, isWarmUp: Bool = false,
        isLast: Bool = false
    ) -> JSONObject {
        var json: JSONObject =
            switch self {
            case .waiting(let eye, let distance, let chooses, let offers, let trouble):
                Self.waiting(eye, distance, chooses, offers, trouble)
            case .choose(let shown, let number, let distance):
                [
                    "phase": "choose", "step": number,
                    "distance": rounded(distance.metres, places: 6),
                    "line": Self.line(shown, shown.distance ?? distance),
                    "places": shown.letters.map { _ in "waiting" },
                    "asked": Array(shown.letters.indices), "said": 0,
                    "prompt": ["kind": "choose", "words": Self.chooseWords] as JSONObject,
                ]
            case .chooseSize(let sizes, let distance): Self.sizes(sizes, distance)
            case .test(let view, let distance): Self.test(view, distance)
            case .rest(let title, let words, let canGoOn, let showsMoon):
                [
                    "phase": "rest", "title": title, "words": words, "canGoOn": canGoOn,
                    "showsMoon": showsMoon,
                ]
            case .offer(let offered): offered.json
            case .result(
                let reports, let notes, let date, let chooses, let asksAboutScreen, let trouble,
                let earlier, let nextSteps, let isDiscarded):
                [
                    "phase": "result", "trouble": orNull(trouble),
                    "earlier": earlier.reduce(into: [:] as [String: JSONObject]) {
                        $0[$1.key.rawValue] = $1.value.json
                    },
                    "nextSteps": nextSteps.reduce(into: [:] as [String: [String: String]]) {
                        $0[$1.key.rawValue] = $1.value
                    },
                    "reports": reports.map(\.page),
                    "notes": notes, "date": date, "chooses": chooses,
                    "asksAboutScreen": asksAboutScreen, "isDiscarded": isDiscarded,
                ]
            case .over(let title, let words):
                ["phase": "over", "title": title, "words": words]
            }
        json.add([
            "number": number, "shown": shown, "isMeasured": orNull(isMeasured),
            "isWarmUp": isWarmUp, "isLast": isLast,
        ])
        return json
    }

    private static let chooseWords =
        "Say “stop” at the smallest line you can read easily, or say its number."

    private static func sizes(_ sizes: [Presentation], _ distance: Distance) -> JSONObject {
        [
            "phase": "choose", "distance": rounded(distance.metres, places: 6),
            "sizes": sizes.map { size -> JSONObject in
                [
                    "number": size.line,
                    "millimetres": size.size.letterHeightInMillimetres(at: distance),
                    "path": OptotypeShape.of(size.letters[0], in: size.optotypes)?.svgPath ?? "",
                ]
            },
            "prompt": ["kind": "choose", "words": GuidanceWords.chooseSize] as JSONObject,
        ]
    }

    /// The instruction to cover an eye before the other one is tested.
    package static func cover(before eye: Eye) -> String {
        switch eye {
        case .right: "Cover your left eye."
        case .left: "Cover your right eye."
        case .both: "Keep both eyes open."
        }
    }

    private static func waiting(
        _ eye: Eye, _ distance: Distance, _ chooses: Bool, _ offers: StartFormOptions,
        _ trouble: StartFormProblem?
    ) -> JSONObject {
        [
            "phase": "waiting", "trouble": orNull(trouble?.words),
            "isBlocked": trouble?.isBlocking ?? false,
            "distance": rounded(distance.metres, places: 6),
            "chooses": chooses, "hearsDistance": offers.hearsDistance,
            "isDistanceFixed": offers.isDistanceFixed,
            "isDistanceAsked": offers.isDistanceAsked,
            "choosesStart": orNull(offers.choosesStart),
            "asksDirections": offers.asksDirections, "areRings": offers.areRings,
            "asksDiagonals": offers.asksDiagonals, "areAlone": offers.areAlone,
            "measuresContrast": offers.measuresContrast,
            "offersContrast": offers.offersContrast, "keys": offers.keys,
            "cover": cover(before: eye),
            "lines": SnellenLine.all.map { line -> JSONObject in
                ["name": line.feet, "size": rounded(line.size.value, places: 6)]
            },
        ]
    }

    private static func test(_ view: TestView, _ distance: Distance) -> JSONObject {
        guard let shown = view.presentation else {
            return ["phase": "over", "title": view.prompt.words, "words": ""]
        }
        let ofLetters = view.measured ?? shown.distance ?? distance
        return [
            "phase": "test", "distance": rounded(distance.metres, places: 6),
            "line": line(shown, ofLetters), "inks": inks(of: shown, in: view),
            "places": view.places.map(\.pageName),
            "asked": view.asked, "said": view.said, "alone": orNull(view.alone),
            "read": orNull(
                rounded(
                    view.lastRead?.letterHeightInMillimetres(at: ofLetters),
                    places: 3)),
            "prompt": ["kind": view.prompt.pageName, "words": words(view)] as JSONObject,
        ]
    }

    /// The prompt. A single black letter has crowding bars on a page, and people could read a bar
    /// as an I. Only the operator sees the cause of a trouble.
    private static func words(_ view: TestView) -> String {
        guard let shown = view.presentation, view.prompt == .read, shown.letters.count == 1,
            shown.distance == nil, !shown.optotypes.areDirections, view.grey == nil
        else { return LostMicrophone.withoutCause(view.words) }
        return GuidanceWords.onlyTheMiddle
    }
}

extension PatientView {
    /// The letters of a line as outlines with their heights.
    private static func line(_ shown: Presentation, _ distance: Distance) -> JSONObject {
        [
            "number": shown.line, "isFresh": shown.isFresh,
            "asksDirections": shown.optotypes.areDirections,
            "asksDiagonals": shown.optotypes.areDiagonals,
            // The whole set: the keys of the pad do not depend on the letters that are shown.
            "choices": shown.optotypes.choices.map(\.description),
            // Not rounded: the page compares the height with the finest strokes of its screen, and
            // a size that it offered must pass.
            "millimetres": shown.sizes.map {
                $0.letterHeightInMillimetres(at: distance)
            },
            "paths": shown.letters.map {
                OptotypeShape.of($0, in: shown.optotypes)?.svgPath ?? ""
            },
        ]
    }
}

extension PatientView {
    /// The grey levels of the ground and of each letter; nil for black letters on white.
    private static func inks(of shown: Presentation, in view: TestView) -> JSONObject? {
        guard let grey = view.grey else { return nil }
        let contrasts = shown.contrasts?.letters ?? shown.letters.map { _ in LogCS(0) }
        return [
            "ground": grey.ground, "gamma": rounded(grey.gamma, places: 4),
            "screen": orNull(view.screenName),
            "letters": contrasts.map { contrast -> JSONObject in
                let ink = grey.ink(max(min(contrast, grey.floor), LogCS(0)))
                return [
                    "dark": ink.dark, "lighter": ink.lighter,
                    "contrast": rounded(min(contrast.contrast, 1), places: 6),
                ]
            },
        ]
    }
}

extension Place {
    /// The letter that was heard, or the state of the place.
    var pageName: String {
        switch self {
        case .waiting: "waiting"
        case .asked: "asked"
        case .heard(let letter): letter.description
        case .missed: "missed"
        }
    }
}

extension Prompt {
    /// The kind of the prompt for a page.
    var pageName: String {
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

/// An answer that the person gave with a key, by touch or by swiping.
struct HandAnswer {
    let act: OperatorAct

    private struct Body: Decodable {
        var letter: String
        var shown: Int
        var after: Double?
        var way: HandWay?
        var corrects: Bool?
    }

    /// The longest time of an answer, milliseconds: an hour.
    private static let longest = 3_600_000.0

    /// The answer that a letter cannot be read, as the page sends it.
    private static let unread = "-"

    /// Decodes the body of a request: a letter of the optotype set, or "-" for one that cannot be
    /// read; with "corrects" it replaces the answer before.
    ///
    /// - Parameter view: the current view, which determines the valid answers.
    /// - Throws: `Refusal.malformed`, or `notNow` if no such letter is asked for or none was given.
    init(_ body: [UInt8], to view: PatientView) throws(Refusal) {
        guard let read = try? JSONDecoder().decode(Body.self, from: Data(body)),
            read.letter.count == 1, let character = read.letter.first
        else { throw .malformed }
        let letter = Letter(character)
        guard letter != nil || read.letter == Self.unread else { throw .malformed }
        guard case .test(let shown, _) = view, let optotypes = shown.presentation?.optotypes,
            letter.map(optotypes.choices.contains) ?? true
        else { throw .notNow }
        guard read.corrects != true else {
            guard shown.places.contains(where: \.isAnswered) else { throw .notNow }
            act = .correct(shown: read.shown, letter, by: read.way ?? .touched)
            return
        }
        let after = read.after.flatMap { (0...Self.longest).contains($0) ? Int($0) : nil }
        act = .answer(shown: read.shown, letter, by: read.way ?? .touched, after: after)
    }
}

extension Place {
    /// Whether the person answered.
    fileprivate var isAnswered: Bool {
        switch self {
        case .heard, .missed: true
        case .waiting, .asked: false
        }
    }
}
