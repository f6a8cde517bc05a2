internal import Acuity
internal import Evaluation
internal import Foundation
internal import Grammar
internal import PhoneticMapping
internal import Platform
internal import Recognition

/// The result of one stage of tuning.
struct StageResult: Codable {
    var stage: String
    /// Whether its change is kept.
    var isKept: Bool
    /// The change in words.
    var change: String
    /// The loss of the training speakers, each with a fit to the others, before and after.
    var train: [Double]
    /// The loss of the validation speakers, before and after.
    var check: [Double]
    /// The parts after the stage.
    var parts: TunedParts
    /// The pronunciations that were proposed.
    var proposals: [PronunciationSearch.Proposal] = []
    /// The loss by the number of speakers that were fitted on; nil for stages without such fits.
    var curve: [LearningPoint]?
}

/// The search of a tuning. Each stage is fitted to the training speakers. It is kept only if it
/// lowers the loss of training speakers who were left out of its fit, and does not raise that of
/// the validating speakers.
struct TuningSearch {
    /// The number of parts of the training speakers. Each part is left out in turn.
    private static let folds = 5

    let ear: TuningEar
    let recordings: TuningRecordings
    let journal: TuningJournal
    let split: SpeakerSplit
    /// The wanted share of wrong answers among those accepted; nil for the least loss.
    let wrongAtMost: Double?
    let jobs: Int
    /// Shows progress.
    let say: (String) -> Void
    /// Shows the reason that a recording cannot be heard.
    let complain: (String) -> Void

    /// The speakers, heard with the parts so far.
    struct State {
        var parts: TunedParts
        var train: [HeardSpeaker]
        var check: [HeardSpeaker]
    }

    /// Runs some stages.
    func run(_ stages: [TuningStage], from state: State) throws -> (State, [StageResult]) {
        var state = state
        var results: [StageResult] = []
        for stage in TuningStage.allCases where stages.contains(stage) {
            say("\(stage.rawValue): fitting \(stage.words)")
            let before = state.parts
            let result = try journal.value("stage \(stage.rawValue)") {
                switch stage {
                case .emphasis: try emphasis(state)
                case .pronunciations: try pronunciations(state)
                case .weights: try weights(state)
                case .rules: try rules(state)
                case .answers: try answers(state)
                case .accept: try accept(state)
                }
            }
            results.append(result)
            say(
                "\(stage.rawValue): \(result.isKept ? "kept" : "left out"), \(result.change);"
                    + " loss of speakers left out \(Self.change(result.train)), of validating"
                    + " speakers \(Self.change(result.check))")
            if let curve = result.curve {
                say("\(stage.rawValue): loss by the number of speakers fitted on: \(curve.words)")
            }
            guard result.isKept else { continue }
            state.parts = result.parts
            if before.emphasis != state.parts.emphasis {
                state.train = try heard(.train, state.parts)
                state.check = try heard(.check, state.parts)
            } else if !before.searchesAlike(state.parts) {
                state.train = try ear.searched(state.train, with: state.parts, jobs: jobs)
                state.check = try ear.searched(state.check, with: state.parts, jobs: jobs)
            }
        }
        return (state, results)
    }

    /// The speakers of a part, heard and searched.
    func heard(_ part: SpeakerSplit.Part, _ parts: TunedParts) throws -> [HeardSpeaker] {
        let count = split.speakers(part).count
        say("Hearing \(count.counting("speaker"))")
        let (speakers, failures) = try recordings.hear(
            split.speakers(part), by: ear, with: parts)
        for failure in failures { complain(failure) }
        return try ear.searched(speakers, with: parts, jobs: jobs)
    }

    private static func change(_ losses: [Double]) -> String {
        losses.map { fixed(100 * $0, 1) }.joined(separator: " to ") + " %"
    }
}

extension TuningSearch {
    /// The letters and words of some speakers, by speaker.
    func tallies(
        _ speakers: [HeardSpeaker], _ parts: TunedParts, searching: Bool = false
    ) throws -> [String: LetterTally] {
        let rows = try ear.read(speakers, with: parts, searching: searching, jobs: jobs)
        let thresholds = ear.thresholds(parts)
        return Dictionary(counting: rows.flatMap(\.self), by: \.row.speaker) {
            $0.tuningTally(at: thresholds)
        }
    }

