internal import CommandLineKit
internal import Glibc

/// The program: the one place where the real parts are chosen.
@main
struct Aloud {
    static func main() {
        let console = Console.process()
        exit(CommandLineTool.aloud(with: .real).run(Console.words(), in: console).rawValue)
    }
}
