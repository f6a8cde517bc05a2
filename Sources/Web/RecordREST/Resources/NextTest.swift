package import Acuity
package import RecordStore
internal import Synchronization

/// The choice of the records page for the next test of the lane. It ends when a test begins with
/// it, after 15 minutes, or when its author signs out. Any thread may use it.
package final class NextTest: Sendable {
    /// A choice.
    package struct Choice: Sendable, Equatable {
        /// The person; nil if nobody is named.
        package var person: RecordID?
        /// The correction; nil if the page did not choose one.
        package var correction: Correction?
        /// The interrupted test to resume; nil for a new one.
        package var goesOn: RecordID?
        /// The eyes, in order, and the distance of the last time, which the lane proposes; nil to ask.
        package var eyes: [Eye]?
        package var distance: Distance?

        /// Sets each property from the parameter of its name.
        package init(
            person: RecordID?, correction: Correction? = nil, goesOn: RecordID? = nil,
            eyes: [Eye]? = nil, distance: Distance? = nil
        ) {
            self.person = person
            self.correction = correction
            self.goesOn = goesOn
            self.eyes = eyes
            self.distance = distance
        }
    }

    /// A choice with its number: no two choices have the same.
    package struct Numbered: Sendable, Equatable {
        /// The number, from 1.
        package let number: Int
        /// The choice.
        package let choice: Choice
        fileprivate let author: String
        fileprivate let made: Duration
    }

    /// The reason that the last choice has ended.
    package enum End: String, Sendable, Encodable {
        /// A test began with it.
        case begun
        /// The choice was older than 15 minutes.
        case expired
        /// The author of the choice signed out.
        case signedOut
    }

    private struct State {
        var count = 0
        var current: Numbered?
        var end: End?
        var isToldOf: @Sendable (Numbered?) -> Void = { _ in }
    }

    /// The longest life of a choice. Chosen, not measured: later, somebody else may sit before the
    /// screen.
    package static let life = Duration.seconds(15 * 60)

    private let state = Mutex(State())
    private let uptime: @Sendable () -> Duration

    /// Nothing is chosen yet.
    ///
    /// - Parameter uptime: a clock that cannot be set.
    package init(uptime: @escaping @Sendable () -> Duration) { self.uptime = uptime }

    /// The choice; nil without one.
    package var current: Numbered? {
        let now = uptime()
        let isOld = state.withLock { $0.current.map { now - $0.made >= Self.life } ?? false }
        if isOld { end(.expired) { _ in true } }
        return state.withLock { $0.current }
    }

    /// The reason that the last choice has ended; nil while there is one, and before the first.
    package var end: End? { state.withLock { $0.end } }

    /// Calls a function after each change of the choice, and now.
    package func onChange(_ act: @escaping @Sendable (Numbered?) -> Void) {
        act(
            state.withLock { state in
                state.isToldOf = act
                return state.current
            })
    }

    /// Makes a choice, or takes it back with nil.
    ///
    /// - Parameter author: the login of the person who chooses.
    package func choose(_ next: Choice?, by author: String) {
        let made = uptime()
        let (tell, current) = state.withLock { state in
            state.count += 1
            state.end = nil
            state.current = next.map {
                Numbered(number: state.count, choice: $0, author: author, made: made)
            }
            return (state.isToldOf, state.current)
        }
        tell(current)
    }

    /// Takes the choice with this number for a test that begins; nil if the choice has changed.
    package func take(_ number: Int) -> Choice? {
        guard let current, current.number == number else { return nil }
        return end(.begun) { $0.number == number } ? current.choice : nil
    }

    /// Ends the choice of a person who signs out.
    package func forget(by author: String) { end(.signedOut) { $0.author == author } }

    @discardableResult
    private func end(_ reason: End, of isMeant: (Numbered) -> Bool) -> Bool {
        let tell = state.withLock { state -> (@Sendable (Numbered?) -> Void)? in
            guard let current = state.current, isMeant(current) else { return nil }
            state.current = nil
            state.end = reason
            return state.isToldOf
        }
        tell?(nil)
        return tell != nil
    }
}
