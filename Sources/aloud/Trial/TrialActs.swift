internal import CommandLineKit
internal import Exam
internal import Foundation
internal import Platform
internal import RecordStore
internal import TrialRecords
internal import Trials

extension TrialCommand {
    /// `aloud trial activate`.
    enum Activate: RecordsAct {
        private static let trust = Option<String?>(
            "trust", .text("key"),
            help: "The public key of the sponsor, which the site trusts from now on for the study.")
        private static let chosen = Option.flag(
            "chosen", help: "Make it the study of all tests of these records.")
        static let opening = RecordsOpening.making
        static let verb = Verb(
            "trial activate", summary: "Put a signed protocol into force in the records.",
            arguments: [file], options: [trust, chosen, RecordOptions.file])

        static func run(_ call: RecordsCall) throws -> ExitStatus {
            let file = try read(try call[TrialCommand.file])
            let key = try call[trust]
            let isChosen = try call[chosen]
            let rules = file.protocol
            try call.store.changeStudies(
                as: .changeTrial,
                by: Author(
                    call.author.name, reason: "\(rules.title), digest \(file.digest.prefix(16))")
            ) { book in
                var study = book[rules.study] ?? Study(name: rules.study)
                try study.activate(file, trusting: key)
                book[rules.study] = study
                if isChosen { book.chosen = rules.study }
            }
            call.say(
                "\(rules.title) is in force. Compare the digest with the sponsor's: \(file.digest)")
            return .success
        }
    }

    /// `aloud trial choose`.
    enum Choose: RecordsAct {
        private static let wanted = Argument<String?>(
            optional: "study", .text("study"),
            help: "The study (default: none, for tests outside of studies).")
        static let verb = Verb(
            "trial choose", summary: "Choose the study of all tests of these records.",
            arguments: [wanted], options: [RecordOptions.file])

        static func run(_ call: RecordsCall) throws -> ExitStatus {
            let name = try call[wanted]
            try call.store.changeStudies(
                as: .changeTrial,
                by: Author(call.author.name, reason: "chosen: \(name ?? "none")")
            ) { book in
                if let name { _ = try known(book, name) }
                book.chosen = name
            }
            return .success
        }
    }

    /// `aloud trial show`.
    enum Show: RecordsAct {
        static let opening = RecordsOpening.looking
        static let verb = Verb(
            "trial show", summary: "Show the protocol of a study, or of a file.",
            arguments: [study], options: [json, RecordOptions.file])

        static func run(_ call: RecordsCall) throws -> ExitStatus {
            let name = try call[study]
            let known = try call.store.studies()[name]?.current
            guard
                let file = try known
                    ?? (FileManager.default.fileExists(atPath: name)
                        ? read(name) : nil)
            else { throw TrialNotInForce() }
            if try call[json] {
                try call.emit(file)
            } else {
                try TrialListing.print(file, in: call.environment)
            }
            return .success
        }
    }

    /// `aloud trial list`.
    enum List: RecordsAct {
        static let opening = RecordsOpening.looking
        static let verb = Verb(
            "trial list", summary: "List the studies of the records.",
            options: [RecordOptions.file])

        static func run(_ call: RecordsCall) throws -> ExitStatus {
            try TrialListing.print(try call.store.studies(), in: call.environment)
            return .success
        }
    }

    /// `aloud trial certify`.
    enum Certify: RecordsAct {
        private static let kind = Argument<TrialCertificate.Kind>(
            "kind", .choice(of: TrialCertificate.Kind.self), help: "examiner, screen or room.")
        private static let name = Argument<String>(
            "name", .text("name"),
            help: "The examiner's name or login; of a screen or a room, the name of the lane.")
        private static let until = Option<CalendarDay?>(
            "until", .day, help: "The last day on which the certificate is valid.")
        private static let pixels = Option<Double?>(
            "pixels-per-mm", .number("number", in: 0.1...1_000),
            help: "The device pixels per millimetre of a certified screen (default: any).")
        static let verb = Verb(
            "trial certify", summary: "Certify an examiner, a screen or a room for a study.",
            arguments: [study, kind, name], options: [until, pixels, RecordOptions.file])

        static func run(_ call: RecordsCall) throws -> ExitStatus {
            guard let until = try call[until] else {
                throw Misuse("Name the last day with '--until 2027-06-30'.")
            }
            let kind = try call[kind]
            guard try call[pixels] == nil || kind == .screen else {
                throw Misuse("'--pixels-per-mm' is for a screen.")
            }
            let certificate = TrialCertificate(
                kind: kind, name: try call[name], until: until.description,
                pixelsPerMillimetre: try call[pixels])
            try PersonText.check(certificate.name, called: "name")
            let name = try call[study]
            try call.store.changeStudies(
                as: .changeTrial,
                by: Author(
                    call.author.name, reason: "\(kind.rawValue) certified until \(until)")
            ) { book in
                var study = try known(book, name)
                study.certificates.removeAll { $0.kind == kind && $0.name == certificate.name }
                study.certificates.append(certificate)
                book[name] = study
            }
            return .success
        }
    }
}
