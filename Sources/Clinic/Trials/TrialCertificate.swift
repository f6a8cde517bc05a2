/// The permission of an examiner, a screen or a room to take part in a trial, with its last day.
package struct TrialCertificate: Sendable, Equatable, Codable {
    /// The kinds of certificates.
    package enum Kind: String, Sendable, Codable, CaseIterable {
        /// A person who conducts tests, by name or login.
        case examiner
        /// The screen of a lane, by the name of the lane.
        case screen
        /// The room, by the name of the lane.
        case room
    }

    /// The kind.
    package var kind: Kind
    /// The name of the examiner or of the lane.
    package var name: String
    /// The last day on which it is valid, "2027-06-30".
    package var until: String
    /// The device pixels per millimetre of a certified screen; nil if any measure is allowed.
    package var pixelsPerMillimetre: Double?

    /// Sets each property from the parameter of its name.
    package init(kind: Kind, name: String, until: String, pixelsPerMillimetre: Double? = nil) {
        self.kind = kind
        self.name = name
        self.until = until
        self.pixelsPerMillimetre = pixelsPerMillimetre
    }

    /// The largest deviation of a screen from its certificate, as a share: a person measures a
    /// screen with a bank card to about 1 %. Chosen.
    private static let tolerance = 0.02

    /// The reason that a certificate of a kind is missing, in a sentence; nil if there is a valid one.
    ///
    /// - Parameters:
    ///   - name: the examiner or the lane; nil if nobody is named.
    ///   - day: today, "2026-11-29".
    ///   - pixelsPerMillimetre: the screen as it was measured; nil if it was not.
    static func fault(
        of kind: Kind, named name: String?, among all: [TrialCertificate], on day: String,
        pixelsPerMillimetre: Double?
    ) -> String? {
        guard let name else { return "the \(kind.rawValue) is not named" }
        guard let own = all.last(where: { $0.kind == kind && $0.name == name }) else {
            return "the \(kind.rawValue) has no certificate"
        }
        guard own.until >= day else {
            return "the certificate of the \(kind.rawValue) ended on \(own.until)"
        }
        if let wanted = own.pixelsPerMillimetre {
            guard let found = pixelsPerMillimetre, abs(found - wanted) <= wanted * tolerance else {
                return "the screen is not the certified one: it has another size of pixels"
            }
        }
        return nil
    }
}
