internal import Evaluation
internal import Foundation
internal import PhoneticMapping
internal import Platform
internal import Recognition

extension TuningSearch {
    /// Evaluations for each rule.
    private static let ruleEvaluations = 5
    /// The greatest cost of a rule that is tried, nats: a weight of 1/20.
    private static let greatestRuleCost = 3.0
    /// Minimum number of speakers who must say a command before its weight is fitted. A fit without
    /// speakers would only suppress the command.
    private static let fewestSayers = 2

    /// Fits the weights of the rules of commands, one after the other.
    func rules(_ state: State) throws -> StageResult {
        let names = state.train.map(\.name)
        let rules = commandsSaid(by: state.train)
        func parts(at point: [Double]) -> TunedParts {
            var parts = state.parts
            for (rule, cost) in zip(rules, point) where cost != 0 { parts.rules[rule] = cost }
            return parts
        }
        var visited: [Visited] = []
        func at(_ point: [Double]) throws -> Visited {
            let rounded = point.map { ($0 * 100).rounded() / 100 }
            let found = try journal.value("rules \(rounded)") {
                let parts = parts(at: rounded)
                let rows = try ear.read(
                    state.train, with: parts, searching: parts.rules != state.parts.rules,
                    jobs: jobs)
                return self.visited(rounded, rows, parts)
            }
            visited.append(found)
            return found
        }
        var best = try at(rules.map { _ in 0 })
        for index in rules.indices {
            _ = try DirectSearch.goldenSection(
                in: 0...Self.greatestRuleCost, evaluations: Self.ruleEvaluations
            ) { cost in
                var point = best.point
                point[index] = cost
                return try at(point).score(of: names)
            }
            best = visited.min { $0.score(of: names) < $1.score(of: names) } ?? best
        }
        // A weight of JSGF, as a person would write it into the grammar.
        let words = zip(rules, best.point).map { rule, cost in
            "/\(fixed(exp(-cost), 2))/ <\(rule)>"
        }
        return try judged(
            .rules, state,
            change: words.isEmpty
                ? "no command is said by \(Self.fewestSayers) speakers"
                : words.joined(separator: ", "), parts: parts(at: best.point), searching: true,
            train: [
                visited[0].tallies.loss ?? 0, outOfFold(visited, state.train).loss ?? 0,
            ])
    }

    /// The rules of commands that some speakers say; a rule has the name of its command.
    private func commandsSaid(by speakers: [HeardSpeaker]) -> [String] {
        var sayers: [String: Int] = [:]
        for speaker in speakers {
            let commands = speaker.recordings.compactMap { recording -> String? in
                guard case .command(let command)? = recording.row.meaning?.kind else { return nil }
                return command.rawValue
            }
            for command in Set(commands) { sayers[command, default: 0] += 1 }
        }
        return sayers.filter { $0.value >= Self.fewestSayers }.keys.sorted()
    }
}
