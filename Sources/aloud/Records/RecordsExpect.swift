internal import CommandLineKit
internal import Exam
internal import Foundation
internal import Platform
internal import RecordStore
internal import Records

extension RecordsCommand {
    /// `aloud records expect`.
    enum Expect: RecordsAct {
        static let file = Argument<String?>(
            optional: "file", .file,
            help: "The table; '-' for standard input. Without it, the list is printed.")

        static let opening = RecordsOpening.making
        static let verb = Verb(
            "records expect", summary: "Expect the people of a table today, or print the list.",
            discussion: """
                Reads CSV with a heading: 'name', 'id', 'birth_date' (1957-08-23), 'time' (09:30) \
                and 'correction', in any order; one of the first two is needed, and no other may \
                follow. People who are not in the records are added. The page '/today' of 'aloud \
                serve' shows the list, which is empty the next day.
                """,
            arguments: [file], options: [json, RecordOptions.file], stopsOnRequest: true)

        /// An expected person as JSON: the person, with the time and the correction of the day.
        private struct Listed: Encodable {
            let person: Person
            let expected: ExpectedPerson

            func encode(to encoder: any Encoder) throws {
                try person.encode(to: encoder)
                try encoder.write([
                    "time": orNull(expected.time), "correction": orNull(expected.correction),
                ])
            }
        }

        /// The largest table, bytes.
        private static let mostBytes = 4 << 20

        static func run(_ call: RecordsCall) throws -> ExitStatus {
            guard let path = try call[file] else { return try list(call) }
            let table = try ExpectedTable(try text(at: path, in: call.environment))
            let (added, refused) = try table.expect(in: call.store, by: call.author, at: call.now)
            let people = "\(added) \(added == 1 ? "person is" : "people are")"
            call.say("\(people) expected today from this table.")
            for fault in refused {
                call.complain("\(FileName.shown(path)):\(fault.line): \(fault.reason)")
            }
            return refused.isEmpty ? .success : .failure
        }

        private static func text(
            at path: String, in environment: CommandEnvironment
        ) throws -> String {
            let input = try environment.console.input(at: path)
            var bytes: [UInt8] = []
            while bytes.count <= mostBytes {
                let more = try input.read(upTo: 65_536)
                guard !more.isEmpty else { break }
                bytes += more
            }
            guard bytes.count <= mostBytes else { throw NoTable(path: path) }
            guard let text = String(validating: bytes, as: UTF8.self) else {
                throw NoTable(path: path)
            }
            return text
        }

        private static func list(_ call: RecordsCall) throws -> ExitStatus {
            let expected = try call.store.expectedPeople(on: call.now.day)
            try call.store.note(.search, of: nil, by: call.author)
            for one in expected {
                guard let person = try call.store.person(one.person) else { continue }
                if try call[json] {
                    try call.emit(Listed(person: person, expected: one))
                } else {
                    let words = [
                        one.time, person.titleWithID, person.birthDate.map { "born \($0)" },
                        one.correction?.words,
                    ]
                    try call.environment.print([words.compactMap { $0 }.joined(separator: ", ")])
                }
            }
            if expected.isEmpty { call.say("Nobody is expected today.") }
            return .success
        }
    }
}

/// A file is not a table of expected people.
private struct NoTable: Error, CustomStringConvertible {
    let path: String

    var description: String {
        "'\(FileName.shown(path))' is not UTF-8 text of at most 4 MB. Save the table as CSV (UTF-8)."
    }
}
