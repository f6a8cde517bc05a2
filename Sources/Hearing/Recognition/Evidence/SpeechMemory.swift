/// The memory of a net: for each frame that it heard, the keys and values of all its layers. It hears
/// later sound in the light of them, without hearing the frames again (Dai et al. 2019,
/// "Transformer-XL").
package struct SpeechMemory: Sendable {
    /// For each layer one row a frame, the keys and then the values.
    package let layers: [[Float]]
    /// The number of frames.
    package let frames: Int
    /// The position of the frame after the last one. The net counts positions from the start of the
    /// first sound that it remembers, also over frames that were dropped.
    package let end: Int

    /// A memory of nothing.
    package init() { self.init(layers: [], frames: 0, end: 0) }

    /// - Parameters:
    ///   - layers: for each layer as many numbers for each frame.
    ///   - frames: the number of frames.
    ///   - end: the position of the frame after the last one.
    package init(layers: [[Float]], frames: Int, end: Int) {
        self.layers = layers
        self.frames = frames
        self.end = end
    }

    /// Whether it has no frame.
    package var isEmpty: Bool { frames == 0 }

    /// The memory of some of the frames.
    func part(_ wanted: Range<Int>) -> SpeechMemory {
        guard !isEmpty else { return self }
        let range = wanted.clamped(to: 0..<frames)
        let parts = layers.map { rows in
            let width = rows.count / frames
            return Array(rows[range.lowerBound * width..<range.upperBound * width])
        }
        return SpeechMemory(
            layers: parts, frames: range.count, end: end - (frames - range.upperBound))
    }

    /// The memory of a part of the sound, in seconds from its first sample. The silence that the net
    /// hears around the sound is not part of it.
    package func part(_ seconds: ClosedRange<Double>) -> SpeechMemory {
        let silence = TokenFrames.silence
        func frame(_ time: Double) -> Int {
            min(
                max(silence, silence + Int((time / TokenFrames.secondsPerFrame).rounded())),
                max(silence, frames - silence))
        }
        return part(frame(seconds.lowerBound)..<frame(seconds.upperBound))
    }

    /// This memory and that of the sound after it.
    func followed(by next: SpeechMemory) -> SpeechMemory {
        guard !isEmpty, !next.isEmpty else { return isEmpty ? next : self }
        return SpeechMemory(
            layers: zip(layers, next.layers).map { $0 + $1 }, frames: frames + next.frames,
            end: next.end)
    }
}
