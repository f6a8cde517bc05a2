/// Pages besides those of the test, with their own paths.
package protocol PagePart: Sendable {
    /// The beginning of all its paths: "/records".
    var path: String { get }

    /// Whether a path belongs to it: by default, its own and those below it.
    func has(_ path: String) -> Bool

    /// The limit of a request's body, bytes; nil for that of the server's settings.
    var bodyBytes: Int? { get }

    /// Whether a request has the right to use it, so that it counts against the limit of known pages.
    func knows(_ request: Request) -> Bool

    /// Answers a request, which comes from an allowed host and has one of its paths. It is called on
    /// the server's only thread, so it must not wait: an answer that takes its time is a
    /// `Reply.later`.
    func answer(_ request: Request) throws(Refusal) -> Reply
}

extension PagePart {
    package var bodyBytes: Int? { nil }

    package func has(_ path: String) -> Bool {
        path == self.path || path.hasPrefix(self.path + "/")
    }
}
