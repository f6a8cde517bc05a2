package import Accounts
package import Acuity
package import HTTP
package import RecordStore
package import Records

/// The records for programs and for Aloud's own pages: REST over HTTP, described by the OpenAPI
/// document that it serves at `/api/v1/openapi.json`.
///
/// Names of people are in the bodies of requests and answers, never in an address.
package struct RecordInterface: PagePart {
    let store: any RecordKeeping
    let next: NextTest
    let now: @Sendable () -> Moment
    let digest: AuditChain.Digest
    /// The model of mishearing that a test assumed.
    let hearing: @Sendable (TestSetup, OptotypeSet) throws -> RecognitionErrorModel
    /// The sentences about the next step after a test, for reports; nil to leave them out.
    let nextSteps: NextStepTable?
    private let callers: any CallerFinding
    /// Takes the proofs of people who sign; nil if nobody can sign.
    let signIns: SignIns?
    /// The name of the lane; nil without one.
    let lane: @Sendable () -> String?
    let readers = ListReaders()

    /// The beginning of all paths.
    private static let root = "/api/v1"

    /// The interface of a store.
    ///
    /// - Parameters:
    ///   - callers: finds who sends a request.
    ///   - next: takes the person of the next test of the lane.
    ///   - digest: makes the key of a new person from the key of a request.
    ///   - hearing: the model of mishearing that a test assumed, for a test that is closed.
    ///   - nextSteps: the sentences about the next step after a test, for reports; nil to leave them
    ///     out.
    ///   - signIns: takes the proofs of people who sign; nil if nobody can sign.
    ///   - lane: the name of the lane that takes the next test; nil without one.
    ///   - now: the clock.
    package init(
        _ store: any RecordKeeping, callers: any CallerFinding, next: NextTest,
        signIns: SignIns? = nil, lane: @escaping @Sendable () -> String? = { nil },
        digest: @escaping AuditChain.Digest,
        hearing: @escaping @Sendable (TestSetup, OptotypeSet) throws -> RecognitionErrorModel,
        nextSteps: NextStepTable? = nil, now: @escaping @Sendable () -> Moment
    ) {
        self.store = store
        self.callers = callers
        self.next = next
        self.signIns = signIns
        self.lane = lane
        self.digest = digest
        self.hearing = hearing
        self.nextSteps = nextSteps
        self.now = now
    }

    package var path: String { "/api" }
    package var bodyBytes: Int? { 4 << 20 }

    package func knows(_ request: Request) -> Bool { caller(of: request) != nil }

    private func caller(of request: Request) -> Caller? {
        callers.caller(
            cookie: request.headers["cookie"], authorization: request.headers["authorization"])
    }

    package func answer(_ request: Request) throws(Refusal) -> Reply {
        guard isExport(request) else {
            // The store waits for the disk or the network.
            return .later { () throws(Refusal) in try carryOut(request) }
        }
        return .export { (isLeft) throws(Refusal) in try carryOut(request, isLeft) }
    }

    /// Whether a known caller asks for an export.
    private func isExport(_ request: Request) -> Bool {
        guard let found = try? Self.table.find(request, below: Self.root) else { return false }
        let format = Format.best(request.headers["accept"], of: [.json] + found.route.formats)
        return format?.export != nil && knows(request)
    }

    /// The answer to a request.
    package func content(_ request: Request) -> Reply.Content {
        do throws(Refusal) { return try carryOut(request) } catch {
            return error.content(for: request)
        }
    }

    private func carryOut(
        _ request: Request, _ isLeft: @escaping Reply.Departure = { false }
    ) throws(Refusal) -> Reply.Content {
        do { return try found(request, isLeft) } catch { throw Refusal(error) }
    }

    private func found(
        _ request: Request, _ isLeft: @escaping Reply.Departure
    ) throws -> Reply.Content {
        let (route, values) = try Self.table.find(request, below: Self.root)
        let caller = caller(of: request)
        if let permission = route.permission {
            guard let caller else { throw Refusal.unknownCaller }
            try permit(permission, to: caller, for: values)
        }
        let call = RESTCall(
            route: route, request: request,
            caller: caller ?? Caller(name: "nobody", role: .viewer, scopes: []), desk: self,
            values: values, isLeft: isLeft)
        if route.needsVersion { _ = try call.version() }
        try call.check()
        return try route.act(call)
    }

    /// Makes sure that a caller has a permission; a refusal is in the audit trail.
    func permit(_ permission: Permission, to caller: Caller, for values: [String: String]) throws {
        guard !caller.may(permission) else {
            guard !caller.mustConfirm(permission) || permission != .erase else {
                throw Refusal.proofNeeded
            }
            return
        }
        let object = (values["test"] ?? values["person"]).flatMap { RecordID($0) }
        callers.note(refusalOf: permission, to: caller, for: object)
        throw Refusal.refused(permission)
    }

    /// Adds a refusal to the audit trail.
    func note(refusalOf permission: Permission, to caller: Caller, for object: RecordID?) {
        callers.note(refusalOf: permission, to: caller, for: object)
    }

    /// All routes.
    static let routes: [DescribedRoute] =
        [description, FHIRCapabilities.route] + peopleRoutes + testRoutes + cardRoutes
        + runningTestRoutes + laneRoutes + householdRoutes + expectedRoutes + peerRoutes
        + signatureRoutes

    private static let table = RouteTable(routes)

    private static let description: DescribedRoute = DescribedRoute(
        method: "GET", path: "/openapi.json", name: "readDescription",
        summary: "The description of this interface (OpenAPI 3.1)", permission: nil,
        formats: [.json]
    ) { call in call.answer(OpenAPIDocument(routes: routes).json) }
}

/// The user of the machine, who is known by the key that Aloud prints when it starts.
package struct HomeCaller: CallerFinding {
    private let key: String
    private let caller: Caller

    /// - Parameters:
    ///   - key: the token of the user.
    ///   - name: the name in the audit trail.
    package init(key: String, name: String) {
        self.key = key
        caller = Caller(name: name, role: .admin)
    }

    package func caller(cookie: String?, authorization: String?) -> Caller? {
        let (given, key) = (Array((authorization ?? "").utf8), Array("Bearer \(key)".utf8))
        guard given.count == key.count else { return nil }
        // In constant time.
        return zip(given, key).reduce(UInt8(0)) { $0 | ($1.0 ^ $1.1) } == 0 ? caller : nil
    }

    package func note(refusalOf permission: Permission, to caller: Caller, for object: RecordID?) {}
}
