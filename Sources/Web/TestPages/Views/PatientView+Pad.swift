internal import Acuity
internal import Dialogue
internal import Records

extension PatientView {
    /// The view as the keys on a phone receive it: the keys to show, the places of the line and which
    /// of them are asked for, but not the letters.
    ///
    /// - Parameters:
    ///   - shown: how many lines or letters were shown; the page sends it back with an answer.
    ///   - language: the language of the patient's page; nil before a test was begun.
    ///   - isLast: whether the page is to disconnect.
    func pad(shown: Int, language: String?, isLast: Bool = false) -> JSONObject {
        var json: JSONObject =
            switch self {
            case .waiting: ["phase": "waiting"]
            case .choose, .chooseSize: ["phase": "waiting"]
            case .test(let view, _): Self.pad(view)
            case .rest(let title, let words, let canGoOn, _):
                ["phase": "rest", "title": title, "words": words, "canGoOn": canGoOn]
            case .result: ["phase": "over"]
            case .over(let title, _): ["phase": "over", "title": title]
            }
        json.add(["shown": shown, "language": orNull(language), "isLast": isLast])
        return json
    }

    private static func pad(_ view: TestView) -> JSONObject {
        guard let shown = view.presentation else { return ["phase": "over"] }
        return [
            "phase": "test",
            "choices": shown.optotypes.choices.map(\.description),
            "asksDirections": shown.optotypes.areDirections,
            "places": view.places.map(\.pageName), "asked": view.asked, "said": view.said,
            "alone": orNull(view.alone), "kind": view.prompt.pageName, "words": view.words,
        ]
    }
}
