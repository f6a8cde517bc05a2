internal import CommandLineKit
internal import Exam
internal import Foundation
internal import Glibc
internal import Platform
internal import RecordSQL
internal import RecordStore
internal import SQLiteRecords
internal import Sealing

extension RecordsCommand {
    /// `aloud records backup`.
    enum Backup: RecordsAct {
        static let file = Argument<String>(
            "file", .file, help: "The file of the backup; '-' for standard output or input.")

        static let verb = Verb(
            "records backup", summary: "Write an encrypted copy, also while tests run.",
            arguments: [file], options: [passphraseFile, RecordOptions.file],
            stopsOnRequest: true)

        static func run(_ call: RecordsCall) throws -> ExitStatus {
            let target = try call[file]
            let isPiped = target == "-"
            guard isPiped || !FileManager.default.fileExists(atPath: target) else {
                throw SealingError.exists(target)
            }
            guard !isPiped || !call.environment.outputTerminal.isTerminal else {
                throw Misuse(
                    "A backup is not text for a terminal: 'aloud records backup - > FILE'.")
            }
            let passphrase = try Passphrase.new(call.arguments, in: call.environment)
            // The plain copy is next to the records, where only their owner can read.
            let plain = try PlainCopy(.backup, beside: call.opened.path)
            defer { plain.remove() }
            let head = try call.store.head()
            try call.store.copy(to: plain.path)
            // Another machine needs the keys to check the seals.
            let keys = RecordSeal.place(beside: call.opened.path, call.environment.variables)
            try SQLiteRecords.put(try SealKeys(reading: keys)?.lines ?? [], into: plain.path)
            if isPiped {
                let sealed = plain.path + ".sealed"
                defer { unlink(sealed) }
                try SealedFile.seal(plain.path, to: sealed, passphrase: passphrase)
                try print(sealed)
            } else {
                try SealedFile.seal(plain.path, to: target, passphrase: passphrase)
            }
            // A backup that failed must not count as the last one.
            try call.store.note(.backup, of: nil, by: call.author)
            let place = isPiped ? "standard output" : "'\(target)'"
            call.say(
                "The backup is in \(place). Its audit trail reaches to \(head) at least.")
            return .success
        }

        /// Writes the bytes of a file to standard output.
        private static func print(_ path: String) throws {
            guard let file = FileHandle(forReadingAtPath: path) else {
                throw SealingError.notRead(path)
            }
            while let piece = try file.read(upToCount: 1 << 20), !piece.isEmpty {
                let code = writeAll(Array(piece), to: STDOUT_FILENO)
                guard code == 0 else {
                    throw OutputError.failed(
                        stream: "standard output", reason: String(cString: strerror(code)))
                }
            }
        }
    }

    /// `aloud records restore`.
    enum Restore: Command {
        static let verb = Verb(
            "records restore", summary: "Make the records from a backup.",
            arguments: [Backup.file], options: [passphraseFile, RecordOptions.file],
            stopsOnRequest: true)

        static func run(
            _ arguments: ParsedArguments, in environment: CommandEnvironment
        ) throws -> ExitStatus {
            let named = try arguments[Backup.file]
            let isPiped = named == "-"
            guard isPiped || FileManager.default.fileExists(atPath: named) else {
                throw SealingError.notRead(named)
            }
            guard isPiped || SealedFile.isOne(named) else { throw SealingError.notSealed(named) }
            let target = try RecordOptions.path(arguments, in: environment)
            let there = [target, target + "-wal"].filter(FileManager.default.fileExists)
            guard there.isEmpty else { throw RecordsThere(paths: there) }
            let passphrase = try Passphrase.known(arguments, in: environment)
            try FileManager.default.createDirectory(
                at: URL(fileURLWithPath: target).deletingLastPathComponent(),
                withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
            let copy = try PlainCopy(.restore, beside: target)
            defer { copy.remove() }
            let plain = copy.path + ".db"
            let source = isPiped ? copy.path : named
            if isPiped {
                try receive(copy.path)
                guard SealedFile.isOne(source) else {
                    throw SealingError.notSealed("standard input")
                }
            }
            try SealedFile.open(source, to: plain, passphrase: passphrase)
            let lines = try SQLiteRecords.takeKeys(from: plain)
            _ = try SealKeys.add(
                lines, to: RecordSeal.place(beside: target, environment.variables))
            let console = environment.console
            let records = try SQLiteRecords(
                plain, digest: BLAKE2b.digest,
                keys: RecordSeal.keys(beside: target, in: environment),
                now: { Moment(console.date()) })
            let faults = try records.verify()
            let head = try records.head()
            try records.note(.restore, of: nil, by: Author(NSUserName()))
            records.close()
            do {
                try NewFile.place(plain, at: target)
            } catch {
                if case .exists = error { throw RecordsThere(paths: [target]) }
                throw error
            }
            for fault in faults { environment.say("Warning: \(fault)") }
            environment.say(
                "The records are restored in '\(target)'. The backup's audit trail ends at \(head)."
            )
            return faults.isEmpty ? .success : .failure
        }

        /// Writes what comes from standard input into an empty file.
        private static func receive(_ path: String) throws {
            guard let file = FileHandle(forWritingAtPath: path) else {
                throw SealingError.notWritten(path)
            }
            defer { try? file.close() }
            while let piece = try FileHandle.standardInput.read(upToCount: 1 << 20), !piece.isEmpty
            {
                do { try file.write(contentsOf: piece) } catch {
                    throw SealingError.notWritten(path)
                }
            }
        }
    }
}

/// Records exist at the place where a backup is to be restored.
struct RecordsThere: Error, CustomStringConvertible {
    let paths: [String]

