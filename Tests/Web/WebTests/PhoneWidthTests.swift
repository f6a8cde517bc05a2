import Foundation
import TestTraits
import Testing

@Suite("Pages on a phone", .listening)
struct PhoneWidthTests {
    /// The program `try-pages`, next to the bundle of this code.
    private static let program = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
        .deletingLastPathComponent().appendingPathComponent("try-pages")

    @Test("No page scrolls sideways or covers a control on a phone", .long)
    func flow() throws {
        let process = Process()
        let output = Pipe()
        process.executableURL = Self.program
        process.arguments = ["flow"]
        process.standardOutput = output
        try process.run()
        let text = String(
            decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        #expect(process.terminationStatus == 0, "\(text)")
        let count = text.firstMatch(of: #/(\d+) states at 360 x 780/#).flatMap { Int($0.1) }
        #expect(try #require(count, "\(text)") >= 60)
    }
}
