internal import CommandLineKit
internal import Evaluation
internal import Exam
internal import Foundation
internal import Grammar
internal import PhoneticMapping
internal import Platform

/// `aloud-workbench grammar`: looks into a grammar before anybody speaks.
enum GrammarCommand: CommandOfActs {
    static let acts: [any Command.Type] = [
        Check.self, Parse.self, Random.self, Coverage.self, Hear.self,
    ]

    static let verb = Verb(
        "grammar",
        summary: "Check a grammar, parse and draw sentences, find words that sound alike.",
        discussion: """
              aloud-workbench grammar check mine/etdrs.gram
              aloud-workbench grammar parse etdrs "i think it's a dee" "can't see it"
              aloud-workbench grammar random chart --count 20
              aloud-workbench grammar coverage chart
              aloud-workbench grammar hear setup left-eye.wav begin.wav
              aloud-workbench grammar hear etdrs --html heard.html letters.wav

            The exit status is 1 if a grammar has errors, or does not have a sentence.
            """)

    private static let grammar = Argument<String>(
        "grammar", .text("grammar"),
        help: "A file, or the name of a grammar of the folder, such as 'etdrs'.")
    private static let rule = Option<String?>(
        "rule", .text("name"),
        help: "The rule to parse with or to draw from, without brackets (default: the public"
            + " one).")

    /// `aloud-workbench grammar check`.
    enum Check: Command {
        private static let grammars = Argument<[String]>(
            repeating: "grammar", atLeastOne: true, .text("grammar"),
            help: "Files, or names of grammars of the folder, such as 'etdrs'.")

        static let verb = Verb(
            "grammar check",
            summary: "Print all problems of grammars and their imports, as file:line:column.",
            arguments: [grammars], options: [HearingOptions.language, HearingOptions.grammars])

        static func run(
            _ arguments: ParsedArguments, in environment: CommandEnvironment
        ) throws -> ExitStatus {
            try check(
                arguments[grammars], in: try folder(arguments, in: environment), environment)
        }
    }

    /// `aloud-workbench grammar parse`.
    enum Parse: Command {
        private static let sentences = Argument<[String]>(
            repeating: "sentence", atLeastOne: false, .text("sentence"),
            help: "Sentences, each in quotes (default: those on standard input, one a line).")

        static let verb = Verb(
            "grammar parse",
            summary: "Print the rules that each sentence follows, and its meaning.",
            arguments: [grammar, sentences],
            options: [rule, HearingOptions.language, HearingOptions.grammars])

        static func run(
            _ arguments: ParsedArguments, in environment: CommandEnvironment
        ) throws -> ExitStatus {
            let folder = try folder(arguments, in: environment)
            return try parse(
                arguments[sentences], by: try arguments[rule],
                in: try NamedGrammar(arguments[grammar], in: folder), folder: folder, environment)
        }
    }

    /// `aloud-workbench grammar random`.
    enum Random: Command {
        private static let count = Option(
            "count", .whole("number", in: 1...10_000), default: "10",
            help: "The number of sentences.")
        private static let seed = Option<UInt64>(
            "seed", .whole("number", in: 0...1_000_000), default: "1",
            help: "The seed; the same seed gives the same sentences.")

        static let verb = Verb(
            "grammar random",
            summary: "Print random sentences, drawn by the weights of the grammar.",
            arguments: [grammar],
            options: [count, seed, rule, HearingOptions.language, HearingOptions.grammars])

        static func run(
            _ arguments: ParsedArguments, in environment: CommandEnvironment
        ) throws -> ExitStatus {
            let grammar = try NamedGrammar(
                arguments[grammar], in: try folder(arguments, in: environment))
            let drawn = try grammar.network(of: arguments[rule]).randomSentences(
                try arguments[count], seed: try arguments[seed])
            for sentence in drawn {
                try environment.output.write(sentence.joined(separator: " ") + "\n")
            }
            return .success
        }
    }

    /// `aloud-workbench grammar coverage`.
    enum Coverage: Command {
        private static let count = Option(
            "count", .whole("number", in: 1...10_000), default: "10",
            help: "The number of pairs.")
        private static let rule = Option<String?>(
            "rule", .text("name"),
            help: "The rule whose sentences are compared, without brackets (default: answer).")
        private static let sentences = Option<String?>(
            "sentences", .file,
            help: "A file with a sentence on each line, to count those that the grammar has.")

        static let verb = Verb(
            "grammar coverage",
            summary: "Print the answers that mean something else and sound alike.",
            discussion: "The measured confusions of phones give their similarity.",
            arguments: [grammar], options: [rule, count, sentences, HearingOptions.grammars])

