/// What words come to by what stands beside them: "or", "maybe", "not sure", "oh no".
///
/// A choice is one letter that is not understood: two letters in its place would move all that
/// follow.
extension PhoneticMapper {
    /// The pieces with nothing open: letters, commands, words, fillers and talk.
    package func settled(_ pieces: [MappedPiece], from source: Source) -> [MappedPiece] {
        var pieces = pieces
        if source == .anyWords {
            pieces = Self.settlingPlaces(Self.settlingDoubts(pieces))
            pieces = Self.settlingSpellingWords(pieces)
            pieces = Self.settlingAssent(pieces)
            pieces = Self.settlingGuesses(pieces)
        }
        pieces = settlingChoices(pieces, from: source)
        return source == .anyWords ? Self.settlingRemarks(pieces) : Self.asCommands(pieces)
    }

    /// The same where a grammar was listened for: what was found is a phrase of it by itself.
    private static func asCommands(_ pieces: [MappedPiece]) -> [MappedPiece] {
        pieces.map { piece in
            switch piece.kind {
            case .doubt: piece.of(.command(.cannotSee))
            case .guess, .retraction: piece.of(.filler)
            default: piece
            }
        }
    }

    // MARK: Letters that may be none

    /// Who writes letters as they are would write an S so, too: "N yes C" may hold a "yes".
    private static func settlingAssent(_ pieces: [MappedPiece]) -> [MappedPiece] {
        func isAssent(_ piece: MappedPiece) -> Bool {
            piece.tokens.count == 1 && ["yes", "yeah"].contains(piece.tokens[0].word)
        }
        let others = pieces.filter { $0.letter != nil && !isAssent($0) }
        guard !others.isEmpty, others.allSatisfy(\.isSpelled) else { return pieces }
        return pieces.map { isAssent($0) ? $0.of(.unclear(isWord: false)) : $0 }
    }

    /// "N, November" is one letter.
    private static func settlingSpellingWords(_ pieces: [MappedPiece]) -> [MappedPiece] {
        var settled: [MappedPiece] = []
        for piece in pieces {
            if let letter = piece.letter, let last = settled.last, last.letter == letter,
                last.tokens.last.map({ CodeWord.letter(of: $0.word) }) == .some(nil),
                piece.tokens.first.map({ CodeWord.letter(of: $0.word) }) == letter
            {
                settled[settled.count - 1].tokens += piece.tokens
                settled[settled.count - 1].kind = .letter(letter, isName: true)
            } else {
                settled.append(piece)
            }
        }
        return settled
    }

    // MARK: Choices

    /// "I can't see it, maybe C" is a C, and "maybe C, maybe O" is unclear. In "N, pass, maybe K"
    /// the miss has its own place.
    private static func settlingGuesses(_ pieces: [MappedPiece]) -> [MappedPiece] {
        var settled: [MappedPiece] = []
        var wasAlternative = false
        for var piece in pieces {
            let announced = settled.reversed().prefix { $0.announces }
            let isAlternative = announced.contains { $0.kind == .guess(isAlternative: true) }
            let before = settled.lastIndex { !$0.announces }
            if piece.isAnswer, let before, !announced.contains(where: \.leadsOn) {
                if settled[before].isMissed, announced.contains(where: \.isGuess) {
                    if !hasOwnPlace(before, in: settled) { settled[before].kind = .filler }
                } else if settled[before].isAnswer, isAlternative, wasAlternative {
                    let tokens = settled[before...].flatMap(\.tokens) + piece.tokens
                    settled.removeSubrange(before...)
                    piece = MappedPiece(kind: .unclear(isWord: false), tokens: tokens)
                }
            }
            if !piece.announces { wasAlternative = piece.isAnswer && isAlternative }
            settled.append(piece)
        }
        return settled
    }

    /// Whether what says that a letter is missed is an item among letters: in a list with signs
    /// between, and wherever it goes on to the next, "N pass".
    private static func hasOwnPlace(_ index: Int, in pieces: [MappedPiece]) -> Bool {
        let earlier = pieces[..<index].filter(\.isAnswer)
        guard !earlier.isEmpty else { return false }
        if pieces[index].kind == .doubt {
            return pieces[..<index].lastIndex { !$0.announces }
                .map { pieces[$0].isAnswer && isListed(index, after: $0, in: pieces) } ?? false
        }
        return pieces[index].goesOn || (earlier + [pieces[index]]).allSatisfy(\.endsPhrase)
    }

