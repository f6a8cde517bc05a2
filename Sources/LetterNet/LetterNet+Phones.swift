public import LetterSpeech

extension LetterNet {
    /// By how many frames one canvas of a long sound begins after the other.
    private static let step = 96

    public func phones(of samples: [Float]) -> PhoneLikelihoods? {
        let voting = networks.filter { $0.phones != nil }
        guard let phones, !voting.isEmpty, !samples.isEmpty else { return nil }
        let classes = PhoneLikelihoods.classes(of: phones.count)
        let pieces = frontEnd.pieces(of: samples, step: Self.step)
        let frames = pieces.last?.frames.upperBound ?? 0
        var sums = [Float](repeating: 0, count: frames * classes)
        for network in voting {
            guard let outputs = network.phones else { continue }
            for piece in pieces {
                let told = outputs.told(from: network.channels(of: piece.canvas))
                add(told, of: piece, classes: classes, to: &sums)
            }
        }
        let share = 1 / Float(voting.count)
        for frame in 0..<frames {
            let row = frame * classes..<(frame + 1) * classes
            let most = sums[row].max() ?? 0
            for index in row { sums[index] = (sums[index] - most) * share }
        }
        return PhoneLikelihoods(phones: phones, values: sums)
    }

    /// Adds what was told of a piece to those of its frames that are told from it.
    private func add(
        _ told: Matrix, of piece: MelFrontEnd.Piece, classes: Int, to sums: inout [Float]
    ) {
        let each = told.rows / classes
        for frame in piece.frames {
            let time = (frame - piece.start) / PhoneOutputs.frames
            let column = time / each
            guard column < told.columns else { continue }
            let first = time % each * classes
            for item in 0..<classes {
                sums[frame * classes + item] += told.values[(first + item) * told.columns + column]
            }
        }
    }
}
