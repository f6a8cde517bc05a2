internal import Acuity
internal import HTTP
internal import Platform
internal import RecordREST
internal import RecordStore
internal import Records
internal import TestPages

/// The person of a sitting: chosen on the records page, found at the lane, or known only by a typed
/// name.
extension ExamRecords {
    /// Maximum number of people that a lane offers while a name is typed.
    private static let mostOffered = 5

    /// People whose name or identifier matches the text typed at the lane, at most five; none while
    /// the records cannot be read. The audit trail notes the search.
    ///
    /// - Parameter login: the person who searches.
    func people(fitting words: String, for login: String) -> [LanePerson] {
        let words = String(words.trimming(\.isWhitespace))
        guard !words.isEmpty,
            let found = try? store.people(PersonQuery(text: words, limit: Self.mostOffered))
        else { return [] }
        try? store.note(.search, of: nil, by: Author(login))
        return found.map(lanePerson)
    }

    /// A choice of the records page as the lane shows it; nil without one, and for a person who was
    /// erased.
    func laneChoice(_ next: NextTest.Numbered?) -> LaneChoice? {
        guard let next else { return nil }
        var person: LanePerson?
        if let key = next.choice.person {
            guard let known = try? store.person(key) else { return nil }
            person = lanePerson(known)
        }
        return LaneChoice(
            number: next.number, person: person,
            correction: next.choice.correction.map(BeginRequest.Correction.init),
            resumes: next.choice.goesOn != nil, eyes: next.choice.eyes,
            distance: next.choice.distance)
    }

    /// A person as the lane shows them.
    private func lanePerson(_ person: Person) -> LanePerson {
        LanePerson(
            key: person.key.text, name: person.title, id: person.name == nil ? nil : person.id,
            birthYear: person.birthDate?.year, language: language(ofLastTestOf: person.key))
    }

    /// The number of a person's latest tests that are searched for a spoken one.
    private static let mostLookedAt = 10

    /// The language of a person's last spoken answers; nil for English, without such a test, and while
    /// the records cannot be read.
    private func language(ofLastTestOf person: RecordID) -> String? {
        let query = TestQuery(person: person, limit: Self.mostLookedAt)
        let tests = (try? store.tests(query)) ?? []
        return tests.first { !$0.record.setup.areAnswersTyped }?.record.setup.hearing?.language
    }

    /// The records of a sitting that begins, with its person and their correction.
    ///
    /// - Parameters:
    ///   - begin: the choices of the page.
    ///   - sitting: the sitting of the tests of both eyes.
    ///   - day: today, whose list may have orders for the person.
    /// - Throws: `PersonGone`.
    func taking(
        _ begin: BeginRequest, sitting: RecordID, on day: CalendarDay
    ) throws(PersonGone) -> ExamRecords {
        var records = conducted(by: begin.conductor)
        records.sitting = sitting
        records.circumstances.lane = laneName?.current ?? circumstances.lane
        var correction: Correction?
        if let number = begin.choice {
            guard let choice = next.take(number) else { throw PersonGone() }
            records.person = choice.person
            records.goesOn = choice.goesOn
            correction = choice.correction
        } else if let key = begin.personKey.flatMap({ RecordID($0) }) {
            if lack(key) { throw PersonGone() }
            records.person = key
        } else if records.person == nil {
            records.circumstances.enteredName = begin.person
        }
        // If the records cannot be read, the tests are still kept, without an order.
        records.readOrders(on: day)
        // The person's own answer, which comes last, counts.
        records.circumstances.correction =
            begin.correction.map(Correction.init) ?? correction ?? circumstances.correction
        return records
    }

    /// Reads the orders of the person for a day, unless they were read before: the store may be out of
    /// reach between the eyes.
    private mutating func readOrders(on day: CalendarDay) {
        if orders == nil, let person { orders = try? store.orders(of: person, on: day) }
    }

    /// The records for the test of an eye, with its order on the list of a day.
    func ordered(for eye: Eye, on day: CalendarDay) -> ExamRecords {
        var records = self
        records.readOrders(on: day)
        records.circumstances.order = records.orders?.order(for: eye)
        return records
    }

    /// Whether a person is missing from the records; false while they cannot be read, because the
    /// test is then kept later.
    func lack(_ person: RecordID) -> Bool {
        do { return try store.person(person) == nil } catch { return false }
    }

    /// The comparison of the latest test of each eye with the person's earlier ones; empty without
    /// a person, and while the records cannot be read.
    var earlierResults: [Eye: EarlierResult] {
        guard let person, let known = try? store.person(person),
            let history = try? AcuityHistory(of: known, in: store)
        else { return [:] }
        return sitting.map { history.earlierResults(in: $0) } ?? [:]
    }

    /// The name or the identifier of the person; nil without a person, and while the records cannot
    /// be read.
    var titleOfPerson: String? {
        guard let person, let known = try? store.person(person) else { return nil }
        return known.title
    }
}

/// The person of a test that begins is no longer the one whom the page showed.
struct PersonGone: Error, CustomStringConvertible {
    var description: String { Refusal.choiceEnded.title }
}

extension Correction {
    fileprivate init(_ worn: BeginRequest.Correction) {
        self =
            switch worn {
            case .none: .none
            case .glasses: .glasses
            case .contacts: .contactLenses
            case .pinhole: .pinhole
            }
    }
}

extension BeginRequest.Correction {
    fileprivate init(_ kept: Correction) {
        self =
            switch kept {
            case .none: .none
            case .glasses: .glasses
            case .contactLenses: .contacts
            case .pinhole: .pinhole
            }
    }
}
