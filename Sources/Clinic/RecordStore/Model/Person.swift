internal import Platform

/// A person whose tests are kept together.
package struct Person: Sendable, Equatable, Codable {
    /// The store's own identifier.
    package let key: RecordID
    /// The identifier that the clinic uses, such as a chart number, unique to the person;
    /// nil if there is none.
    package var id: String?
    /// The name as the clinic writes it; nil if it is not kept.
    package var name: String?
    /// The day of birth; nil if it is not kept.
    package var birthDate: CalendarDay?
    /// The clinic's follow-up of the person; nil without any choice.
    package var followUp: FollowUp?
    /// The number of times that the person was saved, from 1; 0 before the first.
    package internal(set) var version: Int

    /// A person.
    package init(
        key: RecordID, id: String? = nil, name: String? = nil, birthDate: CalendarDay? = nil,
        followUp: FollowUp? = nil, version: Int = 0
    ) {
        self.key = key
        self.id = id
        self.name = name
        self.birthDate = birthDate
        self.followUp = followUp
        self.version = version
    }

    /// The person with the number of a saved version.
    package func saved(as version: Int) -> Person {
        var saved = self
        saved.version = version
        return saved
    }

    /// A new salt, 128 random bits. It is erased with the person: without it, nobody can find out a
    /// name by trying names against the digest in the audit trail.
    package static func newSalt() -> String {
        (0..<2).map { _ in String(UInt64.random(in: 0...UInt64.max), radix: 16) }
            .joined(separator: "-")
    }

    /// The name, or the identifier, for a heading; "No name" if there is neither.
    package var title: String { name ?? id ?? "No name" }

    /// The name with the identifier, which distinguishes two people with the same name.
    package var titleWithID: String {
        guard let name, let id else { return title }
        return "\(name) (\(id))"
    }

    /// Maximum length of an identifier, a name or a searched text, in characters.
    package static let longestText = 200
    /// Maximum length of such a text in UTF-8, bytes: a character may have very many marks.
    private static let longestBytes = 8_000

    /// Whether a text is not longer than any that can be kept.
    package static func isShort(_ text: String) -> Bool {
        text.utf8.count <= longestBytes && text.count <= longestText
    }

    /// Makes sure that the texts can be kept.
    ///
    /// - Throws: `RecordError.invalid`.
    package func check() throws(RecordError) {
        try followUp?.plan?.check()
        for (what, text) in [("identifier", id), ("name", name)] {
            guard let text else { continue }
            guard !text.isEmpty, Self.isShort(text),
                text.unicodeScalars.allSatisfy({ $0.value >= 0x20 && $0.value != 0x7F }),
                !text.hasControls, text.first?.isWhitespace == false,
                text.last?.isWhitespace == false
            else {
                throw .invalid(
                    "The \(what) of the person must have 1 to \(Self.longestText) characters, no"
                        + " line breaks or other control characters, none that turn the direction of"
                        + " writing, and no space at its ends.")
            }
        }
    }
}

extension Person {
    /// Checks that a day of birth is not in the future.
    ///
    /// - Throws: `RecordError.invalid`.
    package static func check(
        birthDate: CalendarDay?, on today: CalendarDay
    ) throws(RecordError) {
        guard let birthDate, birthDate > today else { return }
        throw .invalid(
            "The day of birth lies in the future. Check it, and the clock of this machine.")
    }
}

