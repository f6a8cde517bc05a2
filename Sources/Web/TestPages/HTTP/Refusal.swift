/// The reason for refusing a request.
package enum Refusal: Error, Sendable, Equatable {
    /// Nothing is at this path.
    case notFound
    /// The path takes another method.
    case wrongMethod
    /// The request addresses this server by a name it does not have.
    case foreign
    /// The request comes from a page of another site.
    case otherSite
    /// A request that changes something has no Origin header.
    case noOrigin
    /// The body is not valid for the path.
    case malformed
    /// The page has no session, or one that has ended; it has to start anew.
    case unknownSession
    /// Another page shows the test.
    case pageTaken
    /// The pairing code or the operator's key is missing or wrong.
    case wrongCode
    /// The request needs a person who has signed in.
    case signIn
    /// The person who has signed in may not do this.
    case notAllowed
    /// No code is checked for a while, after too many wrong ones.
    case lockedOut
    /// The request is larger than this limit, in bytes.
    case tooLarge(Int)
    /// The device sends too many requests.
    case tooMany
    /// The request is valid, but not at this point of the test.
    case notNow

    /// The status code of RFC 9110, or of RFC 6585.
    package var status: Int {
        switch self {
        case .malformed: 400
        case .unknownSession, .wrongCode, .signIn: 401
        case .foreign, .otherSite, .noOrigin, .notAllowed: 403
        case .notFound: 404
        case .wrongMethod: 405
        case .pageTaken, .notNow: 409
        case .tooLarge: 413
        case .tooMany, .lockedOut: 429
        }
    }

    /// Its name in a page.
    package var name: String {
        switch self {
        case .malformed: "malformed"
        case .unknownSession: "unknownSession"
        case .wrongCode: "wrongCode"
        case .lockedOut: "lockedOut"
        case .signIn: "signIn"
        case .notAllowed: "notAllowed"
        case .foreign: "foreign"
        case .otherSite: "otherSite"
        case .noOrigin: "noOrigin"
        case .notFound: "notFound"
        case .wrongMethod: "wrongMethod"
        case .pageTaken: "pageTaken"
        case .notNow: "notNow"
        case .tooLarge: "tooLarge"
        case .tooMany: "tooMany"
        }
    }

    /// The reason and the remedy, for a person.
    package var words: String {
        switch self {
        case .malformed: "Aloud cannot read this request."
        case .unknownSession: "This page is no longer connected. Reload it."
        case .wrongCode: "Wrong code. The code is shown on the computer that runs Aloud."
        case .signIn: "Sign in to go on."
        case .notAllowed: "Your account may not do this. Ask an admin for another role."
        case .lockedOut:
            "Too many wrong codes. Keep this page open: it will try again in half a minute."
        case .foreign:
            "Aloud does not have this address. Use the address that it printed when it started."
        case .otherSite: "This request comes from a page of another site. Open Aloud's own page."
        case .noOrigin:
            "The request has no Origin header. Send the address of Aloud's page, for example"
                + " 'Origin: http://127.0.0.1:2020'."
        case .notFound: "Page not found. The test is at '/'."
        case .wrongMethod: "This address does not accept this method."
        case .pageTaken: "The test is open on another page. Close that page first."
        case .notNow: "This is not possible at this point of the test."
        case .tooLarge(let limit): "The request is too large. The limit is \(limit) bytes."
        case .tooMany: "Too many requests. Wait a moment, then try again."
        }
    }

    /// The refusal as an answer to a request: a page for a person, in their language, and problem details
    /// for a program.
    package func content(for request: Request) -> Reply.Content {
        guard ["GET", "HEAD"].contains(request.method), !request.path.hasPrefix("/api"),
            request.headers["accept"]?.contains("text/html") == true
        else { return content }
        return page(in: Catalogue.preferred(request.headers["accept-language"]))
    }

    /// The refusal as problem details (RFC 9457), with the members that Aloud's own pages use.
    package var content: Reply.Content {
        let text =
            "{\"type\":\"about:blank\",\"title\":\"\(words)\",\"status\":\(status),"
            + "\"code\":\"\(name)\",\"refused\":\"\(name)\",\"reason\":\"\(words)\"}\n"
        return Reply.Content(
            status: status, type: "application/problem+json", body: Array(text.utf8))
    }

    /// The refusal as a page in a language, a code of ISO 639.
    private func page(in language: String) -> Reply.Content {
        let said = Catalogue(language: language)?.translated(words) ?? words
        // At a name that Aloud does not have, no link leads on.
        let link = self == .foreign ? "" : "<p><a href=\"/\">Aloud</a></p>\n"
        let html = """
            <!doctype html>
            <html lang="\(language)">
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
            <p class="lead">\(said)</p>
            \(link)</div></main>
            </body>
            </html>

            """
        return Reply.Content(
            status: status, type: "text/html; charset=utf-8", body: Array(html.utf8))
    }
}
