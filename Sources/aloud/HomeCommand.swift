internal import CommandLineKit
internal import Exam
internal import Foundation

/// `aloud home`: tests of a household, with the people and their latest results on one page.
enum HomeCommand: Command {
    static let verb = Verb(
        "home", summary: "Test the people of a household, and see their results.",
        discussion: """
            Opens a page in this machine's browser: the people of the household, the latest result \
            of each, and a test with the answers of last time. The tests are kept on this machine, \
            out of reach of any other.

            If Aloud is already running, only the page is opened. Ctrl-C ends it.

              aloud home
            """,
        options: ServeCommand.verb.options.filter { $0.name != "open" },
        stopsOnRequest: true, isAttended: true, readsConfiguration: true,
        exclusive: ExamOptions.exclusive)

    static func run(
        _ arguments: ParsedArguments, in environment: CommandEnvironment
    ) throws -> ExitStatus {
        try ServeCommand.serve(arguments, opening: .home, in: environment)
    }
}

/// There is no home page to open.
struct HomeUnknown: Error, CustomStringConvertible {
    /// The page of the Aloud that is already running; nil if this one keeps no records.
    let page: String?

    var description: String {
        page == nil
            ? "'aloud home' requires records; leave out '--no-records' and ALOUD_RECORDS=off."
            : "The Aloud that is running has no home page for you. Open the records by the address"
                + " that it printed, or end it first."
    }
}

/// The file with the address of a running Aloud's home page and its key, for the next `aloud home`
/// of the same user. Only the user can read it.
struct HomeFile {
    private let path: String

    /// The file for a port; nil without a folder for it (`XDG_RUNTIME_DIR`), or for port 0, which
    /// lets the system choose.
    init?(port: Int, variables: [String: String]) {
        guard port > 0, let folder = variables["XDG_RUNTIME_DIR"], folder.hasPrefix("/") else {
            return nil
        }
        path = "\(folder)/aloud-home-\(port)"
    }

    /// The stored address; nil if there is none.
    var address: String? {
        try? String(contentsOfFile: path, encoding: .utf8)
    }

    /// Stores an address. If that fails, the next `aloud home` reports that it finds no home page.
    func write(_ address: String) {
        remove()
        _ = FileManager.default.createFile(
            atPath: path, contents: Data(address.utf8), attributes: [.posixPermissions: 0o600])
    }

    func remove() { try? FileManager.default.removeItem(atPath: path) }
}
