public import Acuity

extension LineReading {
    /// Puts an operator's answer in the place of what was heard for a position, or of nothing,
    /// whatever is heard later.
    ///
    /// What was read so far is kept where its position is sure; the reading goes on with the
    /// positions that are left. A position that the line does not have changes nothing.
    public mutating func override(_ position: Int, with response: Response) {
        guard settled.indices.contains(position) else { return }
        awaitsCorrection = false
        let alignment = alignment
        noteLast(of: alignment)
        // Where something said has no sure position, neither has what follows it.
        let isSure =
            items.count == asked.count && !items.contains(where: \.isPassing)
            || alignment.assigned.count == items.count
        if !isSure { items = Array(items.prefix { $0.answer != nil }) }
        settled = answers
        overridden[position] = HeardAnswer(response, heard: HeardAnswer.operatorsWord)
        endsOfShort.removeAll { $0 == position }
        readsOn = false
        items = isSure ? [] : [.talk]
        asked = missing
    }
}

extension HeardAnswer {
    /// What stands in the place of words that were heard, where an operator gave the answer.
    public static let operatorsWord = "operator"
}
