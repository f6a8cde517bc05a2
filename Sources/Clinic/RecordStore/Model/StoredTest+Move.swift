// A test that was kept with the wrong person, or with nobody, moves to the right person.

extension StoredTest {
    /// Moves the test to another person, or to nobody.
    ///
    /// The order of the former person stays with them. The test takes the order for its eye that the
    /// new person has on the list of its day.
    ///
    /// - Throws: `RecordError.invalid` for a test of a trial; an error of the store.
    package mutating func move(
        to person: RecordID?, in store: any RecordKeeping
    ) throws(RecordError) {
        guard person != self.person else { return }
        guard circumstances.trial == nil else {
            throw .invalid(
                "A test of a trial stays with its subject, because its visit, arm and letters are"
                    + " theirs. Declare it a mistake, and test the right subject.")
        }
        self.person = person
        circumstances.order = nil
        guard let person else { return }
        circumstances.order = try store.orders(of: person, on: began.day).order(for: eye)
    }

    /// The sitting of this test for a person, if this is the version first kept. A sitting has one
    /// person, so a test that is moved to another person gets a new sitting. Both eyes moved to one
    /// person share it.
    package func sitting(with person: RecordID?) -> RecordID {
        person == self.person ? sitting : sitting.sitting(with: person)
    }
}

extension RecordID {
    /// The sitting for tests of this sitting that are moved to a person.
    package func sitting(with person: RecordID?) -> RecordID {
        RecordID(ofTexts: [text, person?.text ?? ""])
    }
}
