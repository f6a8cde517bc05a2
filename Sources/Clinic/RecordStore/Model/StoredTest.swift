package import Acuity
package import Records
internal import Synchronization

/// The state of a kept test.
package enum TestState: String, CaseIterable, Sendable, Codable {
    /// The test runs, or its program crashed.
    case running
    /// The test has its result.
    case finished
    /// The program ended before the test did: the result is rebuilt from the events.
    case interrupted
    /// Somebody declared the test a mistake.
    case voided

    /// The state in a word for a person.
    package var words: String {
        switch self {
        case .running: "running"
        case .finished: "finished"
        case .interrupted: "interrupted"
        case .voided: "declared a mistake"
        }
    }
}

/// A test of one eye as the store keeps it, without its events.
package struct StoredTest: Sendable, Equatable, Codable {
    /// The identifier.
    package let id: RecordID
    /// The key of the person; nil if nobody is named.
    package var person: RecordID?
    /// The identifier that the tests of both eyes have in common.
    package var sitting: RecordID
    /// The state.
    package var state: TestState
    /// The time of the first event.
    package var began: Moment
    /// The time of the last event; nil while the test runs.
    package var ended: Moment?
    /// The circumstances.
    package var circumstances: Circumstances
    /// The setup with the result. While the test runs, and of an interrupted test without a
    /// finished line, it has no lines and no score.
    package var record: TestRecord
    /// The number of times that the test was saved after its end, from 1: a higher number means
    /// that somebody amended it.
    package var version: Int
    /// The test's number among those of its person, from 1. It never changes; nil before the store
    /// gives it.
    package var instance: Int?

    /// Sets each property from the parameter of its name.
    package init(
        id: RecordID, person: RecordID?, sitting: RecordID, state: TestState = .running,
        began: Moment, ended: Moment? = nil, circumstances: Circumstances, record: TestRecord,
        version: Int = 1, instance: Int? = nil
    ) {
        self.id = id
        self.person = person
        self.sitting = sitting
        self.state = state
        self.began = began
        self.ended = ended
        self.circumstances = circumstances
        self.record = record
        self.version = version
        self.instance = instance
    }

    /// Whether somebody amended it after its end.
    package var isAmended: Bool { version > 1 }

    /// The eye.
    package var eye: Eye { record.setup.eye }

    /// The end, which is never before the beginning: if the clock was set back in mid-test, the
    /// length of the test counts.
    package var end: Moment? {
        guard let ended, ended < began else { return ended }
        return began.after(record.duration)
    }
}

extension TestRecord {
    /// The record of a test that has only begun: its setup.
    package static func empty(_ setup: TestSetup) -> TestRecord {
        TestRecord(
            setup: setup,
            score: AcuityScore(
                logMAR: nil, lettersRight: 0, lettersCredited: 0, lines: [], end: nil, remarks: []),
            lettersAskedAgain: 0, duration: .zero, end: .interrupted)
    }
}

/// An event of a test as the store keeps it.
package struct StoredEvent: Sendable, Equatable, Codable {
    /// The place of the event in the test, from 0.
    package var number: Int
    /// The time at which the store received it.
    package var at: Moment
    /// The event as JSON on one line, as `docs/events.md` describes it.
    package var text: String

    /// Sets each property from the parameter of its name.
    package init(number: Int, at: Moment, text: String) {
        self.number = number
        self.at = at
        self.text = text
    }
}

/// A former version of a test that somebody amended.
package struct FormerTest: Sendable, Equatable, Codable {
    /// The test as it was.
    package var test: StoredTest
    /// The time of the change.
    package var changed: Moment
    /// The person who changed it, and why.
    package var author: Author

    /// Sets each property from the parameter of its name.
    package init(test: StoredTest, changed: Moment, author: Author) {
        self.test = test
        self.changed = changed
        self.author = author
    }
}

