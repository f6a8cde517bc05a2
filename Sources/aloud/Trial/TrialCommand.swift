internal import CommandLineKit
internal import Exam
internal import Foundation
internal import Platform
internal import RecordStore
internal import Sealing
internal import Trials

/// `aloud trial`: tests by the locked protocol of a study.
enum TrialCommand: CommandOfActs {
    static let acts: [any Command.Type] = [
        New.self, Check.self, Sign.self, Show.self, Versions.self, Activate.self, Choose.self,
        List.self, Enrol.self, Draw.self, Certify.self, Explain.self, Deviations.self, Lock.self,
        Unlock.self, Unmask.self, Export.self,
    ]

    static let verb = Verb(
        "trial", summary: "Test by the locked, signed protocol of a clinical trial.",
        discussion: """
            A protocol is a file that fixes the measurement, the visits and the order of eyes. The \
            sponsor signs it; the site puts it into force in its records. From then on \
            'aloud test --trial STUDY' and 'aloud serve --trial STUDY' refuse everything else.

              aloud trial new XYZ-301 protocol.json
              aloud trial sign protocol.json --key sponsor.key --name "A. Example"
              aloud trial activate protocol.json --trust KEY
              aloud trial enrol XYZ-301 012-0007
              aloud serve --trial XYZ-301
              aloud trial export XYZ-301 --format odm --output study.xml
            """)

    static let file = Argument<String>("file", .file, help: "The file of the protocol.")
    static let study = Argument<String>("study", .text("study"), help: "The study.")
    static let reason = Option<String?>(
        "reason", .text("words"), help: "The reason; the audit trail keeps it.")
    static let json = Option.flag("json", help: "Print JSON.")

    /// Reads the file of a protocol, with its signatures checked.
    ///
    /// - Throws: `InputError`, `ProtocolFault`.
    static func read(_ path: String) throws -> ProtocolFile {
        try FileInput.check(path)
        guard let content = FileManager.default.contents(atPath: path) else {
            throw SealingError.notRead(path)
        }
        return try ProtocolFile(Array(content))
    }

    /// The reason of an act that needs one.
    ///
    /// - Throws: `Misuse`, `RecordError.invalid`.
    static func neededReason(_ call: RecordsCall) throws -> String {
        guard let words = try call[reason] else {
            throw Misuse("Give the reason with '--reason WORDS'; the audit trail keeps it.")
        }
        try PersonText.check(words, called: "reason")
        return words
    }

    /// A study of the records.
    ///
    /// - Throws: `TrialNotInForce`.
    static func known(_ book: StudyBook, _ name: String) throws -> Study {
        guard let study = book[name] else { throw TrialNotInForce() }
        return study
    }
}

extension TrialCommand {
    /// `aloud trial new`.
    enum New: Command {
        private static let name = Argument<String>(
            "study", .text("study"), help: "The identifier of the study.")
        private static let target = Argument<String>(
            "file", .file, help: "The new file of the protocol.")
        static let verb = Verb(
            "trial new", summary: "Write a protocol to edit.", arguments: [name, target])

        static func run(
            _ arguments: ParsedArguments, in environment: CommandEnvironment
        ) throws -> ExitStatus {
            let path = try arguments[target]
            guard !FileManager.default.fileExists(atPath: path) else {
                throw SealingError.exists(path)
            }
            let rules = TrialProtocol.template(
                of: try arguments[name], seed: UInt64.random(in: 0..<1_000_000_000_000),
                software: aloudVersion)
            guard rules.faults.isEmpty else { throw ProtocolFault.unsound(rules.faults) }
            try ResultFile(path, for: "the protocol").write(ProtocolFile(rules).text)
            environment.say(
                "Edit it, check it with 'aloud trial check', and sign it with 'aloud trial sign'.")
            return .success
        }
    }

    /// `aloud trial check`.
    enum Check: Command {
        static let verb = Verb(
            "trial check", summary: "Check a protocol and its signatures.", arguments: [file])

        static func run(
            _ arguments: ParsedArguments, in environment: CommandEnvironment
        ) throws -> ExitStatus {
            let file = try read(try arguments[TrialCommand.file])
            let faults = file.protocol.faults
            guard faults.isEmpty else { throw ProtocolFault.unsound(faults) }
            try TrialListing.print(file, in: environment)
            return .success
        }
    }

    /// `aloud trial sign`.
    enum Sign: Command {
        private static let key = Option<String?>(
            "key", .file,
            help: "The file of the private key (Ed25519), which is made if it is missing,"
                + " readable by its owner only.")
        private static let name = Option<String?>(
            "name", .text("name"), help: "The name of the person who signs.")
        private static let meaning = Option(
            "meaning", .text("words"), default: "sponsor",
            help: "The meaning of the signature, such as sponsor or site.")
        static let verb = Verb(
            "trial sign", summary: "Sign a protocol.", arguments: [file],
            options: [key, name, meaning])

        static func run(
            _ arguments: ParsedArguments, in environment: CommandEnvironment
        ) throws -> ExitStatus {
            guard let keyFile = try arguments[key], let name = try arguments[name] else {
                throw Misuse("Name the key with '--key FILE' and the signer with '--name NAME'.")
            }
            try PersonText.check(name, called: "name")
            let path = try arguments[TrialCommand.file]
            var file = try read(path)
            let faults = file.protocol.faults
            guard faults.isEmpty else { throw ProtocolFault.unsound(faults) }
            let key = try SigningKey(at: keyFile)
            if key.isNew {
                environment.say(
                    "A new key was made in '\(FileName.shown(keyFile))'. Keep it secret.")
            }
            file.sign(
                as: name, try arguments[meaning], with: key,
                at: Moment(environment.console.date()).description)
            try ResultFile(path, for: "the protocol").write(file.text)
            environment.say("Signed. Give the site this key by another way than the file:")
            try environment.output.write(key.publicKey + "\n")
            return .success
        }
    }

    /// `aloud trial versions`.
    enum Versions: Command {
        static let verb = Verb(
            "trial versions",
            summary: "Print the versions and digests that a protocol can ask for.",
            options: [HearingOptions.grammars, HearingOptions.model])

        static func run(
            _ arguments: ParsedArguments, in environment: CommandEnvironment
        ) throws -> ExitStatus {
            let models = try environment.models(named: arguments[HearingOptions.model])
            let grammars = try environment.grammars(named: arguments[HearingOptions.grammars])
            for (name, value) in [
                ("software", aloudVersion), ("ears", FolderDigest.of(models.path)),
                ("grammars", FolderDigest.of(grammars.path)),
            ] {
                try environment.output.write("\(name)  \(value ?? "cannot be read")\n")
            }
            return .success
        }
    }
}
