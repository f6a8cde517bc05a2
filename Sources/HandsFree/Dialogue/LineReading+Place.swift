internal import Acuity
internal import LetterSpeech

/// Answers of which somebody says which letter of the line they are for: "the third is R".
///
/// One for the letter whose turn it is, or for the one that a "no" means, is taken as any other. One
/// for a letter further on is unclear, since the letters between were left out. One for a letter that
/// has its answer already says that an answer is wrong, or not where it belongs: all of the line are
/// asked for again.
extension LineReading {
    /// Whether a place is the one that an answer gets anyway.
    func isInTurn(_ place: SaidPlace) -> Bool {
        if awaitsCorrection {
            // Where nothing was named, a letter after "no" gets no place.
            guard hasNamed else { return place != .unknown }
            return isMeant(place, at: items.isEmpty ? lastSettled : lastPosition)
        }
        if place == .other { return areAllLetters && items.count == asked.count - 1 }
        return areAllLetters && items.count < asked.count && isMeant(place, at: asked[items.count])
    }

    /// Whether a place is one that the reading has not come to.
    func mayBeReached(_ place: SaidPlace) -> Bool {
        guard !awaitsCorrection else { return false }
        let reached = items.prefix(while: \.isLetter).count
        switch place {
        case .unknown: return false
        case .other: return reached < asked.count
        case .position, .last:
            return asked.dropFirst(reached).contains { isMeant(place, at: $0) }
        }
    }

    /// Takes back all that was answered on this line, and asks for it.
    ///
    /// - Parameter known: the answers that were told.
    /// - Returns: what it changed, in order.
    mutating func dropLine(since known: inout [HeardAnswer?]) -> [ReadingChange] {
        items = []
        awaitsCorrection = false
        settled = Array(repeating: nil, count: count)
        lastSettled = nil
        endsOfShort = []
        doubts = [:]
        asked = missing
        return mended(since: &known) + [.again]
    }

    /// Whether each thing that was said stands for one letter.
    private var areAllLetters: Bool { items.allSatisfy(\.isLetter) }

    /// The position of what was said last in this reading; nil where it is not sure.
    private var lastPosition: Int? {
        areAllLetters && items.count <= asked.count ? asked[items.count - 1] : nil
    }

    private func isMeant(_ place: SaidPlace, at position: Int?) -> Bool {
        switch place {
        case .position(let named): named == position
        case .last: position == count - 1
        case .other: position != nil
        case .unknown: false
        }
    }
}
