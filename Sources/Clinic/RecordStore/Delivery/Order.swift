package import Acuity
internal import Records

/// An order of the hospital for a test, as its results refer to it.
///
/// It has only the identifiers of the order; the person is in the records.
package struct Order: Sendable, Equatable, Codable {
    /// The name of the peer that gave it.
    package var peer: String
    /// The accession number of the imaging department.
    package var accession: String?
    /// The number of the system that placed the order, as HL7's "A1000234^EPR".
    package var placer: String?
    /// The DICOM study that the results belong to.
    package var study: String?
    /// The identifier of the requested procedure.
    package var procedure: String?
    /// The identifier of the scheduled step.
    package var step: String?
    /// The scheduled step in words.
    package var stepDescription: String?
    /// The physician who referred the person, as "Roth^Eva" or "12345^Roth^Eva".
    package var physician: String?
    /// The identifier of the ServiceRequest at a FHIR server.
    package var request: String?
    /// The eyes to be tested, in order; nil to ask.
    package var eyes: [Eye]?

    /// An order without identifiers.
    package init(peer: String) { self.peer = peer }

    /// Whether it is the same order, with whatever details.
    package func isSame(as other: Order) -> Bool {
        if let request, other.request != nil { return request == other.request }
        if let placer, other.placer != nil { return placer == other.placer }
        if let accession, other.accession != nil { return accession == other.accession }
        return procedure != nil && procedure == other.procedure && step == other.step
    }
}
