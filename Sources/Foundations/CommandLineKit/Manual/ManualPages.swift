/// The manual pages of a program, in the language of man(7), made from the declarations of its
/// verbs.
package struct ManualPages {
    private let tool: CommandLineTool

    /// The pages of a program.
    package init(of tool: CommandLineTool) { self.tool = tool }

    private var verbs: [Verb] { tool.commands.map(\.verb) }

    /// The page of the program: `aloud(1)`.
    package var overview: String {
        let options: [any OptionDeclaration] = [CommandLineTool.versionOption, Verb.help]
        return page(
            tool.name, section: 1, summary: tool.overview,
            [
                Part("SYNOPSIS", [".B \(Roff.text(tool.name))", ".I verb", "[options]"]),
                Part("DESCRIPTION", Roff.paragraphs(tool.overview)),
                Part(
                    "VERBS",
                    verbs.flatMap { verb in
                        [
                            ".TP", ".BR \(Roff.text("\(tool.name)-\(verb.name)")) (1)",
                            Roff.text(verb.summary),
                        ]
                    }),
                Part("OPTIONS", options.flatMap(entry)),
                Part("FILES", verbs.contains(where: \.readsConfiguration) ? files : []),
                Part("EXIT STATUS", Self.exitStatus),
                Part("SEE ALSO", seeAlso(except: nil)),
            ])
    }

    /// The page of a verb: `aloud-serve(1)`.
    package func page(of verb: Verb) -> String {
        let help = HelpText(program: tool.name, width: .max)
        return page(
            "\(tool.name)-\(verb.name)", section: 1, summary: verb.summary,
            [
                Part("SYNOPSIS", [Roff.text(help.usage(of: verb))]),
                Part(
                    "DESCRIPTION", Roff.paragraphs(verb.summary + "\n\n" + verb.discussion)),
                Part("ACTS", verb.acts.isEmpty ? [] : verb.leaves.flatMap { act($0, help) }),
                Part("ARGUMENTS", arguments(of: verb)),
                Part("OPTIONS", verb.acts.isEmpty ? verb.allOptions.flatMap(entry) : []),
                Part("ENVIRONMENT", verb.readsConfiguration ? environment(of: verb) : []),
                Part("FILES", verb.readsConfiguration ? files : []),
                Part("EXIT STATUS", Self.exitStatus),
                Part("SEE ALSO", seeAlso(except: verb)),
            ])
    }

    /// The section on an act in the page of its verb.
    private func act(_ act: Verb, _ help: HelpText) -> [String] {
        let words = act.summary + (act.discussion.isEmpty ? "" : "\n\n" + act.discussion)
        return [".SS \"\(Roff.text(act.name))\"", Roff.text(help.usage(of: act)), ".PP"]
            + Roff.paragraphs(words) + arguments(of: act) + act.allOptions.flatMap(entry)
    }

    private func arguments(of verb: Verb) -> [String] {
        verb.arguments.flatMap {
            [".TP", ".I \(Roff.text($0.display))", Roff.text($0.help)]
        }
    }

    /// The page of the configuration file: `aloud.conf(5)`.
    package var configuration: String {
        let configurable = verbs.filter(\.readsConfiguration)
        let sections = configurable.flatMap { verb in
            [".SS [\(Roff.text(verb.name))]"] + verb.options.flatMap(key)
        }
        return page(
            "\(tool.name).conf", section: 5,
            summary: "The configuration file of \(tool.name).",
            [
                Part("DESCRIPTION", Roff.paragraphs(ConfigurationFile.explanation)),
                Part("KEYS", sections),
                Part("FILES", files),
                Part("SEE ALSO", seeAlso(except: nil)),
            ])
    }

    /// A heading with the lines under it; left out if there are none.
    private struct Part {
        var heading: String
        var lines: [String]

        init(_ heading: String, _ lines: [String]) {
            self.heading = heading
            self.lines = lines
        }
    }

    private func page(
        _ name: String, section: Int, summary: String, _ parts: [Part]
    ) -> String {
        // NAME needs one line without a full stop: lexgrog(1).
        let line = summary.hasSuffix(".") ? String(summary.dropLast()) : summary
        let shown = [Part("NAME", ["\(Roff.text(name)) \\- \(Roff.text(line))"])] + parts
        // The page has no date: the same source makes the same bytes.
        let head =
            #".TH "\#(Roff.text(name.uppercased()))" \#(section) "" "#
            + #""\#(tool.name) \#(tool.version)" "User Commands""#
        let lines = shown.filter { !$0.lines.isEmpty }.flatMap {
            [".SH \"\($0.heading)\""] + $0.lines
        }
        // Left-aligned: the lists of choices are too long for justified lines.
        return ([head, ".ad l"] + lines).joined(separator: "\n") + "\n"
    }

    private func entry(_ option: any OptionDeclaration) -> [String] {
        let names = (option.short.map { "\\fB\\-\($0)\\fR, " } ?? "") + "\\fB--\(option.name)\\fR"
        let value = option.placeholder.map { " \\fI\(Roff.text($0))\\fR" } ?? ""
        let usual = option.defaultText.map { " (default: \($0))" } ?? ""
        return [
            ".TP", names.replacing("--", with: "\\-\\-") + value, Roff.text(option.help + usual),
        ]
    }

    private func key(_ option: any OptionDeclaration) -> [String] {
        let value = option.placeholder ?? "yes|no"
        let usual = option.defaultText ?? (option.placeholder == nil ? "no" : nil)
        let words = option.help + (usual.map { " (default: \($0))" } ?? "")
        return [
            ".TP", "\\fB\(Roff.text(option.name))\\fR = \\fI\(Roff.text(value))\\fR",
            Roff.text(words),
        ]
    }

    private func environment(of verb: Verb) -> [String] {
        let names = verb.options.map { ConfiguredValues.variable(of: $0.name) }
        let words =
            "A variable can set each option. The option overrides the variable, and the variable"
            + " overrides the configuration file. Flags take yes or no. ALOUD_CONFIG names the"
            + " configuration file. The variables are: \(names.joined(separator: ", "))."
        return [Roff.text(words)]
    }

    private var files: [String] {
        [
            ".TP", ".I /etc/aloud/aloud.conf",
            "The configuration of this machine, see \\fBaloud.conf\\fR(5).",
            ".TP", ".I \\(ti/.config/aloud/aloud.conf",
            "The configuration of a user, read instead.",
        ]
    }

    private func seeAlso(except verb: Verb?) -> [String] {
        var pages = verbs.filter { $0.name != verb?.name }.map { "\(tool.name)-\($0.name)" }
        if verb != nil { pages.insert(tool.name, at: 0) }
        var lines = pages.map { ".BR \(Roff.text($0)) (1)," }
        for page in tool.elsewhere.map({ [$0.name] }) ?? [] {
            lines.append(".BR \(Roff.text(page)) (1),")
        }
        lines.append(".BR aloud.conf (5)")
        return lines
    }

    private static let exitStatus = [
        ".TP", ".B 0", "Success.",
        ".TP", ".B 1", "A failure, explained on standard error.",
        ".TP", ".B 64", "The command line was wrong.",
        ".TP", ".B 78", "The configuration was wrong.",
        ".TP", ".B 141", "The reader of standard output closed it.",
    ]
}

