/// Something that lets people hear sound.
public protocol Loudspeaker: AnyObject, Sendable {
    /// Lets sound be heard, and returns when the last of it has been. One thread at a time.
    ///
    /// - Parameter samples: mono, 16,000 Hz, -1…1.
    func play(_ samples: [Float]) throws
}
