internal import CommandLineKit
internal import Exam
internal import Foundation
internal import Peers
internal import Platform
internal import RecordStore
internal import Records

/// `aloud peers`: the systems of the clinic that take results and give orders.
enum PeersCommand: CommandOfActs {
    static let acts: [any Command.Type] = [
        Add.self, List.self, Test.self, Off.self, On.self, Send.self, SendAgain.self, Orders.self,
    ]

    static let verb = Verb(
        "peers", summary: "Send results to other systems of the clinic, and take their orders.",
        discussion: """
            A peer takes the results of all tests that end after it was added, or gives orders for \
            today's list. While 'aloud serve' runs, it does both by itself.

              aloud peers add pacs dicom pacs.clinic:104 --peer-title ARCHIVE
              aloud peers add ehr fhir https://ehr.clinic/fhir --patient-system urn:oid:1.2.3.4
              aloud peers test pacs
              aloud peers list
            """)

    static let name = Argument<String>("name", .text("name"), help: "The name of the peer.")
    static let json = Option.flag("json", help: "Print JSON Lines.")

    /// The peer that the command line names.
    ///
    /// - Throws: `NoSuchPeer`.
    static func peer(_ call: RecordsCall) throws -> Peer {
        let wanted = try call[name]
        guard let peer = try call.store.peers().first(where: { $0.name == wanted }) else {
            throw NoSuchPeer()
        }
        return peer
    }

