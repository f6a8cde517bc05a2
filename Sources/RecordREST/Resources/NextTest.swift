package import RecordStore
internal import Synchronization

/// The choice of the records page for the next test of the lane. Any thread.
package final class NextTest: Sendable {
    /// A choice.
    package struct Choice: Sendable, Equatable {
        /// The person; nil if nobody is named.
        package var person: RecordID?
        /// The correction; nil for that of the command line.
        package var correction: Correction?
        /// The interrupted test that goes on; nil for a new one.
        package var goesOn: RecordID?

        /// The parameters as the properties of their names.
        package init(
            person: RecordID?, correction: Correction? = nil, goesOn: RecordID? = nil
        ) {
            self.person = person
            self.correction = correction
            self.goesOn = goesOn
        }
    }

    private let choice = Mutex<Choice?>(nil)

    /// Nothing is chosen yet.
    package init() {}

    /// The choice; nil without one.
    package var current: Choice? { choice.withLock { $0 } }

    /// Makes a choice, or takes it back with nil.
    package func choose(_ next: Choice?) { choice.withLock { $0 = next } }

    /// Takes the choice for a test that begins: the one after it needs another.
    package func take() -> Choice? {
        choice.withLock { choice in
            defer { choice = nil }
            return choice
        }
    }
}
