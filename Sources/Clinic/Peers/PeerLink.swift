internal import Foundation
internal import Platform
package import RecordExports
package import RecordStore

/// A test as it is sent to a peer.
package struct DeliveredTest: Sendable {
    /// The test with its person and its former versions.
    package let test: ExportedTest
    /// The ended tests of its sitting, and of each former sitting that has tests left.
    package let sittings: [[ExportedTest]]
    /// The people of former versions. The peer must remove the test from their records.
    package let formerPeople: [Person]
    /// The deliveries of all its versions to the peer, in order.
    package let deliveries: [Delivery]

    /// Sets each property from the parameter of its name.
    package init(
        _ test: ExportedTest, sittings: [[ExportedTest]], formerPeople: [Person],
        deliveries: [Delivery]
    ) {
        self.test = test
        self.sittings = sittings
        self.formerPeople = formerPeople
        self.deliveries = deliveries
    }

    /// The deliveries of former versions, in order.
    var formerDeliveries: [Delivery] { deliveries.filter { $0.version < test.test.version } }

    /// The time of this version: the end of the test, or the last change.
    package var issued: Moment {
        test.former.last?.changed ?? test.test.end ?? test.test.began
    }

    /// Reads a test for its delivery.
    ///
    /// - Parameter peer: the name of the peer.
    /// - Returns: nil if the test was erased or runs again.
    package static func read(
        _ id: RecordID, for peer: String, in store: any RecordKeeping
    ) throws -> DeliveredTest? {
        guard let kept = try store.test(id), kept.state != .running else { return nil }
        let formerTests = kept.isAmended ? try store.formerVersions(of: id) : []
        var sittings: [[ExportedTest]] = []
        var own: ExportedTest?
        var seen: Set<RecordID> = []
        for sitting in [kept.sitting] + formerTests.map(\.test.sitting)
        where seen.insert(sitting).inserted {
            var reader = ExportReader(store, hasDays: false)
            let tests = try reader.tests(TestQuery(sitting: sitting))
            if let found = tests.first(where: { $0.test.id == id }) { own = found }
            if !tests.isEmpty { sittings.append(tests) }
        }
        guard let own else { return nil }
        var people: [Person] = []
        for key in formerTests.compactMap(\.test.person)
        where key != kept.person && !people.contains(where: { $0.key == key }) {
            if let person = try store.person(key) { people.append(person) }
        }
        return DeliveredTest(
            own, sittings: sittings, formerPeople: people,
            deliveries: try store.deliveries(DeliveryQuery(peer: peer, test: id)))
    }
}

/// The reason that a peer cannot have a test as it is, with the way out.
struct PeerRefusal: Error {
    let reason: String
}

extension Person? {
    /// The person with the clinic's number, which a peer needs to file a result.
    ///
    /// - Throws: `PeerRefusal` without a person, or without their number.
    func numbered() throws(PeerRefusal) -> (person: Person, number: String) {
        guard let person = self else {
            throw PeerRefusal(
                reason: "nobody is named in the test; assign it with 'aloud records amend'.")
        }
        guard let number = person.id else {
            throw PeerRefusal(reason: "the person has no number of the clinic; give them one.")
        }
        return (person, number)
    }
}

/// The answer of a peer to a delivery.
package enum DeliveryOutcome: Sendable, Equatable {
    /// The peer has the test; the peer's own words, without patient data.
    case acknowledged(String)
    /// The peer may accept it later; the reason, and the pause that the peer asks for, seconds.
    case later(String, after: Double? = nil)
    /// The peer will never accept it unchanged; the reason with the way out.
    case refused(String)
}

/// A link to a peer. Any thread may use it. Each call has a deadline.
package protocol PeerLink: Sendable {
    /// Sends a test. Sending the same version again changes nothing at the peer.
    func send(_ test: DeliveredTest) -> DeliveryOutcome

    /// Asks a harmless question.
    ///
    /// - Returns: the parts that work, or do not, in words.
    func check() -> [PeerFinding]
}

/// A part of a peer that works or does not.
package struct PeerFinding: Sendable, Equatable {
    /// Whether it works.
    package var works: Bool
    /// The part in a sentence.
    package var words: String

    /// Sets each property from the parameter of its name.
    package init(_ works: Bool, _ words: String) {
        self.works = works
        self.words = words
    }
}

