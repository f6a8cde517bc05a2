import Foundation
import TestSpeech

/// The real program, built with the tests.
struct AloudBinary {
    /// The results of one run.
    struct Run {
        var status: Int32
        var wasEndedBySignal: Bool
        var output: String
        var messages: String

        /// Its lines of JSON, as what they are decoded to.
        func lines<Line: Decodable>(_ type: Line.Type) throws -> [Line] {
            try output.split(separator: "\n").map {
                try JSONDecoder().decode(type, from: Data($0.utf8))
            }
        }
    }

    /// Its path: SwiftPM puts the program next to the bundle of this code.
    static let url = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
        .deletingLastPathComponent().appendingPathComponent("aloud")

    /// Runs it to its end.
    ///
    /// - Parameters:
    ///   - input: its standard input.
    ///   - variables: added to the environment of the tests.
    ///   - output: where its standard output goes; kept and returned if nil.
    ///   - current: the folder it runs in; that of the tests if nil.
    static func run(
        _ words: [String], input: String = "", variables: [String: String] = [:],
        output: FileHandle? = nil, in current: URL? = nil
    ) throws -> Run {
        let folder = try TemporaryFolder()
        // Files rather than pipes: nobody has to read while it runs.
        let files = ["in", "out", "err"].map(folder.url)
        try Data(input.utf8).write(to: files[0])
        for file in files.dropFirst() { try Data().write(to: file) }
        let process = Process()
        process.executableURL = url
        process.arguments = words
        process.environment = ProcessInfo.processInfo.environment
            .merging(["ALOUD_CONFIG": "/dev/null", "ALOUD_RECORDS": "off"]) { _, new in new }
            .merging(variables) { _, new in new }
        process.standardInput = try FileHandle(forReadingFrom: files[0])
        process.standardOutput = try output ?? FileHandle(forWritingTo: files[1])
        process.standardError = try FileHandle(forWritingTo: files[2])
        if let current { process.currentDirectoryURL = current }
        try process.run()
        process.waitUntilExit()
        return Run(
            status: process.terminationStatus,
            wasEndedBySignal: process.terminationReason == .uncaughtSignal,
            output: try text(of: files[1]), messages: try text(of: files[2]))
    }

    /// The text of a file. (Foundation of Swift 6.3.1 leaks memory in `Data(contentsOf:)` of an
    /// empty file.)
    private static func text(of file: URL) throws -> String {
        let bytes = try FileHandle(forReadingFrom: file).readToEnd()
        return String(decoding: bytes ?? Data(), as: UTF8.self)
    }
}
