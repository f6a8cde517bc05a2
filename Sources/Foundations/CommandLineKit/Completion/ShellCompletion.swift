/// A shell for which the program can make completions.
package enum Shell: String, CaseIterable, Sendable {
    case bash, zsh, fish
}

/// The completions of a program, made from the declarations of its verbs.
package struct ShellCompletion {
    /// The name of the program.
    let program: String
    /// Its verbs.
    let verbs: [Verb]
    /// Names of verbs that are passed to another program. Their options are unknown here.
    let others: [String]

    /// The completions of a program.
    package init(of tool: CommandLineTool) {
        program = tool.name
        verbs = tool.commands.map(\.verb)
        others = tool.elsewhere?.verbs ?? []
    }

    /// The script for a shell.
    package func script(for shell: Shell) -> String {
        switch shell {
        case .bash: bash
        case .zsh: zsh
        case .fish: fish
        }
    }

    /// The options before a verb.
    var topOptions: [any OptionDeclaration] { [CommandLineTool.versionOption, Verb.help] }

    /// The line at the head of a script.
    var note: String { "# Completions of '\(program)', made by '\(program) completions'." }
}

extension ShellCompletion {
    /// A function for bash's `complete -F`.
    private var bash: String {
        let cases = verbs.map(bashCase).joined(separator: "\n")
        let names = (verbs.map(\.name) + others + ["help"]).joined(separator: " ")
        let top = topOptions.flatMap(Self.spellings).joined(separator: " ")
        return #"""
            \#(note)
            _\#(program)() {
                local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD - 1]}
                local words= options= i IFS=$' \t\n'
                COMPREPLY=()
                # Bash splits '--eye=left' at its '='.
                if [[ $word == = ]]; then
                    word=
                elif [[ $before == = ]]; then
                    before=${COMP_WORDS[COMP_CWORD - 2]}
                fi
                for ((i = 1; i < COMP_CWORD; i++)); do
                    [[ ${COMP_WORDS[i]} == -* ]] || words+=" ${COMP_WORDS[i]}"
                done
                # The verb and its acts, with a space before each, then arguments and values.
                case "$words " in
                ' ') COMPREPLY=($(compgen -W '\#(names) \#(top)' -- "$word")) ;;
                ' help '*) COMPREPLY=($(compgen -W '\#(names)' -- "$word")) ;;
            \#(cases)
                esac
            }
            complete -F _\#(program) \#(program)

            """#
    }

    private func bashCase(_ verb: Verb) -> String {
        guard verb.acts.isEmpty else {
            // The deepest act comes first, because bash takes the first pattern that matches.
            let acts = (verb.acts.map(\.ownName) + ["--help"]).joined(separator: " ")
            let own = [
                "    ' \(verb.name) '*)",
                #"        COMPREPLY=($(compgen -W '\#(acts)' -- "$word"))"#, "        ;;",
            ]
            return (verb.acts.map(bashCase) + own).joined(separator: "\n")
        }
        let valued = verb.allOptions.filter { $0.placeholder != nil }
        let offers = valued.map { option in
            "        \(Self.spellings(option).joined(separator: " | "))) "
                + Self.bashOffer(option.completion) + "return ;;"
        }
        let options = verb.allOptions.flatMap(Self.spellings).joined(separator: " ")
        let argument = verb.arguments.first.map { Self.bashOffer($0.completion) } ?? ""
        let rest = argument.isEmpty ? [] : ["        [[ $word == -* ]] || { \(argument)}"]
        let lines =
            ["    ' \(verb.name) '*)"]
            + (offers.isEmpty ? [] : ["        case $before in"] + offers + ["        esac"])
            + ["        options='\(options)'"]
            + [#"        [[ $word == -* ]] && COMPREPLY=($(compgen -W "$options" -- "$word"))"#]
            + rest + ["        ;;"]
        return lines.joined(separator: "\n")
    }

    private static func bashOffer(_ completion: ValueCompletion) -> String {
        switch completion {
        case .none: ""
        case .choices(let words):
            #"COMPREPLY=($(compgen -W '\#(words.joined(separator: " "))' -- "$word")); "#
        case .file: #"compopt -o filenames; COMPREPLY=($(compgen -f -- "$word")); "#
        case .folder: #"compopt -o filenames; COMPREPLY=($(compgen -d -- "$word")); "#
        }
    }

    /// An option as it is typed: `-d` and `--distance`.
    private static func spellings(_ option: any OptionDeclaration) -> [String] {
        (option.short.map { ["-\($0)"] } ?? []) + ["--\(option.name)"]
    }
}

extension ShellCompletion {
    /// A function for zsh's completion system.
    private var zsh: String {
        let names =
            verbs.map { "        '\($0.name):\(Self.zshText($0.summary))'" }
            + others.map { "        '\($0)'" }
        let cases = verbs.map(Self.zshCase)
        return """
            #compdef \(program)
            \(note)
            local curcontext="$curcontext" state line
            local -a verbs
            verbs=(
            \(names.joined(separator: "\n"))
                    'help:Show help information.'
            )
            _arguments -C \\
                \(topOptions.map(Self.zshOption).joined(separator: " \\\n    ")) \\
                '1:verb:->verb' '*::word:->words'
            case $state in
            verb) _describe verb verbs ;;
            words)
                case $line[1] in
                help) _describe verb verbs ;;
            \(cases.joined(separator: "\n"))
                esac
                ;;
            esac

            """
    }

    private static func zshCase(_ verb: Verb) -> String {
        guard verb.acts.isEmpty else {
            let names = verb.acts.map {
                "            '\($0.ownName):\(zshText($0.summary))'"
            }
            return """
                        \(verb.ownName))
                            local -a acts
                            acts=(
                \(names.joined(separator: "\n"))
                            )
                            _arguments -C \(zshOption(Verb.help)) '1:act:->act' '*::word:->words'
                            case $state in
                            act) _describe act acts ;;
                            words)
                                case $line[1] in
                \(verb.acts.map(zshCase).joined(separator: "\n"))
                                esac
                                ;;
                            esac
                            ;;
                """
        }
        let specs = verb.allOptions.map(zshOption) + verb.arguments.map(zshArgument)
        return "        \(verb.ownName)) _arguments \\\n"
            + specs.map { "            \($0)" }.joined(separator: " \\\n") + "\n            ;;"
    }

    private static func zshOption(_ option: any OptionDeclaration) -> String {
        let help = "[\(zshText(firstSentence(of: option.help)))]"
        let many = option.repeats ? "*" : ""
        var value = ""
        if let placeholder = option.placeholder {
            let equals = option.short == nil ? "=" : ""
            value = help + ":\(zshText(placeholder)):\(zshOffer(option.completion))"
            guard let short = option.short else {
                return "'\(many)--\(option.name)\(equals)\(value)'"
            }
            return "{-\(short),--\(option.name)}'\(value)'"
        }
        guard let short = option.short else { return "'--\(option.name)\(help)'" }
        return "{-\(short),--\(option.name)}'\(help)'"
    }

    private static func zshArgument(_ argument: any ArgumentDeclaration) -> String {
        let place =
            switch argument.count {
            case .one: ":"
            // An optional argument has two colons.
            case .oneOrNone: "::"
            case .oneOrMore, .any: "*:"
            }
        return "'\(place)\(argument.name):\(zshOffer(argument.completion))'"
    }

    private static func zshOffer(_ completion: ValueCompletion) -> String {
        switch completion {
        case .none: " "
        case .choices(let words): "(\(words.joined(separator: " ")))"
        case .file: "_files"
        case .folder: "_files -/"
        }
    }

    private static func zshText(_ text: String) -> String {
        var result = ""
        for character in text {
            switch character {
            case "[", "]", ":", "\\": result += "\\\(character)"
            case "'": result += "'\\''"
            default: result.append(character)
            }
        }
        return result
    }
}

extension ShellCompletion {
    /// Commands for fish's `complete`.
    private var fish: String {
        let isFirst =
            "'not __fish_seen_subcommand_from \(verbs.map(\.name).joined(separator: " "))'"
        var lines = [note, "complete -c \(program) -f"]
        lines += topOptions.map {
            "complete -c \(program) -n \(isFirst) " + Self.fishOption($0)
        }
        lines += others.map { "complete -c \(program) -n \(isFirst) -a \($0)" }
        for verb in verbs {
            lines.append(
                "complete -c \(program) -n \(isFirst) -a \(verb.name)"
                    + " -d \(Self.fishText(verb.summary))")
            lines += fish(verb, after: "__fish_seen_subcommand_from \(verb.name)")
        }
        return lines.joined(separator: "\n") + "\n"
    }

    /// The commands for a verb or an act.
    ///
    /// - Parameter condition: fish's condition that is true after the name of the verb.
    private func fish(_ verb: Verb, after condition: String) -> [String] {
        guard verb.acts.isEmpty else {
            let acts = verb.acts.map(\.ownName).joined(separator: " ")
            return verb.acts.flatMap { act in
                [
                    "complete -c \(program) -n '\(condition);"
                        + " and not __fish_seen_subcommand_from \(acts)' -a \(act.ownName)"
                        + " -d \(Self.fishText(act.summary))"
                ]
                    + fish(
                        act,
                        after: "\(condition); and __fish_seen_subcommand_from \(act.ownName)")
            }
        }
        var lines = verb.allOptions.map {
            "complete -c \(program) -n '\(condition)' " + Self.fishOption($0)
        }
        if let argument = verb.arguments.first, argument.completion != .none {
            lines.append(
                "complete -c \(program) -n '\(condition)'" + Self.fishOffer(argument.completion))
        }
        return lines
    }

    private static func fishOption(_ option: any OptionDeclaration) -> String {
        let short = option.short.map { " -s \($0)" } ?? ""
        let value =
            option.placeholder == nil ? "" : " -r" + fishOffer(option.completion)
        return "-l \(option.name)\(short)\(value) -d "
            + fishText(firstSentence(of: option.help))
    }

    private static func fishOffer(_ completion: ValueCompletion) -> String {
        switch completion {
        case .none: ""
        case .choices(let words): " -f -a \(fishText(words.joined(separator: " ")))"
        case .file: " -F"
        case .folder: " -f -a '(__fish_complete_directories)'"
        }
    }

    private static func fishText(_ text: String) -> String {
        "'" + text.replacing("\\", with: "\\\\").replacing("'", with: "\\'") + "'"
    }

    /// The first sentence of a help text. Lists of choices have no room for more.
    private static func firstSentence(of help: String) -> String {
        guard let end = help.firstRange(of: ". ") else { return help }
        return String(help[..<end.lowerBound]) + "."
    }
}
