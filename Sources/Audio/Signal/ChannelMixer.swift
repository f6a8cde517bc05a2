/// Turns interleaved channels into mono.
///
/// Mono is the mean of the channels that carry sound. Two things would spoil a plain mean:
/// - a channel that is silent, which would only halve the level. A channel more than 40 dB below
///   the loudest is left out.
/// - a channel wired in opposite phase, which would cancel the voice. Where the mean holds less
///   than a quarter of the power of the loudest channel (for two channels of the same level, a
///   correlation below -0.5, since the power of their mean is (1 + r) / 2 of each), the loudest
///   channel is taken alone.
///
/// The choice follows the sound of the last seconds, and a changed choice is faded in over 10 ms so
/// that it does not click. A constant in a channel is taken out before (`OffsetFilter`); one
/// channel without it passes through untouched.
public struct ChannelMixer: Sendable {
    /// How many channels are interleaved in what comes in.
    public let channels: Int

    /// How far below the loudest channel another counts as silent: a power ratio, -40 dB.
    private static let silentPower: Float = 1e-4
    /// The least share of the loudest channel's power that the mean may have: -6 dB.
    private static let cancelledPower: Float = 0.25
    /// How long the powers are remembered, seconds: longer than a letter and the pause after it.
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
    public init(channels: Int, sampleRate: Int) {
        precondition(channels >= 1 && sampleRate >= 1, "a sound has a channel and a rate")
        self.channels = channels
        self.sampleRate = sampleRate
        fadeFrames = max(1, Int(Self.fadeSeconds * Double(sampleRate)))
        channelPower = Array(repeating: 0, count: channels)
        offsets = Array(repeating: OffsetFilter(sampleRate: sampleRate), count: channels)
    }

    /// The mono sound of a block of interleaved frames; an incomplete last frame is left out.
    public mutating func mix(_ interleaved: [Float]) -> [Float] {
        var interleaved = interleaved
        for channel in 0..<channels {
            let isNew = offsets[channel].apply(
                to: &interleaved, channel: channel, of: channels)
            guard isNew else { continue }
            // What is remembered was the constant's more than the sound's.
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
        // A block shorter than the fade leaves the rest of the way to the next one.
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

    /// The channels that are not silent beside the loudest; all where nothing sounds.
    private var liveChannels: [Int] {
        let least = (channelPower.max() ?? 0) * Self.silentPower
        return (0..<channels).filter { channelPower[$0] >= least }
    }

    /// What share of each channel goes into the sound, by what is remembered.
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