extension Peer {
    /// The link to a peer that takes results.
    ///
    /// - Parameter seconds: the time limit for the files of a test in a folder; nil for the usual one.
    /// - Throws: `PeerFault` if a setting is missing or a file cannot be used.
    package func link(writingWithin seconds: Double? = nil) throws -> any PeerLink {
        switch kind {
        case .hl7: try HL7Link(self)
        case .dicom: try DICOMLink(self)
        case .fhir: try FHIRLink(self)
        case .redcap: try REDCapLink(self)
        case .folder: FolderLink(self, within: seconds)
        case .sftp: try SFTPLink(self)
        case .worklist, .hl7Orders: throw PeerFault.givesOrders(name)
        }
    }

    /// Makes sure that the peer has the settings of its kind.
    ///
    /// - Throws: `PeerFault`, `HL7PortFault`.
    package func check() throws {
        guard name.wholeMatch(of: #/[A-Za-z0-9][A-Za-z0-9._\-]{0,31}/#) != nil else {
            throw PeerFault.badName
        }
        switch kind {
        case .worklist: _ = try DCMTKProgram("findscu", for: self)
        case .hl7Orders:
            let (host, _) = try hostAndPort()
            guard ["127.0.0.1", "localhost"].contains(host) else { throw HL7PortFault.notLoopback }
            guard settings.patientSystem != nil else {
                throw PeerFault.missing(name, option: "patient-system")
            }
        case .folder:
            guard address.hasPrefix("/") else { throw PeerFault.noFolder(name) }
            for finding in FolderLink(self).check() where !finding.works {
                throw PeerFault.folder(name, reason: finding.words)
            }
        default: _ = try link()
        }
    }

    /// The parts of the peer that work, or do not.
    package func findings() throws -> [PeerFinding] {
        switch kind {
        case .worklist: return DCMTKProgram.echo(self)
        case .hl7Orders:
            return [
                PeerFinding(
                    true, "'aloud serve' takes orders at \(address) while it runs.")
            ]
        default: return try link().check()
        }
    }

    /// The host and the port of an address such as "pacs.clinic:104".
    ///
    /// - Throws: `PeerFault.noPort`.
    func hostAndPort() throws(PeerFault) -> (host: String, port: Int) {
        guard let colon = address.lastIndex(of: ":"),
            let port = Int(address[address.index(after: colon)...]),
            (1...65_535).contains(port), !address[..<colon].isEmpty,
            address.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F })
        else { throw .noPort(name) }
        let host = address[..<colon]
        return (host.hasPrefix("[") ? String(host.dropFirst().dropLast()) : String(host), port)
    }
}

extension Program {
    /// A program that a peer needs.
    ///
    /// - Throws: `PeerFault.program`.
    static func needed(_ name: String, of package: String) throws(PeerFault) -> Program {
        guard let program = Program(named: name) else { throw .program(name, package: package) }
        return program
    }
}

/// The reason that a peer cannot be used as it is set up. It has no patient data.
package enum PeerFault: Error, Equatable, CustomStringConvertible {
    case badName
    case noPort(String)
    case noAddress(String)
    case noFolder(String)
    case folder(String, reason: String)
    case notEncrypted(String)
    case missing(String, option: String)
    case secret(String, reason: String)
    case program(String, package: String)
    case givesOrders(String)

    package var description: String {
        switch self {
        case .badName:
            "The name of a peer has 1 to 32 letters, digits, dots and hyphens: 'pacs'."
        case .noPort(let name):
            "The address of the peer '\(name)' is not HOST:PORT, such as 'pacs.clinic:104'."
        case .noAddress(let name):
            "The address of the peer '\(name)' is not a URL such as 'https://ehr.clinic/fhir'."
        case .noFolder(let name):
            "The address of the peer '\(name)' is not a whole path such as '/srv/results'."
        case .folder(let name, let reason):
            "The folder of the peer '\(name)' takes no files. \(reason)"
        case .notEncrypted(let name):
            "Results leave this machine encrypted only: the address of '\(name)' must begin with"
                + " 'https'. Plain 'http' is for this machine alone."
        case .missing(let name, let option): "The peer '\(name)' requires '--\(option)'."
        case .secret(let name, let reason): "The secret of the peer '\(name)': \(reason)"
        case .program(let program, let package):
            "The program '\(program)' is not installed. Install it with 'apt install \(package)'."
        case .givesOrders(let name):
            "The peer '\(name)' gives orders and takes no results."
        }
    }
}