    /// "C or D", "between C and D": one letter that is unclear. Elsewhere "or" is heard for what it
    /// sounds like.
    private func settlingChoices(
        _ pieces: [MappedPiece], from source: Source
    ) -> [MappedPiece] {
        var settled: [MappedPiece] = []
        var rest = pieces[...]
        while let piece = rest.popFirst() {
            switch piece.kind {
            case .choice:
                let before = settled.lastIndex { !$0.announces }
                let after = rest.firstIndex { !$0.announces }
                if let before, settled[before].isAnswer, let after, rest[after].isAnswer {
                    let tokens =
                        settled[before...].flatMap(\.tokens) + piece.tokens
                        + rest[...after].flatMap(\.tokens)
                    settled.removeSubrange(before...)
                    settled.append(MappedPiece(kind: .unclear(isWord: false), tokens: tokens))
                    rest = rest[(after + 1)...]
                } else if piece.tokens.count > 1 {
                    settled.append(piece.of(.filler))
                } else {
                    settled += piece.tokens.flatMap { self.pieces(for: $0, from: source) }
                }
            case .between:
                if let last = Self.lastBetween(rest) {
                    let tokens = piece.tokens + rest[...last].flatMap(\.tokens)
                    settled.append(MappedPiece(kind: .unclear(isWord: false), tokens: tokens))
                    rest = rest[(last + 1)...]
                } else {
                    settled.append(piece.of(.word))
                }
            default: settled.append(piece)
            }
        }
        return settled
    }

    /// The second of two letters that are named with "and" between them; nil where others follow.
    private static func lastBetween(_ pieces: ArraySlice<MappedPiece>) -> Int? {
        func isNamed(_ piece: MappedPiece) -> Bool {
            if case .letter(_, isName: true) = piece.kind { true } else { false }
        }
        guard let first = pieces.firstIndex(where: { $0.kind != .filler }),
            let second = pieces[(first + 1)...].firstIndex(where: { $0.kind != .filler }),
            isNamed(pieces[first]), isNamed(pieces[second]),
            pieces[first..<second].contains(where: { $0.tokens.contains { $0.word == "and" } })
        else { return nil }
        return second
    }

    // MARK: Remarks

    /// "C, not sure" is unclear, "oh no" between letters a correction, and "no" before "I can't see
    /// it" no more than a no.
    private static func settlingRemarks(_ pieces: [MappedPiece]) -> [MappedPiece] {
        var settled = pieces
        for index in settled.indices {
            let before = settled[..<index].lastIndex { !$0.announces }
            let after = settled[(index + 1)...].firstIndex { !$0.announces }
            let isAfterAnswer = before.map { settled[$0].isAnswer } ?? false
            switch settled[index].kind {
            case .guess: settled[index].kind = .filler
            case .retraction:
                let isMended = isMended(after: before, by: settled[index], in: settled)
                let next = after.map { settled[$0] }
                // "Sorry, the second is G" mends the second, whatever was said before.
                settled[index].kind =
                    next?.isAnswer == true && (isMended || next?.place != nil)
                    ? .command(.correction) : .filler
            case .doubt:
                if let before, isAfterAnswer, !isListed(index, after: before, in: settled) {
                    settled[before].kind = .unclear(isWord: false)
                    settled[before].confidence = 1
                    settled[index].kind = .filler
                } else {
                    settled[index].kind = .command(.cannotSee)
                }
            case .command(.correction):
                if settled[index].isPlainNo, let after,
                    settled[after].isMissed || settled[after].kind == .talk
                {
                    settled[index].kind = .filler
                }
            default: break
            }
        }
        return settled
    }

    /// Whether "oh no" after something may mend it: an answer, and a letter that was not seen. Who
    /// is sorry not to see it mends nothing.
    private static func isMended(
        after before: Int?, by retraction: MappedPiece, in pieces: [MappedPiece]
    ) -> Bool {
        guard let before else { return false }
        return pieces[before].isAnswer
            || pieces[before].kind == .command(.cannotSee)
                && !retraction.tokens.contains { $0.word == "sorry" }
    }

    /// Whether "not sure" is an item of its own in a list with signs between: "N, C, not sure, Z".
    private static func isListed(
        _ index: Int, after before: Int, in pieces: [MappedPiece]
    ) -> Bool {
        let earlier = pieces[..<before].filter(\.isAnswer)
        return !earlier.isEmpty && (earlier + [pieces[before]]).allSatisfy(\.endsPhrase)
            && (pieces[index].endsPhrase || index == pieces.count - 1)
    }
}

extension MappedPiece {
    fileprivate func of(_ kind: Kind) -> MappedPiece {
        var piece = self
        piece.kind = kind
        return piece
    }

    fileprivate var isGuess: Bool {
        switch kind {
        case .guess, .choice: true
        default: false
        }
    }

    /// Whether it leads on to another letter: "and the next one is".
    fileprivate var leadsOn: Bool {
        kind == .filler && tokens.contains { Self.wordsThatLeadOn.contains($0.word) }
    }

    private static let wordsThatLeadOn: Set = [
        "and", "then", "next", "first", "second", "third", "fourth", "fifth", "last", "other",
    ]

    fileprivate var endsPhrase: Bool { tokens.last?.endsPhrase == true }

    /// Whether it says that a letter is missed, or all of them.
    fileprivate var isMissed: Bool {
        [.command(.cannotSee), .command(.cannotSeeAny), .doubt].contains(kind)
    }

    /// Whether it says that the next letter's turn has come: "pass".
    fileprivate var goesOn: Bool { tokens.contains { ["pass", "skip"].contains($0.word) } }

    /// Whether it is a "no" and nothing that can only be a correction, as "scratch that" is.
    fileprivate var isPlainNo: Bool {
        tokens.allSatisfy { ["no", "nope"].contains($0.word) }
    }
}
