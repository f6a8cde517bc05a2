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
        // Not blocking: otherwise opening a busy device would wait until it is free, and a read
        // could not be stopped.
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

extension SampleEncoding {
    /// ALSA's name for it.
    fileprivate var alsa: snd_pcm_format_t {
        switch self {
        case .int16: SND_PCM_FORMAT_S16_LE
        case .int32: SND_PCM_FORMAT_S32_LE
        case .float32: SND_PCM_FORMAT_FLOAT_LE
        case .int24Packed: SND_PCM_FORMAT_S24_3LE
        case .int24: SND_PCM_FORMAT_S24_LE
        }
    }
}

/// A failed call of ALSA during the choice of a format.
private struct Refusal: Error {
    let step: String
    let code: Int32
    /// Maximum number of channels of the device, where it has too few.
    var channels: Int?
}

extension PCMHandle {
    /// Rates to ask for, best first, Hz: the recogniser's own, then those that convert best to it.
    private static let rates: [UInt32] = [
        16_000, 48_000, 32_000, 44_100, 96_000, 88_200, 192_000, 24_000, 22_050,
    ]
    /// Period, microseconds: too short to delay the hearing of a letter.
    private static let periodMicroseconds: UInt32 = 20_000
    /// Buffer, microseconds: long enough for a stall of the computer.
    private static let bufferMicroseconds: UInt32 = 500_000

    /// Chooses a format of the device, and prepares it. The corresponding C functions are those of
    /// `snd_pcm_hw_params`.
    ///
    /// - Parameters:
    ///   - name: the device, for messages.
    ///   - channel: the only channel that is heard, counted from 1; nil for all.
    func negotiate(name: String, channel: Int?) throws(CaptureError) -> CaptureFormat {
        ALSALog.clear()
        var parameters: OpaquePointer?
        guard snd_pcm_hw_params_malloc(&parameters) >= 0, let parameters else {
            throw .failed(name: name, reason: "out of memory")
        }
        defer { snd_pcm_hw_params_free(parameters) }
        do {
            return try agree(parameters, channel: channel)
        } catch {
            if let channel, let most = error.channels {
                throw .noChannel(name: name, channel: channel, of: most)
            }
            throw .format(name: name, reason: "\(error.step): \(ALSALog.reason(error.code))")
        }
    }

    private func agree(
        _ parameters: OpaquePointer, channel: Int?
    ) throws(Refusal) -> CaptureFormat {
        try check("the device offers nothing", snd_pcm_hw_params_any(pointer, parameters))
        try check(
            "it does not give interleaved frames",
            snd_pcm_hw_params_set_access(pointer, parameters, SND_PCM_ACCESS_RW_INTERLEAVED))
        let encoding = SampleEncoding.allCases.first {
            snd_pcm_hw_params_test_format(pointer, parameters, $0.alsa) == 0
        }
        try check(
            "it gives no linear samples",
            snd_pcm_hw_params_set_format(pointer, parameters, (encoding ?? .int16).alsa))
        let channels = try agreeOnChannels(parameters, with: channel)
        let rate = try agreeOnRate(parameters)
        var period = Self.periodMicroseconds
        var buffer = Self.bufferMicroseconds
        // These are only hints: the device may choose other values.
        _ = snd_pcm_hw_params_set_period_time_near(pointer, parameters, &period, nil)
        _ = snd_pcm_hw_params_set_buffer_time_near(pointer, parameters, &buffer, nil)
        try check("it refuses a format that it offered", snd_pcm_hw_params(pointer, parameters))
        var frames: snd_pcm_uframes_t = 0
        try check(
            "it has no period size", snd_pcm_hw_params_get_period_size(parameters, &frames, nil))
        return CaptureFormat(
            sampleRate: rate, channels: channels, channel: channel, encoding: encoding ?? .int16,
            periodFrames: max(1, Int(frames)))
    }

    /// Chooses the minimum number of channels that the device offers. To hear one channel alone, it
    /// is at least two if possible, so that ALSA does not mix them.
    private func agreeOnChannels(
        _ parameters: OpaquePointer, with channel: Int?
    ) throws(Refusal) -> Int {
        var channels: UInt32 = 1
        if let channel {
            var most: UInt32 = 0
            try check(
                "it names no channels", snd_pcm_hw_params_get_channels_max(parameters, &most))
            guard channel <= most else {
                throw Refusal(step: "it has too few channels", code: -EINVAL, channels: Int(most))
            }
            channels = min(most, UInt32(max(2, channel)))
            try check(
                "it refuses \(channels) channels",
                snd_pcm_hw_params_set_channels_min(pointer, parameters, &channels))
            try check(
                "it names no channels",
                snd_pcm_hw_params_get_channels_min(parameters, &channels))
        } else if snd_pcm_hw_params_test_channels(pointer, parameters, 1) < 0 {
            try check(
                "it names no channels",
                snd_pcm_hw_params_get_channels_min(parameters, &channels))
        }
        try check(
            "it refuses \(channels) channels",
            snd_pcm_hw_params_set_channels(pointer, parameters, channels))
        return Int(channels)
    }

    private func agreeOnRate(_ parameters: OpaquePointer) throws(Refusal) -> Int {
        var rate =
            Self.rates.first {
                snd_pcm_hw_params_test_rate(pointer, parameters, $0, 0) == 0
            } ?? Self.rates[1]
        try check(
            "it refuses every rate",
            snd_pcm_hw_params_set_rate_near(pointer, parameters, &rate, nil))
        return Int(rate)
    }

    private func check(_ step: String, _ code: Int32) throws(Refusal) {
        if code < 0 { throw Refusal(step: step, code: code) }
    }
}

/// The encodings of an amplitude; all little-endian.
package enum SampleEncoding: Sendable, CaseIterable {
    /// 16-bit integer.
    case int16
    /// 32-bit integer.
    case int32
    /// 32-bit float, -1…1.
    case float32
    /// 24-bit integer in three bytes.
    case int24Packed
    /// 24-bit integer in the lower three of four bytes.
    case int24

    /// Bytes of a sample.
    var bytes: Int {
        switch self {
        case .int16: 2
        case .int24Packed: 3
        case .int32, .float32, .int24: 4
        }
    }

    /// As people say it.
    var words: String {
        switch self {
        case .int16: "16-bit"
        case .int24Packed, .int24: "24-bit"
        case .int32: "32-bit"
        case .float32: "32-bit float"
        }
    }

    /// The amplitudes, -1…1, of whole samples.
    func amplitudes(_ data: UnsafeRawBufferPointer) -> [Float] {
        (0..<data.count / bytes).map { index in
            let offset = index * bytes
            switch self {
            case .int16:
                return Float(
                    Int16(littleEndian: data.loadUnaligned(fromByteOffset: offset, as: Int16.self)))
                    / 0x1p15
            case .int32:
                return Float(
                    Int32(littleEndian: data.loadUnaligned(fromByteOffset: offset, as: Int32.self)))
                    / 0x1p31
            case .float32:
                let bits = UInt32(
                    littleEndian: data.loadUnaligned(fromByteOffset: offset, as: UInt32.self))
                let amplitude = Float(bitPattern: bits)
                return amplitude.isFinite ? amplitude : 0
            case .int24Packed, .int24:
                let bits =
                    UInt32(data[offset]) | UInt32(data[offset + 1]) << 8
                    | UInt32(data[offset + 2]) << 16
                // Shifted up, so that the sign bit is that of an Int32.
                return Float(Int32(bitPattern: bits << 8)) / 0x1p31
            }
        }
    }
}
