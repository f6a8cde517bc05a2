/// The real parts that verbs work with, as factories; chosen by the executable alone.
public struct Instruments: Sendable {
    public init() {}
}
