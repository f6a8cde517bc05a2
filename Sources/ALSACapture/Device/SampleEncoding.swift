/// How a device writes an amplitude; all little-endian.
public enum SampleEncoding: Sendable, CaseIterable {
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
                // Shifted up, so that the sign stands where an Int32 has it.
                return Float(Int32(bitPattern: bits << 8)) / 0x1p31
            }
        }
    }
}