    /// Turns a peer on or off.
    static func turn(_ call: RecordsCall, on isOn: Bool) throws {
        let wanted = try peer(call).name
        try call.store.changePeers(by: call.author) { peers in
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
        private static let modality = Option<String?>(
            "modality",
            ValueKind("code", expected: "a code of DICOM such as VA, or '' for any modality") {
                $0.wholeMatch(of: #/[A-Z0-9_]{0,16}/#) == nil ? nil : $0
            }, help: "The modality of a worklist, or '' for any (default: VA).")
        private static let receiver = text(
            "receiver", "name", "HL7's receiving application and facility, APPLICATION^FACILITY.")
        private static let processing = Option<String?>(
            "processing",
            ValueKind("code", expected: "P, T or D") { ["P", "T", "D"].contains($0) ? $0 : nil },
            help: "HL7's processing: P, T or D (default: P).")
        private static let characters = Option<String?>(
            "characters",
            ValueKind("set", expected: "'UNICODE UTF-8' or '8859/1'") {
                ["UNICODE UTF-8", "8859/1"].contains($0) ? $0 : nil
            }, help: "HL7's character set: 'UNICODE UTF-8' (default) or '8859/1'.")
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

        /// The options of the settings.
        private static let settings: [any OptionDeclaration] = [
            patientSystem, orderSystem, orderCode, secretFile, user, scopes, key, certificate,
            trust,
            hostKey, tls, ownTitle, peerTitle, modality, receiver, processing, characters,
        ]
        /// The files of an encrypted connection.
        private static let files = [trust, certificate, key]

        /// The options that have an effect on a kind.
        private static func options(for kind: Peer.Kind) -> [any OptionDeclaration] {
            switch kind {
            case .fhir:
                [
                    patientSystem, orderSystem, orderCode, secretFile, user, scopes, key,
                    certificate, trust,
                ]
            case .hl7:
                [patientSystem, receiver, processing, characters, tls, key, certificate, trust]
            case .hl7Orders: [patientSystem, processing, characters]
            case .dicom: [ownTitle, peerTitle, tls, key, certificate, trust]
            case .worklist: [ownTitle, peerTitle, modality, tls, key, certificate, trust]
            case .redcap: [secretFile, key, certificate, trust]
            case .folder: []
            case .sftp: [user, key, hostKey]
            }
        }

        /// Refuses options without an effect: without '--tls' a certificate encrypts nothing.
        static func check(_ arguments: ParsedArguments) throws {
            let kind = try arguments[Self.kind]
            let names = options(for: kind).map(\.name)
            for option in settings
            where arguments.wasGiven(option.name) && !names.contains(option.name) {
                throw Misuse(
                    "'--\(option.name)' has no effect on a peer of the kind '\(kind.rawValue)';"
                        + " leave it out.")
            }
            if names.contains(tls.name), !arguments.wasGiven(tls),
                let file = files.first(where: { arguments.wasGiven($0) })
            {
                throw Misuse(
                    "'--\(file.name)' has no effect without '--tls': the connection would not be"
                        + " encrypted. Add '--tls'.")
            }
            // At a FHIR server and for SSH a key signs in without a certificate.
            let isKeyAlone = arguments.wasGiven(key) && ![.fhir, .sftp].contains(kind)
            if arguments.wasGiven(certificate) ? !arguments.wasGiven(key) : isKeyAlone {
                throw Misuse("'--certificate' and '--key' belong together; give both.")
            }
        }

        /// The absolute path of a file, because the current folder may differ when the file is
        /// used.
        private static func whole(_ path: String) -> String {
            URL(fileURLWithPath: path).standardizedFileURL.path
        }

        static let opening = RecordsOpening.making
        static let verb = Verb(
            "peers add", summary: "Add a peer.", arguments: [name, kind, address],
            options: settings + [RecordOptions.file])

        static func run(_ call: RecordsCall) throws -> ExitStatus {
            var settings = Peer.Settings()
            settings.patientSystem = try call[patientSystem]
            settings.orderSystem = try call[orderSystem]
            settings.orderCode = try call[orderCode]
            settings.secretFile = try call[secretFile].map(whole)
            settings.user = try call[user]
            settings.keyFile = try call[key].map(whole)
            settings.certificateFile = try call[certificate].map(whole)
            settings.trustFile = try call[trust].map(whole)
            settings.scopes = try call[scopes]
            settings.hostKey = try call[hostKey]
            settings.usesTLS = try call[tls] ? true : nil
            settings.ownTitle = try call[ownTitle]
            settings.peerTitle = try call[peerTitle]
            settings.modality = try call[modality]
            settings.receiver = try call[receiver]
            settings.processing = try call[processing]
            settings.characters = try call[characters]
            let peer = Peer(
                name: try call[name], kind: try call[kind], address: try call[address],
                since: call.now, settings: settings)
            try peer.check()
            if try call.store.peers().contains(where: { $0.name == peer.name }) {
                throw PeerExists()
            }
            try call.store.changePeers(by: call.author) { $0.append(peer) }
            call.say(
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

        static func run(_ call: RecordsCall) throws -> ExitStatus {
            let counts = try call.store.deliveryCounts()
            let peers = try call.store.peers()
            let lists = try call.store.orderLists()
            for peer in peers {
                let list = lists[peer.name]
                let count = counts.first { $0.peer == peer.name }
                if try call[json] {
                    try call.environment.emit(
                        [
                            "name": peer.name, "kind": peer.kind.rawValue, "address": peer.address,
                            "isOn": peer.isOn, "since": peer.since, "waiting": count?.waiting ?? 0,
                            "setAside": count?.refused ?? 0, "oldest": orNull(count?.oldest),
                            "answer": orNull(count?.answer), "ordersOf": orNull(list?.at),
                            "ordersTrouble": orNull(list?.trouble),
                        ] as JSONObject)
                } else {
                    let state = peer.isOn ? "" : ", off"
                    let figures =
                        peer.kind.takesResults
                        ? ": \(count?.waiting ?? 0) waiting, \(count?.refused ?? 0) set aside" : ""
                    let age = peer.isOn ? list?.words.map { "; \($0)" } ?? "" : ""
                    let line = "\(peer.name) (\(peer.kind.rawValue), \(peer.address)\(state))"
                    try call.environment.print([line + figures + age])
                }
            }
            if try !call[json] {
                try call.store.eachDelivery(DeliveryQuery(states: [.waiting, .refused])) {
                    delivery in
                    guard let answer = delivery.answer else { return }
                    call.say(
                        "\(delivery.peer), test \(delivery.test), version \(delivery.version),"
                            + " \(delivery.state == .refused ? "set aside" : "waiting"): \(answer)")
                }
            }
            if peers.isEmpty { call.say("There are no peers.") }
            return counts.allSatisfy { $0.refused == 0 } ? .success : .failure
        }
    }

    /// `aloud peers test`.
    enum Test: RecordsAct {
        static let verb = Verb(
            "peers test", summary: "Ask a peer a harmless question.", arguments: [name],
            options: [RecordOptions.file])

        static func run(_ call: RecordsCall) throws -> ExitStatus {
            let findings = try peer(call).findings()
            for finding in findings {
                try call.environment.output.write(
                    "\(finding.works ? "ok" : "error")  \(finding.words)\n")
            }
            return findings.allSatisfy(\.works) ? .success : .failure
        }
    }

    /// `aloud peers off`.
    enum Off: RecordsAct {
        static let verb = Verb(
            "peers off",
            summary: "Stop sending to a peer, and taking its orders; what waits keeps waiting.",
            arguments: [name], options: [RecordOptions.file])

        static func run(_ call: RecordsCall) throws -> ExitStatus {
            try turn(call, on: false)
            call.say("It is off. Tests that end from now on are not for it.")
            return .success
        }
    }

    /// `aloud peers on`.
    enum On: RecordsAct {
        static let verb = Verb(
            "peers on", summary: "Use a peer again.", arguments: [name],
            options: [RecordOptions.file])

        static func run(_ call: RecordsCall) throws -> ExitStatus {
            try turn(call, on: true)
            return .success
        }
    }
}
