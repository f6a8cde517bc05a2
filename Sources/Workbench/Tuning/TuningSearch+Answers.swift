internal import Acuity
internal import Evaluation
internal import Foundation
internal import Grammar
internal import PhoneticMapping
internal import Platform
internal import Recognition

extension TuningSearch {
    /// The range of the penalty on new weights, as powers of ten. A penalty is in letters: 10
    /// weighs as much as ten letters.
    private static let penalties = -1.0...3.0
    private static let penaltyEvaluations = 6
    /// Minimum number of letters from which shares of wrong ones are counted.
    private static let fewestCounted = 100

    /// Fits the decision.
    func answers(_ state: State) throws -> StageResult {
        let (grammar, names) = try ear.words()
        let onChart = Set(grammar.onChart.compactMap { names[$0] })
        let unlikely = Set(grammar.offChart.compactMap { names[$0] }).subtracting(onChart)
        let base = try state.parts.answers ?? ear.answerModel()
        let hasOffsets = state.train.count >= AnswerFit.speakersForOffsets
        let fit = AnswerFit(base: base, unlikely: unlikely, hasOffsets: hasOffsets)
        let rows = try ear.read(state.train, with: state.parts, searching: false, jobs: jobs)
        let observed = Dictionary(
            uniqueKeysWithValues: zip(state.train.map(\.name), rows.map(fit.observations)))
        let all = state.train.compactMap { observed[$0.name] }
        let power: Double = try journal.value("answers penalty") {
            DirectSearch.goldenSection(
                in: Self.penalties, evaluations: Self.penaltyEvaluations
            ) { power in
                let folds = min(5, all.count)
                return (0..<folds).reduce(0) { sum, fold in
                    let rest = all.indices.filter { $0 % folds != fold }.map { all[$0] }
                    let model = fit.fitted(to: rest, penalty: pow(10, power))
                    return all.indices.filter { $0 % folds == fold }
                        .reduce(sum) { $0 + fit.score(of: model, on: all[$1]) }
                }
            }
        }
        func parts(fittedTo speakers: [HeardSpeaker]) -> TunedParts {
            var parts = state.parts
            parts.answers = fit.fitted(
                to: speakers.compactMap { observed[$0.name] }, penalty: pow(10, power))
            return parts
        }
        var result = try judged(
            .answers, state, searching: false,
            change: { parts in
                "sharpness \(fixed(parts.answers?.sharpness ?? 0, 2)),"
                    + " penalty \(fixed(pow(10, power), 1))"
                    + (hasOffsets ? ", a bias for each letter" : "")
            },
            fit: parts)
        result.curve = try learningCurve(state, fit: parts)
        return result
    }

    /// Chooses the threshold of acceptance among all confidences that occur.
    func accept(_ state: State) throws -> StageResult {
        let rows = try ear.read(state.train, with: state.parts, searching: false, jobs: jobs)
        let names = state.train.map(\.name)
        let accepts = Self.thresholds(
            above: rows.joined().flatMap { $0.heard.utterances.flatMap(\.answers) }
                .map(\.sureness))
        let tallies = ([state.parts.accept] + accepts).map { accept in
            (
                accept: accept,
                tallies: Dictionary(counting: rows.flatMap(\.self), by: \.row.speaker) {
                    $0.tuningTally(at: ear.thresholds(state.parts).accepting(from: accept))
                }
            )
        }
        func best(for speakers: [String]) -> Int {
            func total(_ index: Int) -> LetterTally {
                speakers.compactMap { tallies[index].tallies[$0] }.total
            }
            guard let wrongAtMost else {
                return tallies.indices.min { total($0).losses < total($1).losses } ?? 0
            }
            // The least strict threshold that keeps the share, else the strictest.
            let kept = tallies.indices.filter { (total($0).wrongShare ?? 0) <= wrongAtMost }
            return kept.min { tallies[$0].accept < tallies[$1].accept }
                ?? tallies.indices.max { tallies[$0].accept < tallies[$1].accept } ?? 0
        }
        let folds = min(5, names.count)
        var left: [String: LetterTally] = [:]
        for fold in 0..<folds {
            let chosen = best(
                for: names.indices.filter { $0 % folds != fold }.map { names[$0] })
            for index in names.indices where index % folds == fold {
                left[names[index]] = tallies[chosen].tallies[names[index]]
            }
        }
        var parts = state.parts
        parts.accept = tallies[best(for: names)].accept
        var result = try judged(
            .accept, state, change: "accept from \(fixed(parts.accept, 3))",
            parts: parts, searching: false, train: [tallies[0].tallies.loss ?? 0, left.loss ?? 0])
        // A share that the user asked for is kept at any cost.
        if wrongAtMost != nil { result.isKept = true }
        return result
    }

    /// Thresholds that leave out answers of these confidences, ascending; at most about 100. Each is
    /// a thousandth, rounded up: a nearer one would accept the answer that it has to leave out.
    static func thresholds(above sureness: [Double]) -> [Double] {
        let thousandths = Set(
            sureness.filter { $0 >= 0.2 && $0 < 1 }.map { ($0 * 1_000).rounded(.down) + 1 }
        ).sorted()
        let step = max(1, thousandths.count / 100)
        return stride(from: 0, to: thousandths.count, by: step).map { thousandths[$0] / 1_000 }
    }

    /// The shares of wrong letters by threshold, counted on some rows; nil for too few letters.
    func operating(_ rows: [HeardRow]) -> [AnswerModel.Operating]? {
        let answers = rows.flatMap { row in
            AnswerAlignment(
                said: row.row.letters,
                heard: row.heard.utterances.flatMap(\.answers).filter { $0.kind.letter != nil }
            ).steps.compactMap { step in
                step.answer.map {
                    (sureness: $0.sureness, isRight: $0.kind.letter == step.said)
                }
            }
        }
        var least = 1.0
        var counted: [AnswerModel.Operating] = []
        for place in stride(from: 30, through: 99, by: 3) {
            let kept = answers.filter { $0.sureness >= Double(place) / 100 }
            guard kept.count >= Self.fewestCounted else { break }
            let wrong = Double(kept.count { !$0.isRight }) / Double(kept.count)
            least = min(least, (wrong * 1e5).rounded() / 1e5)
            counted.append(AnswerModel.Operating(accept: Double(place) / 100, wrong: least))
        }
        return counted.count > 1 ? counted : nil
    }
}
