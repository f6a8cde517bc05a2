extension PhoneticMapper {
    /// Words that make a command long enough to be meant even where people are talking:
    /// "I can't see it", and not "stop".
    private static let wordsOfSureCommand = 4
    /// From so many letters on, a strange word at either end was one of them, too.
    private static let lettersThatMakeAList = 3
    /// A longer run of strange words between letters is a remark, in the place of one letter.
    private static let mostStrangeLetters = 2

    /// What the utterance as a whole says.
    package func answers(to tokens: [UtteranceToken], from source: Source) -> [SpokenAnswer] {
        let pieces = settled(pieces(of: tokens, from: source), from: source)
        let isTalk = source == .anyWords && Self.isTalk(pieces)
        let hasWords = pieces.contains { $0.kind == .word || $0.kind == .unclear(isWord: true) }
        var answers: [SpokenAnswer] = []
        for (index, piece) in pieces.enumerated() {
            switch piece.kind {
            case .letter(let letter, _) where !isTalk:
                answers.append(piece.answer(.letter(letter), confidence: piece.confidence))
            case .unclear where !isTalk:
                answers.append(piece.answer(.unclear, confidence: piece.confidence))
            case .command(let command)
            where !isTalk || !hasWords || piece.tokens.count >= Self.wordsOfSureCommand:
                answers.append(piece.answer(.command(command), confidence: piece.confidence))
            case .disorder where !isTalk:
                var answer = piece.answer(.unclear, confidence: 1)
                answer.place = .unknown
                answers.append(answer)
            case .direction(let direction):
                answers.append(piece.answer(.direction(direction), confidence: piece.confidence))
            case .word where !isTalk && Self.standsForLetter(index, in: pieces):
                answers.append(piece.answer(.unclear, confidence: 1 - piece.confidence))
            default: break
            }
        }
        return answers
    }

    /// Whether what sounds like letters here is talk.
    ///
    /// It is where no letter is named as such and there are words that are no letters, and where
    /// those words outnumber the letters named. One letter's name among words ("Mike is nice")
    /// may be a word itself; among words that sound like letters ("see delta") it is none.
    private static func isTalk(_ pieces: [MappedPiece]) -> Bool {
        var words = 0
        var unclearWords = 0
        var named = 0
        var letters = 0
        var saysTalk = false
        for piece in pieces {
            switch piece.kind {
            case .word: words += 1
            case .unclear(isWord: true): unclearWords += 1
            case .letter(_, isName: true):
                named += 1
                letters += 1
            case .letter: letters += 1
            case .talk: saysTalk = true
            default: break
            }
        }
        if named == 0 {
            // A lone "fee" may be a V; "we are" is no row of letters.
            return words > 0 || saysTalk || (unclearWords + letters > 1 && unclearWords >= letters)
        }
        let strange = words + unclearWords
        let sounding = letters - named
        if saysTalk, strange + sounding >= named { return true }
        guard named == 1 else { return strange > named }
        let names = pieces.filter { $0.letter != nil }.map { $0.tokens.first?.word ?? "" }
        return strange > (names.contains { $0.count > 1 } ? 0 : named)
    }

    /// Whether a letter was due where this strange word stands.
    private static func standsForLetter(_ index: Int, in pieces: [MappedPiece]) -> Bool {
        let start = pieces[..<index].lastIndex { $0.kind != .word && $0.kind != .filler }
        let end = pieces[index...].firstIndex { $0.kind != .word && $0.kind != .filler }
        let run = pieces[((start ?? -1) + 1)..<(end ?? pieces.count)]
        let strange = run.indices.filter { pieces[$0].kind == .word }
        let isAfterLetter = start.map { pieces[$0].isAnswer } ?? false
        let isBeforeLetter = end.map { pieces[$0].isAnswer } ?? false
        if isAfterLetter && isBeforeLetter {
            return strange.count <= mostStrangeLetters || strange.first == index
        }
        let letters = pieces.count { $0.isAnswer }
        return (isAfterLetter || isBeforeLetter) && strange.count == 1
            && letters >= lettersThatMakeAList
    }
}
