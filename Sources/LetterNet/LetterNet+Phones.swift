public import LetterSpeech

extension LetterNet {
    /// By how many frames one canvas begins after the other: each frame stands on one where others
    /// are around it.
    private static let step = 96

    public func phones(of samples: [Float]) -> PhoneLikelihoods? {
        guard let phones, !samples.isEmpty else { return nil }
        let classes = PhoneLikelihoods.classes(of: phones.count)
        let (canvases, frames) = frontEnd.canvases(of: samples, step: Self.step)
        var sums = [Float](repeating: 0, count: frames * classes)
        for network in networks {
            guard let outputs = network.phones else { return nil }
            for (index, canvas) in canvases.enumerated() {
                let told = outputs.told(from: network.channels(of: canvas))
                let first = index * Self.step
                add(
                    told, classes: classes, to: &sums,
                    frames: first..<min(frames, first + Self.step))
            }
        }
        let share = 1 / Float(networks.count)
        for frame in 0..<frames {
            let row = frame * classes..<(frame + 1) * classes
            let most = sums[row].max() ?? 0
            for index in row { sums[index] = (sums[index] - most) * share }
        }
        return PhoneLikelihoods(phones: phones, values: sums)
    }

    /// Adds what was told of a canvas to those of its frames that are in its middle.
    private func add(_ told: Matrix, classes: Int, to sums: inout [Float], frames: Range<Int>) {
        let margin = (MelFrontEnd.frames - Self.step) / 2
        let each = told.rows / classes
        for frame in frames {
            let time = (frame - frames.lowerBound + margin) / PhoneOutputs.frames
            let column = time / each
            guard column < told.columns else { continue }
            let first = time % each * classes
            for item in 0..<classes {
                sums[frame * classes + item] += told.values[(first + item) * told.columns + column]
            }
        }
    }
}
