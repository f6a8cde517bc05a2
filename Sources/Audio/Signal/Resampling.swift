/// Something that turns a stream of mono sound of one rate into the same sound at another.
///
/// Kept behind a protocol so that a capture device does not depend on the library that does it.
public protocol Resampling: AnyObject {
    /// The part of the output that can be told so far.
    ///
    /// - Parameter samples: mono, at the rate that this was made for; any count.
    /// - Returns: mono, at the other rate; may be empty, for the filter looks ahead.
    func process(_ samples: [Float]) throws -> [Float]

    /// What is still in the filter; call it once, when the stream has ended.
    func finish() throws -> [Float]
}

/// Makes a resampler from one rate to another, both in Hz.
public typealias ResamplerMaking = @Sendable (_ from: Int, _ to: Int) throws -> any Resampling
