/// Takes a constant out of a channel: what cheap converters and damaged files add to all
/// amplitudes.
///
/// It does nothing until the mean of a channel shows that there is one, so that sound without it
/// passes untouched; from then on it is a high-pass of the first order (`y = x - m`, `m` following
/// `x`).
struct OffsetFilter: Sendable {
    /// What is lower is weakened, Hz: an octave and more below the lowest voices, which begin at
    /// about 60 Hz.
    static let lowest = 20.0
    /// The mean from which there is a constant, a share of full scale: of the corpus 2 of 948
    /// spelled words have so much, and no letter, digit, sentence or code word. With three times as
    /// much, letters become unclear.
    static let noticed: Float = 0.01
    /// How long the mean is that tells, seconds: ten periods of the lowest frequency.
    private static let meanSeconds = 0.5

    private let follow: Float
    private let remember: Float
    private var mean: Float = 0
    /// The constant that is taken out; nil while there is none.
    private var offset: Float?

    /// - Parameter sampleRate: Hz.
    init(sampleRate: Int) {
        follow = Float(2 * Double.pi * Self.lowest / Double(sampleRate))
        remember = Float(1 / (Self.meanSeconds * Double(sampleRate)))
    }

    /// Takes the constant out of one channel of a block.
    ///
    /// - Parameters:
    ///   - block: interleaved amplitudes.
    ///   - channel: which, from 0.
    ///   - channels: how many there are.
    /// - Returns: whether it was noticed in this block.
    mutating func apply(to block: inout [Float], channel: Int, of channels: Int) -> Bool {
        let isNew = notice(in: block, channel, channels)
        guard var offset else { return false }
        for index in stride(from: channel, to: block.count, by: channels) {
            let sample = block[index]
            block[index] = sample - offset
            offset += follow * (sample - offset)
        }
        self.offset = offset
        return isNew
    }

    /// Follows the mean.
    ///
    /// - Returns: whether it shows a constant, for the first time.
    private mutating func notice(in block: [Float], _ channel: Int, _ channels: Int) -> Bool {
        guard offset == nil, channel < block.count else { return false }
        var sum: Float = 0
        let places = stride(from: channel, to: block.count, by: channels)
        for index in places { sum += block[index] }
        let count = Float((block.count - channel + channels - 1) / channels)
        mean += min(1, count * remember) * (sum / count - mean)
        guard abs(mean) >= Self.noticed else { return false }
        offset = sum / count
        return true
    }
}