/// A query for tests, the latest first.
package struct TestQuery: Sendable, Equatable, Codable {
    /// The person's key; nil for the tests of all people, and of nobody.
    package var person: RecordID?
    /// The sitting; nil for all.
    package var sitting: RecordID?
    /// Whether tests of named people are left out.
    package var isOfNobody: Bool
    /// The states; nil for all.
    package var states: [TestState]?
    /// The first and the last day; nil for no such limit.
    package var from: CalendarDay?
    package var through: CalendarDay?
    /// Only tests that are older than this one, or later with `isEarliestFirst`; nil for the first page.
    package var after: Cursor?
    /// Whether the earliest test comes first.
    package var isEarliestFirst = false
    /// Maximum number of tests.
    package var limit: Int

    /// A place in the list of all tests.
    package struct Cursor: Sendable, Equatable, Codable {
        /// The time at which its test began, milliseconds since 1970.
        package var began: Int64
        /// Its test.
        package var id: RecordID

        /// The place of a test.
        package init(_ test: StoredTest) {
            began = test.began.milliseconds
            id = test.id
        }
    }

    /// A query.
    package init(
        person: RecordID? = nil, sitting: RecordID? = nil, isOfNobody: Bool = false,
        states: [TestState]? = nil, from: CalendarDay? = nil, through: CalendarDay? = nil,
        after: Cursor? = nil, limit: Int = 100
    ) {
        self.person = person
        self.sitting = sitting
        self.isOfNobody = isOfNobody
        self.states = states
        self.from = from
        self.through = through
        self.after = after
        self.limit = limit
    }

    /// Whether all tests of the store are found, page by page.
    package var isOfAll: Bool {
        person == nil && sitting == nil && !isOfNobody && states == nil && from == nil
            && through == nil
    }

    /// The days as a query for people.
    package var days: PersonQuery { PersonQuery(from: from, through: through) }
}

/// The identifier of a person, a sitting or a test: a UUID of version 7 (RFC 9562), in small
/// letters.
///
/// Any lane can make one without asking another. Those of one program sort by the time they were
/// made, even if the clock is set back. It has no information about the person, so it may appear in
/// an address or a log.
package struct RecordID: Sendable, Hashable, Comparable, CustomStringConvertible {
    /// The text: "01932c07-209c-7d4e-8a3b-5f2c1d0e9b7a".
    package let text: String

    private static let last = Mutex<Int64>(0)

    /// An identifier of its text; nil for anything else.
    package init?(_ text: String) {
        let small = text.lowercased()
        let parts = small.split(separator: "-", omittingEmptySubsequences: false)
        guard parts.map(\.utf8.count) == [8, 4, 4, 4, 12],
            parts.joined().utf8.allSatisfy({ (48...57).contains($0) || (97...102).contains($0) })
        else { return nil }
        self.text = small
    }

    /// Makes a new identifier.
    ///
    /// - Parameter now: the time; its milliseconds are the first 48 bits of the identifier.
    package init(at now: Moment) {
        var generator = SystemRandomNumberGenerator()
        let time = Self.last.withLock { last in
            last = max(now.milliseconds, last)
            return UInt64(max(0, last)) & 0xFFFF_FFFF_FFFF
        }
        // A 12-bit counter would keep the order within a millisecond; random bits are enough.
        let high = time << 16 | 0x7000 | UInt64.random(in: 0...0xFFF, using: &generator)
        let low =
            0x8000_0000_0000_0000
            | UInt64.random(in: 0...0x3FFF_FFFF_FFFF_FFFF, using: &generator)
        func hexadecimal(_ value: UInt64) -> String {
            let digits = String(value, radix: 16)
            return String(repeating: "0", count: 16 - digits.count) + digits
        }
        let digits = Array(hexadecimal(high) + hexadecimal(low))
        text = [0..<8, 8..<12, 12..<16, 16..<20, 20..<32].map { String(digits[$0]) }
            .joined(separator: "-")
    }

    /// Computes the identifier of texts, always the same one: a UUID of version 8, by FNV-1a of 128
    /// bits (Fowler, Noll and Vo).
    init(ofTexts texts: [String]) {
        var hash: UInt128 = 0x6C62_272E_07BB_0142_62B8_2175_6295_C58D
        for byte in texts.joined(separator: " ").utf8 {
            hash = (hash ^ UInt128(byte)) &* 0x0000_0000_0100_0000_0000_0000_0000_013B
        }
        let version: UInt128 = 0x8000 << 64
        let variant: UInt128 = 0x8000_0000_0000_0000
        let marked = hash & ~(0xF000 << 64) & ~0xC000_0000_0000_0000 | version | variant
        let digits = String(marked, radix: 16)
        let all = Array(String(repeating: "0", count: 32 - digits.count) + digits)
        text = [0..<8, 8..<12, 12..<16, 16..<20, 20..<32].map { String(all[$0]) }
            .joined(separator: "-")
    }

    /// See `text`.
    package var description: String { text }

    package static func < (one: RecordID, other: RecordID) -> Bool { one.text < other.text }
}

extension RecordID: CodedAsText {
    /// See `CodedAsText.fault`.
    package static let fault = "an identifier that is not a UUID"
}
