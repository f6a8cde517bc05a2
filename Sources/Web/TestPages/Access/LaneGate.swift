package import HTTP

/// Decides who may use the pages of a lane, once a clinic has accounts. Any thread.
package protocol LaneGate: Sendable {
    /// Whether people have to sign in.
    var isClosed: Bool { get }

    /// The login of the person who conducts a test with a request.
    ///
    /// - Parameter isAtLane: whether the patient's page sends it. The lane still knows the person
    ///   who signed in after their session was idle.
    /// - Throws: `Refusal.signIn`, `.notAllowed`.
    func conductor(of request: Request, isAtLane: Bool) throws(Refusal) -> String

    /// Whether the person who conducts tests with the patient's page may see names of the records.
    func seesNames(_ request: Request) -> Bool

    /// Whether the person who opened a page with this request may keep it open.
    func mayStay(_ request: Request) -> Bool
}
