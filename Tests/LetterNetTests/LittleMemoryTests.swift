import Foundation
import LetterNet
import Testing

@Suite struct LittleMemoryTests {
    /// In a process of its own, since the limit belongs to the whole process.
    @Test func aProcessThatMayNotHaveTheMemorySaysSoInsteadOfWaiting() async {
        await #expect(processExitsWith: .exitCode(7)) {
            let text = try String(contentsOfFile: "/proc/self/statm", encoding: .utf8)
            let pages = try #require(text.split(separator: " ").first.flatMap { Int($0) })
            // What it has and 100 MB.
            let bytes = rlim_t(pages * sysconf(Int32(_SC_PAGESIZE)) + 100_000_000)
            var limit = rlimit(rlim_cur: bytes, rlim_max: bytes)
            setrlimit(__rlimit_resource_t(RLIMIT_AS.rawValue), &limit)
            do {
                _ = try LetterNet(path: WrittenExample.model)
            } catch LetterNetError.noMemory {
                exit(7)
            }
        }
    }
}
