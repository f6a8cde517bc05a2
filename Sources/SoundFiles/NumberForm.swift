/// How a header writes a number.
struct NumberForm {
    let bytes: Int
    let isBigEndian: Bool

    /// - Returns: nil beyond the end of the file, and for what no file is as long as.
    func read(at place: Int, in file: RegularFile) -> Int? {
        let read = file.bytes(bytes, at: place)
        guard read.count == bytes else { return nil }
        let number = (isBigEndian ? read : read.reversed()).reduce(UInt64(0)) {
            $0 << 8 | UInt64($1)
        }
        // So that sums of places and lengths stay far from the largest number.
        return number < 1 << 56 ? Int(number) : nil
    }

    /// A number as it is written, or the largest that can be.
    func written(_ number: Int) -> [UInt8] {
        let most = bytes < 8 ? 1 << (8 * bytes) - 1 : Int.max
        let low = (0..<bytes).map { UInt8(truncatingIfNeeded: min(number, most) >> (8 * $0)) }
        return isBigEndian ? low.reversed() : low
    }
}
