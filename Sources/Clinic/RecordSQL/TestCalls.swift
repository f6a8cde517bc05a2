internal import RecordStore
internal import Records

// The statements of the calls about tests.

extension BeginTest: SQLChange {
    func check() throws(RecordError) { try test.circumstances.check() }

    func change(_ rows: SQLTransaction<some SQLConnection>) throws(RecordError) -> Done {
        guard try rows.tests.test(test.id) == nil else { throw .exists }
        try rows.tests.checkUnlocked(test)
        var running = test
        running.state = .running
        try rows.tests.insert(running, TestContents(running))
        try rows.note(.begin, ofTest: test.id, author)
        return Done()
    }
}

extension AppendEvent: SQLRead {
    func read(_ connection: some SQLConnection) throws(RecordError) -> Done {
        let tests = TestRows(connection: connection)
        if try tests.append(event, to: test) { return Done() }
        guard let (state, text) = try tests.state(of: test, event: event.number) else {
            throw .notFound
        }
        if text == event.text { return Done() }
        throw state == TestState.running.rawValue ? .gap : .notRunning
    }
}

extension FinishTest: SQLChange {
    func change(_ rows: SQLTransaction<some SQLConnection>) throws(RecordError) -> Done {
        guard var kept = try rows.tests.test(test, locked: true) else { throw .notFound }
        guard kept.state == .running else { throw .notRunning }
        guard try !rows.trail.hasEnd(of: test) else { throw .changedOutside }
        kept.state = ending.state
        kept.record = ending.record
        kept.circumstances = ending.circumstances ?? kept.circumstances
        kept.ended = ending.at
        try rows.tests.update(kept, TestContents(kept))
        try rows.note(ending.state == .interrupted ? .interrupt : .finish, ofTest: test, author)
        try rows.deliver(kept)
        return Done()
    }
}

extension AddTest: SQLChange {
    func check() throws(RecordError) {
        try test.checkEnded()
        guard !test.record.isMasked else {
            throw .invalid(
                "the result of this test is masked. Add it from the records that have the result.")
        }
    }

    func change(_ rows: SQLTransaction<some SQLConnection>) throws(RecordError) -> Bool {
        let tests = rows.tests
        guard try tests.test(test.id) == nil else { return false }
        try tests.checkUnlocked(test)
        try tests.insert(test, TestContents(test))
        try tests.insert(events, of: test.id)
        for version in former {
            guard version.test.id == test.id else {
                throw .invalid("a former version belongs to another test.")
            }
            try tests.insert(former: version.test, changed: version.changed, by: version.author)
        }
        if let sound { try tests.write(sound: sound, of: test.id) }
        try rows.note(.add, ofTest: test.id, author)
        try rows.deliver(test)
        return true
    }
}

extension AmendTest: SQLChange {
    func change(_ rows: SQLTransaction<some SQLConnection>) throws(RecordError) -> StoredTest {
        let tests = rows.tests
        guard let former = try tests.test(test.id, locked: true) else { throw .notFound }
        try test.check(amending: former, by: author)
        try tests.checkUnlocked(former)
        try tests.checkUnlocked(test)
        try tests.insert(former: former, changed: rows.now(), by: author)
        var amended = test
        amended.version += 1
        if test.person != former.person, test.sitting == former.sitting {
            let first = try tests.formerVersions(of: test.id).first?.test ?? former
            amended.sitting = first.sitting(with: test.person)
        }
        // The stored text of the result stays unchanged.
        let record = try tests.record(of: test.id)
        try tests.update(
            amended,
            TestContents(
                circumstances: amended.circumstances.jsonText,
                record: record ?? amended.record.jsonText))
        try rows.note(.amend, ofTest: test.id, author)
        try rows.deliver(amended)
        return try tests.test(test.id) ?? amended
    }
}

extension KeepSound: SQLChange {
    func change(_ rows: SQLTransaction<some SQLConnection>) throws(RecordError) -> Done {
        guard let kept = try rows.tests.test(test, locked: true) else { throw .notFound }
        if kept.state != .running { try rows.tests.checkUnlocked(kept) }
        try rows.tests.write(sound: sound, of: test)
        try rows.note(.keepSound, ofTest: test, author)
        return Done()
    }
}

extension EraseObject: SQLChange {
    func check() throws(RecordError) { try author.checkReason() }

    func carryOut(in records: SQLRecords<some SQLConnection>) throws(RecordError) -> Int {
        let count = try records.change { rows throws(RecordError) in try change(rows) }
        try records.with { connection throws(RecordError) in try connection.wipe() }
        return count
    }

    func change<Connection>(_ rows: SQLTransaction<Connection>) throws(RecordError) -> Int {
        let connection = rows.connection
        let tests = try connection.rows(
            "SELECT id FROM test WHERE id = ?1 OR person = ?1 ORDER BY id"
                + Connection.dialect.lock, [.text(object.text)]
        ) { $0.text(0) ?? "" }
        for test in tests {
            if let id = RecordID(test), let kept = try rows.tests.test(id) {
                try rows.tests.checkUnlocked(kept)
            }
            for table in ["event", "former", "sound", "delivery"] {
                try connection.run("DELETE FROM \(table) WHERE test = ?1", [.text(test)])
            }
            try connection.run("DELETE FROM test WHERE id = ?1", [.text(test)])
            try rows.note(.erase, RecordID(test), author)
        }
        try connection.run("DELETE FROM instance WHERE record = ?1", [.text(object.text)])
        let wasPerson = try rows.people.remove(object)
        guard wasPerson || !tests.isEmpty else { throw .notFound }
        if wasPerson {
            try rows.note(.erase, object, author)
            try rows.expectNever(object, author)
        }
        return tests.count
    }
}

extension ReadTest: SQLRead {
    func read(_ connection: some SQLConnection) throws(RecordError) -> StoredTest? {
        try TestRows(connection: connection).test(id)
    }
}

extension ReadOrigin: SQLRead {
    func read(_ connection: some SQLConnection) throws(RecordError) -> Author? {
        try TrailRows(connection: connection).origin(of: test)
    }
}

extension ReadEvents: SQLRead {
    func read(_ connection: some SQLConnection) throws(RecordError) -> [StoredEvent] {
        try TestRows(connection: connection).events(of: test)
    }
}

extension ReadFormerVersions: SQLRead {
    func read(_ connection: some SQLConnection) throws(RecordError) -> [FormerTest] {
        try TestRows(connection: connection).formerVersions(of: test)
    }
}

extension FindTests: SQLRead {
    func read(_ connection: some SQLConnection) throws(RecordError) -> [StoredTest] {
        try TestRows(connection: connection).tests(query)
    }
}

extension ReadSound: SQLRead {
    func read(_ connection: some SQLConnection) throws(RecordError) -> [UInt8]? {
        try connection.row("SELECT body FROM sound WHERE test = ?1", [.text(test.text)]) {
            $0.bytes(0) ?? []
        }
    }
}
