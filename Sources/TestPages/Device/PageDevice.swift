internal import Records

/// The device that shows the page: its microphone, if the person is heard through it.
///
/// Any thread.
public final class PageDevice: Sendable {
    /// The sound that the page sends; nil if the page's microphone is not used.
    public let sound: PageSound?

    /// A device with the parts of it that a test uses.
    public init(hears: Bool = false) { sound = hears ? PageSound() : nil }

    /// The paths of its requests.
    static let paths: Set = ["/sound"]

    /// Takes a request of the patient's page at one of its paths.
    ///
    /// - Throws: `Refusal.malformed`, or `notNow` if the part is not used.
    func take(_ request: Request) throws(Refusal) {
        guard let sound else { throw .notNow }
        sound.take(try SoundPiece(request))
    }

    /// The device as every view tells the page of it.
    var json: JSONObject { ["hears": sound != nil] }
}
