/// What answers requests. It is called on the server's one thread, so it must not wait.
public protocol Responder: Sendable {
    /// Who sends a request, of which only the head is known.
    func admit(_ head: Request) -> Admission

    /// Answers a request.
    func respond(to request: Request) -> Reply
}
