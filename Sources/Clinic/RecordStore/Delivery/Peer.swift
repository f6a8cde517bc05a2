internal import Acuity
internal import Foundation
internal import Records
internal import Trials

/// A system of the clinic that takes results or gives orders.
///
/// It is kept with the records, for all lanes. Keys and passwords are not: the peer names their
/// files, which only their owner can read.
package struct Peer: Sendable, Equatable, Codable {
    /// The ways in which a peer is reached.
    package enum Kind: String, CaseIterable, Sendable, Codable {
        /// A FHIR R4 server.
        case fhir
        /// A receiver of HL7 v2.5.1 results over MLLP.
        case hl7
        /// A port of this machine that takes HL7 v2 orders and patients.
        case hl7Orders = "hl7-orders"
        /// A DICOM archive.
        case dicom
        /// A DICOM worklist.
        case worklist
        /// A project of REDCap.
        case redcap
        /// A folder of this machine.
        case folder
        /// A folder of another machine, over SSH.
        case sftp

        /// Whether results are sent to it.
        package var takesResults: Bool { self != .worklist && self != .hl7Orders }
        /// Whether it has a place for contrast: neither DICOM's Visual Acuity Measurements nor the
        /// instrument of REDCap has one.
        package var takesContrast: Bool { self != .dicom && self != .redcap }
        /// Whether it gives orders.
        package var givesOrders: Bool { [.worklist, .hl7Orders, .fhir].contains(self) }
    }

    /// The name, unique among the peers.
    package let name: String
    /// The kind.
    package let kind: Kind
    /// An address: a URL, HOST:PORT or the path of a folder.
    package let address: String
    /// Whether it is in use.
    package var isOn = true
    /// The time at which the peer was added. Tests that ended earlier are not sent, unless this time
    /// is in the future, because a clock was wrong.
    package let since: Moment
    /// The settings of its kind.
    package let settings: Settings

    /// The settings of a peer; nil for the default.
    package struct Settings: Sendable, Equatable, Codable {
        /// The system of the clinic's numbers: a URI for FHIR, an assigning authority for HL7.
        package var patientSystem: String?
        /// The file of the password or token.
        package var secretFile: String?
        /// The client's identifier at a SMART server, or the user of SFTP.
        package var user: String?
        /// The file of the private key: of TLS, of the SMART client, or of SSH.
        package var keyFile: String?
        /// The file of the certificate that belongs to the key.
        package var certificateFile: String?
        /// The file of the authorities whose certificates are trusted.
        package var trustFile: String?
        /// The SHA-256 fingerprint of the key of an SSH server, in base64.
        package var hostKey: String?
        /// Whether TLS is used where the address does not say so.
        package var usesTLS: Bool?
        /// The system of the orders' numbers at a FHIR server.
        package var orderSystem: String?
        /// The code of the orders at a FHIR server, "SYSTEM|CODE"; nil to fetch none.
        package var orderCode: String?
        /// The scopes that a SMART client asks for, separated by spaces.
        package var scopes: String?
        /// The AE title of this lane.
        package var ownTitle: String?
        /// The AE title of the peer.
        package var peerTitle: String?
        /// The modality of a worklist; empty for any.
        package var modality: String?
        /// The name of the receiving application and facility of HL7, "EPR^HOSPITAL".
        package var receiver: String?
        /// HL7's processing identifier: P, T or D.
        package var processing: String?
        /// HL7's character set: "UNICODE UTF-8" or "8859/1".
        package var characters: String?

        /// Nothing but defaults.
        package init() {}
    }

    /// Sets each property from the parameter of its name.
    package init(
        name: String, kind: Kind, address: String, since: Moment, settings: Settings = Settings()
    ) {
        self.name = name
        self.kind = kind
        self.address = address
        self.since = since
        self.settings = settings
    }

    /// The setting of the store that holds the peers.
    package static let setting = "peers"

    /// The peers in the text of the setting.
    ///
    /// - Throws: `RecordError.failed` for any other text.
    package static func all(in text: String?) throws(RecordError) -> [Peer] {
        guard let text else { return [] }
        guard let peers = try? JSONDecoder().decode([Peer].self, from: Data(text.utf8)) else {
            throw .failed("the list of peers cannot be read; restore a backup of the records.")
        }
        return peers
    }

    /// Whether a test is sent to it: the test ended after the peer was added, the peer has a place
    /// for its quantity, and no trial masks its result.
    package func takes(_ test: StoredTest, at now: Moment) -> Bool {
        isOn && kind.takesResults && test.circumstances.trial?.isMasked != true
            && (since > now || (test.ended ?? test.began) >= since)
            && (test.record.setup.quantity == .acuity || kind.takesContrast)
    }
}

extension AuditAction {
    /// The list of peers was changed.
    package static let changePeers = AuditAction(rawValue: "changePeers")
    /// A result was sent to a peer, acknowledged by it, set aside, or released again; the reason says
    /// which.
    package static let deliver = AuditAction(rawValue: "deliver")
    /// Orders or patients came from a peer.
    package static let receive = AuditAction(rawValue: "receive")
}

extension RecordKeeping {
    /// The peers, in the order in which they were added.
    package func peers() throws(RecordError) -> [Peer] {
        try Peer.all(in: setting(Peer.setting))
    }

    /// Changes the list of peers, in one step.
    ///
    /// - Throws: `RecordError.stale` if another lane changes it at the same time.
    package func changePeers(
        by author: Author, _ change: (inout [Peer]) throws(RecordError) -> Void
    ) throws(RecordError) {
        let former = try setting(Peer.setting)
        var peers = try Peer.all(in: former)
        try change(&peers)
        try set(
            Peer.setting, from: .value(former), to: peers.jsonText, as: .changePeers, by: author)
    }
}
