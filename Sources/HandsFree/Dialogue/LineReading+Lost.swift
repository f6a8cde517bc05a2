internal import Acuity

/// Letters that were lost in the middle of a line, and left no trace.
///
/// Fewer letters heard than the line has are its first ones, as far as is known, and the rest is
/// asked for. If one of those before was lost, the last that was heard stands further on, and comes
/// once more with the rest. No line shows a letter twice while there are others
/// (`OptotypeSet.draw`), so all are asked for again.
extension LineReading {
    /// What `endsOfShort` is after a reading.
    func endsOfShort(after alignment: Alignment) -> [Int] {
        if showsThatOneWasLost(alignment) { return [] }
        let earlier = asked.count == count || alignment.replacesLine ? [] : endsOfShort
        return earlier + [end(ofShort: alignment)].compactMap(\.self)
    }

    /// The position that ended a reading in which fewer letters were heard than asked for, from one
    /// to the end of the line; nil for any other reading, and for what was typed.
    private func end(ofShort alignment: Alignment) -> Int? {
        let heard = alignment.assigned
        guard let first = asked.first, asked == Array(first..<count),
            heard.count + alignment.notUnderstood.count + alignment.takenBack.count < asked.count,
            heard.map(\.position) == Array(asked.prefix(heard.count)),
            let last = heard.last, last.answer.time != nil
        else { return nil }
        return last.position
    }

    /// Whether a letter that ended such a reading comes once more in what was asked for after it.
    func showsThatOneWasLost(_ alignment: Alignment) -> Bool {
        guard !optotypes.areDirections, !alignment.replacesLine else { return false }
        // Where letters must come again in a line, none comes twice running.
        let mayRepeat = optotypes.choices.count < count
        return alignment.assigned.contains { position, answer in
            guard case .named = answer.response else { return false }
            return endsOfShort.contains { end in
                settled[end]?.response == answer.response && (!mayRepeat || position == end + 1)
            }
        }
    }
}
