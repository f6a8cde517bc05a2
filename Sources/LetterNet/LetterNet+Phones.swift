public import LetterSpeech

extension LetterNet {
    /// By how many frames one canvas of a long sound begins after the other.
    private static let step = 96

    public func phones(of samples: [Float]) -> PhoneLikelihoods? {
        guard let phones, let telling = networks.firstIndex(where: { $0.phones != nil }),
            let outputs = networks[telling].phones, !samples.isEmpty
        else { return nil }
        let classes = PhoneLikelihoods.classes(of: phones.count)
        let energies = frontEnd.energies(of: samples[...])
        last = (samples, energies)
        let pieces = frontEnd.pieces(of: energies, step: Self.step)
        let frames = pieces.last?.frames.upperBound ?? 0
        var values = [Float](repeating: 0, count: frames * classes)
        for piece in pieces {
            for channels in networks[telling].channels(
                of: [piece.canvas], silence: silences[telling])
            {
                write(outputs.told(from: channels), of: piece, classes: classes, to: &values)
            }
        }
        for frame in 0..<frames {
            let row = frame * classes..<(frame + 1) * classes
            let most = values[row].max() ?? 0
            for index in row { values[index] -= most }
        }
        return PhoneLikelihoods(phones: phones, values: values)
    }

    /// Writes what was told of a piece where its frames stand.
    private func write(
        _ told: Matrix, of piece: MelFrontEnd.Piece, classes: Int, to values: inout [Float]
    ) {
        let each = told.rows / classes
        for frame in piece.frames {
            let time = (frame - piece.start) / PhoneOutputs.frames
            let column = time / each
            guard column < told.columns else { continue }
            let first = time % each * classes
            for item in 0..<classes {
                values[frame * classes + item] = told.values[(first + item) * told.columns + column]
            }
        }
    }
}
