internal import Acuity

/// A letter that was lost in the middle of a line, and left no trace.
///
/// Four letters heard for five are the first four, as far as is known, and the fifth is asked for. If one of those
/// before was lost, the fifth is what stands at the fourth place already. No chart shows a letter twice
/// running (`OptotypeSet.draw`), so all of them are asked for again.
extension LineReading {
    /// The letter that ends a reading which `endOfShort` tells of; nil for any other, and for what was typed.
    func end(ofShort alignment: Alignment) -> Letter? {
        guard asked.count == count, alignment.notUnderstood.isEmpty,
            alignment.assigned.map(\.position) == Array(0..<count - 1),
            let last = alignment.assigned.last?.answer, last.time != nil,
            case .named(let letter) = last.response
        else { return nil }
        return letter
    }

    /// Whether the reply to the asking after such a reading is the letter that ended it.
    func showsThatOneWasLost(_ alignment: Alignment) -> Bool {
        guard let endOfShort, asked == [count - 1], !alignment.replacesLine,
            let reply = alignment.assigned.last
        else { return false }
        return reply.position == count - 1 && reply.answer.response == .named(endOfShort)
    }
}
