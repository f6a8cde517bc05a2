internal import Platform

/// The reason that a request is not carried out: problem details (RFC 9457) for a program, a page for
/// a person. It has no patient data.
package struct Refusal: Error, Sendable, Equatable {
    /// The status of RFC 9110, or of RFC 6585.
    package let status: Int
    /// A word for programs: "stale".
    package let code: String
    /// The reason and the remedy, one or two sentences in English.
    package let title: String
    /// The faults of the body or the query.
    package var errors: [Fault]
    /// Further headers: "Retry-After".
    package var headers: [String: String]

    /// A fault of a body or a query.
    package struct Fault: Sendable, Equatable, Encodable {
        /// The place of the value (RFC 6901).
        package let pointer: String
        /// The fault in a sentence.
        package let detail: String

        /// Sets each property from the parameter of its name.
        package init(pointer: String, detail: String) {
            self.pointer = pointer
            self.detail = detail
        }
    }

    /// Sets each property from the parameter of its name.
    package init(
        status: Int, code: String, title: String, errors: [Fault] = [],
        headers: [String: String] = [:]
    ) {
        self.status = status
        self.code = code
        self.title = title
        self.errors = errors
        self.headers = headers
    }

    /// The media type of problem details.
    package static let type = "application/problem+json"

    /// The refusal as an answer to a request: a page for a browser, which asks for HTML by name, else
    /// problem details.
    ///
    /// - Parameter translate: gives the title in the language that the request prefers.
    package func content(
        for request: Request, translate: (String, Request) -> Translation = Translation.english
    ) -> Reply.Content {
        let accept = request.headers["accept"]?.lowercased() ?? ""
        let page = "text/html"
        let types = [page, Self.type, "application/json"]
        guard accept.contains(page), MediaRange.best(accept, of: types) == page else {
            return content
        }
        return self.page(translate(title, request))
    }

    /// The members of problem details.
    private struct Details: Encodable {
        var type = "about:blank"
        var title: String
        var status: Int
        var code: String
        var errors: [Fault]?
    }

    /// The refusal as problem details.
    package var content: Reply.Content {
        var content = Reply.Content.json(
            Details(
                title: title, status: status, code: code, errors: errors.isEmpty ? nil : errors),
            status: status)
        content.type = Self.type
        content.headers = headers
        return content
    }

    private func page(_ reason: Translation) -> Reply.Content {
        // A name that Aloud does not have needs no link: it would lead to another program.
        let link = self == .foreign ? "" : "<p><a href=\"/\">Aloud</a></p>\n"
        let html = """
            <!doctype html>
            <html lang="\(reason.language)">
            <head>
            <meta charset="utf-8">
            <meta name="viewport" content="width=device-width, initial-scale=1">
            <meta name="color-scheme" content="light dark">
            <title>Aloud</title>
            <link rel="icon" href="/icon.svg" type="image/svg+xml">
            <link rel="stylesheet" href="/design.css">
            </head>
            <body>
            <main><div class="inner">
            <h1>Aloud</h1>
            <p class="lead">\(reason.text.escapedForHTML)</p>
            \(link)</div></main>
            </body>
            </html>

            """
        return Reply.Content(
            status: status, type: "text/html; charset=utf-8", body: Array(html.utf8),
            headers: headers)
    }
}

/// A sentence in a language.
package struct Translation: Sendable {
    /// The language, a code of ISO 639.
    package let language: String
    /// The sentence.
    package let text: String

    /// Sets each property from the parameter of its name.
    package init(language: String, text: String) {
        self.language = language
        self.text = text
    }

    /// A reply with the English sentence, for any request.
    package static func english(_ text: String, _ request: Request) -> Translation {
        Translation(language: "en", text: text)
    }
}
