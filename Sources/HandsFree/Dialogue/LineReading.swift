public import Acuity
internal import LetterSpeech

/// The dialogue about one line: it takes what is said, knows which positions are answered, and
/// which have to be asked for again.
///
/// It knows how many letters the line has and never which, so what is heard cannot depend on what
/// is shown. Answers are gathered as a reading until `ask()` closes it: that keeps what has a sure
/// position (see `Alignment`) and begins another reading, of the positions that are left.
///
/// - "no, N" mends the answer given last on this line, also one given in an earlier reading, if
///   nothing that was not understood came after it there, and one that was "can't see". The letter
///   may come in the next utterance. With nothing named on the line yet, the letter
///   counts as talk: it may be of the line before. What is heard later than a second after the "no" may
///   be the next letter: how many letters there are tells.
/// - "again" drops the reading; before any asking that is the whole line.
/// - Between "wait" and "go on" everything is ignored but "stop": letters may be talk to somebody
///   else, and a person who says stop means it.
/// - "Wait" with a letter after it in the same breath, or with a "no", is no pause but a correction
///   that is not sure: "no wait, D", "left, wait, right". The letter before it is asked for again,
///   and what follows has no sure position while letters are missing.
/// - "I can't see any" answers all positions that are left, unless something unclear was said
///   before it in the reading; then it is not sure which are left, and it is ignored. "Nothing" of
///   several positions counts when it is heard a second time: in somebody's talk it would end a
///   test. So does "I can't see anything", as which "I can see everything" is heard.
/// - Where fewer letters were heard than the line has and the last of them comes once more among
///   the others, asked for, one was lost before: all are asked for again
///   (`LineReading+Lost.swift`).
/// - Where a part of a reading comes again in the same order after the longest pause, the line was
///   begun anew: from there on it is asked for, once (`Again`).
/// - One letter for a whole line, beside something that was not understood, is asked for with the
///   rest: it may be of talk (`LineReading+Talk.swift`).
/// - A letter that was unclear and is read again is weighed with what was heard of it before.
/// - A letter that was not understood, or taken back, `mostUnclear` times is left open and not
///   asked for any more. A line of text in which nothing was understood counts for all that it
///   replies to; by voice there is a pause for that.
/// - A sound in which no answer was heard, though it may have been a letter, explains why one is
///   missing, and is no letter where none is missing.
public struct LineReading: Sendable, Equatable {
    /// After so many readings of a letter that were unclear or taken back it is left open. Aloud's
    /// own choice: where a tenth of all readings are unclear, one letter in 100,000 comes to that,
    /// and asking takes 2 s.
    public static let mostUnclear = 5
    /// So often in a row a reading may be the rest of the one before it, before it counts as not
    /// understood. Aloud's own choice.
    private static let mostReadOn = 3

    /// Letters in the line.
    public let count: Int
    /// What they are drawn from.
    let optotypes: OptotypeSet
    /// The positions, from 0 and ascending, that the present reading is to answer.
    public internal(set) var asked: [Int]
    /// Whether the person asked for a pause, or the test paused itself.
    public internal(set) var isPaused = false
    /// Letters asked for again so far: each position each time.
    public private(set) var lettersAskedAgain = 0
    /// The positions of the last asking for which something was said that was not understood,
    /// ascending. The others of it were not answered, or taken back.
    public private(set) var notUnderstood: [Int] = []
    /// How often each position was not understood and was asked for again since.
    private var unclear: [Int]
    /// How often something was said for each position that gave no answer: it was not understood,
    /// or taken back, or a line of text brought nothing.
    private var inVain: [Int]
    /// The positions without an answer that are not asked for any more.
    public private(set) var leftOpen: Set<Int> = []

    /// Answers of earlier readings.
    var settled: [HeardAnswer?]
    /// What an operator answered for positions.
    var overridden: [Int: HeardAnswer] = [:]
    /// The position answered last in earlier readings, also if that answer was taken back.
    var lastSettled: Int?
    /// How likely each letter is at a position by the readings that were unclear.
    var doubts: [Int: LetterBelief] = [:]
    /// What was said in the present reading.
    var items: [ReadingItem] = []
    /// "No" was said and the letter is still to come.
    var awaitsCorrection = false
    /// Whether that "no" was one, and no "wait".
    var isSureCorrection = true
    /// "Nothing" or its like was heard for several letters; it counts when it is heard again.
    var seesNone = false
    /// Whether this reading may be the rest of the one before it, begun too soon to be a reply to
    /// the asking.
    var readsOn = false
    /// Whether the next reading may be the rest of the one before it: something of that was not
    /// understood, before the first letter that is asked for again, and it was shorter than what
    /// was asked for.
    var mayReadOn = false
    /// How often in a row a reading was taken for the rest of the one before it.
    var timesReadOn = 0
    /// Where what was said last ended, and where it did before this reading, seconds; nil where it
    /// was typed.
    var lastEnd: Double?
    var endBefore: Double?
    /// Whether the line was asked for again because a part of it came twice. Who names a letter
    /// twice after that means it.
    private var wasBegunAnew = false
    /// Where the last sound before the first letter of this reading ended, seconds; nil where that
    /// is not known.
    var soundEnd: Double?
    /// The positions that each ended a reading in which fewer letters were heard than asked for,
    /// since all were asked for, and nothing told where others are missing.
    var endsOfShort: [Int] = []
    /// Where that "no" was said, seconds; nil where it was typed.
    var correctionTime: ClosedRange<Double>?

