// The calls that are about people.

extension RecordKeeping {
    /// Adds a person (version 0), or changes one if its version equals the store's.
    ///
    /// - Returns: the person with the new version.
    /// - Throws: `RecordError.stale` if somebody else changed the person meanwhile, `.taken` if
    ///   another person has the clinic's identifier, `.invalid`.
    package func save(_ person: Person, by author: Author) throws(RecordError) -> Person {
        try carryOut(SavePerson(person: person, author: author))
    }
}

/// The call of `save(_:by:)`.
package struct SavePerson: RecordCall {
    package typealias Answer = Person
    package let person: Person
    package let author: Author
}

extension RecordKeeping {
    /// The person with a key; nil if there is none.
    package func person(_ key: RecordID) throws(RecordError) -> Person? {
        try carryOut(ReadPerson(key: key))
    }
}

/// The call of `person(_:)`.
package struct ReadPerson: RecordCall {
    package typealias Answer = Person?
    package let key: RecordID
}

extension RecordKeeping {
    /// The person of a clinic's identifier; nil if there is none.
    package func person(withID id: String) throws(RecordError) -> Person? {
        try carryOut(FindPerson(id: id))
    }
}

/// The call of `person(withID:)`.
package struct FindPerson: RecordCall {
    package typealias Answer = Person?
    package let id: String
}

extension RecordKeeping {
    /// People, sorted by name, then by identifier.
    ///
    /// - Throws: `RecordError.invalid` for a text that is too long.
    package func people(_ query: PersonQuery) throws(RecordError) -> [Person] {
        try carryOut(FindPeople(query: query))
    }
}

/// The call of `people(_:)`.
package struct FindPeople: AwaitedCall {
    package typealias Answer = [Person]
    package let query: PersonQuery
}
