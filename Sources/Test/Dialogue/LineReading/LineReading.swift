package import Acuity
package import PhoneticMapping

/// The dialogue about one line: it takes answers and finds the positions that are answered, and
/// those to ask for again.
///
/// It knows the number of letters in the line and never the letters, so the recognition cannot
/// depend on them. Answers gather in a reading until `ask()` closes it: that keeps the answers with
/// a sure position (`Alignment`) and begins another reading, of the positions that are left.
/// `take(_:)` describes the effect of commands and corrections.
///
/// Every line ends. A round is one reading, of the whole line or of the letters that are missing in
/// it, up to the request that follows. After `mostRounds` of them the missing letters are asked for
/// one at a time: each alone, then by its code word; then it is left open. Every request counts,
/// whatever made it necessary, except one after a disturbance that is not the person's.
package struct LineReading: Sendable, Equatable {
    /// Maximum number of rounds of a line. Aloud's own choice: the code word takes the third place
    /// among the requests for a letter shown alone (decision 005), and a line read wrongly three
    /// times is read wrongly a fourth time.
    package static let mostRounds = 3
    /// The times that a single letter of a line is asked for: by its name, then by its code word.
    static let mostAlone = 2
    /// Maximum number of requests for a line of this many letters.
    package static func mostRequests(letters: Int) -> Int {
        mostRounds - 1 + letters * (letters == 1 ? 1 : mostAlone)
    }
    /// An item that begins within this many seconds of the previous reading may continue it. 3.5 s
    /// are the wait within a line, and 1.5 s the time to hear the request. Aloud's own choice.
    private static let longestBeforeReply = 5.0

    /// The state of one position.
    package struct Position: Sendable, Equatable {
        /// The answer of an earlier reading.
        package var settled: HeardAnswer?
        /// The operator's answer.
        package var overridden: HeardAnswer?
        /// The posterior of the letters from the unclear readings.
        package var posterior: LetterPosterior?
        /// The number of times that it was not understood and then asked for again.
        package var unclear = 0
        /// The number of times that it was asked for again.
        package var askings = 0
        /// The number of times that it alone was asked for, answered or not.
        var alone = 0
        /// Whether its answer was given to a request for it alone, and so has a sure position.
        var isSure = false
        /// Whether this position ended a spoken reading in which letters were missing.
        var endsShort = false
    }

    /// A "no" that still awaits its letter.
    package struct Correction: Sendable, Equatable {
        /// The time at which it was said; nil if it was typed.
        package var time: ClosedRange<Double>?
        /// Whether it was a "no", not a "wait".
        var isSure = true
    }

    /// Letters in the line.
    package let count: Int
    package let optotypes: OptotypeSet
    /// The positions, from 0 and ascending, that the present reading is to answer.
    package internal(set) var asked: [Int] { didSet { align() } }
    /// Whether the person asked for a pause, or the test paused itself.
    package internal(set) var isPaused = false
    /// The positions of the last request that had an unclear answer, ascending. The others had no
    /// answer, or it was taken back.
    package private(set) var notUnderstood: [Int] = []
    /// The state of each position.
    package var positions: [Position]
    /// The items of the present reading.
    package var items: [HeardAnswer] = [] { didSet { align() } }
    /// The last items of a reading that was too short, without a position.
    var leftover: [HeardAnswer] = [] { didSet { align() } }
    /// The alignment of the present reading, computed once with each change of it.
    package private(set) var alignment: Alignment
    /// The position answered last in earlier readings, also if that answer was taken back.
    var lastSettled: Int?
    package var correction: Correction?
    /// "Nothing" or similar was heard for several letters; it counts when it is heard again.
    var seesNone = false
    /// Rounds that are over.
    private var rounds = 0
    /// Requests so far, without those after a disturbance.
    private var requests = 0
    /// The number of items when the person said "go on" after a pause; nil if they did not say it in
    /// this reading.
    var itemsAtResume: Int?
    /// Whether this reading follows an interruption, so that letters of the line were not said before.
    package private(set) var isAfterBreak = false
    /// Whether no further request is allowed: missing letters stay open.
    private var isOver = false

    /// A line that has not been read yet.
    ///
    /// - Parameters:
    ///   - count: the number of its letters.
    ///   - optotypes: the set that they are drawn from.
    package init(count: Int, of optotypes: OptotypeSet = .sloan) {
        self.count = count
        self.optotypes = optotypes
        asked = Array(0..<count)
        positions = Array(repeating: Position(), count: count)
        alignment = Alignment([], to: asked, of: count, mayRepeat: nil)
    }

    /// The answer of each position as it would be if the reading ended here; nil if none is
    /// sure.
    package var answers: [HeardAnswer?] {
        zip(positions, heardAnswers).map { $0.overridden ?? $1 }
    }

    /// The positions without an answer that are not asked for any more.
    package var leftOpen: Set<Int> { Set(positions.indices.filter(isLeftOpen)) }

    private func isLeftOpen(_ position: Int) -> Bool {
        positions[position].settled == nil
            && (isOver || positions[position].alone >= mostAlone)
    }

    /// A single letter is alone from the beginning, so only its code word is left to ask for.
    private var mostAlone: Int { count == 1 ? 1 : Self.mostAlone }

    /// Whether the letters that are missing are asked for one at a time.
    package var isOneByOne: Bool { rounds >= Self.mostRounds }

    /// The kind of request for the letters of this reading.
    package var asking: Asking {
        guard isOneByOne, let position = asked.first else {
            return isAfterBreak ? .afterBreak : .again
        }
        let isLast = positions[position].alone == mostAlone - 1
        // A letter that nobody said is not easier to hear by its code word.
        let isByCodeWord =
            isLast && !optotypes.areDirections && positions[position].unclear > 0
        return isByCodeWord ? .codeWord : count == 1 ? .again : .alone
    }

    /// The positions to answer next.
    var toAsk: [Int] { isOneByOne ? Array(missing.prefix(1)) : missing }

    /// Letters asked for again so far: each position each time, but not those that were not said
    /// because of an interruption.
    package var lettersAskedAgain: Int { positions.reduce(0) { $0 + $1.askings } }

    /// The number of positions with an operator's answer.
    package var overrides: Int { positions.count { $0.overridden != nil } }

    /// The positions without an answer that may still get one.
    package var missing: [Int] {
        zip(positions.indices, answers).filter { $1 == nil && !isLeftOpen($0) }.map(\.0)
    }

    /// Whether each position has an answer or is left open, and no correction has been begun.
    package var isFull: Bool { correction == nil && missing.isEmpty }

    /// The number of answers in the present reading, understood or not.
    package var taken: Int { items.count { !$0.isPassing } }

    /// The number of answers that the present reading still lacks, 0 if it only waits for a
    /// correction.
    package var expected: Int {
        max(asked.count - (taken - alignment.repeated), correction == nil ? 0 : 1)
    }

    /// The content of each position on the display.
    package var places: [Place] {
        zip(positions.indices, answers).map { position, answer in
            switch answer?.response {
            case .named(let letter): .heard(letter)
            case .missed: .missed
            case nil:
                positions[position].askings > 0 && asked.contains(position) ? .asked : .waiting
            }
        }
    }

    /// The answers with the words heard, once the line is full; a letter that is left open stayed
    /// unclear to the end.
    package var finalAnswers: [Answer]? {
        guard isFull else { return nil }
        return zip(answers, positions).map { answer, position in
            Answer(
                answer?.response, confidence: answer?.confidence ?? 1,
                unclearBefore: position.unclear, latency: answer?.latency)
        }
    }

    private mutating func align() {
        var readsOn = false
        if let start = items.first?.placeTime?.lowerBound,
            let end = leftover.last?.placeTime?.upperBound
        {
            readsOn = start - end < Self.longestBeforeReply
        }
        alignment = Alignment(
            items, to: asked, of: count,
            mayRepeat: optotypes.areDirections ? nil : mayRepeat, after: readsOn ? leftover : [])
    }

    /// Whether a line must show letters twice.
    private var mayRepeat: Bool { optotypes.choices.count < count }

    /// The answers without those of an operator.
    private var heardAnswers: [HeardAnswer?] {
        let alignment = alignment
        let answers = positions.indices.map { position -> HeardAnswer? in
            let settled = positions[position].settled
            guard let item = alignment.item(at: position).map({ items[$0] }) else { return settled }
            return positions[position].answer(item, among: optotypes) ?? settled
        }
        guard showsThatOneWasLost(answers) else { return answers }
        return positions.indices.map { position in
            let isSure = positions[position].isSure || isOneByOne && asked == [position]
            return isSure ? answers[position] : nil
        }
    }

    /// Whether the last letter of a short reading comes again in the reply to the request for the
    /// rest, and no other letter comes twice: a letter was lost before it, without a trace.
    ///
    /// If the person names other letters twice, the line gives no such evidence.
    private func showsThatOneWasLost(_ answers: [HeardAnswer?]) -> Bool {
        guard !optotypes.areDirections,
            let end = positions.indices.first(where: { end in
                guard positions[end].endsShort, case .named? = positions[end].settled?.response,
                    asked != Array(0..<count)
                else { return false }
                return asked.contains { position in
                    position > end
                        && answers[position]?.response == positions[end].settled?.response
                        && (!mayRepeat || position == end + 1)
                }
            }), answers[end] == positions[end].settled
        else { return false }
        let letters = answers.enumerated().compactMap { position, answer -> Letter? in
            guard position != end, case .named(let letter)? = answer?.response else { return nil }
            return letter
        }
        return mayRepeat || Set(letters).count == letters.count
    }

    /// Closes the present reading and begins one of the positions that have no answer.
    ///
    /// A correction without its letter takes back the answer that it was meant for.
    ///
    /// - Parameter isDisturbed: whether the reading was cut off by a disturbance, so that it counts
    ///   for no bound. As after a pause, letters that were not said then do not count as asked again.
    /// - Returns: the positions to ask for, ascending; none when the line is full.
    package mutating func ask(isDisturbed: Bool = false) -> [Int] {
        if correction != nil {
            correction = nil
            mendLast(HeardAnswer(.retracted))
        }
        isAfterBreak = isDisturbed || itemsAtResume == items.count
        itemsAtResume = nil
        let alignment = alignment
        let answers = answers
        let isShort = taken - alignment.repeated < asked.count
        // Once an item is settled, its posterior would be combined with itself.
        let open = missing
        settle(alignment, isShort: isShort)
        let placed = items.indices.prefix { index in
            alignment.position(of: index).map { answers[$0] != nil } ?? false
        }
        let unplaced = Array(items.dropFirst(placed.count))
        let heard = open.filter { position in
            // An answer that was taken back was understood.
            alignment.share(at: position, where: { items[$0].kind == .retracted }) <= 0.5
                && (alignment.occupied[position] >= AlignmentCosts.bound
                    || !unplaced.isEmpty && position == open.first(where: asked.contains))
        }
        if !isDisturbed { closeRound() }
        for position in heard where !isLeftOpen(position) { positions[position].unclear += 1 }
        // A letter that is shown alone does not continue a reading.
        leftover = isShort && !isOneByOne ? unplaced : []
        items = []
        asked = toAsk
        for position in asked where !isAfterBreak || isOneByOne || heard.contains(position) {
            positions[position].askings += 1
        }
        notUnderstood = asked.filter(heard.contains)
        return asked
    }

    /// Counts the reading that is over.
    private mutating func closeRound() {
        if isOneByOne {
            for position in asked {
                positions[position].alone += 1
                positions[position].isSure = positions[position].settled != nil
            }
        } else {
            rounds += 1
        }
        countRequest()
    }

    private mutating func countRequest() {
        requests += 1
        // "Again" and corrections may open letters again and again.
        isOver = requests > Self.mostRequests(letters: count)
    }

    /// Counts a request that interrupts the reading: the person said "again" and reads on.
    ///
    /// - Returns: whether the line may still be asked for.
    mutating func mayAskAtOnce() -> Bool {
        isAfterBreak = false
        countRequest()
        return !isOver
    }

    /// Keeps the answers of the reading that have a sure position.
    mutating func settle(_ alignment: Alignment, isShort: Bool = false) {
        let answers = heardAnswers
        // A hum where all letters were read changes nothing.
        if let last = items.lastIndex(where: { $0.kind != .maybe || taken < asked.count }) {
            lastSettled = items[last].isLetter ? alignment.position(of: last) : nil
        }
        for position in positions.indices {
            let item = alignment.item(at: position).map { items[$0] }
            positions[position].settled = answers[position]
            if let posterior = item?.posterior {
                positions[position].posterior =
                    positions[position].posterior?.followed(by: posterior) ?? posterior
            }
            if answers[position] != nil { positions[position].posterior = nil }
            if answers[position] == nil || item != nil { positions[position].endsShort = false }
        }
        // A run of positions to the end was asked for, and no evidence shows where others are
        // missing.
        let read = items.prefix { $0.response != nil }
        if isShort, alignment.repeated == 0, read.last?.placeTime != nil,
            asked == Array(asked[0]..<count),
            items.allSatisfy({ $0.response == nil || $0.placeTime != nil }),
            items.dropFirst(read.count).allSatisfy({ $0.response == nil })
        {
            // The last items may have no sure position, as after a letter that left no trace.
            let run = asked.prefix(read.count).prefix { answers[$0] != nil }
            if let end = run.last { positions[end].endsShort = true }
        }
    }
}

