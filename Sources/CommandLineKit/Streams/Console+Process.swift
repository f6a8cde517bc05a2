internal import Foundation
internal import Glibc
internal import Platform

extension Console {
    /// The console of this process. Call it once, before anything else: it prepares the
    /// standard streams.
    public static func process() -> Console {
        StandardStreams.prepare()
        let variables = ProcessInfo.processInfo.environment
        let stop = StopRequest()
        let messages = DescriptorOutput(
            descriptor: STDERR_FILENO, name: "standard error", stop: stop)
        return Console(
            output: DescriptorOutput(
                descriptor: STDOUT_FILENO, name: "standard output", stop: stop),
            messages: messages,
            input: DescriptorInput(descriptor: STDIN_FILENO, name: "standard input", stop: stop),
            terminal: Terminal(descriptor: STDERR_FILENO, variables: variables),
            outputTerminal: Terminal(descriptor: STDOUT_FILENO, variables: variables),
            variables: variables, executable: executablePath(), stop: stop,
            trapSignals: { stop in
                try SignalTrap.set(stop) { _ in
                    try? messages.write("\nStopping; once more to end at once.\n")
                }
            })
    }

    /// The command line of this process without the name of the program. What is no UTF-8 in it
    /// stands there as `FileName` writes it.
    public static func words() -> [String] {
        CommandLine.arguments.indices.dropFirst().compactMap { index in
            guard let word = CommandLine.unsafeArgv[index] else { return nil }
            let bytes = UnsafeBufferPointer(start: word, count: strlen(word))
            return FileName.text(of: bytes.map(UInt8.init(bitPattern:)))
        }
    }

    /// Where the running program lies; proc(5).
    private static func executablePath() -> String {
        let link = "/proc/self/exe"
        return (try? FileManager.default.destinationOfSymbolicLink(atPath: link))
            ?? CommandLine.arguments.first ?? ""
    }
}
