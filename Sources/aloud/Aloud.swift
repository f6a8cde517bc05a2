internal import AloudCommands
internal import Glibc

/// The program: the one place where the real parts are chosen.
@main
struct Aloud {
    static func main() {
        let environment = CommandEnvironment.process(instruments: .real)
        exit(CommandLineTool.aloud.run(CommandEnvironment.words(), in: environment).rawValue)
    }
}
