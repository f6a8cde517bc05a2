internal import HTTP
internal import RecordStore
internal import Records

// The refusals of the interface.

extension Refusal {
    static let noSound = Refusal(
        status: 404, code: "noSound",
        title: "The sound of this test is not kept. 'aloud serve --keep-sound' keeps it.")
    /// The request has no token of a person or program.
    static let unknownCaller = Refusal(
        status: 401, code: "unknownCaller",
        title: "Send 'Authorization: Bearer TOKEN' with a token of Aloud.",
        headers: ["WWW-Authenticate": "Bearer"])

    static let notOwn = Refusal(
        status: 403, code: "notOwn",
        title: "Another program conducts this test. Only the program that began it may add to it.")
    static let otherEvent = Refusal(
        status: 409, code: "otherEvent",
        title: "The test has another event of this number. Read its events, then go on after them.")

    static let ofTrial = Refusal(
        status: 409, code: "ofTrial",
        title: "Tests of a trial are conducted at a lane, with 'aloud serve' or 'aloud test'.")

    static let proofNeeded = Refusal(
        status: 403, code: "confirm",
        title: "Enter your password again at '/account/confirm' for this, then send it once more.")

    static func malformed(_ title: String, _ errors: [Fault] = []) -> Refusal {
        Refusal(status: 400, code: "malformed", title: title, errors: errors)
    }

    static func refused(_ permission: Permission) -> Refusal {
        Refusal(
            status: 403, code: "refused",
            title: "You have no permission for this ('\(permission.rawValue)'). Ask an admin.")
    }

    static func notAcceptable(_ types: [String]) -> Refusal {
        Refusal(
            status: 406, code: "notAcceptable",
            title: "This address gives \(types.joined(separator: ", ")).")
    }

    /// The reason from the store, or from a part of it.
    init(_ error: any Error) {
        switch error {
        case let refusal as Refusal: self = refusal
        case let error as RecordError: self.init(error)
        case let error as FormatProblem: self = error.problem
        default: self = .failed
        }
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
            case .locked: (409, "locked")
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
}
