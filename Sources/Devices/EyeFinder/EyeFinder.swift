internal import CEyeFinder

/// Finds a person's face and eyes in pictures of a camera.
///
/// The pages run the same code as WebAssembly; here it serves the tests. One thread at a time.
///
/// The corresponding C functions are those of `eye_finder.h`.
package final class EyeFinder {
    /// The file of the nets, for the pages.
    package static let nets: [UInt8] = {
        var size = 0
        let first = aloud_eye_nets(&size)
        return Array(UnsafeBufferPointer(start: first, count: size))
    }()

    private let memory: UnsafeMutableRawPointer
    private let finder: OpaquePointer

    /// The places of the eyes in a picture, in pixels from its upper left corner.
    package struct Eyes: Sendable {
        /// Whether both irises were found; if not, the places are less exact.
        package var hasIrises: Bool
        /// The certainty of the face, 0...1.
        package var score: Float
        /// The distance between the eyes.
        package var apart: Float
        /// The sideways turn of the face, as a fraction of `apart`; 0 if not at all.
        package var turned: Float
        /// The agreement of the right and the left eye with those remembered, -1...1; 2 without
        /// any.
        package var likeness: [Float]
        /// The size of the face, in times of its remembered size; 0 if that is not known.
        package var size: Float
    }

    /// Makes a finder of a file of nets; nil if the file is damaged.
    package init?(_ nets: [UInt8] = EyeFinder.nets) {
        let size = aloud_finder_bytes(nets, nets.count)
        guard size > 0 else { return nil }
        memory = UnsafeMutableRawPointer.allocate(byteCount: size, alignment: 16)
        guard let made = aloud_make_finder(memory, nets, nets.count) else {
            memory.deallocate()
            return nil
        }
        finder = made
    }

    deinit { memory.deallocate() }

    /// Looks for the eyes in a picture of 8-bit RGBA, row by row; nil if there is no face.
    ///
    /// - Parameter remembers: whether to remember how both eyes look uncovered.
    package func look(
        at rgba: [UInt8], width: Int, looksAtIrises: Bool = true, remembers: Bool = false
    ) -> Eyes? {
        let height = rgba.count / 4 / width
        var found = aloud_eyes()
        aloud_find_eyes(
            finder, rgba, Int32(width), Int32(height), looksAtIrises ? 1 : 0, &found)
        guard found.is_found != 0 else { return nil }
        if remembers { aloud_remember_eyes(finder, rgba, Int32(width), Int32(height), &found) }
        return Eyes(
            hasIrises: found.has_irises != 0, score: found.score, apart: found.apart,
            turned: found.turned, likeness: [found.likeness.0, found.likeness.1],
            size: found.size)
    }

    /// Forgets the face and the eyes.
    package func forget() { aloud_forget(finder) }
}