        static func run(
            _ arguments: ParsedArguments, in environment: CommandEnvironment
        ) throws -> ExitStatus {
            let folder = try folder(arguments, in: environment)
            return try coverage(
                of: try NamedGrammar(arguments[grammar], in: folder), by: try arguments[rule],
                sentences: try arguments[sentences], count: try arguments[count], folder: folder,
                environment)
        }
    }

    /// `aloud-workbench grammar hear`.
    enum Hear: Command {
        private static let name = Argument<String>(
            "grammar", .text("grammar"),
            help: "The name of a grammar of the folder, such as 'etdrs'; 'setup', 'distances' and"
                + " 'steps' are the grammars of the questions before a test.")
        private static let recordings = Argument<[String]>(
            repeating: "recording", atLeastOne: true, .recording, help: "Recordings.")
        private static let html = Option<String?>(
            "html", .file,
            help:
                "Also write a page to this file: waveform, scores every 20 ms, and the words. It holds"
                + " the sound of the first \(HearingView.mostStretches) stretches of speech.")

        static let verb = Verb(
            "grammar hear",
            summary: "Print the words of a grammar that are heard in recordings.",
            discussion:
                "Each word has its confidence and its evidence, before anything is accepted.",
            arguments: [name, recordings],
            options: [html, HearingOptions.language, HearingOptions.grammars, HearingOptions.model])

        static func run(
            _ arguments: ParsedArguments, in environment: CommandEnvironment
        ) throws -> ExitStatus {
            let folder = try folder(arguments, in: environment)
            let name = try arguments[name]
            let recordings = try arguments[recordings]
            guard !name.contains("/"),
                FileManager.default.fileExists(
                    atPath: folder.file(NamedGrammar.fileName(of: name)))
            else {
                throw Misuse(
                    "'hear' takes a grammar of the folder by its name; '\(FileName.shown(name))'"
                        + " is not one. Name the folder of another with '--grammars <folder>'.")
            }
            let page = try arguments[html].map {
                try ResultFile($0, for: "the page", sparing: Set(recordings.map(FileIdentity.init)))
            }
            return try GrammarHearing(
                name, grammars: folder,
                models: try environment.models(named: arguments[HearingOptions.model]),
                in: environment
            ).print(recordings, page: page)
        }
    }

    private static func folder(
        _ arguments: ParsedArguments, in environment: CommandEnvironment
    ) throws -> ResourceFolder {
        let folder = try environment.grammars(named: arguments[HearingOptions.grammars])
        // The default is English: the verb for sentences that sound alike has no option for a
        // language.
        guard arguments.isSet(HearingOptions.language) else { return folder }
        return try folder.of(language: arguments[HearingOptions.language])
    }

    fileprivate static func check(
        _ names: [String], in folder: ResourceFolder, _ environment: CommandEnvironment
    ) throws -> ExitStatus {
        var status = ExitStatus.success
        for name in names {
            let file = NamedGrammar.path(of: name, in: folder)
            let bytes = try NamedGrammar.bytes(of: file)
            let dictionary = try NamedGrammar.dictionary(beside: file, or: folder)
            let problems = GrammarCheck.check(bytes: bytes, file: file, dictionary)
            for problem in problems { try environment.output.write("\(problem)\n") }
            if problems.contains(where: { $0.severity == .error }) {
                status = .failure
            } else {
                environment.say("\(FileName.shown(file)): no errors.")
            }
        }
        return status
    }

    fileprivate static func parse(
        _ given: [String], by rule: String?, in grammar: NamedGrammar, folder: ResourceFolder,
        _ environment: CommandEnvironment
    ) throws -> ExitStatus {
        let mapper = try PhoneticMapper(
            grammars: folder.path, guess: environment.instruments.pronouncer)
        var status = ExitStatus.success
        func show(_ sentence: String) throws {
            let words = sentence.lowercased().split(whereSeparator: \.isWhitespace).map(String.init)
            let parse = SentenceParse(words, by: try grammar.rule(rule), in: grammar.grammar)
            try environment.output.write(words.joined(separator: " ") + "\n")
            guard let parts = parse.parts else {
                status = .failure
                let next = parse.understood < words.count ? words[parse.understood] : nil
                try environment.output.write(
                    "  not in the grammar: "
                        + (next.map { "'\($0)' cannot follow here" }
                            ?? "the sentence is not complete")
                        + "\n")
                return
            }
            for part in parts where !part.words.isEmpty {
                let indent = String(repeating: "  ", count: part.depth + 1)
                try environment.output.write(
                    "\(indent)<\(part.rule)> \(words[part.words].joined(separator: " "))\n")
            }
            try environment.output.write("  => \(meaning(of: words, by: mapper, parts))\n")
        }
        if given.isEmpty {
            var reader = UtteranceReader(environment.input)
            while let line = try reader.next() {
                switch line {
                case .text(let text): try show(text)
                case .noText(let reason):
                    status = .failure
                    environment.complain("Line \(reader.number) is left out: \(reason).")
                case .tooLong(let limit):
                    status = .failure
                    environment.complain(
                        "Line \(reader.number) is left out: it is longer than \(limit) bytes. Put"
                            + " each sentence on a line of its own.")
                }
            }
        } else {
            for sentence in given { try show(sentence) }
        }
        return status
    }