    /// A line of which nothing was read yet.
    ///
    /// - Parameters:
    ///   - count: how many letters it has.
    ///   - optotypes: what they are drawn from.
    public init(count: Int, of optotypes: OptotypeSet = .sloan) {
        self.count = count
        self.optotypes = optotypes
        asked = Array(0..<count)
        settled = Array(repeating: nil, count: count)
        unclear = Array(repeating: 0, count: count)
        inVain = unclear
    }

    /// The answer of each position as it would be if the reading ended here; nil where none is
    /// sure.
    public var answers: [HeardAnswer?] {
        heardAnswers.enumerated().map { position, heard in overridden[position] ?? heard }
    }

    /// Which positions the present reading answers.
    var alignment: Alignment {
        Alignment(
            itemsAfterTalk, to: asked, of: count, among: wasBegunAnew ? nil : optotypes,
            readsOn: readsOn)
    }

    /// The same without what an operator answered.
    private var heardAnswers: [HeardAnswer?] {
        let alignment = alignment
        if showsThatOneWasLost(alignment) { return Array(repeating: nil, count: count) }
        var answers = alignment.replacesLine ? Array(repeating: nil, count: count) : settled
        for (position, answer) in alignment.assigned {
            answers[position] = weighed(answer, at: position)
        }
        for (position, belief) in alignment.unclear {
            answers[position] = answer(of: belief, at: position)
        }
        return answers
    }

    /// The positions without an answer that may still get one.
    public var missing: [Int] {
        answers.enumerated().filter { $0.element == nil && !leftOpen.contains($0.offset) }
            .map(\.offset)
    }

    /// Whether each position has an answer or is left open, and no correction has been begun.
    public var isFull: Bool { !awaitsCorrection && missing.isEmpty }

    /// How many answers the present reading has brought, understood or not.
    public var taken: Int { items.count { !$0.isPassing } }

    /// How many more answers the present reading is to bring, 0 when it only waits for a
    /// correction.
    public var expected: Int {
        let least = awaitsCorrection ? 1 : 0
        guard let again = alignment.again else { return max(asked.count - taken, least) }
        // The line goes on from where it was begun anew.
        return max(asked.count - (taken - again.second), least)
    }

    /// What to show for each position.
    public var places: [Place] {
        let asksAgain = lettersAskedAgain > 0
        return answers.enumerated().map { position, answer in
            switch answer?.response {
            case .named(let letter): .heard(letter)
            case .missed: .missed
            case nil: asksAgain && asked.contains(position) ? .asked : .waiting
            }
        }
    }

    /// The answers with how they were heard, once the line is full; a letter that is left open was
    /// unclear to the last.
    public var finalAnswers: [Answer]? {
        guard isFull else { return nil }
        return zip(answers, unclear).map { answer, unclear in
            Answer(
                answer?.response, confidence: answer?.confidence ?? 1, unclearBefore: unclear)
        }
    }

    /// Whether anything was answered yet that a correction could mean.
    var hasNamed: Bool { lastSettled != nil || items.contains(where: \.isLetter) }

    /// Closes the present reading and begins one of the positions that have no answer.
    ///
    /// A correction without its letter takes back the answer that it was meant for.
    ///
    /// - Parameter isText: whether what was read is a line of text that told nothing else, such as
    ///   that an earlier answer was wrong. Where it brought nothing either, and the same positions
    ///   would be asked for, each of them was answered in vain.
    /// - Returns: the positions to ask for, ascending; none when the line is full.
    public mutating func ask(isText: Bool = false) -> [Int] {
        if awaitsCorrection {
            awaitsCorrection = false
            mendLast(.retracted)
        }
        let isEmptyText = isText && items.isEmpty
        let alignment = alignment
        if !isHardlyOfLine {
            settled = answers
            remember(alignment)
            endsOfShort = endsOfShort(after: alignment)
            noteLast(of: alignment)
        }
        endBefore = lastEnd
        leftOpen = leftOpen.filter { settled[$0] == nil }
        // Of two readings of a letter that do not agree neither is understood.
        let heard = alignment.notUnderstood + alignment.assigned.map(\.position)
        var said = Set(heard + alignment.takenBack)
        let isShort = taken < asked.count || alignment.again != nil
        if alignment.again != nil { wasBegunAnew = true }
        items = []
        readsOn = false
        mayReadOn = isShort && missing.first.map(said.contains) == true
        if isEmptyText, missing == asked { said = Set(asked) }
        timesReadOn = alignment.isOfReadingBefore ? timesReadOn + 1 : 0
        // Who reads on has not been asked yet; who replies so fast each time is not understood.
        let counts = timesReadOn == 0 || timesReadOn > Self.mostReadOn
        for position in missing where counts && said.contains(position) {
            inVain[position] += 1
            if inVain[position] >= Self.mostUnclear {
                // What was said last is what it was answered by.
                leftOpen.insert(position)
            } else if heard.contains(position) {
                unclear[position] += 1
            }
        }
        asked = missing
        lettersAskedAgain += asked.count
        notUnderstood = counts ? asked.filter(heard.contains) : []
        return asked
    }

    /// Notes which answer a correction means from now on: the one that was said last, and none
    /// where it is not known which that is.
    mutating func noteLast(of alignment: Alignment) {
        guard let last = items.last else { return }
        let isPlaced =
            switch last {
            case .answer(let answer): alignment.assigned.last?.answer == answer
            case .retracted: alignment.last != nil
            // A hum, where as many letters were read as were asked for.
            case .maybe: alignment.last != nil && taken >= asked.count
            case .unclear, .talk: false
            }
        lastSettled = isPlaced ? alignment.last : nil
    }

    /// Pauses as if the person had asked for it; only "go on" and "stop" end it, and `resume`.
    public mutating func pause() {
        isPaused = true
    }

    /// Goes on after a pause.
    public mutating func resume() {
        isPaused = false
    }
}
