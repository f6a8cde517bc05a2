internal import Dialogue
internal import Records

/// The offer of another language to a person whose readings are not understood, as the page shows it.
package struct OfferedLanguage: Sendable, Equatable {
    /// The language that is heard, as a code of ISO 639.
    package let own: String
    /// The language that is offered.
    package let other: String
    /// The question in the language that is offered.
    package let otherWords: String

    /// The number that the page sends for the other language; it sends 2 for its own.
    package static let otherNumber = 1

    /// Sets each property from the parameter of its name.
    package init(own: String, other: String, otherWords: String) {
        self.own = own
        self.other = other
        self.otherWords = otherWords
    }

    /// The title: the name of the language in that language.
    var title: String { "\(Catalogue.name(of: other))?" }

    /// The question in English, which the page translates.
    var words: String { GuidanceWords.offer(ofLanguage: other) }

    /// The view as the page receives it.
    var json: JSONObject {
        [
            "phase": "rest", "title": title, "words": words, "canGoOn": false,
            "showsMoon": false,
            "offer": [
                "words": otherWords, "language": other,
                "names": [other, own].map(Catalogue.name(of:)),
            ] as JSONObject,
        ]
    }
}