    var description: String {
        let files = paths.map { "'\($0)'" }.joined(separator: " and ")
        return "There are records already, which restoring would replace: \(files). End the"
            + " programs that use them and move the files away together, or name another file with"
            + " '--records FILE'."
    }
}

/// The passphrase of a backup.
enum Passphrase {
    /// The environment variable that may hold it.
    static let variable = "ALOUD_PASSPHRASE"

    /// Minimum length of a new passphrase, in characters.
    private static let fewest = 12

    /// A passphrase for a new backup, which is asked for twice.
    ///
    /// - Throws: `NoPassphrase`.
    static func new(
        _ arguments: ParsedArguments, in environment: CommandEnvironment
    ) throws -> String {
        let given = try given(arguments, in: environment)
        let passphrase = try given ?? ask("Passphrase of the backup: ")
        guard passphrase.count >= fewest else {
            throw NoPassphrase(
                description: "A passphrase has at least \(fewest) characters. Use several words.")
        }
        if given == nil, try ask("Repeat the passphrase: ") != passphrase {
            throw NoPassphrase(description: "The two passphrases differ. Try again.")
        }
        return passphrase
    }

    /// The passphrase of an existing backup.
    ///
    /// - Throws: `NoPassphrase`.
    static func known(
        _ arguments: ParsedArguments, in environment: CommandEnvironment
    ) throws -> String {
        try given(arguments, in: environment) ?? ask("Passphrase of the backup: ")
    }

    private static func given(
        _ arguments: ParsedArguments, in environment: CommandEnvironment
    ) throws -> String? {
        guard let path = try arguments[RecordsCommand.passphraseFile] else {
            return environment.variables[variable]
        }
        // The path may be that of a pipe from the shell, such as <(pass show backup).
        guard let file = FileHandle(forReadingAtPath: path),
            let bytes = try? file.readToEnd() ?? Data()
        else {
            throw NoPassphrase(
                description:
                    "The passphrase file '\(FileName.shown(path))' cannot be read. Check its"
                    + " name and its permissions.")
        }
        guard
            let line = String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isNewline)
                .first
        else {
            throw NoPassphrase(
                description: "'\(path)' has no first line that could be a passphrase.")
        }
        return String(line)
    }

    private static func ask(_ question: String) throws -> String {
        guard let line = try SecretQuestion.ask(question) else {
            throw NoPassphrase(
                description: "There is no terminal to ask for the passphrase at. Name a file with"
                    + " '--passphrase-file', or set \(variable).")
        }
        return line
    }
}

/// A question for a secret.
enum SecretQuestion {
    /// Asks at the terminal without an echo: termios(3).
    ///
    /// - Returns: nil without a terminal.
    static func ask(_ question: String) throws -> String? {
        let terminal = open("/dev/tty", O_RDWR | O_CLOEXEC)
        guard terminal >= 0 else { return nil }
        defer { close(terminal) }
        var former = termios()
        tcgetattr(terminal, &former)
        var silent = former
        silent.c_lflag &= ~tcflag_t(ECHO)
        tcsetattr(terminal, TCSAFLUSH, &silent)
        defer { tcsetattr(terminal, TCSAFLUSH, &former) }
        let handle = FileHandle(fileDescriptor: terminal, closeOnDealloc: false)
        try handle.write(contentsOf: Data(question.utf8))
        var line: [UInt8] = []
        while let byte = try handle.read(upToCount: 1)?.first, byte != 10 { line.append(byte) }
        try handle.write(contentsOf: Data("\n".utf8))
        return String(decoding: line, as: UTF8.self)
    }
}

/// The passphrase is missing or unusable.
struct NoPassphrase: Error, CustomStringConvertible {
    let description: String
}
