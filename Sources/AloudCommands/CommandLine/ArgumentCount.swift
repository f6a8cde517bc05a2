/// How often an argument stands on a command line.
public enum ArgumentCount: Sendable, Equatable {
    case one, oneOrNone, oneOrMore, any

    /// The fewest there may be.
    var minimum: Int { self == .one || self == .oneOrMore ? 1 : 0 }
    /// The most there may be.
    var maximum: Int { self == .one || self == .oneOrNone ? 1 : .max }
}
