/// How often an argument stands on a command line.
public enum ArgumentCount: Sendable, Equatable {
    /// Once.
    case one
    /// Once or several times.
    case oneOrMore
    /// Any number of times, or not at all.
    case any

    /// The fewest there may be.
    var minimum: Int { self == .any ? 0 : 1 }
    /// The most there may be.
    var maximum: Int { self == .one ? 1 : .max }
}
