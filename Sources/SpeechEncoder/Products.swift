internal import CDNNL
internal import CEncoderKernels

/// Numbers of a matrix that stand somewhere in memory.
struct MatrixView {
    let values: UnsafeMutablePointer<Float>
    let rows: Int
    let columns: Int
    /// From the start of a row to the start of the next.
    let stride: Int
}

/// Products of matrices by oneDNN, on the thread that asks for them. Many threads may ask at once.
enum Products {
    /// What activations become: bytes whose zero is 128.
    ///
    /// Processors without VNNI instructions (Intel's before 2019, AMD's before Zen 4) add two products
    /// of bytes in 16 bits, where 255 * 127 * 2 does not fit. There activations take 7 bits, whose
    /// largest sum, 127 * 127 * 2, does (oneDNN 2.6, "Nuances of int8 Computations"; tried with each of
    /// its kernels).
    static let range: aloud_byte_range = {
        let own = dnnl_get_effective_cpu_isa().rawValue
        let hasVNNI = [dnnl_cpu_isa_avx512_core_vnni, dnnl_cpu_isa_avx2_vnni].contains {
            own & $0.rawValue == $0.rawValue
        }
        return hasVNNI
            ? aloud_byte_range(zero: 128, most: 127) : aloud_byte_range(zero: 64, most: 63)
    }()

    private static let plain = CChar(UInt8(ascii: "N"))
    private static let transposed = CChar(UInt8(ascii: "T"))
    private static let oneOffset = CChar(UInt8(ascii: "F"))

    /// Multiplies rows of bytes by weights. The corresponding C function is `dnnl_gemm_u8s8s32`.
    ///
    /// - Parameters:
    ///   - bytes: `count` rows of as many numbers as the weights have inputs, zero being that of
    ///     `range`.
    ///   - sums: room for `count` rows of as many numbers as they have outputs.
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
    /// - Parameter transposed: whether the second is meant with rows and columns swapped.
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

    /// The arguments are always right; what else oneDNN may say is that there is no memory left,
    /// with which nothing can be done.
    private static func expectSuccess(_ status: dnnl_status_t) {
        precondition(
            status == dnnl_success, "oneDNN has no memory for a product (status \(status.rawValue))"
        )
    }
}
