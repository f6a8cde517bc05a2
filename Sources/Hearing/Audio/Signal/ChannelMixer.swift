/// Turns interleaved channels into mono.
///
/// Mono is the mean of the channels that carry sound, with two exceptions:
/// - A channel more than 40 dB below the loudest is silent and left out; it would halve the level.
/// - If the mean has less than a quarter of the power of the loudest channel, a channel has
///   opposite phase and would cancel the voice, and only the loudest channel is used. (For two
///   channels of the same level that is a correlation below -0.5: the power of their mean is (1 +
///   r) / 2 of each.)
///
/// The choice follows the sound of the last seconds; a change is faded in over 10 ms to avoid a click.
/// An offset is removed first (`OffsetFilter`); a single channel without one is unchanged.
package struct ChannelMixer: Sendable {
    /// Interleaved channels of the input.
    package let channels: Int

    /// Power below which a channel is silent, as a ratio to the loudest: -40 dB.
    private static let silentPower: Float = 1e-4
    /// Minimum power of the mean, as a ratio to the loudest channel: -6 dB.
    private static let cancelledPower: Float = 0.25
    /// Memory of the powers, seconds: longer than a letter and the pause after it.
    static let memory = 3.0
    private static let fadeSeconds = 0.010

    private let sampleRate: Int
    private let fadeFrames: Int
    private var channelPower: [Float]
    private var meanPower: Float = 0
    private var weights: [Float]?
    private var offsets: [OffsetFilter]

    /// A mixer for interleaved sound.
    ///
    /// - Parameters:
    ///   - channels: at least 1.
    ///   - sampleRate: Hz, at least 1.
    package init(channels: Int, sampleRate: Int) {
        precondition(channels >= 1 && sampleRate >= 1, "a sound has a channel and a rate")
        self.channels = channels
        self.sampleRate = sampleRate
        fadeFrames = max(1, Int(Self.fadeSeconds * Double(sampleRate)))
        channelPower = Array(repeating: 0, count: channels)
        offsets = Array(repeating: OffsetFilter(sampleRate: sampleRate), count: channels)
    }

    /// The mono sound of a block of interleaved frames; an incomplete last frame is left out.
    package mutating func mix(_ interleaved: [Float]) -> [Float] {
        var interleaved = interleaved
        for channel in 0..<channels {
            let isNew = offsets[channel].apply(
                to: &interleaved, channel: channel, of: channels)
            guard isNew else { continue }
            // The remembered powers were mostly those of the offset.
            channelPower = Array(repeating: 0, count: channels)
            meanPower = 0
        }
        guard channels > 1 else { return interleaved }
        let frames = interleaved.count / channels
        guard frames > 0 else { return [] }
        remember(interleaved, frames: frames)
        let target = choice()
        let start = weights ?? target
        weights = target
        var mono = [Float](repeating: 0, count: frames)
        for frame in 0..<frames {
            let faded = min(1, Float(frame) / Float(fadeFrames))
            var sum: Float = 0
            for channel in 0..<channels {
                let weight = start[channel] + (target[channel] - start[channel]) * faded
                sum += weight * interleaved[frame * channels + channel]
            }
            mono[frame] = sum
        }
        // If the block is shorter than the fade, the next block continues the fade.
        if frames < fadeFrames {
            let faded = Float(frames) / Float(fadeFrames)
            weights = zip(start, target).map { $0 + ($1 - $0) * faded }
        }
        return mono
    }

    /// Adds a block to the remembered powers: of each channel, and of the mean of the live ones.
    private mutating func remember(_ interleaved: [Float], frames: Int) {
        let kept = max(0, Float(1 - Double(frames) / (Self.memory * Double(sampleRate))))
        for channel in 0..<channels { channelPower[channel] *= kept }
        for index in 0..<frames * channels {
            channelPower[index % channels] += interleaved[index] * interleaved[index]
        }
        let live = liveChannels
        meanPower *= kept
        for frame in 0..<frames {
            var sum: Float = 0
            for channel in live { sum += interleaved[frame * channels + channel] }
            let mean = sum / Float(live.count)
            meanPower += mean * mean
        }
    }

    /// The channels that are not silent; all in silence.
    private var liveChannels: [Int] {
        let least = (channelPower.max() ?? 0) * Self.silentPower
        return (0..<channels).filter { channelPower[$0] >= least }
    }

    /// The weight of each channel, from the remembered powers.
    private func choice() -> [Float] {
        var weights = [Float](repeating: 0, count: channels)
        let live = liveChannels
        let loudest = live.max { channelPower[$0] < channelPower[$1] } ?? 0
        if meanPower < channelPower[loudest] * Self.cancelledPower {
            weights[loudest] = 1
        } else {
            for channel in live { weights[channel] = 1 / Float(live.count) }
        }
        return weights
    }
}

/// Removes the offset of a channel, which cheap converters and damaged files add.
///
/// It passes sound unchanged until the mean shows an offset; from then on it is a high-pass of first
/// order (`y = x - m`, `m` following `x`).
struct OffsetFilter: Sendable {
    /// Cut-off frequency, Hz: more than an octave below the lowest voices, at about 60 Hz.
    static let lowest = 20.0
    /// Minimum mean that counts as an offset, as a share of full scale. Only 2 of 948 recordings of
    /// spelled words reach it; letters become unclear at three times as much.
    static let noticed: Float = 0.01
    /// Length of the mean, seconds: ten periods of the cut-off frequency.
    private static let meanSeconds = 0.5

    private let follow: Float
    private let remember: Float
    private var mean: Float = 0
    /// The offset; nil while there is none.
    private var offset: Float?

    /// - Parameter sampleRate: Hz.
    init(sampleRate: Int) {
        follow = Float(2 * Double.pi * Self.lowest / Double(sampleRate))
        remember = Float(1 / (Self.meanSeconds * Double(sampleRate)))
    }

    /// Removes the offset from one channel of a block.
    ///
    /// - Parameters:
    ///   - block: interleaved amplitudes.
    ///   - channel: the number of the channel, from 0.
    ///   - channels: the number of channels.
    /// - Returns: whether the offset was noticed in this block.
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

    /// Updates the mean.
    ///
    /// - Returns: whether it shows an offset for the first time.
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