    /// The meanings of a sentence, separated by spaces. The words of an answer or a command count
    /// together.
    private static func meaning(
        of words: [String], by mapper: PhoneticMapper, _ parts: [SentenceParse.Part]
    ) -> String {
        let roles: Set = [
            ListeningGrammar.letterRule, ListeningGrammar.commandRule,
            ListeningGrammar.codeWordRule, ListeningGrammar.spelledRule,
            ListeningGrammar.directionRule, ListeningGrammar.diagonalRule,
        ]
        var meanings: [String] = []
        var end = 0
        for part in parts where roles.contains(part.rule) && part.words.lowerBound >= end {
            end = part.words.upperBound
            let text = words[part.words].joined(separator: " ")
            meanings += mapper.answers(
                to: [WordHypothesis(text, time: 0...0, confidence: 1)], from: .grammar
            ).map(\.kind.word)
        }
        return meanings.isEmpty ? "no answer" : meanings.joined(separator: " ")
    }

    fileprivate static func coverage(
        of grammar: NamedGrammar, by rule: String?, sentences: String?, count: Int,
        folder: ResourceFolder, _ environment: CommandEnvironment
    ) throws -> ExitStatus {
        let mapper = try PhoneticMapper(
            grammars: folder.path, guess: environment.instruments.pronouncer)
        let confusions = try PhoneConfusions(path: folder.file(PhoneConfusions.fileName))
        let finder = SoundAlikes(dictionary: grammar.dictionary, confusions: confusions) { text in
            let answers = mapper.answers(
                to: [WordHypothesis(text, time: 0...0, confidence: 1)], from: .grammar)
            return answers.isEmpty ? "talk" : answers.map(\.kind.word).joined(separator: " ")
        }
        let answers = try grammar.network(of: rule ?? ListeningGrammar.answerRule)
            .sentences(atMost: mostAnswers, words: 6)
        let pairs = finder.pairs(among: answers, least: 0.0001)
        var table = TextTable(
            ["said", "means", "heard as", "means", "likeness"], columnsFromLeft: 4)
        for pair in pairs.prefix(count) {
            table.add([
                pair.said, pair.saidMeaning, pair.heard, pair.heardMeaning,
                fixed(pair.likeness, 4),
            ])
        }
        var text = table.lines.joined(separator: "\n") + "\n"
        text +=
            "\(pairs.count.counting("pair")) of \(answers.count.counting("answer")) can be heard as"
            + " each other.\n"
        var status = ExitStatus.success
        if let sentences {
            guard let data = FileManager.default.contents(atPath: sentences) else {
                throw UnreadableSentences(path: sentences)
            }
            let lines = String(decoding: data, as: UTF8.self).split(whereSeparator: \.isNewline)
                .map { $0.lowercased() }.filter { !$0.allSatisfy(\.isWhitespace) }
            let name = try grammar.rule(rule)
            let missing = lines.filter { line in
                SentenceParse(
                    line.split(whereSeparator: \.isWhitespace).map(String.init), by: name,
                    in: grammar.grammar
                ).parts == nil
            }
            text +=
                "\(lines.count - missing.count) of \(lines.count.counting("sentence")) are in"
                + " the grammar.\n" + missing.map { "  not: \($0)\n" }.joined()
            if !missing.isEmpty { status = .failure }
        }
        try environment.output.write(text)
        return status
    }

    /// Maximum number of answers that are compared with each other, the shortest first.
    private static let mostAnswers = 200
}

/// A file of sentences that cannot be read.
private struct UnreadableSentences: Error, CustomStringConvertible {
    let path: String

    var description: String {
        "'\(path)' cannot be read. Name a text file, a sentence on each line."
    }
}
