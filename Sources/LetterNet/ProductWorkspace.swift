internal import Glibc
internal import Synchronization

/// The memory in which OpenBLAS lays matrices out: it takes it at the first product and keeps it.
/// Only what a product uses of it becomes resident.
///
/// Where it cannot have it, OpenBLAS asks for it again without end (`blas_memory_alloc`), so it is
/// seen to beforehand.
enum ProductWorkspace {
    /// BUFFER_SIZE of OpenBLAS 0.3.21 on x86-64, bytes; on no other processor it is more.
    private static let bytes = 32 << 22
    /// What must be left besides, bytes: other threads take memory at the same time.
    private static let spare = 8 << 20

    private static let isTaken = Mutex(false)

    /// Has OpenBLAS take it. The corresponding C functions are `mmap`, by which OpenBLAS takes it,
    /// and `munmap`.
    ///
    /// - Throws: `LetterNetError.noMemory`.
    static func take() throws(LetterNetError) {
        let isTaken = isTaken.withLock { isTaken in
            if !isTaken, isFree {
                let zeros = Matrix(repeating: 0, rows: size, columns: size)
                var product = zeros
                product.add(zeros, times: zeros)
                isTaken = true
            }
            return isTaken
        }
        if !isTaken { throw .noMemory(bytes: bytes) }
    }

    /// Rows and columns of a product for which OpenBLAS takes it: on some processors it does the
    /// smallest without.
    private static let size = 128

    private static var isFree: Bool {
        let piece = mmap(
            nil, bytes + spare, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)
        guard let piece, piece != MAP_FAILED else { return false }
        munmap(piece, bytes + spare)
        return true
    }
}
