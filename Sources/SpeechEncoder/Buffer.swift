/// Room for numbers that grows as needed and is used again; what was in it is lost when it grows.
struct Buffer<Element: BitwiseCopyable>: ~Copyable {
    private var memory: UnsafeMutableRawPointer?
    private var capacity = 0

    /// Room for so many numbers, aligned to 64 bytes, which hold anything; there until the next call.
    mutating func room(for count: Int) -> UnsafeMutablePointer<Element> {
        let bytes = max(1, count) * MemoryLayout<Element>.stride
        if memory == nil || bytes > capacity {
            memory?.deallocate()
            memory = .allocate(byteCount: bytes, alignment: 64)
            capacity = bytes
        }
        // Allocated above.
        return memory!.bindMemory(to: Element.self, capacity: max(1, count))
    }

    deinit { memory?.deallocate() }
}

/// Room for what a pass over a sound computes on its way.
struct Workspace: ~Copyable {
    /// Mel values of the whole sound, and a row of zeros before and after it.
    var mels = Buffer<Float>()
    /// What the first convolution makes of them, then queries, keys and values.
    var wide = Buffer<Float>()
    /// The numbers that stand for each frame.
    var frames = Buffer<Float>()
    /// Attention of some frames to all.
    var attention = Buffer<Float>()
    /// What is multiplied next, of some rows.
    var bytes = Buffer<UInt8>()
    var scales = Buffer<Float>()
    /// Products of some rows.
    var sums = Buffer<Int32>()
    var row = Buffer<Float>()
    /// Parts of windows before and after the spectrum.
    var folded = Buffer<Float>()
    var spectrum = Buffer<Float>()

    /// How many rows are multiplied at once: more are hardly faster (900 of 930 billion operations a
    /// second), and the products of fewer stay in a near cache.
    static let rowsAtOnce = 384

    /// All of so many rows in parts of like sizes, none larger than `most`.
    static func parts(of count: Int, most: Int = rowsAtOnce) -> some Sequence<Range<Int>> {
        let parts = (count + most - 1) / most
        return (0..<parts).lazy.map { part in
            count * part / parts..<count * (part + 1) / parts
        }
    }
}
