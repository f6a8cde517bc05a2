internal import CMixtures
internal import LetterSpeech

/// Weighs what a second opinion makes of the phones into acoustic scores: likelihoods of both are
/// multiplied, as if each had heard the sound by itself (Hinton, Neural Computation 14, 2002).
///
/// A letter that lies between others is found by the sounds that it shares with all words. A net
/// that has learnt them from many words of many people knows better than a model of each sound by
/// itself where one ends; that model knows better what a sound is between its neighbours.
struct PhoneVotes {
    /// What a nat of a phone's likelihood counts beside one of the model's. Spelled by nine people
    /// left out, by the phones of three nets on average, letter error rate at 0, 0.3, 0.6, 1, 1.5,
    /// 2.5, 4: 11.9, 9.6, 9.6, 9.0, 9.0, 10.8, 11.6 %; by those of the smallest alone at 1: 9.0 %.
    /// By later nets, at 1 and 1.3, mean log loss of those letters 0.239 and 0.237, of letters said
    /// alone 0.543 and 0.568.
    static let weight: Float = 1

    let phones: [String]
    /// For each senone which of the costs of a frame is its own.
    private let owners: [Int32]

    /// Nil where the model has a phone that is not told.
    ///
    /// - Parameters:
    ///   - owners: for each senone what it is a state of.
    ///   - phones: those that are told.
    init?(_ owners: [PhoneInventory.Owner], phones: [String]) {
        let numbers = Dictionary(phones.enumerated().map { ($1, $0) }) { first, _ in first }
        var numbered: [Int32] = []
        for owner in owners {
            switch owner {
            case .silence: numbered.append(0)
            case .phone(let phone, let place):
                guard let number = numbers[phone] else { return nil }
                numbered.append(Int32(1 + 3 * number) + Int32((2 * place).rounded()))
            }
        }
        self.phones = phones
        self.owners = numbered
    }

    /// Adds what is told of the same frames.
    func add(_ likelihoods: PhoneLikelihoods, to scores: inout SenoneScores) {
        precondition(likelihoods.phones == phones && likelihoods.frames >= scores.frames)
        precondition(owners.count == scores.senones.count)
        let owners = scores.senones.numbers.map { self.owners[Int($0)] }
        var costs = [Int32](repeating: 0, count: 1 + 3 * phones.count)
        var sums = [Int32](repeating: 0, count: owners.count)
        for frame in 0..<scores.frames {
            fill(&costs, with: likelihoods, frame)
            scores.withFrames(frame..<frame + 1) { scores in
                aloud_vote(scores.baseAddress, owners, owners.count, costs, &sums)
            }
        }
    }

    /// The costs of a frame in PocketSphinx's unit: of silence, then of each phone's first states,
    /// those between, and last. What lies between may be of either half.
    private func fill(_ costs: inout [Int32], with likelihoods: PhoneLikelihoods, _ frame: Int) {
        let unit = Self.weight / Float(SphinxRecognizer.scoreUnit)
        let row = frame * likelihoods.classes
        // What is no number, as a damaged net's, is as unlikely as can be.
        func cost(_ value: Float) -> Int32 {
            Int32((max(-1000, min(1000, -value)) * unit).rounded())
        }
        costs[0] = cost(likelihoods.values[row])
        for phone in phones.indices {
            let first = likelihoods.values[row + 1 + 2 * phone]
            let second = likelihoods.values[row + 2 + 2 * phone]
            costs[1 + 3 * phone] = cost(first)
            costs[2 + 3 * phone] = cost(max(first, second))
            costs[3 + 3 * phone] = cost(second)
        }
    }
}
