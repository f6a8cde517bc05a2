internal import CEncoderKernels
internal import Glibc
package import Recognition

/// Scores letters and phones in speech: the encoder of Whisper (Radford et al. 2022, "Robust Speech
/// Recognition via Large-Scale Weak Supervision") and a linear output layer for tokens, trained with
/// CTC by `training/ear`.
///
/// The large products use 8-bit numbers, so scores differ slightly from those of the net in PyTorch.
/// Not thread-safe: one owner. Each works on the thread that calls it; several may work at once.
package final class SpeechEncoder: SpeechEncoding {
    /// Silence that is added before and after each sound, seconds.
    package static let padding = Double(LogMel.padding) / Double(LogMel.sampleRate)

    /// Largest number of frames in a window: 20 s. Whisper was trained for 30 s, but the cost of
    /// attention grows with the square of the frames.
    static let most = 1000
    /// Frames of a window in longer sounds, 12 s, and frames that it shares with the next window,
    /// 2 s. The earlier window scores the first half of the shared frames, the later window the
    /// second half.
    static let window = 600
    static let shared = 100

    /// The tokens scored in each frame: the blank "-", letters in capitals, phones in lower case.
    package let tokens: [String]
    /// Origin of the weights, in words.
    package let source: String
    /// The library and the instruction set that compute the net on this processor, such as "oneDNN
    /// 2.6.0 with AVX-512 and VNNI".
    package static var kernel: String { Products.kernel }

    /// Owner of the weights' memory.
    private let file: EncoderFile
    private let net: EncoderNet
    private var mel = LogMel()
    private var workspace = Workspace()
    private var positions: Positions

    /// Reads an encoder.
    ///
    /// - Parameter file: written by `training/ear/export.py`. It stays open and must not be truncated
    ///   while the encoder is used.
    /// - Throws: if it cannot be read or is not such a file.
    package init(contentsOf file: String) throws(SpeechEncoderError) {
        let file = try EncoderFile(path: file)
        let net = try EncoderNet(file)
        tokens = net.tokens
        source = net.source
        positions = Positions(width: net.sizes.width)
        self.net = net
        self.file = file
    }

    /// The scores of each token, frame by frame, and the memory of all frames.
    ///
    /// A sound of n samples has (n + 3360) / 320 frames, rounded down: ten for no sample at all. Their
    /// times are `TokenFrames.time(ofFrame:)`. The first call in a process takes some 30 ms longer,
    /// since oneDNN compiles its kernels then.
    ///
    /// - Parameters:
    ///   - samples: sound at 16 kHz. Samples that are not finite count as silence.
    ///   - warp: all frequencies are multiplied by this.
    ///   - memory: the frames before the sound, of this net; the same for each window of a long sound.
    package func hear(
        _ samples: [Float], warp: Double, after memory: SpeechMemory
    ) -> (frames: TokenFrames, memory: SpeechMemory) {
        aloud_use_one_thread()
        let rows = LogMel.frames(of: samples.count)
        let bands = LogMel.bands
        let mels = workspace.mels.room(for: (rows + 2) * bands)
        mels.update(repeating: 0, count: bands)
        (mels + (rows + 1) * bands).update(repeating: 0, count: bands)
        mel.write(samples, warp: warp, to: mels + bands, &workspace)

        let frames = rows / 2
        let earlier = memory.isEmpty ? net.layers.map { _ in [] } : memory.layers
        var kept = net.layers.map { _ in
            [Float](repeating: 0, count: frames * 2 * net.sizes.width)
        }
        let values = [Float](unsafeUninitializedCapacity: frames * tokens.count) { all, count in
            // There are at least ten frames.
            let first = all.baseAddress!
            for (heard, told) in Self.windows(of: frames) {
                encode(
                    heard, mels: mels, from: memory.end, after: earlier, keeping: &kept)
                score(told, of: heard, to: first + told.lowerBound * tokens.count)
            }
            count = all.count
        }
        return (
            TokenFrames(tokens: tokens, values: values),
            SpeechMemory(layers: kept, frames: frames, end: memory.end + frames)
        )
    }

    /// The windows of a sound, each with the frames that are scored in it.
    static func windows(of frames: Int) -> [(heard: Range<Int>, told: Range<Int>)] {
        guard frames > most else { return [(0..<frames, 0..<frames)] }
        let step = window - shared
        let count = (frames - shared + step - 1) / step
        // The last window ends with the sound, and may share more frames with the one before it.
        let starts = (0..<count).map { min($0 * step, frames - window) }
        var told = 0
        return starts.indices.map { index in
            let end = starts[index] + window
            let last = index + 1 == starts.count ? frames : (starts[index + 1] + end) / 2
            defer { told = last }
            return (starts[index]..<end, told..<last)
        }
    }

    /// Computes the frames of a window, into the workspace.
    ///
    /// - Parameters:
    ///   - position: that of the first frame.
    ///   - earlier: for each layer the keys and values of the frames before.
    ///   - kept: receives those of the window.
    private func encode(
        _ heard: Range<Int>, mels: UnsafeMutablePointer<Float>, from position: Int,
        after earlier: [[Float]], keeping kept: inout [[Float]]
    ) {
        let (width, count) = (net.sizes.width, heard.count)
        let frames = workspace.frames.room(for: count * width)
        EncoderPass.convolve(
            mels + 2 * heard.lowerBound * LogMel.bands, to: frames, count: count, net, &workspace)
        positions.add(to: frames, count: count, from: position)
        for index in net.layers.indices {
            let layer = net.layers[index]
            kept[index].withUnsafeMutableBufferPointer { rows in
                // There are at least ten frames.
                EncoderPass.attend(
                    frames, count: count, layer, after: earlier[index],
                    keeping: rows.baseAddress! + heard.lowerBound * 2 * width, sizes: net.sizes,
                    &workspace)
            }
            EncoderPass.feedForward(frames, count: count, layer, &workspace)
        }
    }

    /// Writes the scores of some frames of the window that was computed last.
    private func score(
        _ told: Range<Int>, of heard: Range<Int>, to scores: UnsafeMutablePointer<Float>
    ) {
        let width = net.sizes.width
        let frames = workspace.frames.room(for: heard.count * width)
        let first = frames + (told.lowerBound - heard.lowerBound) * width
        aloud_normalise(first, told.count, width, net.norm.gains, net.norm.offsets)
        for row in 0..<told.count {
            (scores + row * tokens.count).update(from: net.headOffsets, count: tokens.count)
        }
        Products.multiply(
            MatrixView(values: first, rows: told.count, columns: width, stride: width),
            by: MatrixView(
                values: UnsafeMutablePointer(mutating: net.head), rows: tokens.count,
                columns: width, stride: width),
            transposed: true, adding: 1,
            into: MatrixView(
                values: scores, rows: told.count, columns: tokens.count, stride: tokens.count))
        aloud_log_softmax(scores, told.count, tokens.count)
    }
}

/// The encoding of each frame's position: sinusoids (Vaswani et al. 2017, section 3.5), cosines after
/// the sines as in Whisper. Computed once for each frame.
struct Positions {
    let width: Int
    private var values: [Float] = []

    init(width: Int) { self.width = width }

    /// Adds the encodings to `count` frames; the first frame has position `first`.
    mutating func add(to frames: UnsafeMutablePointer<Float>, count: Int, from first: Int) {
        let half = width / 2
        let step = -log(Float(10_000)) / Float(half - 1)
        let scales = (0..<half).map { exp(step * Float($0)) }
        values.reserveCapacity((first + count) * width)
        for frame in values.count / width..<max(first + count, values.count / width) {
            values += scales.map { sin(Float(frame) * $0) }
            values += scales.map { cos(Float(frame) * $0) }
        }
        for index in 0..<count * width { frames[index] += values[first * width + index] }
    }
}
