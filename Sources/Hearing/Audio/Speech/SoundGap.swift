/// The last place in a sound at which a piece is missing. The start of an answer right after it may be
/// missing, too.
package struct SoundGap: Sendable {
    /// Time after it in which the start of an answer may be cut off, seconds: chosen.
    package static let reach = 0.1

    /// Its end, seconds of the sound; nil if nothing is missing.
    private var end: Double?

    /// No gap yet.
    package init() {}

    /// Notes that sound is missing until this second of the sound.
    package mutating func ends(at time: Double) { end = time }

    /// Whether the start of an answer that begins at this second may be missing; false for an answer
    /// without a time, which was not spoken.
    package func mayCut(_ start: Double?) -> Bool {
        guard let end, let start else { return false }
        return start < end + Self.reach
    }
}
