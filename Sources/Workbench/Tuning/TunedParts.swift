internal import Acuity
internal import Recognition

/// The parts of hearing that tuning changes.
struct TunedParts: Codable, Equatable {
    /// A further way to say a word.
    struct Variant: Codable, Equatable {
        var word: String
        var phones: [String]
    }

    /// Further ways to say words.
    var variants: [Variant] = []
    /// Additional costs of groups of words, nats, by the names of `WordGroup`.
    var costs: [String: Double] = [:]
    /// Additional costs of rules of the grammar, nats, by their names.
    var rules: [String: Double] = [:]
    /// The coefficient of the filter before the net.
    var emphasis = 0.0
    /// The weights of the decision; nil for those of the model.
    var answers: AnswerModel?
    /// The confidence from which letters are accepted.
    var accept: Double

    /// A profile with these parts.
    func profile(_ card: ProfileCard) -> HearingProfile {
        var card = card
        card.accept = accept
        card.costs = costs
        card.weigh(rules: rules)
        card.emphasis = emphasis
        return HearingProfile(
            card: card, variants: variants.map { (word: $0.word, phones: $0.phones) },
            answers: answers)
    }

    /// Whether the same words are searched for at the same costs.
    func searchesAlike(_ other: TunedParts) -> Bool {
        variants == other.variants && costs == other.costs && rules == other.rules
            && emphasis == other.emphasis
    }
}

/// The part that a stage of tuning fits.
package enum TuningStage: String, CaseIterable, Sendable {
    case emphasis, pronunciations, weights, rules, answers, accept

    /// The stage in words, for reports.
    var words: String {
        switch self {
        case .emphasis: "a filter for the microphone or the room"
        case .pronunciations: "further pronunciations"
        case .weights: "weights of groups of words"
        case .rules: "weights of the grammar's rules"
        case .answers: "weights of the decision"
        case .accept: "the threshold of acceptance"
        }
    }
}
