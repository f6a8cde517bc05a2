internal import Acuity
internal import LetterSpeech

/// Which positions of a line the items of one reading answer.
///
/// A position is never guessed. Items get positions only
/// - one by one, where they are as many as the positions asked for;
/// - one by one, where a whole line was asked for and the clear ones alone are as many, so that the
///   unclear ones between them were noise, if none of them was more likely a letter: one name may
///   be heard as two letters. Of 1,410 letters in lines of people 36 are wrong at once where that
///   is not looked at, 23 so, and 1,144 and 1,132 right;
/// - on the whole line, where only a part was asked for and as many clear answers came as the line
///   has letters: the person has read all of it again;
/// - one by one, where a whole line was asked for and more letters came, as many of them a name
///   found twice in a row or the beginning of an H as are too many: those are one;
/// - up to the first unclear one, where there are fewer than asked for, or one so long that it may
///   be two.
///
/// Where a part of what was read comes again in the same order, the person has begun anew
/// (`Again`): what stands before that part is sure, and no more.
///
/// Anything else, such as six letters for five, leaves every position open, since the one too many
/// can stand anywhere.
///
/// A sound that may have been a letter (`ReadingItem.maybe`) counts as nothing where as many
/// letters were heard as were asked for, or more, with what was unclear and more likely a letter
/// than not: it was a hum or a door. Where fewer were heard it may be the one that is missing, and
/// counts as unclear: with four letters and one such sound its place alone is open, with two of
/// them every place from the first on. Speech without an answer (`ReadingItem.talk`) counts in the
/// same way, but as nobody knows how many letters.
struct Alignment {
    /// Positions with their answers, in the order in which they were said.
    private(set) var assigned: [(position: Int, answer: HeardAnswer)] = []
    /// Positions whose reading was unclear, with how likely each letter is there.
    private(set) var unclear: [(position: Int, belief: LetterBelief)] = []
    /// Positions for which something was said that was not understood. Those that nothing was said
    /// for, though they were asked for, are not among them.
    private(set) var notUnderstood: [Int] = []
    /// Positions whose answer was taken back.
    private(set) var takenBack: [Int] = []
    /// Whether fewer letters than asked for may be the rest of the reading before, so that none has
    /// a position.
    private(set) var isOfReadingBefore = false
    /// The position said last, also if its answer was taken back.
    private(set) var last: Int?
    /// Whether the reading takes the place of the whole line, also of what was answered before.
    private(set) var replacesLine = false
    /// What was begun anew, as indices of the items that take part; nil where nothing was.
    private(set) var again: Again?

    /// - Parameters:
    ///   - items: what was said in this reading, in order.
    ///   - asked: the positions asked for, ascending.
    ///   - count: letters in the line.
    ///   - optotypes: what they are drawn from; nil where a letter may come twice in a line.
    ///   - readsOn: whether it may be the rest of a reading in which something was not understood,
    ///     begun before the asking could be answered: fewer letters than asked for have no sure
    ///     position then.
    init(
        _ items: [ReadingItem], to asked: [Int], of count: Int, among optotypes: OptotypeSet? = nil,
        readsOn: Bool = false
    ) {
        let answers = items.compactMap(\.answer)
        let letters = items.count(where: \.isLetter)
        let likely = letters + items.count(where: \.isLikelyLetter)
        let items = items.compactMap { item -> ReadingItem? in
            guard item.isPassing else { return item }
            guard likely < asked.count else { return nil }
            return item == .maybe ? .unclear(nil) : item
        }
        let asksWholeLine = asked.count == count
        let isCountKnown = !items.contains(.talk)
        let isLineAmidNoise = asksWholeLine && !items.contains(where: \.isLikelyLetter)
        let isWholeLine =
            answers.count == count && !items.contains(.retracted)
            && (isLineAmidNoise || items.count == count)
        let isShort =
            items.count < asked.count || !isCountKnown || asksWholeLine && letters < count
        again = optotypes.flatMap { Again(in: items, of: count, among: $0) }
        if let again, isShort || items.count == asked.count || isWholeLine {
            assignBefore(again, items, to: asked, readsOn: readsOn)
        } else if items.count == asked.count, isCountKnown {
            assign(items, to: asked)
        } else if asksWholeLine, isCountKnown,
            let rest = ReadingItem.withoutTooMany(items, of: count)
        {
            assign(rest, to: asked)
        } else if isWholeLine {
            replacesLine = true
            assign(answers.map(ReadingItem.answer), to: Array(0..<count))
        } else if isShort {
            assignUpToDoubt(items, to: asked, readsOn: readsOn)
        } else {
            notUnderstood = asked
        }
    }

    /// Assigns what was read before a part that comes again. Of a single letter, which somebody may
    /// also have misread, the places between are sure, too, where as many were read as asked for.
    private mutating func assignBefore(
        _ again: Again, _ items: [ReadingItem], to asked: [Int], readsOn: Bool
    ) {
        guard items.count == asked.count, again.length == 1 else {
            assignUpToDoubt(Array(items.prefix(again.first)), to: asked, readsOn: readsOn)
            let placed = assigned.count + takenBack.count + notUnderstood.count
            if !readsOn { notUnderstood += asked.dropFirst(placed) }
            return
        }
        let sure = items.indices.filter { $0 < again.second && $0 != again.first }
        assign(sure.map { items[$0] }, to: sure.map { asked[$0] })
        notUnderstood += items.indices.filter { !sure.contains($0) }.map { asked[$0] }
        notUnderstood.sort()
    }

    /// Assigns items up to the first that may stand for several letters; none where they may belong
    /// to the reading before.
    private mutating func assignUpToDoubt(
        _ items: [ReadingItem], to asked: [Int], readsOn: Bool
    ) {
        guard !readsOn else {
            isOfReadingBefore = true
            notUnderstood = Array(asked.prefix(1))
            return
        }
        let mayBeMore = ReadingItem.mayBeMore(items)
        let placed = mayBeMore.firstIndex(of: true) ?? items.count
        assign(Array(items.prefix(placed)), to: asked)
        notUnderstood = Array(asked.dropFirst(placed).prefix(mayBeMore.count { $0 }))
    }

    private mutating func assign(_ items: [ReadingItem], to positions: [Int]) {
        for (item, position) in zip(items, positions) {
            switch item {
            case .unclear(let belief):
                notUnderstood.append(position)
                if let belief { unclear.append((position, belief)) }
                continue
            case .answer(let answer): assigned.append((position, answer))
            case .retracted: takenBack.append(position)
            case .maybe, .talk: break
            }
            last = position
        }
    }
}
