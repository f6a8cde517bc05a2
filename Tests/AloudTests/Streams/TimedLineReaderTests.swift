import Foundation
import Platform
import TestTraits
import Testing

@testable import CommandLineKit

@Suite(.listening) struct LineFeedTests {
    private let pipe = Pipe()

    private func feed() -> TimedLineReader {
        TimedLineReader(
            DescriptorInput(
                descriptor: pipe.fileHandleForReading.fileDescriptor, name: "test",
                stop: StopRequest()))
    }

    private func type(_ text: String) { pipe.fileHandleForWriting.write(Data(text.utf8)) }

    @Test("lines arrive in order, followed by the end") func linesComeInTheirOrderAndThenTheEnd()
        throws
    {
        let feed = feed()
        type("a\nb\nc")
        try pipe.fileHandleForWriting.close()
        var lines: [TimedLineReader.Next] = []
        while lines.count < 5 {
            let next = try feed.next(within: 1)
            if next != .waiting { lines.append(next) }
        }
        #expect(lines == [.line("a"), .line("b"), .line("c"), .ended, .ended])
    }

    @Test("an abandoned line goes to the next reader")
    func aLineThatNobodyWaitsForAnyMoreIsTheNextOnes() throws {
        let feed = feed()
        // The reader that asked has ended before it comes.
        for _ in 0..<3 { #expect(try feed.next(within: 0) == .waiting) }
        type("a\nb\n")
        var lines: [TimedLineReader.Next] = []
        while lines.count < 2 {
            let next = try feed.next(within: 1)
            if next != .waiting { lines.append(next) }
        }
        #expect(lines == [.line("a"), .line("b")])
    }
}
