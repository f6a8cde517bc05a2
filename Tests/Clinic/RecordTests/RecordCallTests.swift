import Foundation
import RecordStore
import Testing

@testable import RecordSQL
@testable import TrialRecords

@Suite("The calls of a store") struct RecordCallTests {
    @Test(
        "each call has SQL statements and is found by its name", arguments: RecordCalls.all.indices)
    func isComplete(index: Int) {
        let call = RecordCalls.all[index]
        #expect(call is any SQLCall.Type, "\(call)")
        #expect(RecordCalls.call(named: call.name) == call)
    }

    /// The files of calls, in the sources.
    private static let sources = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .appendingPathComponent("../../../Sources/Clinic/RecordStore/Calls").standardizedFileURL

    @Test("the list has every call") func listIsComplete() throws {
        var names: [String] = []
        for file in try FileManager.default.contentsOfDirectory(atPath: Self.sources.path) {
            let text = try String(
                contentsOf: Self.sources.appendingPathComponent(file), encoding: .utf8)
            names += text.matches(of: #/package struct (\w+): (RecordCall|AwaitedCall) /#)
                .map { String($0.1) }
        }
        #expect(names.count > 40)
        #expect(names.sorted() == RecordCalls.all.map { $0.name }.sorted())
    }

    @Test("each call with contents of tests in its answer is masked")
    func contentsAreMasked() {
        func answer<Call: RecordCall>(_: Call.Type) -> String {
            String(reflecting: Call.Answer.self)
        }
        let contents = ["StoredTest", "StoredEvent", "FormerTest", "UInt8", "TestRecord"]
        var masked: [String] = []
        for call in RecordCalls.all {
            let answer = answer(call)
            #expect(
                contents.contains { answer.contains($0) } == (call is any MaskedCall.Type),
                "\(call): \(answer)")
            if call is any MaskedCall.Type { masked.append(call.name) }
        }
        #expect(masked.count == 6)
    }

    @Test("a call without SQL statements is refused with a message") func unknown() throws {
        struct Unknown: RecordCall {}
        let kept = try TemporaryStore(now: { SampleClock.start })
        #expect(throws: RecordError.failed("they have no statements for 'Unknown'.")) {
            try kept.records.carryOut(Unknown())
        }
    }
}
