package import Records

extension JSONValue {
    /// A share, 0…1; null where there is none.
    package static func share(_ share: Double?) -> JSONValue {
        share.map { .number($0, places: 4) } ?? .null
    }

    /// The ends of an interval of shares; null where there is none.
    package static func interval(_ interval: ClosedRange<Double>?) -> JSONValue {
        interval.map { [.share($0.lowerBound), .share($0.upperBound)] } ?? .null
    }
}
