internal import Audio
internal import CALSA
internal import Glibc

/// A loudspeaker of ALSA, by its name. It is opened for each stretch of sound, so that other
/// programs have it in between.
///
/// The corresponding C functions are `snd_pcm_open`, `snd_pcm_set_params`, `snd_pcm_wait`,
/// `snd_pcm_writei` and `snd_pcm_delay`. None of them waits without a limit: a device that takes no
/// sound for 2 s has failed.
package final class ALSALoudspeaker: Loudspeaker {
    private let name: String

    /// Maximum lead of writing over playback, microseconds.
    private static let latency: UInt32 = 200_000
    /// The samples of one write: a tenth of a second. Before each write, the caller is asked whether
    /// to continue.
    private static let piece = speechRate / 10
    /// Maximum number of recoveries from an underrun or a suspension within one sound.
    private static let mostRecoveries = 5
    /// The longest wait for the device at a time, milliseconds.
    private static let wait: Int32 = 100
    /// The longest time in which the device may take no sound.
    private static let patience = Duration.seconds(2)

    /// A loudspeaker by its name. It is opened when something is played.
    ///
    /// - Parameter name: nil for the system's default.
    package init(_ name: String? = nil) { self.name = name ?? "default" }

    package func play(_ samples: [Float], while goesOn: () -> Bool) throws {
        let handle = try Handle.open(name, latency: Self.latency)
        var left = Self.padded(samples.map { PCM16.sample($0) }, to: handle.period)[...]
        var recoveries = 0
        var lastTaken = ContinuousClock.now
        while !left.isEmpty {
            guard goesOn() else {
                snd_pcm_drop(handle.pointer)
                return
            }
            ALSALog.clear()
            // Waits for room for a period. Written without room, too, because a device that has not
            // started yet may start only when it is full.
            let ready = snd_pcm_wait(handle.pointer, Self.wait)
            let written =
                ready >= 0
                ? left.prefix(Self.piece).withUnsafeBufferPointer {
                    snd_pcm_writei(handle.pointer, $0.baseAddress, snd_pcm_uframes_t($0.count))
                } : Int(ready)
            if written > 0 {
                left = left.dropFirst(written)
                lastTaken = .now
            } else if written == 0 || written == -Int(EAGAIN) {
                guard lastTaken.duration(to: .now) < Self.patience else {
                    throw LoudspeakerError.failed(name: name, reason: "it takes no sound")
                }
            } else {
                recoveries += 1
                guard snd_pcm_recover(handle.pointer, Int32(written), 1) >= 0,
                    recoveries <= Self.mostRecoveries
                else {
                    throw LoudspeakerError.failed(
                        name: name, reason: ALSALog.reason(Int32(written)))
                }
            }
        }
        finish(handle, while: goesOn)
    }

    /// Samples followed by silence up to whole periods: a layer of ALSA that converts the rate passes
    /// on only these.
    private static func padded(_ samples: [Int16], to period: Int) -> [Int16] {
        samples + [Int16](repeating: 0, count: (period - samples.count % period) % period)
    }

    /// Waits while the device plays what was written, at most as long as it may lead.
    /// `snd_pcm_drain` would wait without a limit.
    private func finish(_ handle: borrowing Handle, while goesOn: () -> Bool) {
        // Sound shorter than the lead has not started by itself.
        if snd_pcm_state(handle.pointer) == SND_PCM_STATE_PREPARED {
            snd_pcm_start(handle.pointer)
        }
        var delay: snd_pcm_sframes_t = 0
        // An error is an underrun: the device has played everything.
        if snd_pcm_delay(handle.pointer, &delay) >= 0, delay > 0 {
            let lead = Duration.seconds(Double(delay) / Double(speechRate))
            let end = ContinuousClock.now + min(lead, Self.patience)
            while goesOn(), ContinuousClock.now < end {
                let rest = ContinuousClock.now.duration(to: end) / .milliseconds(1)
                poll(nil, 0, min(Self.wait, Int32(max(rest, 0)) + 1))
            }
        }
        snd_pcm_drop(handle.pointer)
    }

    /// The one owner of an open PCM.
    private struct Handle: ~Copyable {
        let pointer: OpaquePointer

        /// The samples that ALSA passes on together.
        var period: Int {
            var (buffer, period): (snd_pcm_uframes_t, snd_pcm_uframes_t) = (0, 0)
            snd_pcm_get_params(pointer, &buffer, &period)
            return max(1, Int(period))
        }

        deinit { snd_pcm_close(pointer) }

        static func open(_ name: String, latency: UInt32) throws(LoudspeakerError) -> Handle {
            ALSALog.clear()
            var pointer: OpaquePointer?
            // Not blocking: otherwise opening a busy device would wait until it is free, and a
            // suspended one would never return from a write.
            var code = snd_pcm_open(&pointer, name, SND_PCM_STREAM_PLAYBACK, SND_PCM_NONBLOCK)
            guard code >= 0, let pointer else {
                throw .cannotOpen(name: name, reason: ALSALog.reason(code))
            }
            let handle = Handle(pointer: pointer)
            code = snd_pcm_set_params(
                handle.pointer, SND_PCM_FORMAT_S16_LE, SND_PCM_ACCESS_RW_INTERLEAVED, 1,
                UInt32(speechRate), 1, latency)
            guard code >= 0 else {
                throw .cannotOpen(name: name, reason: ALSALog.reason(code))
            }
            return handle
        }
    }
}

/// The reason that sound could not be played. Every case names the device.
package enum LoudspeakerError: Error, Equatable, CustomStringConvertible {
    /// It could not be opened, or takes no sound of 16,000 Hz; `reason` in ALSA's words.
    case cannotOpen(name: String, reason: String)
    /// It failed while it played.
    case failed(name: String, reason: String)

    package var description: String {
        switch self {
        case .cannotOpen(let name, let reason):
            "Loudspeaker \(name): can't be opened (\(reason)); plug it in, or choose another;"
                + " 'aplay -L' lists them."
        case .failed(let name, let reason):
            "Loudspeaker \(name): failed while it played (\(reason)); check its plug."
        }
    }
}
