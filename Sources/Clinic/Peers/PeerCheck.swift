internal import Foundation
package import RecordStore

extension Peer {
    /// Makes sure that it has the settings of its kind.
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
}
