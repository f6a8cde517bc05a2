public import Audio
internal import CSoxr

/// Changes the rate of a stream of mono sound by libsoxr.
///
/// The whole stream comes out as long as it went in, to within a sample, and without the delay
/// of the filter, which soxr takes off at the start. Not thread-safe: one owner.
public final class SoxrResampler: Resampling {
    private let ratio: Double
    private let handle: SoxrHandle
    private var finished = false

    /// A resampler between two rates, Hz.
    ///
    /// - Throws: `ResamplingError.rates` where soxr can't.
    public init(from: Int, to: Int) throws(ResamplingError) {
        handle = try SoxrHandle.open(from: from, to: to)
        ratio = Double(to) / Double(from)
    }

    /// What the filter gives for more samples, which may be nothing yet; nothing after `finish`.
    /// The corresponding C function is `soxr_process`.
    ///
    /// - Parameter samples: mono, at the rate converted from.
    /// - Throws: `ResamplingError.conversion`.
    public func process(_ samples: [Float]) throws(ResamplingError) -> [Float] {
        guard !samples.isEmpty, !finished else { return [] }
        var output: [Float] = []
        var taken = 0
        // soxr takes as much as the room for its output allows, so it is called until it has
        // taken everything and has left room unused.
        while true {
            let step = try convert(samples[taken...])
            taken += step.taken
            output += step.given
            if taken == samples.count, step.given.count < step.room { return output }
        }
    }

    /// What the filter still holds, once; nothing when asked again.
    ///
    /// - Throws: `ResamplingError.conversion`.
    public func finish() throws(ResamplingError) -> [Float] {
        guard !finished else { return [] }
        finished = true
        var output: [Float] = []
        while true {
            let step = try convert(nil)
            output += step.given
            if step.given.isEmpty { return output }
        }
    }

    /// One call of `soxr_process`; nil says that the stream has ended.
    private func convert(
        _ samples: ArraySlice<Float>?
    ) throws(ResamplingError) -> (taken: Int, given: [Float], room: Int) {
        let count = samples?.count ?? 0
        let room = Int(Double(count) * ratio) + 1_024
        var taken = 0
        var failure: String?
        let given = [Float](unsafeUninitializedCapacity: room) { output, given in
            let error =
                if let samples {
                    samples.withUnsafeBufferPointer {
                        soxr_process(
                            handle.pointer, $0.baseAddress, count, &taken, output.baseAddress,
                            room, &given)
                    }
                } else {
                    soxr_process(
                        handle.pointer, nil, 0, nil, output.baseAddress, room, &given)
                }
            failure = error.map { SoxrHandle.words($0) }
        }
        if let failure { throw .conversion(reason: failure) }
        return (taken, given, room)
    }
}
