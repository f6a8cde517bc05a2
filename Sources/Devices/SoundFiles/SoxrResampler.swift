internal import Audio
internal import CSoxr

/// The reason that sound could not be resampled.
package enum ResamplingError: Error, Equatable, CustomStringConvertible {
    /// The library refused the two rates, Hz; `reason` in its words.
    case rates(from: Int, to: Int, reason: String)
    /// The library failed while it converted; `reason` in its words.
    case conversion(reason: String)

    package var description: String {
        switch self {
        case .rates(let from, let to, let reason):
            "Can't convert sound of \(from) Hz to \(to) Hz (\(reason)); record at 16000, 44100 "
                + "or 48000 Hz."
        case .conversion(let reason):
            "Converting the rate of the sound failed (\(reason)); try again with less memory in "
                + "use, and report it if it stays."
        }
    }
}

/// Changes the rate of a stream of mono sound by libsoxr.
///
/// The whole stream comes out as long as it went in, to within a sample, and without the delay
/// of the filter, which soxr takes off at the start. Not thread-safe: one owner.
package final class SoxrResampler: Resampling {
    private let ratio: Double
    private let handle: SoxrHandle
    private var finished = false

    /// A resampler between two rates, Hz.
    ///
    /// - Throws: `ResamplingError.rates` where soxr can't.
    package init(from: Int, to: Int) throws(ResamplingError) {
        handle = try SoxrHandle.open(from: from, to: to)
        ratio = Double(to) / Double(from)
    }

    /// Converts more samples. The output may be empty at first, and is empty after `finish`. The
    /// corresponding C function is `soxr_process`.
    ///
    /// - Parameter samples: mono, at the rate converted from.
    /// - Throws: `ResamplingError.conversion`.
    package func process(_ samples: [Float]) throws(ResamplingError) -> [Float] {
        guard !samples.isEmpty, !finished else { return [] }
        var output: [Float] = []
        var taken = 0
        // soxr stops when the output buffer is full, so it is called until it has taken all samples
        // and the buffer is not full.
        while true {
            let step = try convert(samples[taken...])
            taken += step.taken
            output += step.given
            if taken == samples.count, step.given.count < step.room { return output }
        }
    }

    /// The samples that the filter still holds; empty from the second call on.
    ///
    /// - Throws: `ResamplingError.conversion`.
    package func finish() throws(ResamplingError) -> [Float] {
        guard !finished else { return [] }
        finished = true
        var output: [Float] = []
        while true {
            let step = try convert(nil)
            output += step.given
            if step.given.isEmpty { return output }
        }
    }

    /// One call of `soxr_process`; nil for `samples` ends the stream.
    private func convert(
        _ samples: ArraySlice<Float>?
    ) throws(ResamplingError) -> (taken: Int, given: [Float], room: Int) {
        let count = samples?.count ?? 0
        let room = Int(Double(count) * ratio) + 1_024
        var taken = 0
        var failure: soxr_error_t?
        let given = [Float](unsafeUninitializedCapacity: room) { output, given in
            failure = (samples ?? [0]).withUnsafeBufferPointer {
                // Any address, even of no samples, means that more samples may follow.
                soxr_process(
                    handle.pointer, samples == nil ? nil : $0.baseAddress, count, &taken,
                    output.baseAddress, room, &given)
            }
        }
        if let failure { throw .conversion(reason: String(cString: failure)) }
        return (taken, given, room)
    }
}

/// The one owner of a converter of libsoxr: one channel, `Float` in and out.
private struct SoxrHandle: ~Copyable {
    let pointer: OpaquePointer

    deinit { soxr_delete(pointer) }

    /// Makes a converter. The corresponding C function is `soxr_create`.
    static func open(from: Int, to: Int) throws(ResamplingError) -> SoxrHandle {
        guard from > 0, to > 0 else {
            throw .rates(from: from, to: to, reason: "a rate must be above 0")
        }
        var format = soxr_io_spec(SOXR_FLOAT32_I, SOXR_FLOAT32_I)
        // High quality, soxr's own recommendation up to 20 bits: linear phase, 0.913 of the band
        // passed, aliases below the noise of a 16-bit recording.
        var quality = soxr_quality_spec(UInt(SOXR_HQ), 0)
        var threads = soxr_runtime_spec(1)
        var error: soxr_error_t?
        let pointer = soxr_create(
            Double(from), Double(to), 1, &error, &format, &quality, &threads)
        guard let pointer else {
            let reason = error.map { String(cString: $0) } ?? "no reason given"
            throw .rates(from: from, to: to, reason: reason)
        }
        return SoxrHandle(pointer: pointer)
    }
}
