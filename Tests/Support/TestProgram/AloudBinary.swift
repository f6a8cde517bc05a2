package import Foundation
internal import TestSpeech

/// The real program, as it was built next to the tests.
package struct AloudBinary {
    /// The results of one run.
    package struct Run {
        package var status: Int32
        package var wasEndedBySignal: Bool
        package var output: String
        package var messages: String

        /// Sets each property from the parameter of its name.
        package init(status: Int32, wasEndedBySignal: Bool, output: String, messages: String) {
            self.status = status
            self.wasEndedBySignal = wasEndedBySignal
            self.output = output
            self.messages = messages
        }

        /// The JSON Lines of the output, decoded.
        package func lines<Line: Decodable>(_ type: Line.Type) throws -> [Line] {
            try output.split(separator: "\n").map {
                try JSONDecoder().decode(type, from: Data($0.utf8))
            }
        }
    }

    /// Its address: SwiftPM puts the program next to the bundle of this code.
    package static let url = url(of: "aloud")

    /// The environment of each run: no configuration and no records of this machine, and the
    /// printed charts, whose letters a test knows beforehand.
    package static let usual = [
        "ALOUD_CONFIG": "/dev/null", "ALOUD_RECORDS": "off", "ALOUD_CHART": "by-eye",
    ]

    private static func url(of program: String) -> URL {
        URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
            .deletingLastPathComponent().appendingPathComponent(program)
    }

    /// Runs it to its end.
    ///
    /// - Parameters:
    ///   - program: the name of the program; `aloud` passes verbs of the workbench on.
    ///   - input: its standard input.
    ///   - reading: its standard input; nil for `input`.
    ///   - variables: added to the environment of the tests.
    ///   - output: where its standard output goes; kept and returned if nil.
    ///   - current: the folder it runs in; that of the tests if nil.
    package static func run(
        program: String = "aloud",
        _ words: [String], input: String = "", variables: [String: String] = [:],
        reading: FileHandle? = nil, output: FileHandle? = nil, in current: URL? = nil
    ) throws -> Run {
        let folder = try TemporaryFolder()
        // Files rather than pipes: nobody has to read while it runs.
        let files = ["in", "out", "err"].map(folder.url)
        try Data(input.utf8).write(to: files[0])
        for file in files.dropFirst() { try Data().write(to: file) }
        let process = Process()
        process.executableURL = url(of: program)
        process.arguments = words
        process.environment = ProcessInfo.processInfo.environment
            .merging(AloudBinary.usual) { _, new in new }
            .merging(variables) { _, new in new }
        process.standardInput = try reading ?? FileHandle(forReadingFrom: files[0])
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
