extension Network {
    /// Whether the sizes of all matrices go together, so that computing cannot go wrong.
    func isConsistent(classes: Int, phoneClasses: Int) -> Bool {
        var width = stem.outputs
        var isFitting = stem.takes(MelFrontEnd.bins) && stemOffsets.count == width
        for block in blocks {
            let next = block.first.outputs
            isFitting =
                isFitting && block.first.takes(width) && block.firstOffsets.count == next
                && block.second.takes(next) && block.second.outputs == next
                && block.secondOffsets.count == next
            if let around = block.around {
                isFitting = isFitting && around.takes(width) && around.outputs == next
            } else {
                isFitting = isFitting && width == next && block.first.stride == 1
            }
            width = next
        }
        return isFitting && words?.isConsistent(channels: width, classes: classes) != false
            && phones?.isConsistent(channels: width, classes: phoneClasses) != false
    }
}

extension Convolution {
    /// How many channels come out.
    var outputs: Int { weights.columns }

    /// The largest stride: with more, a canvas would leave a handful of frames.
    private static let longestStride = 8

    /// Whether it can be given so many channels.
    func takes(_ channels: Int) -> Bool {
        (1...Self.longestStride).contains(stride) && taps > 0 && weights.rows == channels * taps
    }
}