    /// Judges a stage by the loss of the speakers left out of a fit, and of the validation
    /// speakers.
    ///
    /// - Parameters:
    ///   - searching: whether the parts change what the search finds.
    ///   - fit: fits the parts to some of the training speakers.
    func judged(
        _ stage: TuningStage, _ state: State, searching: Bool, change: (TunedParts) -> String,
        fit: ([HeardSpeaker]) throws -> TunedParts
    ) throws -> StageResult {
        let before = try tallies(state.train, state.parts)
        let folds = min(Self.folds, state.train.count)
        var after: [String: LetterTally] = [:]
        for fold in 0..<folds {
            let out = state.train.indices.filter { $0 % folds == fold }
            let found = try journal.value("\(stage.rawValue) fold \(fold)") {
                let rest = state.train.indices.filter { $0 % folds != fold }
                let parts = try fit(rest.map { state.train[$0] })
                return try tallies(
                    out.map { state.train[$0] }, parts, searching: searching)
            }
            after.merge(found) { first, _ in first }
        }
        let parts = try journal.value("\(stage.rawValue) whole") { try fit(state.train) }
        return try judged(
            stage, state, change: change(parts), parts: parts, searching: searching,
            train: [before.loss ?? 0, after.loss ?? 0])
    }

    func judged(
        _ stage: TuningStage, _ state: State, change: String, parts: TunedParts, searching: Bool,
        train: [Double], checkAfter: [HeardSpeaker]? = nil
    ) throws -> StageResult {
        let before = try tallies(state.check, state.parts)
        let after = try tallies(checkAfter ?? state.check, parts, searching: searching)
        let check = [before.loss ?? 0, after.loss ?? 0]
        let isKept =
            parts != state.parts && train[1] < train[0] - 1e-9 && check[1] <= check[0] + 1e-9
        return StageResult(
            stage: stage.rawValue, isKept: isKept, change: change, train: train, check: check,
            parts: parts)
    }

    /// The tallies of each fold's speakers at the best point for the other folds. The score of each
    /// speaker at each visited point is known, so no further search is necessary.
    func outOfFold(
        _ visited: [Visited], _ speakers: [HeardSpeaker]
    ) -> [String: LetterTally] {
        let names = speakers.map(\.name)
        let folds = min(Self.folds, names.count)
        var tallies: [String: LetterTally] = [:]
        for fold in 0..<folds {
            let rest = names.indices.filter { $0 % folds != fold }.map { names[$0] }
            let best = visited.min { $0.score(of: rest) < $1.score(of: rest) }
            for index in names.indices where index % folds == fold {
                tallies[names[index]] = best?.tallies[names[index]]
            }
        }
        return tallies
    }

    /// The scores of speakers at a point of a search.
    struct Visited: Codable {
        var point: [Double]
        /// The logarithmic score of each speaker.
        var scores: [String: Double]
        var tallies: [String: LetterTally]

        func score(of speakers: [String]) -> Double {
            speakers.reduce(0) { $0 + (scores[$1] ?? 0) }
        }
    }

    func visited(
        _ point: [Double], _ rows: [[HeardRow]], _ parts: TunedParts
    ) -> Visited {
        let thresholds = ear.thresholds(parts)
        let all = rows.flatMap(\.self)
        return Visited(
            point: point,
            scores: Dictionary(grouping: all, by: \.row.speaker)
                .mapValues { $0.reduce(0) { $0 + $1.logScore } },
            tallies: Dictionary(counting: all, by: \.row.speaker) {
                $0.tuningTally(at: thresholds)
            })
    }
}

extension TuningSearch {
    /// Evaluations of the search for the filter.
    private static let emphasisEvaluations = 6
    /// The range of the filter that is searched: a first-order tilt of about 10 dB each way.
    private static let emphasisRange = -0.6...0.6

