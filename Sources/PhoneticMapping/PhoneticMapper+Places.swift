internal import Acuity

/// Which letters of a line words say that they are about: "the third is R", "not sure about the K".
///
/// How many letters the line has, and which of them are asked for, is known to the test alone
/// (`SpokenAnswer.place`).
extension PhoneticMapper {
    /// The letters that somebody is not sure of, unclear. Of one that was not named before it is not
    /// known which place it has.
    static func settlingDoubts(_ pieces: [MappedPiece]) -> [MappedPiece] {
        var settled: [MappedPiece] = []
        for var piece in pieces {
            if case .doubted(let letters) = piece.kind {
                let named = Set(settled.compactMap(\.letter))
                for index in settled.indices {
                    guard let letter = settled[index].letter, letters.contains(letter) else {
                        continue
                    }
                    settled[index].kind = .unclear(isWord: false)
                }
                piece.kind = named.isSuperset(of: letters) ? .filler : .disorder
            }
            settled.append(piece)
        }
        return settled
    }

    /// Answers with the places that the words beside them give: "the third is R", "R the third",
    /// "I can't see the last one".
    static func settlingPlaces(_ pieces: [MappedPiece]) -> [MappedPiece] {
        var settled = pieces
        var place: SaidPlace?
        for index in settled.indices {
            let piece = settled[index]
            if piece.takesPlace {
                settled[index].place = piece.saidPlace ?? place
                place = nil
            } else if let said = piece.saidPlace {
                if index > 0, settled[index - 1].takesPlace, settled[index - 1].place == nil,
                    follows(index, upon: settled[index - 1], in: settled)
                {
                    settled[index - 1].place = said
                } else {
                    place = said
                }
            }
        }
        // "No, the third": which letter it is comes later, if at all.
        if place != nil, let last = settled.lastIndex(where: { $0.saidPlace != nil }),
            settled.contains(where: { $0.takesPlace || $0.kind == .command(.correction) })
        {
            settled[last].kind = .disorder
        }
        return settled
    }

    /// Whether "the third" belongs to what was said right before it: "R the third", "I can't see the
    /// third", and not "R, the third is Z".
    private static func follows(
        _ index: Int, upon before: MappedPiece, in pieces: [MappedPiece]
    ) -> Bool {
        let tokens = pieces[index].tokens
        let isLast = index == pieces.count - 1
        guard let last = tokens.last, last.word != "is" else { return false }
        if before.tokens.last?.endsPhrase == true { return isLast }
        return isLast || last.endsPhrase || before.kind == .command(.cannotSee)
    }
}

extension MappedPiece {
    private static let places: [String: SaidPlace] = [
        "first": .position(0), "second": .position(1), "third": .position(2),
        "fourth": .position(3), "fifth": .position(4), "1st": .position(0), "2nd": .position(1),
        "3rd": .position(2), "4th": .position(3), "5th": .position(4), "last": .last,
        "other": .other,
    ]

    /// Whether it is an answer for one letter.
    fileprivate var takesPlace: Bool { isAnswer || kind == .command(.cannotSee) }

    /// The place that its words name.
    fileprivate var saidPlace: SaidPlace? {
        guard kind == .filler || kind == .command(.cannotSee) else { return nil }
        return tokens.lazy.compactMap { Self.places[$0.word] }.first
    }
}
