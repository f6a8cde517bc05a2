/// How a live source fared since it was opened.
public struct CaptureTally: Sendable, Equatable {
    /// How often the device ran over because the computer was late.
    public var overruns = 0
    /// Sound thrown away because nobody read it, seconds.
    public var droppedSeconds = 0.0
    /// How often the device went away.
    public var losses = 0

    /// Of a source that nothing has happened to.
    public init() {}
}
