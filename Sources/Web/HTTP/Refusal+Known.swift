// The refusals that several parts of the server share.

extension Refusal {
    /// Nothing is at this path.
    package static let notFound = Refusal(
        status: 404, code: "notFound",
        title: "There is nothing at this address. The test is at '/'.")
    /// The request addresses this server by a name it does not have.
    package static let foreign = Refusal(
        status: 403, code: "foreign",
        title: "Aloud does not have this address. Use the address that it printed when it started.")
    /// The request comes from a page of another site.
    package static let otherSite = Refusal(
        status: 403, code: "otherSite",
        title: "This request comes from a page of another site. Open Aloud's own page.")
    /// A request that changes something has no Origin header.
    package static let noOrigin = Refusal(
        status: 403, code: "noOrigin",
        title: "The request has no Origin header. Send the address of Aloud's page, for example"
            + " 'Origin: http://127.0.0.1:2020'.")
    /// The body is not valid for the path.
    package static let malformed = Refusal(
        status: 400, code: "malformed", title: "Aloud cannot read this request.")
    /// The page has no session, or one that has ended; it must start again.
    package static let unknownSession = Refusal(
        status: 401, code: "unknownSession", title: "This page is no longer connected. Reload it.")
    /// The keys on a phone belong to a test that is over.
    package static let padEnded = Refusal(
        status: 401, code: "padEnded",
        title: "These keys belong to another test. Scan the code on the screen again.")
    /// Another page shows the test.
    package static let pageTaken = Refusal(
        status: 409, code: "pageTaken",
        title: "The test is open on another page. Close that page first.")
    /// The pairing code or the operator's key is missing or wrong.
    package static let wrongCode = Refusal(
        status: 401, code: "wrongCode",
        title: "Wrong code. The code is shown on the computer that runs Aloud.")
    /// The request needs a person who has signed in.
    package static let signIn = Refusal(
        status: 401, code: "signIn", title: "Sign in to go on.")
    /// The person who has signed in may not do this.
    package static let notAllowed = Refusal(
        status: 403, code: "notAllowed",
        title: "Your account may not do this. Ask an admin for another role.")
    /// After too many wrong codes, no code is checked for a while.
    package static let lockedOut = Refusal(
        status: 429, code: "lockedOut",
        title: "Too many wrong codes. Keep this page open: it will try again in half a minute.")
    /// The device sends too many requests.
    package static let tooMany = Refusal(
        status: 429, code: "tooMany",
        title: "Too many requests. Wait a moment, then try again.")
    /// The request is valid, but not at this point of the test.
    package static let notNow = Refusal(
        status: 409, code: "notNow", title: "This is not possible at this point of the test.")
    /// The choice of the next person has ended or has changed.
    package static let choiceEnded = Refusal(
        status: 409, code: "choiceEnded",
        title: "The choice of the person in the records has changed. Look again at who is tested.")
    /// The server ends before it has an answer.
    package static let ending = Refusal(
        status: 503, code: "ending", title: "Aloud ends.")
    /// The part that answers has failed.
    package static let failed = Refusal(
        status: 500, code: "failed", title: "Aloud failed. See its messages.")

    /// The path takes other methods.
    package static func wrongMethod(allowed: [String]) -> Refusal {
        Refusal(
            status: 405, code: "wrongMethod", title: "This address does not accept this method.",
            headers: ["Allow": allowed.joined(separator: ", ")])
    }

    /// The request is larger than this limit, in bytes.
    package static func tooLarge(_ limit: Int) -> Refusal {
        Refusal(
            status: 413, code: "tooLarge",
            title: "The request is too large. The limit is \(limit) bytes.")
    }
}
