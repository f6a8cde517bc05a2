import Foundation
import Testing

@testable import Tuning

@Suite(.timeLimit(.minutes(1))) struct TuningJournalTests {
    private let path = FileManager.default.temporaryDirectory
        .appending(path: "aloud-journal-\(UUID().uuidString).jsonl").path()

    private func journal(_ deciding: String = "a") throws -> TuningJournal {
        try TuningJournal(path, deciding: deciding) {}
    }

    @Test("a finished result is not computed again, even by the next process")
    func resumed() throws {
        defer { try? FileManager.default.removeItem(atPath: path) }
        var made = 0
        for _ in 0..<3 {
            let value = try journal().value("fold 1") {
                made += 1
                return [1.5, 2]
            }
            #expect(value == [1.5, 2])
        }
        #expect(made == 1)
    }

    @Test("the result of a truncated line is computed again, the others stay")
    func cutShort() throws {
        defer { try? FileManager.default.removeItem(atPath: path) }
        _ = try journal().value("one") { 1 }
        _ = try journal().value("two") { 2 }
        let text = try String(contentsOfFile: path, encoding: .utf8)
        try String(text.dropLast(4)).write(toFile: path, atomically: true, encoding: .utf8)
        let again = try journal()
        #expect(try again.value("one") { 10 } == 1)
        #expect(try again.value("two") { 20 } == 20)
        #expect(try journal().value("two") { 30 } == 20)
    }

    @Test("other options begin a new journal")
    func otherOptions() throws {
        defer { try? FileManager.default.removeItem(atPath: path) }
        _ = try journal("a").value("one") { 1 }
        #expect(try journal("b").value("one") { 2 } == 2)
        #expect(try journal("a").value("one") { 3 } == 3)
    }

    @Test("a stop takes effect before the next result, and keeps finished ones")
    func stopped() throws {
        defer { try? FileManager.default.removeItem(atPath: path) }
        _ = try journal().value("one") { 1 }
        let stopping = try TuningJournal(path, deciding: "a") { throw TuningStopped() }
        #expect(try stopping.value("one") { 2 } == 1)
        #expect(throws: TuningStopped.self) { try stopping.value("two") { 2 } }
    }
}