    private func emphasis(_ state: State) throws -> StageResult {
        let names = state.train.map(\.name)
        var visited: [Visited] = []
        func at(_ coefficient: Double) throws -> Visited {
            let rounded = (coefficient * 1_000).rounded() / 1_000
            let found = try journal.value("emphasis \(rounded)") {
                var parts = state.parts
                parts.emphasis = rounded
                let speakers = rounded == 0 ? state.train : try heard(.train, parts)
                let rows = try ear.read(speakers, with: parts, searching: false, jobs: jobs)
                return self.visited([rounded], rows, parts)
            }
            visited.append(found)
            return found
        }
        _ = try at(0)
        _ = try DirectSearch.goldenSection(
            in: Self.emphasisRange, evaluations: Self.emphasisEvaluations
        ) { try at($0).score(of: names) }
        let best = visited.min { $0.score(of: names) < $1.score(of: names) }
        var parts = state.parts
        parts.emphasis = best?.point[0] ?? 0
        return try judged(
            .emphasis, state, change: "coefficient \(fixed(parts.emphasis, 2))", parts: parts,
            searching: false,
            train: [
                visited[0].tallies.loss ?? 0, outOfFold(visited, state.train).loss ?? 0,
            ], checkAfter: parts == state.parts ? nil : try heard(.check, parts))
    }

    private func pronunciations(_ state: State) throws -> StageResult {
        let (grammar, names) = try ear.words()
        let search = PronunciationSearch(grammar: grammar, names: names)
        let thresholds = ear.thresholds(state.parts)
        let rows = try ear.read(state.train, with: state.parts, searching: false, jobs: jobs)
        let errors = Set(
            rows.joined().filter { $0.tuningTally(at: thresholds).losses > 0 }.map(\.row.path))
        func parts(with proposals: [PronunciationSearch.Proposal]) -> TunedParts {
            var parts = state.parts
            parts.variants = proposals.map {
                TunedParts.Variant(word: $0.word, phones: $0.phones)
            }
            return parts
        }
        let proposals = try journal.value("pronunciations proposed") {
            search.proposals(from: state.train, errors: errors)
        }
        var result = try judged(
            .pronunciations, state, searching: true,
            change: { $0.variants.count.counting("pronunciation") },
            fit: { speakers in
                parts(
                    with: speakers.count == state.train.count
                        ? proposals : search.proposals(from: speakers, errors: errors))
            })
        result.proposals = proposals
        return result
    }

    /// Evaluations of the search for weights.
    private static let weightEvaluations = 24

    private func weights(_ state: State) throws -> StageResult {
        let names = state.train.map(\.name)
        let (grammar, _) = try ear.words()
        let groups = WordGroup.allCases.filter { group in
            switch group {
            case .codeWords: !grammar.codeWords.isEmpty
            case .directions: !grammar.directions.isEmpty
            case .others: !grammar.others.isEmpty
            case .phrases: true
            }
        }
        func parts(at point: [Double]) -> TunedParts {
            var parts = state.parts
            for (group, cost) in zip(groups, point) where cost != 0 {
                parts.costs[group.rawValue] = cost
            }
            return parts
        }
        var visited: [Visited] = []
        func at(_ point: [Double]) throws -> Visited {
            let most = WordGroup.greatestCost
            let rounded = point.map { (min(max($0, -most), most) * 100).rounded() / 100 }
            let found = try journal.value("weights \(rounded)") {
                let parts = parts(at: rounded)
                let rows = try ear.read(
                    state.train, with: parts, searching: rounded.contains { $0 != 0 }, jobs: jobs)
                return self.visited(rounded, rows, parts)
            }
            visited.append(found)
            return found
        }
        _ = try DirectSearch.simplex(
            from: groups.map { _ in 0 }, step: 1, evaluations: Self.weightEvaluations
        ) { try at($0).score(of: names) }
        let best = visited.min { $0.score(of: names) < $1.score(of: names) }
        let point = best?.point ?? groups.map { _ in 0 }
        let words = zip(groups, point).map { group, cost in
            "\(group.rawValue) \(fixed(cost, 2))"
        }
        return try judged(
            .weights, state, change: words.joined(separator: ", ") + " nats",
            parts: parts(at: point), searching: true,
            train: [
                visited[0].tallies.loss ?? 0, outOfFold(visited, state.train).loss ?? 0,
            ])
    }
}
