package import CommandLineKit

/// `aloud manual`: the manual pages, for man(1).
package enum ManualCommand: Command {
    private static let name = Argument<String?>(
        optional: "page", .text("page"),
        help: "A verb, 'aloud.conf', or nothing for the page of the program.")
    private static let folder = Option<String?>(
        "folder", .folder, help: "Write all pages into this folder, which must exist.")

    package static let verb = Verb(
        "manual", summary: "Print a manual page for man.",
        discussion: """
            The pages are made from the same declarations as --help.

              aloud manual serve | man -l -
            """,
        arguments: [name], options: [folder])

    package static func run(
        _ arguments: ParsedArguments, in environment: CommandEnvironment
    ) throws -> ExitStatus {
        let tool = environment.program()
        let pages = ManualPages(of: tool)
        let name = try arguments[name]
        if let folder = try arguments[folder] {
            if let name { throw Misuse("'--folder' writes all pages: leave out '\(name)'.") }
            try write(pages, of: tool, into: folder)
            return .success
        }
        guard let name else {
            try environment.output.write(pages.overview)
            return .success
        }
        if name == "aloud.conf" {
            try environment.output.write(pages.configuration)
        } else if let command = tool.commands.first(where: { $0.verb.name == name }) {
            try environment.output.write(pages.page(of: command.verb))
        } else {
            throw Misuse("There is no manual page '\(name)'. 'aloud --help' lists the verbs.")
        }
        return .success
    }

    private static func write(
        _ pages: ManualPages, of tool: CommandLineTool, into folder: String
    ) throws {
        func write(_ text: String, to file: String) throws {
            try ResultFile("\(folder)/\(file)", for: "the manual page").write(text)
        }
        try write(pages.overview, to: "\(tool.name).1")
        for command in tool.commands {
            try write(
                pages.page(of: command.verb), to: "\(tool.name)-\(command.verb.name).1")
        }
        if tool.commands.contains(where: \.verb.readsConfiguration) {
            try write(pages.configuration, to: "\(tool.name).conf.5")
        }
    }
}

/// `aloud completions`: the completions of a shell.
package enum CompletionsCommand: Command {
    private static let shell = Argument<Shell>(
        "shell", .choice(), help: "The shell: bash, zsh or fish.")

    package static let verb = Verb(
        "completions", summary: "Print the completions for a shell.",
        discussion: """
            The Debian package installs them. For a program built in a checkout, in a running bash:

              source <(aloud completions bash)
            """,
        arguments: [shell])

    package static func run(
        _ arguments: ParsedArguments, in environment: CommandEnvironment
    ) throws -> ExitStatus {
        let tool = environment.program()
        try environment.output.write(
            ShellCompletion(of: tool).script(for: try arguments[shell]))
        return .success
    }
}
