internal import RecordStore
internal import Records
internal import TestPages

/// The reason that a request is not carried out, as RFC 9457 has it. It holds no patient data.
struct Problem: Error, Sendable {
    /// The status of RFC 9110.
    let status: Int
    /// A word for programs: "stale".
    let code: String
    /// The reason and the way out, in a sentence.
    let title: String
    /// The faults of the body.
    var errors: [Schema.Fault] = []
    /// Further headers.
    var headers: [String: String] = [:]

    static let notFound = Problem(
        status: 404, code: "notFound", title: "There is nothing at this address.")
    static let noSound = Problem(
        status: 404, code: "noSound",
        title: "The sound of this test is not kept. 'aloud serve --keep-sound' keeps it.")
    static let signIn = Problem(
        status: 401, code: "unknownCaller",
        title: "Send 'Authorization: Bearer TOKEN' with a token of Aloud.",
        headers: ["WWW-Authenticate": "Bearer"])

    static let notOwn = Problem(
        status: 403, code: "notOwn",
        title: "Another program conducts this test. Only the program that began it may add to it.")
    static let otherEvent = Problem(
        status: 409, code: "otherEvent",
        title: "The test has another event of this number. Read its events, then go on after them.")

    static let proofNeeded = Problem(
        status: 403, code: "confirm",
        title: "Enter your password again at '/account/confirm' for this, then send it once more.")

    static func malformed(_ title: String, _ errors: [Schema.Fault] = []) -> Problem {
        Problem(status: 400, code: "malformed", title: title, errors: errors)
    }

    static func refused(_ permission: Permission) -> Problem {
        Problem(
            status: 403, code: "refused",
            title: "You have no permission for this ('\(permission.rawValue)'). Ask an admin.")
    }

    static func wrongMethod(allowed: [String]) -> Problem {
        Problem(
            status: 405, code: "wrongMethod",
            title: "This address takes \(allowed.joined(separator: ", ")).",
            headers: ["Allow": allowed.joined(separator: ", ")])
    }

    static func notAcceptable(_ types: [String]) -> Problem {
        Problem(
            status: 406, code: "notAcceptable",
            title: "This address gives \(types.joined(separator: ", ")).")
    }

    /// The reason that the store, or a part of it, gives.
    init(_ error: any Error) {
        switch error {
        case let problem as Problem: self = problem
        case let error as RecordError: self.init(error)
        case let error as FormatProblem: self = error.problem
        default: self.init(status: 500, code: "failed", title: "Aloud failed. See its messages.")
        }
    }

    init(
        status: Int, code: String, title: String, errors: [Schema.Fault] = [],
        headers: [String: String] = [:]
    ) {
        self.status = status
        self.code = code
        self.title = title
        self.errors = errors
        self.headers = headers
    }

    private init(_ error: RecordError) {
        let (status, code): (Int, String) =
            switch error {
            case .notFound: (404, "notFound")
            case .stale: (412, "stale")
            case .taken: (409, "taken")
            case .exists: (409, "exists")
            case .notRunning, .changedOutside: (409, "notRunning")
            case .gap: (409, "gap")
            case .invalid: (422, "invalid")
            case .full: (507, "full")
            case .failed, .notRecords, .newer, .older: (500, "failed")
            case .inUse, .readOnly, .notOpened, .moved, .logAlone, .unreachable, .refused, .busy,
                .closed:
                (503, "unreachable")
            }
        self.init(status: status, code: code, title: Self.title(of: error, status: status))
    }

    /// The reason in words, without paths, servers or the words of a database.
    private static func title(of error: RecordError, status: Int) -> String {
        switch (error, status) {
        case (.invalid(let reason), _): reason.prefix(1).uppercased() + reason.dropFirst()
        case (.full, _), (_, ..<500): error.description
        case (_, 503): "The records cannot be reached. Send the same again later."
        default: "The records cannot be used. 'aloud doctor' on that machine says why."
        }
    }

    /// The answer.
    var content: Reply.Content {
        var json: JSONObject = [
            "type": "about:blank", "title": title, "status": status, "code": code,
        ]
        if !errors.isEmpty { json.add(["errors": errors]) }
        return Reply.Content(
            status: status, type: "application/problem+json",
            body: Array((json.jsonText + "\n").utf8), headers: headers)
    }
}
