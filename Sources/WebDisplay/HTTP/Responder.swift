/// What answers requests. It is called on the server's one thread, so it must not wait.
public typealias Responder = @Sendable (Request) -> Reply
