/// Texts for one page, in order, as the server takes them. `LiveText` has the latest one alone.
package protocol LiveFeed: AnyObject, Sendable {
    /// Sets a function to be called after each change.
    func onChange(_ wake: @escaping @Sendable () -> Void)

    /// Takes the next text.
    func take() -> LiveText.Next

    /// Notes that the page has disconnected.
    func close()
}

extension LiveText: LiveFeed {}

/// Texts in both directions, over a WebSocket (RFC 6455).
package protocol Conversation: LiveFeed {
    /// Takes a text from the page. Called on the server's thread, so it must not wait.
    func receive(_ text: String)
}
