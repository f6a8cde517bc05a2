internal import Accounts
internal import Acuity
internal import CommandLineKit
internal import Exam
internal import Foundation
internal import RecordStore
internal import Records

extension RecordsCommand {
    /// `aloud records sign`.
    enum Sign: RecordsAct {
        private static let day = Option<CalendarDay?>(
            "day", .day, help: "All tests of this day that have ended.")
        private static let study = Option<String?>(
            "study", .text("name"),
            help:
                "All tests of this trial; with '--from' and '--through' all tests of these days, for"
                + " records that keep one study.")
        private static let meaning = Option<Signature.Meaning?>(
            "meaning", .choice(of: Signature.Meaning.self),
            help: "The meaning: authorship, review or approval.")
        private static let login = Option<String?>(
            "login", .text("login"), help: "The login of the signer.")
        private static let note = Option<String?>(
            "note", .text("words"), help: "A remark that is part of the signature.")
        private static let proof = Option<String?>(
            "proof-file", .file,
            help:
                "The file with the password on the first line and the code of the second factor on"
                + " the second (default: both are asked for at the terminal).")

        static let verb = Verb(
            "records sign",
            summary: "Sign a test, a day or a study electronically.",
            discussion: "The signer enters the password and a code of the second factor each time.",
            arguments: [testIfAny],
            options: [day, study, from, through, meaning, login, note, proof, RecordOptions.file],
            stopsOnRequest: true)

        static func check(_ arguments: ParsedArguments) throws {
            let given = try [
                arguments[testIfAny] != nil, arguments[day] != nil, arguments[study] != nil,
            ].filter(\.self).count
            guard given == 1 else {
                throw Misuse(
                    "'records sign' requires one of: a test, '--day DATE', '--study NAME'.")
            }
            let days = [from.name, through.name].filter { arguments.wasGiven($0) }.count
            guard try days == 0 || days == 2 && arguments[study] != nil else {
                throw Misuse("'--from' and '--through' are used together, and with '--study'.")
            }
            for option in [meaning.name, login.name] where !arguments.wasGiven(option) {
                throw Misuse("'records sign' requires '--\(option)'.")
            }
        }

        private static func object(_ call: RecordsCall) throws -> SignedObject {
            if let day = try call[day] { return .day(day) }
            if let name = try call[study] {
                let study: SignedObject =
                    if let from = try call[from], let through = try call[through] {
                        .study(name: name, from: from, through: through)
                    } else {
                        .trial(name)
                    }
                guard SignedObject(study.text) == study else {
                    throw Misuse(
                        "The name of a study has 1 to 64 characters, and its first day is not after"
                            + " its last one.")
                }
                return study
            }
            return .test(try RecordsCommand.test(call).id)
        }

        static func run(_ call: RecordsCall) throws -> ExitStatus {
            guard let meaning = try call[meaning], let login = try call[login] else {
                return .failure
            }
            let object = try object(call)
            guard let contents = try call.store.signedContents(of: object) else {
                throw SigningFault.nothing
            }
            if case .test(let id) = object, let test = try call.readers.test(id) {
                call.say("\(test.began.dayAndMinute), \(test.eye.rawValue): \(test.outcome)")
            }
            call.say(
                "Signs \(object.words): tests \(contents.tests), digest"
                    + " \(contents.digest.prefix(18))…")
            let signIns = SignIns(Accounts.real(call.store, in: call.environment))
            try signIns.checkTries(of: login)
            let (password, code) = try proof(call)
            do {
                let signature = try signIns.sign(
                    SigningWish(
                        object, as: meaning, seen: contents.digest, note: try call[note]),
                    as: login, SignIns.Proof(password, code: code), from: "this machine")
                try call.environment.print([CheckedSignature(signature, isIntact: true).words])
            } catch let fault as SignIns.Fault {
                throw NotSigned(fault)
            }
            return .success
        }

        private static func proof(
            _ call: RecordsCall
        ) throws -> (password: String, code: String?) {
            guard let path = try call[proof] else {
                guard let password = try SecretQuestion.ask("Password: "),
                    let code = try SecretQuestion.ask("Code of the second factor: ")
                else { throw NoProof() }
                return (password, code)
            }
            guard let text = try? String(contentsOfFile: path, encoding: .utf8) else {
                throw NoProof()
            }
            let lines = text.split(whereSeparator: \.isNewline).map(String.init)
            return (lines.first ?? "", lines.dropFirst().first)
        }
    }

    /// `aloud records signatures`.
    enum Signatures: RecordsAct {
        static let opening = RecordsOpening.looking
        static let verb = Verb(
            "records signatures",
            summary: "List the signatures, and those that are broken by a change.",
            options: [json, RecordOptions.file], stopsOnRequest: true)

        static func run(_ call: RecordsCall) throws -> ExitStatus {
            struct Line: Encodable {
                var signature: Signature
                var isIntact: Bool
            }
            let all = try call.store.checkedSignatures()
            for checked in all {
                if try call[json] {
                    try call.emit(Line(signature: checked.signature, isIntact: checked.isIntact))
                } else {
                    try call.environment.print([
                        "\(checked.signature.object.text)  \(checked.words)"
                    ])
                }
            }
            if all.isEmpty { call.say("Nothing is signed.") }
            return all.allSatisfy(\.isIntact) ? .success : .failure
        }
    }
}

/// There is no password to sign with.
private struct NoProof: Error, CustomStringConvertible {
    var description: String {
        "The password and the code cannot be read. Run it at a terminal, or name a file with"
            + " '--proof-file'."
    }
}

/// The proof of the signer was not taken.
private struct NotSigned: Error, CustomStringConvertible {
    let description: String

    init(_ fault: SignIns.Fault) {
        description =
            switch fault {
            case .wrong: "Nothing is signed: the login or the password is wrong."
            case .codeNeeded: "Nothing is signed: the code of the second factor is missing."
            case .wrongCode:
                "Nothing is signed: the code is wrong or was used before. Wait for the next one."
            case .slowed(let seconds):
                "Nothing is signed: there were too many wrong tries. Try again in \(seconds) s."
            case .store(let error): "Nothing is signed: \(error)"
            }
    }
}
