/// Where the answers come from: a microphone with a recogniser, a recording, lines of text.
///
/// It is told how many answers are awaited and nothing else. That is all that it can ever know
/// about the chart: what is heard must not depend on what is shown.
public protocol AnswerSource: AnyObject {
    /// The next thing that happened. Blocks until there is one; a source that may wait for long
    /// gives `idle` a few times a second, or ends when the test is asked to stop.
    ///
    /// - Throws: what ends the test, such as a recogniser that fails; a capture device that may
    ///   come back is `trouble`.
    func next(_ awaited: Awaited) throws -> AnswerEvent

    /// How far a recording has been listened to, which is heard faster than it was said; nil where
    /// the answers come as they are given.
    var listened: Duration? { get }
}

extension AnswerSource {
    /// Nil: the answers come as they are given.
    public var listened: Duration? { nil }
}