/// A query for people.
package struct PersonQuery: Sendable, Equatable, Codable {
    /// A part of the name, or the beginning of the clinic's identifier, ignoring case; nil for all
    /// people.
    package var text: String?
    /// The first day of a test; nil for no such limit.
    package var from: CalendarDay?
    /// The last day of a test; nil for no such limit.
    package var through: CalendarDay?
    /// Whether only people with a plan of tests are found.
    package var isFollowed: Bool
    /// Only people after this one; nil for the first page.
    package var after: RecordID?
    /// Maximum number of people.
    package var limit: Int

    /// A query.
    package init(
        text: String? = nil, from: CalendarDay? = nil, through: CalendarDay? = nil,
        isFollowed: Bool = false, after: RecordID? = nil, limit: Int = 100
    ) {
        self.text = text
        self.isFollowed = isFollowed
        self.after = after
        self.from = from
        self.through = through
        self.limit = limit
    }

    /// Makes sure that the text can be searched for.
    ///
    /// - Throws: `RecordError.invalid`.
    package func check() throws(RecordError) {
        guard let text, !Person.isShort(text) else { return }
        throw .invalid(
            "The text to search for must have at most \(Person.longestText) characters.")
    }

    /// The range of the days in UTC, milliseconds, wide enough for any time zone; the upper bound
    /// is excluded. Nil without a limit.
    package var span: Range<Int64>? {
        guard from != nil || through != nil else { return nil }
        let first = from.map { Int64($0.daysSince1970) * 86_400_000 - Self.widest } ?? 0
        let last =
            through.map { Int64($0.daysSince1970 + 1) * 86_400_000 + Self.widest }
            ?? Int64.max
        return first..<max(first, last)
    }

    /// The largest distance of a time zone from UTC, milliseconds.
    private static let widest: Int64 = 14 * 3_600_000

    /// Whether a moment lies on one of the days, by the clock of its place.
    package func contains(_ moment: Moment) -> Bool {
        (from.map { $0 <= moment.day } ?? true) && (through.map { $0 >= moment.day } ?? true)
    }
}

/// A person as somebody enters them before a test.
package struct PersonEntry: Sendable, Equatable {
    /// The clinic's identifier; nil if there is none.
    package var id: String?
    /// The name; nil if it is not kept.
    package var name: String?
    /// The day of birth; nil if it is not kept.
    package var birthDate: CalendarDay?

    /// Sets each property from the parameter of its name.
    package init(id: String? = nil, name: String? = nil, birthDate: CalendarDay? = nil) {
        self.id = id
        self.name = name
        self.birthDate = birthDate
    }

    /// Whether nothing was entered.
    package var isEmpty: Bool { id == nil && name == nil && birthDate == nil }

    /// The person in the store, who is added if the store does not have them; nil if nothing was
    /// entered. Without an identifier, the name and the day of birth must match.
    ///
    /// - Throws: `RecordError.invalid` if the store has another name or day of birth for the
    ///   identifier, or only a day of birth was entered.
    package func person(
        in store: any RecordKeeping, by author: Author, at now: Moment
    ) throws(RecordError) -> Person? {
        guard !isEmpty else { return nil }
        if var known = try known(in: store) {
            guard agrees(with: known) else {
                throw .invalid(
                    "The records have another name or another day of birth for this identifier."
                        + " Check the identifier, or correct the person in the records.")
            }
            let former = known
            known.name = known.name ?? name
            known.birthDate = known.birthDate ?? birthDate
            return known == former ? known : try store.save(known, by: author)
        }
        guard id != nil || name != nil else {
            throw .invalid("A day of birth alone names nobody. Give an identifier or a name, too.")
        }
        return try store.save(
            Person(key: RecordID(at: now), id: id, name: name, birthDate: birthDate), by: author)
    }

    /// The person in the store who may be the one who was entered; nil if there is none. Their name or
    /// day of birth may differ if the identifier is theirs.
    func known(in store: any RecordKeeping) throws(RecordError) -> Person? {
        if let id { return try store.person(withID: id) }
        guard let name else { return nil }
        let people: [Person]
        do throws(RecordError) {
            // A short name is a part of many others.
            people = try store.people(PersonQuery(text: name, limit: .max))
        } catch {
            // A test can begin without the shared store: the outbox keeps a new person.
            guard error.isOutage else { throw error }
            return nil
        }
        let folded = PersonText.folded(name)
        return people.first {
            $0.id == nil && $0.name.map(PersonText.folded) == folded && $0.birthDate == birthDate
        }
    }

    /// Whether a person may be the one who was entered: no value that both have differs.
    func agrees(with known: Person) -> Bool {
        Self.agree(known.name.map(PersonText.folded), name.map(PersonText.folded))
            && Self.agree(known.birthDate, birthDate)
    }

    /// Whether two values are the same, or one is not known.
    private static func agree<Value: Equatable>(_ one: Value?, _ other: Value?) -> Bool {
        one == nil || other == nil || one == other
    }
}
