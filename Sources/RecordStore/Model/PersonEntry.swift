/// A person as somebody enters them before a test.
package struct PersonEntry: Sendable, Equatable {
    /// The clinic's identifier; nil if there is none.
    package var id: String?
    /// The name; nil if it is not kept.
    package var name: String?
    /// The day of birth; nil if it is not kept.
    package var birthDate: CalendarDay?

    /// The parameters as the properties of their names.
    package init(id: String? = nil, name: String? = nil, birthDate: CalendarDay? = nil) {
        self.id = id
        self.name = name
        self.birthDate = birthDate
    }

    /// Whether nothing was entered.
    package var isEmpty: Bool { id == nil && name == nil && birthDate == nil }

    /// The person of the store, who is added if the store does not have them; nil if nothing was
    /// entered. Without an identifier the name and the day of birth must be the same.
    ///
    /// - Throws: `RecordError.invalid` if the store has another name or day of birth for the
    ///   identifier, or only a day of birth was entered.
    package func person(
        in store: any RecordKeeping, by author: Author, at now: Moment
    ) throws(RecordError) -> Person? {
        guard !isEmpty else { return nil }
        if var known = try known(in: store) {
            guard Self.agree(known.name?.lowercased(), name?.lowercased()),
                Self.agree(known.birthDate, birthDate)
            else {
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

    private func known(in store: any RecordKeeping) throws(RecordError) -> Person? {
        if let id { return try store.person(withID: id) }
        guard let name else { return nil }
        return try store.people(PersonQuery(text: name)).first {
            $0.id == nil && $0.name?.lowercased() == name.lowercased() && $0.birthDate == birthDate
        }
    }

    /// Whether two values are the same, or one is not known.
    private static func agree<Value: Equatable>(_ one: Value?, _ other: Value?) -> Bool {
        one == nil || other == nil || one == other
    }
}
