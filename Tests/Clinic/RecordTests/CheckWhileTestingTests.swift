import Foundation
import RecordStore
import Synchronization
import TestTraits
import Testing

@Suite("The check of the records", .listening)
struct CheckWhileTestingTests {
    @Test(
        "a test continues during the check, and its new rows cause no false alarms",
        arguments: StoreKind.allCases)
    func whileTesting(kind: StoreKind) throws {
        try kind.with { records, _ in
            for _ in 0..<20 { try SampleTest().keep(in: records) }
            let isOver = Mutex(false)
            let written = Mutex<Result<Int, any Error>>(.success(0))
            let thread = DispatchGroup()
            thread.enter()
            Thread.detachNewThread {
                defer { thread.leave() }
                let result = Result {
                    var count = 0
                    repeat {
                        try SampleTest().keep(in: records)
                        count += 1
                    } while !isOver.withLock { $0 }
                    return count
                }
                written.withLock { $0 = result }
            }
            defer {
                isOver.withLock { $0 = true }
                thread.wait()
            }
            for _ in 0..<10 { #expect(try records.verify() == []) }
            isOver.withLock { $0 = true }
            thread.wait()
            #expect(try written.withLock { try $0.get() } > 0)
            #expect(try records.verify() == [])
        }
    }
}
