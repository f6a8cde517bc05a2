internal import CSoxr

/// The one owner of a converter of libsoxr: one channel, `Float` in and out.
struct SoxrHandle: ~Copyable {
    let pointer: OpaquePointer

    private init(pointer: OpaquePointer) { self.pointer = pointer }

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
            throw .rates(from: from, to: to, reason: words(error))
        }
        return SoxrHandle(pointer: pointer)
    }

    static func words(_ error: soxr_error_t?) -> String {
        error.map { String(cString: $0) } ?? "no reason given"
    }
}
