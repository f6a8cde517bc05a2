internal import CALSA
internal import CALSALog

/// The one owner of an open PCM of ALSA and of the configuration that it was opened by.
struct PCMHandle: ~Copyable {
    let pointer: OpaquePointer
    let configuration: OpaquePointer?

    deinit {
        snd_pcm_close(pointer)
        if let configuration { snd_config_delete(configuration) }
    }

    /// Opens a device to capture. The corresponding C functions are `snd_pcm_open` and
    /// `snd_pcm_open_lconf`.
    ///
    /// - Parameter converting: whether ALSA's plug layer may convert rate, channels and encoding.
    static func open(
        _ device: CaptureDevice, converting: Bool
    ) throws(CaptureError) -> PCMHandle {
        ALSALog.clear()
        // Not blocking: else the open of a busy device waits until it is free, and a read can't
        // be ended.
        var mode = Int32(SND_PCM_NONBLOCK)
        if !converting {
            mode |= SND_PCM_NO_AUTO_RESAMPLE | SND_PCM_NO_AUTO_CHANNELS | SND_PCM_NO_AUTO_FORMAT
        }
        var pointer: OpaquePointer?
        var code: Int32
        var configuration: OpaquePointer?
        if let text = device.configuration {
            code = snd_config_load_string(&configuration, text, 0)
            guard code >= 0 else {
                throw .configuration(name: device.name, reason: ALSALog.reason(code))
            }
            code = snd_pcm_open_lconf(
                &pointer, device.name, SND_PCM_STREAM_CAPTURE, mode, configuration)
        } else {
            code = snd_pcm_open(&pointer, device.name, SND_PCM_STREAM_CAPTURE, mode)
        }
        guard code >= 0, let pointer else {
            if let configuration { snd_config_delete(configuration) }
            throw CaptureError(name: device.name, code: code, reason: ALSALog.reason(code))
        }
        return PCMHandle(pointer: pointer, configuration: configuration)
    }
}
