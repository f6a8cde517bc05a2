internal import Foundation
internal import HTTP
internal import Platform
internal import RecordExports
internal import RecordStore
internal import Records

/// The reason that a test does not have the requested form.
struct FormatProblem: Error {
    let problem: Refusal
}

extension RESTCall {
    /// The form that the request asks for.
    ///
    /// - Throws: `Refusal` with status 406, or 403 if it is an export that the caller may not make.
    func format(_ others: [Format]) throws -> Format {
        let offered = [.json] + others
        guard let format = Format.best(request.headers["accept"], of: offered) else {
            throw Refusal.notAcceptable(offered.map(\.type))
        }
        if format != .json {
            // Each export has the names of people.
            for permission in [Permission.export, .readPeople] {
                try desk.permit(permission, to: caller, for: values)
            }
        }
        return format
    }

    /// A test in a form of the exports. FHIR, DICOM and PDF hold the sitting of the test: its other
    /// eye belongs to the same report.
    func export(_ test: StoredTest, as format: Format) throws -> Reply.Content {
        guard test.state != .running else {
            throw Refusal(
                status: 409, code: "running", title: "The test still runs. Wait for its end.")
        }
        let sitting = try tests(inSittingOf: test)
        switch format.export {
        case .fhir, .pdf, .dicom: return try content(of: sitting, as: format, test.id)
        default:
            return try content(
                of: sitting.filter { $0.test.id == test.id }, as: format, test.id)
        }
    }

    /// The tests of the same person in the sitting of a test, in the order of time.
    private func tests(inSittingOf test: StoredTest) throws -> [ExportedTest] {
        try tests(TestQuery(sitting: test.sitting))
            .filter { $0.test.person == test.person }
            .sorted {
                ($0.test.began.milliseconds, $0.test.id) < ($1.test.began.milliseconds, $1.test.id)
            }
    }

    /// The tests of a query in an export format.
    func export(
        _ query: TestQuery, of person: RecordID?, as format: Format
    ) throws -> Reply.Content {
        guard let write = writer(of: format) else {
            return try content(of: try tests(query), as: format, person)
        }
        // There may be very many tests, so the answer goes to a file first.
        do {
            let file = try SpooledFile()
            try write(query) {
                try goOn()
                try file.write($0)
            }
            try store.note(.export, of: person, by: author)
            var content = Reply.Content(type: format.type, body: [])
            content.file = file
            return content
        } catch let fault as SpooledFile.Fault {
            throw fault.isFull ? RecordError.full : RecordError.failed(fault.reason)
        }
    }

    /// Ends an export whose page has left.
    private func goOn() throws {
        guard !isLeft() else { throw Refusal.ending }
    }

    private typealias Writer = (TestQuery, (String) throws -> Void) throws -> Void

    /// Writes a form that consists of lines; nil for any other form.
    private func writer(of format: Format) -> Writer? {
        func table(_ table: TableExport) -> Writer {
            { [store] query, write in _ = try table.write(query, of: store, write) }
        }
        switch format.export {
        case .csv: return table(.tests)
        case .csvLetters: return table(.letters)
        case .redcap: return table(.redcap)
        case .jsonl:
            return { [store] query, write in _ = try store.export(query, write) }
        case .fhir: return writeBundles
        default: return nil
        }
    }

    /// Writes the bundles of tests, a bundle a line: only one is in memory with its PDF.
    private func writeBundles(of query: TestQuery, _ write: (String) throws -> Void) throws {
        let printed = try printing()
        for bundle in FHIRBundle.bundles(try tests(query)) {
            try goOn()
            try write(printed(bundle).jsonText + "\n")
        }
    }

    private func tests(_ query: TestQuery) throws -> [ExportedTest] {
        var reader = ExportReader(store, nextSteps: desk.nextSteps)
        return try reader.tests(query)
    }

    private func content(
        of tests: [ExportedTest], as format: Format, _ object: RecordID?
    ) throws -> Reply.Content {
        let (type, body) = try body(of: tests, as: format, object)
        try store.note(.export, of: object, by: author)
        return Reply.Content(type: type ?? format.type, body: body)
    }

    private func body(
        of tests: [ExportedTest], as format: Format, _ object: RecordID?
    ) throws -> (type: String?, body: [UInt8]) {
        func text(_ text: String) -> (String?, [UInt8]) { (nil, Array(text.utf8)) }
        let isList = Format.ofTests.contains(format)
        switch format.export {
        case nil, .flac, .redcapDictionary: preconditionFailure("answered by the route")
        case .jsonl: return text(try lines(of: tests))
        case .csv: return text(TestTable.table(tests).text)
        case .csvLetters: return text(LetterTable.table(tests).text)
        case .redcap: return text(REDCapTable.table(tests).text)
        case .fhir:
            let bundle = try FHIRBundle.bundles(tests).first.map(printing())
            return text((bundle?.jsonText ?? "{}") + "\n")
        case .dicom where isList: return try parts(AcuityObject.objects(tests).objects)
        case .dicom:
            let (objects, leftOut) = AcuityObject.objects(tests)
            guard let object = objects.first(where: { $0.has(object) }) else {
                let reason = leftOut.first { $0.test == object }?.reason.rawValue ?? "it is not one"
                throw Refusal(
                    status: 406, code: "notInDICOM",
                    title: "DICOM cannot hold this test: \(reason).")
            }
            return (nil, Array(try FileProgram.dicom.made(from: object.dump)))
        case .pdf:
            let head = try store.head()
            let html = SittingPage.document(tests, head: "\(head.digest) (entry \(head.number))")
            return (nil, Array(try FileProgram.pdf.made(from: html)))
        }
    }

    /// DICOM objects as the parts of one answer (DICOM PS3.18, section 8.6.1.2).
    private func parts(_ objects: [AcuityObject]) throws -> (type: String?, body: [UInt8]) {
        let boundary = RecordID(at: desk.now()).text
        var body: [UInt8] = []
        for object in objects {
            try goOn()
            body += Array("--\(boundary)\r\nContent-Type: application/dicom\r\n\r\n".utf8)
            body += try FileProgram.dicom.made(from: object.dump) + Array("\r\n".utf8)
        }
        body += Array("--\(boundary)--\r\n".utf8)
        return ("multipart/related; type=\"application/dicom\"; boundary=\(boundary)", body)
    }

    /// A function that adds the PDF of its report to a bundle, if it is wanted and a browser is there
    /// to print it.
    private func printing() throws -> (FHIRBundle) throws -> FHIRBundle {
        guard request.query["pdf"] != "false", FileProgram.pdf.isThere else { return { $0 } }
        let head = try store.head()
        let words = "\(head.digest) (entry \(head.number))"
        return { try $0.withPage(head: words) }
    }

    private func lines(of tests: [ExportedTest]) throws -> String {
        var text = ""
        var written: Set<RecordID> = []
        for test in tests {
            if let person = test.person, written.insert(person.key).inserted {
                text += RecordLine(person).jsonText + "\n"
            }
            text +=
                RecordLine(
                    test.test, events: try store.events(of: test.test.id), former: test.former
                ).jsonText + "\n"
        }
        return text
    }
}
