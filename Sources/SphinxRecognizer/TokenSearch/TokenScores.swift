internal import CSphinxLog
internal import Glibc

/// The scores of the states of a `TokenModel` for a stretch of sound, as PocketSphinx reads them.
struct TokenScores {
    /// PocketSphinx's units in a nat. It has no unit of its own for scores that it is given; what
    /// words cost and how wide beams are is told it in the same. Scores are whole numbers up to
    /// 32,767: 512 nats.
    static let unitsPerNat = 64.0

    let frames: Int
    /// How many scores a frame has.
    private let width: Int
    /// How much worse than `best` each state is, frame after frame.
    private let values: [Int16]
    /// The log probabilities of the best token of each frame, added up.
    private let best: Double

    /// - Parameters:
    ///   - tokens: for each phone of the model the place of its token; nil for that of talk.
    ///   - talk: the scores of talk.
    init(_ sound: TokenFrames, tokens: [Int?], blank: Int, talk: [Float]) {
        frames = sound.frames
        width = tokens.count * TokenModel.states
        var best = 0.0
        var values: [Int16] = []
        values.reserveCapacity(frames * width)
        var own = [Float](repeating: 0, count: tokens.count)
        for frame in 0..<frames {
            for (phone, token) in tokens.enumerated() {
                own[phone] = token.map { sound[frame, $0] } ?? talk[frame]
            }
            let most = own.max() ?? 0
            best += Double(most)
            func units(_ value: Float) -> Int {
                Int(((most - value) * Float(Self.unitsPerNat)).rounded())
            }
            // Steps from the blank cost less: with this they cost the same.
            let levelling = TokenModel.step - TokenModel.stepFromBlank
            let blank = Int16(clamping: units(sound[frame, blank]) + levelling)
            for value in own {
                values.append(Int16(clamping: units(value)))
                values.append(blank)
            }
        }
        self.values = values
        self.best = best
    }

    private init(nothingOf width: Int) {
        frames = 0
        self.width = width
        values = []
        best = 0
    }

    /// No frames, for the same model.
    var nothing: TokenScores { TokenScores(nothingOf: width) }

    /// What a path's score in PocketSphinx's units is in nats, less what its words cost.
    func nats(of score: Int) -> Double {
        best + Double(score + frames * TokenModel.step) / Self.unitsPerNat
    }

    /// What a decoder reads, as a file: the format of PocketSphinx's option `-senlogdir`, a header
    /// that ends in "endhdr\n" and a byte order mark, then for each frame the scores of all states.
    ///
    /// - Returns: nil where there is no memory left for it.
    func withFile<Result>(_ body: (UnsafeMutablePointer<FILE>) -> Result) -> Result? {
        var header = Array("s3\nversion 0.1\nn_sen \(width)\nlogbase 1.0001\nendhdr\n".utf8)
        withUnsafeBytes(of: UInt32(0x1122_3344)) { header += $0 }
        let numbers = (0..<width).map { Int32($0) }
        return header.withUnsafeBytes { header in
            values.withUnsafeBufferPointer { values in
                numbers.withUnsafeBufferPointer { numbers in
                    guard
                        let file = aloud_sphinx_scores(
                            header.baseAddress, header.count, values.baseAddress, frames,
                            numbers.baseAddress, width, width)
                    else { return nil }
                    defer { fclose(file) }
                    return body(file)
                }
            }
        }
    }
}
