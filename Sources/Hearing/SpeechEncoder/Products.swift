internal import CDNNL
internal import CEncoderKernels

/// A view of a matrix in memory that someone else owns.
struct MatrixView {
    let values: UnsafeMutablePointer<Float>
    let rows: Int
    let columns: Int
    /// Numbers from the start of a row to the start of the next.
    let stride: Int
}

/// Matrix products by oneDNN, on the calling thread. Several threads may call at once.
enum Products {
    /// The byte that represents an activation of zero, and the largest distance of other bytes from
    /// it.
    ///
    /// Processors without VNNI instructions (Intel's before 2019, AMD's before Zen 4) add two products
    /// of bytes in 16 bits, where 255 * 127 * 2 overflows. There activations take 7 bits, whose
    /// largest sum, 127 * 127 * 2, fits (oneDNN 2.6, "Nuances of int8 Computations").
    static let range: aloud_byte_range =
        supports(dnnl_cpu_isa_avx512_core_vnni) || supports(dnnl_cpu_isa_avx2_vnni)
        ? aloud_byte_range(zero: 128, most: 127) : aloud_byte_range(zero: 64, most: 63)

    /// Version of oneDNN and the instruction set that its kernels use on this processor, such as
    /// "oneDNN 2.6.0 with AVX-512 and VNNI". The corresponding C functions are `dnnl_version` and
    /// `dnnl_get_effective_cpu_isa`.
    static var kernel: String {
        let name = instructionSets.first { supports($0.set) }?.name ?? "generic kernels"
        guard let version = dnnl_version()?.pointee else { return "oneDNN with \(name)" }
        return "oneDNN \(version.major).\(version.minor).\(version.patch) with \(name)"
    }

    /// The instruction sets of oneDNN, fastest first.
    private static let instructionSets: [(set: dnnl_cpu_isa_t, name: String)] = [
        (dnnl_cpu_isa_avx512_core_amx, "AVX-512 and AMX"),
        (dnnl_cpu_isa_avx512_core_bf16, "AVX-512, VNNI and BF16"),
        (dnnl_cpu_isa_avx512_core_vnni, "AVX-512 and VNNI"),
        (dnnl_cpu_isa_avx512_core, "AVX-512"),
        (dnnl_cpu_isa_avx2_vnni, "AVX2 and VNNI"),
        (dnnl_cpu_isa_avx2, "AVX2"),
        (dnnl_cpu_isa_avx, "AVX"),
        (dnnl_cpu_isa_sse41, "SSE4.1"),
    ]

    private static func supports(_ set: dnnl_cpu_isa_t) -> Bool {
        dnnl_get_effective_cpu_isa().rawValue & set.rawValue == set.rawValue
    }

    private static let plain = CChar(UInt8(ascii: "N"))
    private static let transposed = CChar(UInt8(ascii: "T"))
    private static let oneOffset = CChar(UInt8(ascii: "F"))

    /// Multiplies rows of bytes by weights. The corresponding C function is `dnnl_gemm_u8s8s32`.
    ///
    /// - Parameters:
    ///   - bytes: `count` rows, one number for each input of the weights, with the zero of `range`.
    ///   - sums: space for `count` rows, one number for each output of the weights.
    static func multiply(
        _ bytes: UnsafePointer<UInt8>, rows count: Int, by weights: ProductWeights,
        into sums: UnsafeMutablePointer<Int32>
    ) {
        var offset: Int32 = 0
        let status = dnnl_gemm_u8s8s32(
            plain, plain, oneOffset, dnnl_dim_t(count), dnnl_dim_t(weights.outputs),
            dnnl_dim_t(weights.inputs), 1, bytes, dnnl_dim_t(weights.inputs), UInt8(range.zero),
            weights.weights, dnnl_dim_t(weights.outputs), 0, 0, sums,
            dnnl_dim_t(weights.outputs), &offset)
        expectSuccess(status)
    }

    /// Computes `factor * first * second + share * result`. The corresponding C function is
    /// `dnnl_sgemm`.
    ///
    /// - Parameter transposed: whether rows and columns of the second are swapped.
    static func multiply(
        _ first: MatrixView, by second: MatrixView, transposed: Bool = false, factor: Float = 1,
        adding share: Float = 0, into result: MatrixView
    ) {
        precondition(first.rows == result.rows)
        precondition(first.columns == (transposed ? second.columns : second.rows))
        precondition(result.columns == (transposed ? second.rows : second.columns))
        let status = dnnl_sgemm(
            plain, transposed ? Self.transposed : plain, dnnl_dim_t(result.rows),
            dnnl_dim_t(result.columns), dnnl_dim_t(first.columns), factor, first.values,
            dnnl_dim_t(first.stride), second.values, dnnl_dim_t(second.stride), share,
            result.values, dnnl_dim_t(result.stride))
        expectSuccess(status)
    }

    /// The arguments are always valid, so a failure means that there is no memory left, and nothing
    /// can be done.
    private static func expectSuccess(_ status: dnnl_status_t) {
        precondition(
            status == dnnl_success, "oneDNN has no memory for a product (status \(status.rawValue))"
        )
    }
}