/// Text in the language of man(7).
private enum Roff {
    /// Text that is shown as it is.
    static func text(_ text: String) -> String {
        var result = ""
        for character in text {
            switch character {
            case "\\": result += "\\(rs"
            case "-": result += "\\-"
            case "'": result += "\\(aq"
            case "\"": result += "\\(dq"
            case "`": result += "\\(ga"
            case "^": result += "\\(ha"
            case "~": result += "\\(ti"
            default: result.append(character)
            }
        }
        // A line must not begin with a control character.
        return result.hasPrefix(".") ? "\\&" + result : result
    }

    /// Paragraphs with blank lines between them; a line that starts with a space is kept as it is.
    static func paragraphs(_ words: String) -> [String] {
        var lines: [String] = []
        var isExample = false
        for line in words.split(separator: "\n", omittingEmptySubsequences: false) {
            let indented = line.hasPrefix(" ")
            if indented != isExample, !line.isEmpty {
                lines += indented ? [".RS 4", ".nf"] : [".fi", ".RE"]
                isExample = indented
            }
            if !line.isEmpty {
                lines.append(text(String(indented ? line.drop { $0 == " " } : line)))
            } else if !isExample, lines.last != ".PP", !lines.isEmpty {
                lines.append(".PP")
            }
        }
        if isExample { lines += [".fi", ".RE"] }
        return lines.last == ".PP" ? lines.dropLast() : lines
    }
}
