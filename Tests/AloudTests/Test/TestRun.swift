import Foundation
import Testing

/// The output of `aloud test --events`.
struct TestRun {
    /// The lines of JSON as they were printed.
    let lines: [String]
    private let objects: [[String: Any]]

    /// - Parameter output: standard output, whole lines of JSON.
    init(_ output: String) throws {
        lines = output.split(separator: "\n").map(String.init)
        objects = try lines.map { line in
            try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
        }
    }

    /// The events of a kind.
    func events(_ name: String) -> [[String: Any]] {
        objects.filter { $0["event"] as? String == name }
    }

    /// The letters that were heard, letter by letter in the order of time; "-" for one that is not seen.
    var heard: String {
        events("answer").map { $0["letter"] as? String ?? "-" }.joined()
    }

    /// The answer that stood in the end for each single optotype, in their order; "-" for one that
    /// is not seen.
    var finalAnswers: String {
        Dictionary(grouping: events("answer")) { $0["line"] as? Int ?? 0 }
            .sorted { $0.key < $1.key }
            .map { $0.value.last?["letter"] as? String ?? "-" }.joined()
    }

    /// The result, which is the last event.
    func result() throws -> [String: Any] {
        let last = try #require(objects.last)
        try #require(last["event"] as? String == "result")
        return last
    }

    /// The events in short, without the answers' details: "present 11", "0K", "ask 2", "line 5".
    var story: [String] {
        objects.map { event in
            let name = event["event"] as? String ?? "?"
            switch name {
            case "present": return "present \(event["line"] as? Int ?? 0)"
            case "answer":
                return "\(event["position"] as? Int ?? -1)\(event["letter"] as? String ?? "-")"
            case "askAgain":
                let positions = event["positions"] as? [Int] ?? []
                return "ask " + positions.map(String.init).joined()
            case "correction": return "correction \(event["position"] as? Int ?? -1)"
            case "line": return "right \(event["right"] as? Int ?? -1)"
            default: return name
            }
        }
    }
}
