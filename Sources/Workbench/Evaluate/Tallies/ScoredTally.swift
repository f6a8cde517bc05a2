internal import Platform
internal import Records

/// A tally whose shares tell how well speakers are heard.
protocol ScoredTally: Tally {
    /// The shares that say most, in the order of their importance.
    static var shares: [NamedShare<Self>] { get }
}

/// A share that is counted.
struct NamedShare<Counts: Tally>: Sendable {
    /// What people read: "wrong among accepted".
    let name: String
    /// What programs read: "wrongAmongAccepted".
    let key: String
    let count: @Sendable (Counts) -> Proportion

    init(_ name: String, _ key: String, _ count: @escaping @Sendable (Counts) -> Proportion) {
        self.name = name
        self.key = key
        self.count = count
    }
}

extension Dictionary where Key == String, Value: ScoredTally {
    /// A line for each share of all speakers with its 95 % interval, "right 94.7 % (88.1 to 98.3)"; none
    /// for a share of nothing.
    var headlines: [String] {
        let all = values.total
        return Value.shares.compactMap { share in
            guard let value = share.count(all).value else { return nil }
            let interval = SpeakerBootstrap.interval(over: self, of: share.count)
            return "\(share.name) \(value.percentText) %"
                + (interval.map { " (\($0.percentText))" } ?? "")
        }
    }

    /// The 95 % interval of each share, 0…1.
    var intervals: JSONValue {
        .members(
            Value.shares.map {
                ($0.key, .interval(SpeakerBootstrap.interval(over: self, of: $0.count)))
            })
    }
}
