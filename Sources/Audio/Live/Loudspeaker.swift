/// Something that lets people hear sound.
public protocol Loudspeaker: AnyObject, Sendable {
    /// Lets sound be heard, and returns when the last of it has been, or when it is to go on no
    /// more. One thread at a time.
    ///
    /// - Parameters:
    ///   - samples: mono, 16,000 Hz, -1…1.
    ///   - goesOn: whether the rest is to be heard; asked ten times a second.
    func play(_ samples: [Float], while goesOn: () -> Bool) throws
}
