public import Audio

/// A recording that ended before its time: what was heard is not all that was said.
public struct MissingSound: Error, Sendable, Equatable, CustomStringConvertible {
    /// The recording's path.
    public var path: String
    /// How much is missing of what its header claims, seconds; nil where the file was cut off and
    /// claims nothing.
    public var seconds: Double?
    /// Why the rest cannot be read, naming the file; nil where there is no rest.
    public var damage: String?

    /// Less than this is no loss that anybody could hear, seconds: some formats tell their length
    /// only to a block. A tenth of the shortest letter, and Aloud's own choice.
    private static let inaudible = 0.02

    /// What is missing of sound that was read to its end; nil where nothing is, or where no length
    /// was told.
    public init?(of source: any AudioSource) {
        guard let recorded = source as? any RecordedSource else { return nil }
        let lacks = recorded.missingSeconds >= Self.inaudible
        damage = recorded.damage.map { String(describing: $0) }
        guard lacks || recorded.isCutOff || damage != nil else { return nil }
        path = recorded.path
        seconds = lacks ? recorded.missingSeconds : nil
    }

    /// In words for a person, naming the file.
    public var description: String {
        if let damage { return damage }
        guard let seconds else {
            return "\(path): the file ends in the midst of the sound, so that some is missing; "
                + "record or copy it again."
        }
        return "\(path): the file lacks \((seconds * 100).rounded() / 100) s of the sound that its "
            + "header claims; record or copy it again."
    }
}