/// The kinds of request for letters.
package enum Asking: String, Sendable, Codable {
    /// Read them again.
    case again
    /// Say the one that is shown alone.
    case alone
    /// One letter by its code word.
    case codeWord
    /// Read the letters that were not said because of a pause or a disturbance.
    case afterBreak

    /// Whether a letter is shown alone.
    var isAlone: Bool { self == .alone || self == .codeWord }
}

/// The state of one position of the line, for a display.
package enum Place: Sendable, Equatable {
    /// Not yet answered.
    case waiting
    /// Asked for once more.
    case asked
    /// A letter was heard.
    case heard(Letter)
    /// The person said that it cannot be seen.
    case missed
}

extension LineReading.Position {
    /// The answer that an item gives here, combined with earlier unclear ones; nil if the two
    /// together are undecided.
    ///
    /// A letter outside the optotype set must be clear by itself: people repeat a letter in the
    /// same way.
    fileprivate func answer(_ item: HeardAnswer, among optotypes: OptotypeSet) -> HeardAnswer? {
        let clear = item.response == nil ? nil : item
        guard let later = item.posterior, let earlier = posterior else { return clear }
        guard let best = earlier.followed(by: later).accepted,
            item.response == .named(best.letter)
                || optotypes.choices.contains(best.letter)
        else { return nil }
        var answer =
            clear ?? HeardAnswer(.named(best.letter), heard: "\(best.letter)".lowercased())
        answer.kind = .answer(.named(best.letter))
        answer.confidence = best.probability
        answer.latency = item.latency
        return answer
    }
}
