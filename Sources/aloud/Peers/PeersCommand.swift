internal import CommandLineKit
internal import Exam
internal import Foundation
internal import Peers
internal import Platform
internal import RecordStore

/// `aloud peers`: the systems of the clinic that take results and give orders.
enum PeersCommand: CommandOfActs {
    static let acts: [any Command.Type] = [
        Add.self, List.self, Test.self, Off.self, On.self, Send.self, SendAgain.self, Orders.self,
    ]

    static let verb = Verb(
        "peers", summary: "Send results to other systems of the clinic, and take their orders.",
        discussion: """
            A peer takes the results of all tests that end after it was added, or gives orders for \
            the list of today. While 'aloud serve' runs, it does both by itself.

              aloud peers add pacs dicom pacs.clinic:104 --peer-title ARCHIVE
              aloud peers add ehr fhir https://ehr.clinic/fhir --patient-system urn:oid:1.2.3.4
              aloud peers test pacs
              aloud peers list
            """)

    static let name = Argument<String>("name", .text("name"), help: "The name of the peer.")
    static let json = Option.flag("json", help: "Print JSON Lines.")

    /// The peer of the first name.
    ///
    /// - Throws: `NoSuchPeer`.
    static func peer(_ arguments: ParsedArguments, _ opened: OpenRecords) throws -> Peer {
        let wanted = try arguments[name]
        guard let peer = try opened.store.peers().first(where: { $0.name == wanted }) else {
            throw NoSuchPeer()
        }
        return peer
    }

    /// Turns a peer on or off.
    static func turn(
        _ arguments: ParsedArguments, _ opened: OpenRecords, on isOn: Bool
    ) throws {
        let wanted = try peer(arguments, opened).name
        try opened.store.changePeers(by: opened.author) { peers in
            for index in peers.indices where peers[index].name == wanted {
                peers[index].isOn = isOn
            }
        }
    }
}

/// There is no peer of a name.
struct NoSuchPeer: Error, CustomStringConvertible {
    var description: String { "There is no such peer. 'aloud peers list' lists them." }
}

/// A peer of the name exists.
struct PeerExists: Error, CustomStringConvertible {
    var description: String {
        "There is a peer of this name. A peer never changes: turn it off with 'aloud peers off', and"
            + " add another one."
    }
}

extension PeersCommand {
    /// `aloud peers add`.
    enum Add: RecordsAct {
        private static let kind = Argument<Peer.Kind>(
            "kind", .choice(of: Peer.Kind.self),
            help: "The kind: fhir, hl7, dicom, redcap, folder and sftp take results; worklist and"
                + " hl7-orders give orders, and fhir does with '--order-code'.")
        private static let address = Argument<String>(
            "address", .text("address"),
            help: "HOST:PORT for hl7, hl7-orders, dicom and worklist; a URL for fhir, redcap and"
                + " sftp; a path for a folder.")
        private static func text(_ name: String, _ words: String, _ help: String) -> Option<String?>
        {
            Option<String?>(name, .text(words), help: help)
        }
        private static let patientSystem = text(
            "patient-system", "system",
            "The system of the clinic's numbers: a URI for fhir, the assigning authority of PID-3 for"
                + " hl7 and hl7-orders.")
        private static let orderSystem = text(
            "order-system", "system", "The system of the orders' numbers at a FHIR server.")
        private static let orderCode = text(
            "order-code", "code", "The code of the orders to fetch from a FHIR server, SYSTEM|CODE."
        )
        private static let user = text(
            "user", "name", "The client at a SMART server, or the user of sftp.")
        private static let scopes = text(
            "scopes", "names",
            "The scopes that a SMART client asks for, with spaces between (default: those for"
                + " patients, orders and results).")
        private static let hostKey = text(
            "host-key", "digest", "The SHA-256 fingerprint of the key of an SSH server, in base64.")
        private static let ownTitle = text(
            "own-title", "title", "The AE title of this lane (default: ALOUD).")
        private static let peerTitle = text(
            "peer-title", "title", "The AE title of the peer (default: ANY-SCP).")
        private static let modality = text(
            "modality", "code", "The modality of a worklist, or '' for any (default: VA).")
        private static let receiver = text(
            "receiver", "name", "HL7's receiving application and facility, APPLICATION^FACILITY.")
        private static let processing = text(
            "processing", "code", "HL7's processing: P, T or D (default: P).")
        private static let characters = text(
            "characters", "set", "HL7's character set: 'UNICODE UTF-8' (default) or '8859/1'.")
        private static let secretFile = Option<String?>(
            "secret-file", .file,
            help: "The file with the token on its first line, readable by its owner only.")
        private static let key = Option<String?>(
            "key", .file, help: "The file of the private key: of the client, of TLS, or of SSH.")
        private static let certificate = Option<String?>(
            "certificate", .file, help: "The file of the certificate that belongs to the key.")
        private static let trust = Option<String?>(
            "trust", .file,
            help: "The file of the authorities to trust (default: those of the system).")
        private static let tls = Option.flag(
            "tls", help: "Encrypt the connection of hl7, dicom and worklist.")

