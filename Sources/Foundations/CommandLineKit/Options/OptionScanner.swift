// The result variables of getopt (`optind`, `optarg`, `optopt`, `opterr`) are C globals, which
// Swift 6 lets no code touch; here they are touched only inside `OptionScanner.turn`.
@preconcurrency internal import CGetopt
@preconcurrency internal import Glibc
internal import Synchronization

/// Splits a command line into options and operands, by getopt_long of the C library.
///
/// It accepts the usual forms of this system: `--name value`, `--name=value`, unambiguous
/// abbreviations, `-n value`, `-nvalue`, flags in one cluster, options after operands, and `--`
/// before operands that start with a dash. The corresponding C function is `getopt_long`.
struct OptionScanner {
    /// A piece of the command line.
    enum Item: Equatable {
        /// An option: its place among `options`, and its value if it takes one.
        case option(Int, value: String?)
        /// An argument without a dash, or one after `--`.
        case operand(String)
    }

    /// The options that a command line may have.
    var options: [any OptionDeclaration]
    /// Whether words after the first operand are operands too.
    var stopsAtOperand = false

    /// getopt keeps its state in C globals. Invariant: only the holder of this lock reads and
    /// writes them, and copies everything taken from them before the lock is released.
    private static let turn = Mutex(())
    /// In results of getopt_long, values above every character identify long options.
    private static let longBase: Int32 = 256

    /// The pieces of a command line, in their order.
    ///
    /// - Parameter arguments: without the name of the program.
    func scan(_ arguments: [String]) throws(Misuse) -> [Item] {
        // "-" returns operands in their order, even with POSIXLY_CORRECT; "+" ends at the first
        // operand; ":" distinguishes a missing value from an unknown option.
        var shorts = stopsAtOperand ? "+:" : "-:"
        for option in options {
            guard let short = option.short else { continue }
            shorts += option.placeholder == nil ? "\(short)" : "\(short):"
        }
        let names = CStrings(options.map(\.name))
        let argv = CStrings(["aloud"] + arguments)
        var table = options.indices.map { index in
            option(
                name: names.pointers[index], has_arg: options[index].placeholder == nil ? 0 : 1,
                flag: nil, val: Self.longBase + Int32(index))
        }
        table.append(option(name: nil, has_arg: 0, flag: nil, val: 0))
        let scanned = Self.turn.withLock { _ -> Result<[Item], Misuse> in
            Result { () throws(Misuse) in
                try scanHoldingTurn(["aloud"] + arguments, argv, shorts, table)
            }
        }
        return try scanned.get()
    }

    private func scanHoldingTurn(
        _ words: [String], _ argv: borrowing CStrings, _ shorts: String, _ table: [option]
    ) throws(Misuse) -> [Item] {
        var items: [Item] = []
        optind = 0  // glibc: start anew, whatever an earlier scan left
        opterr = 0  // say nothing
        while true {
            // Nothing is permuted, so the word being scanned is the one at optind, even in the
            // middle of a cluster.
            let word = words[min(max(Int(optind), 1), words.count - 1)]
            let code = getopt_long(Int32(words.count), argv.pointers, shorts, table, nil)
            let value = optarg.map { String(cString: $0) }
            switch code {
            case -1:
                return items + words[Int(optind)...].map(Item.operand)
            case 1:
                items.append(.operand(value ?? ""))
            case Int32(UInt8(ascii: ":")):
                guard let index = index(of: optopt) else {
                    throw .unknownOption(word, known: options)
                }
                throw .missingValue(options[index])
            case Int32(UInt8(ascii: "?")):
                throw refusal(of: word, code: optopt)
            default:
                guard let index = index(of: code) else {
                    throw .unknownOption(word, known: options)
                }
                items.append(
                    .option(index, value: options[index].placeholder == nil ? nil : value))
            }
        }
    }

    /// The reason that getopt_long answered "?".
    private func refusal(of word: String, code: Int32) -> Misuse {
        if code >= Self.longBase, let index = index(of: code) {
            let value = word.drop { $0 != "=" }.dropFirst()
            return .unexpectedValue(options[index], typed: String(value))
        }
        guard word.hasPrefix("--") else {
            // "-eye" is read as a cluster; a long option was more likely meant.
            let letter = code > 0 && code < 128 ? "-\(UnicodeScalar(UInt8(code)))" : word
            let isLong = options.contains { "-\($0.name)" == word.prefix { $0 != "=" } }
            return .unknownOption(
                isLong ? String(word.prefix { $0 != "=" }) : letter, known: options)
        }
        let typed = String(word.prefix { $0 != "=" })
        let candidates = options.map(\.name).filter { "--\($0)".hasPrefix(typed) }
        return candidates.count > 1
            ? .ambiguousOption(typed, candidates: candidates)
            : .unknownOption(typed, known: options)
    }

    /// The index of the option for a result of getopt_long: a number for a long option, or the
    /// letter of a short one.
    private func index(of code: Int32) -> Int? {
        if code >= Self.longBase { return Int(code - Self.longBase) }
        return options.firstIndex { option in
            option.short?.asciiValue.map(Int32.init) == code
        }
    }
}

/// Copies of texts for C, with a null pointer at the end. They live as long as this value.
private struct CStrings: ~Copyable {
    /// One pointer for each text, then a null pointer.
    let pointers: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>
    private let count: Int

    init(_ texts: [String]) {
        count = texts.count
        pointers = .allocate(capacity: texts.count + 1)
        for (index, text) in texts.enumerated() {
            (pointers + index).initialize(to: strdup(text))
        }
        (pointers + texts.count).initialize(to: nil)
    }

    deinit {
        for index in 0..<count { free(pointers[index]) }
        pointers.deallocate()
    }
}
