internal import Audio
internal import CALSA

/// A loudspeaker of ALSA, by its name. It is opened for each stretch of sound, so that other
/// programs have it in between.
///
/// The corresponding C functions are `snd_pcm_open`, `snd_pcm_set_params` and `snd_pcm_writei`.
package final class ALSALoudspeaker: Loudspeaker {
    private let name: String

    /// Maximum lead of writing over playback, microseconds.
    private static let latency: UInt32 = 200_000
    /// The samples of one write: a tenth of a second. After each write, the caller is asked whether
    /// to continue.
    private static let piece = speechRate / 10
    /// Maximum number of recoveries from an underrun or a suspension within one sound.
    private static let mostRecoveries = 5

    /// A loudspeaker by its name. It is opened when something is played.
    ///
    /// - Parameter name: nil for the system's default.
    package init(_ name: String? = nil) { self.name = name ?? "default" }

    package func play(_ samples: [Float], while goesOn: () -> Bool) throws {
        let handle = try Handle.open(name, latency: Self.latency)
        var left = samples.map { PCM16.sample($0) }[...]
        var recoveries = 0
        while !left.isEmpty {
            guard goesOn() else {
                snd_pcm_drop(handle.pointer)
                return
            }
            ALSALog.clear()
            let written = left.prefix(Self.piece).withUnsafeBufferPointer {
                snd_pcm_writei(handle.pointer, $0.baseAddress, snd_pcm_uframes_t($0.count))
            }
            if written > 0 {
                left = left.dropFirst(written)
                continue
            }
            recoveries += 1
            let code = written == 0 ? 0 : snd_pcm_recover(handle.pointer, Int32(written), 1)
            guard code >= 0, recoveries <= Self.mostRecoveries else {
                throw LoudspeakerError.failed(name: name, reason: ALSALog.reason(Int32(written)))
            }
        }
        snd_pcm_drain(handle.pointer)
    }

    /// The one owner of an open PCM.
    private struct Handle: ~Copyable {
        let pointer: OpaquePointer

        deinit { snd_pcm_close(pointer) }

        static func open(_ name: String, latency: UInt32) throws(LoudspeakerError) -> Handle {
            ALSALog.clear()
            var pointer: OpaquePointer?
            // Opened without blocking: otherwise, opening a busy device would wait until it is
            // free.
            var code = snd_pcm_open(&pointer, name, SND_PCM_STREAM_PLAYBACK, SND_PCM_NONBLOCK)
            guard code >= 0, let pointer else {
                throw .cannotOpen(name: name, reason: ALSALog.reason(code))
            }
            let handle = Handle(pointer: pointer)
            snd_pcm_nonblock(handle.pointer, 0)
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
            "Loudspeaker \(name): can't be opened (\(reason)); plug it in, or choose another"
                + " with '--speaker'; 'aplay -L' lists them."
        case .failed(let name, let reason):
            "Loudspeaker \(name): failed while it played (\(reason)); check its plug."
        }
    }
}
