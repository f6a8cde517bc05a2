internal import Platform

/// Adds to a grammar the rules that it imports from other files of its folder.
///
/// A rule of the file itself hides an imported one of the same name. An imported rule calls the
/// rules of its own file, whatever the importing file defines.
struct GrammarImporter {
    private let contents: GrammarFile.Contents
    /// The files that are being read, each of which imports the next.
    private var open: [String] = []
    private var files: [String: GrammarFile.Reading] = [:]

    /// Maximum depth of files that import files.
    private static let deepest = 16

    init(contents: @escaping GrammarFile.Contents) { self.contents = contents }

    mutating func read(
        bytes: [UInt8], file: String
    ) throws(GrammarProblems) -> GrammarFile.Reading {
        var reading = try GrammarFile.parse(bytes: bytes, file: file)
        guard !reading.grammar.imports.isEmpty else { return reading }
        open.append(file)
        defer { open.removeLast() }
        var sources: [String: Source] = [:]
        for statement in reading.grammar.imports {
            add(statement, to: &sources, of: &reading)
        }
        insertCalledRules(from: sources, into: &reading)
        return reading
    }

    /// A file that rules are imported from.
    private struct Source {
        let grammar: String
        let reading: GrammarFile.Reading
    }

    /// Finds the rules of one import statement.
    ///
    /// - Parameter sources: the file that each imported name comes from.
    private mutating func add(
        _ statement: JSGFImport, to sources: inout [String: Source],
        of reading: inout GrammarFile.Reading
    ) {
        let file = reading.grammar.file
        func problem(_ fault: GrammarFault) -> GrammarProblem {
            GrammarProblem(fault, file: file, at: statement.position)
        }
        let folder = file.lastIndex(of: "/").map { file[...$0] } ?? ""
        let name = statement.grammar + GrammarFile.ending
        let imported: GrammarFile.Reading
        do throws(GrammarProblems) {
            guard !open.contains(folder + name), open.count <= Self.deepest else {
                throw GrammarProblems([problem(.importCycle(name))])
            }
            guard let found = try self.reading(of: folder + name, in: &reading) else {
                throw GrammarProblems([problem(.importMissing(name))])
            }
            imported = found
        } catch {
            reading.unreadRules.insert(statement.rule ?? GrammarFile.Reading.anyRule)
            reading.problems += error.problems
            return
        }
        let own = imported.grammar.ownRules
        var names = own.filter(\.isPublic).map(\.name)
        if let rule = statement.rule {
            guard !imported.unreadRules.contains(rule) else {
                reading.unreadRules.insert(rule)
                return
            }
            guard let found = own.first(where: { $0.name == rule }) else {
                let fault = GrammarFault.importedRuleMissing(
                    rule, in: name, nearest: rule.nearest(in: names))
                reading.unreadRules.insert(rule)
                return reading.problems.append(problem(fault))
            }
            guard found.isPublic else {
                return reading.problems.append(problem(.importedRuleNotPublic(rule, in: name)))
            }
            names = [rule]
        } else {
            reading.unreadRules.formUnion(imported.unreadRules)
        }
        for name in names {
            if let other = sources[name], other.grammar != statement.grammar {
                reading.problems.append(
                    problem(.importedTwice(name, other.grammar, statement.grammar)))
            }
            sources[name] = Source(grammar: statement.grammar, reading: imported)
        }
    }

    /// An imported file, read once; nil if it cannot be read. Its problems become those of the
    /// importing file, once.
    private mutating func reading(
        of file: String, in importing: inout GrammarFile.Reading
    ) throws(GrammarProblems) -> GrammarFile.Reading? {
        let imported: GrammarFile.Reading
        if let known = files[file] {
            imported = known
        } else {
            guard let bytes = contents(file) else { return nil }
            imported = try read(bytes: bytes, file: file)
            files[file] = imported
        }
        for problem in imported.problems where !importing.problems.contains(problem) {
            importing.problems.append(problem)
        }
        return imported
    }

    /// Adds the imported rules that the file calls, and those that they call in turn.
    private func insertCalledRules(
        from sources: [String: Source], into reading: inout GrammarFile.Reading
    ) {
        let own = Set(reading.grammar.rules.map(\.name))
        var called: [String] = []
        for rule in reading.grammar.rules {
            rule.forEachItem { item in
                if case .rule(let name) = item.content, !own.contains(name) { called.append(name) }
            }
        }
        // A name belongs to the first file that needs it. A rule of that name in another file gets
        // its file's name as a prefix.
        var owners = Dictionary(own.map { ($0, "") }) { first, _ in first }
        for name in called { owners[name] = owners[name] ?? sources[name]?.grammar }
        var added: Set<String> = []
        var pending = called.compactMap { name in sources[name].map { (name: name, source: $0) } }
        while let (name, source) = pending.popLast() {
            let newName = { (name: String) in
                owners[name] == source.grammar ? name : "\(source.grammar).\(name)"
            }
            guard added.insert(newName(name)).inserted,
                let rule = source.reading.grammar.rule(named: name)
            else { continue }
            rule.forEachItem { item in
                guard case .rule(let callee) = item.content else { return }
                if source.reading.grammar.rule(named: callee) != nil {
                    owners[callee] = owners[callee] ?? source.grammar
                    pending.append((callee, source))
                } else if !source.reading.unreadRules.contains(callee), callee.isRuleName {
                    let names = source.reading.grammar.rules.map(\.name)
                    reading.problems.append(
                        GrammarProblem(
                            .undefinedRule(callee, nearest: callee.nearest(in: names)),
                            file: rule.file, at: item.position))
                }
            }
            var copy = rule.renamingCalls(newName)
            copy.name = newName(name)
            copy.isPublic = false
            reading.grammar.rules.append(copy)
        }
    }
}