        /// The absolute path of a file, because the current folder may differ when the file is
        /// used.
        private static func whole(_ path: String) -> String {
            URL(fileURLWithPath: path).standardizedFileURL.path
        }

        static let opening = RecordsOpening.making
        static let verb = Verb(
            "peers add", summary: "Add a peer.", arguments: [name, kind, address],
            options: [
                patientSystem, orderSystem, orderCode, secretFile, user, scopes, key, certificate,
                trust,
                hostKey, tls, ownTitle, peerTitle, modality, receiver, processing, characters,
                RecordOptions.file,
            ])

        static func run(
            _ arguments: ParsedArguments, _ opened: OpenRecords, in environment: CommandEnvironment
        ) throws -> ExitStatus {
            var settings = Peer.Settings()
            settings.patientSystem = try arguments[patientSystem]
            settings.orderSystem = try arguments[orderSystem]
            settings.orderCode = try arguments[orderCode]
            settings.secretFile = try arguments[secretFile].map(whole)
            settings.user = try arguments[user]
            settings.keyFile = try arguments[key].map(whole)
            settings.certificateFile = try arguments[certificate].map(whole)
            settings.trustFile = try arguments[trust].map(whole)
            settings.scopes = try arguments[scopes]
            settings.hostKey = try arguments[hostKey]
            settings.usesTLS = try arguments[tls] ? true : nil
            settings.ownTitle = try arguments[ownTitle]
            settings.peerTitle = try arguments[peerTitle]
            settings.modality = try arguments[modality]
            settings.receiver = try arguments[receiver]
            settings.processing = try arguments[processing]
            settings.characters = try arguments[characters]
            let peer = Peer(
                name: try arguments[name], kind: try arguments[kind],
                address: try arguments[address], since: Moment(environment.console.date()),
                settings: settings)
            try peer.check()
            if try opened.store.peers().contains(where: { $0.name == peer.name }) {
                throw PeerExists()
            }
            try opened.store.changePeers(by: opened.author) { $0.append(peer) }
            environment.say(
                "Added. 'aloud peers test \(peer.name)' asks it a harmless question.")
            return .success
        }
    }

    /// `aloud peers list`.
    enum List: RecordsAct {
        static let opening = RecordsOpening.looking
        static let verb = Verb(
            "peers list",
            summary: "List the peers, and the results that wait or were set aside.",
            options: [json, RecordOptions.file])

        static func run(
            _ arguments: ParsedArguments, _ opened: OpenRecords, in environment: CommandEnvironment
        ) throws -> ExitStatus {
            try PeersListing.list(opened.store, asJSON: arguments[json], in: environment)
        }
    }

    /// `aloud peers test`.
    enum Test: RecordsAct {
        static let opening = RecordsOpening.needing
        static let verb = Verb(
            "peers test", summary: "Ask a peer a harmless question.", arguments: [name],
            options: [RecordOptions.file])

        static func run(
            _ arguments: ParsedArguments, _ opened: OpenRecords, in environment: CommandEnvironment
        ) throws -> ExitStatus {
            let findings = try peer(arguments, opened).findings()
            for finding in findings {
                try environment.output.write(
                    "\(finding.works ? "ok" : "error")  \(finding.words)\n")
            }
            return findings.allSatisfy(\.works) ? .success : .failure
        }
    }

    /// `aloud peers off`.
    enum Off: RecordsAct {
        static let opening = RecordsOpening.needing
        static let verb = Verb(
            "peers off",
            summary: "Stop sending to a peer, and taking its orders; what waits keeps waiting.",
            arguments: [name], options: [RecordOptions.file])

        static func run(
            _ arguments: ParsedArguments, _ opened: OpenRecords, in environment: CommandEnvironment
        ) throws -> ExitStatus {
            try turn(arguments, opened, on: false)
            environment.say("It is off. Tests that end from now on are not for it.")
            return .success
        }
    }

    /// `aloud peers on`.
    enum On: RecordsAct {
        static let opening = RecordsOpening.needing
        static let verb = Verb(
            "peers on", summary: "Use a peer again.", arguments: [name],
            options: [RecordOptions.file])

        static func run(
            _ arguments: ParsedArguments, _ opened: OpenRecords, in environment: CommandEnvironment
        ) throws -> ExitStatus {
            try turn(arguments, opened, on: true)
            return .success
        }
    }
}
