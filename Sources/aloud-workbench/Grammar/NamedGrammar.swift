internal import CommandLineKit
internal import Exam
internal import Foundation
internal import Grammar
internal import PhoneticMapping
internal import Platform

/// A grammar that a command line names, with its dictionary.
struct NamedGrammar {
    let grammar: JSGFGrammar
    let dictionary: PronunciationDictionary
    private let file: String

    init(_ name: String, in folder: ResourceFolder) throws {
        file = Self.path(of: name, in: folder)
        let bytes = try Self.bytes(of: file)
        dictionary = try Self.dictionary(beside: file, or: folder)
        grammar =
            try CheckedGrammar(bytes: bytes, file: file, dictionary: dictionary).grammar
    }

    /// The rule of a name, or the public one.
    func rule(_ name: String?) throws -> String {
        let wanted = name ?? grammar.publicRule?.name ?? ""
        guard grammar.rule(named: wanted) != nil else {
            throw UnknownRule(name: wanted, file: file, rules: grammar.rules.map(\.name))
        }
        return wanted
    }

    func network(of name: String?) throws -> GrammarNetwork {
        let name = try rule(name)
        guard let network = grammar.network(of: name) else {
            throw UnknownRule(name: name, file: file, rules: grammar.rules.map(\.name))
        }
        return network
    }

    /// The content of a file of a grammar.
    ///
    /// - Throws: `UnreadableGrammar`.
    static func bytes(of file: String) throws -> [UInt8] {
        guard let bytes = FileManager.default.contents(atPath: file) else {
            throw UnreadableGrammar(path: file)
        }
        return Array(bytes)
    }

    /// The file of a name, with or without its ending.
    static func fileName(of name: String) -> String {
        name.hasSuffix(".gram") ? name : name + ".gram"
    }

    /// The path of a grammar. A name without a folder and an ending is looked up in the folder of
    /// grammars.
    static func path(of name: String, in folder: ResourceFolder) -> String {
        name.contains("/") || name.hasSuffix(".gram") ? name : folder.file(name + ".gram")
    }

    /// The dictionary next to a grammar, else that of the folder of grammars.
    static func dictionary(
        beside file: String, or folder: ResourceFolder
    ) throws -> PronunciationDictionary {
        let beside = URL(fileURLWithPath: file).deletingLastPathComponent()
            .appendingPathComponent(ListeningGrammar.dictionaryFile).path
        let path =
            FileManager.default.fileExists(atPath: beside)
            ? beside : folder.file(ListeningGrammar.dictionaryFile)
        guard let bytes = FileManager.default.contents(atPath: path) else {
            throw UnreadableResource(path: path)
        }
        return try PronunciationDictionary.load(bytes: Array(bytes), file: path)
    }
}

/// A grammar that cannot be read.
private struct UnreadableGrammar: Error, CustomStringConvertible {
    let path: String

    var description: String {
        "'\(FileName.shown(path))' cannot be read. Name a file of a grammar, or a grammar of the"
            + " folder, such as 'etdrs'."
    }
}

/// A rule that a grammar does not have.
private struct UnknownRule: Error, CustomStringConvertible {
    let name: String
    let file: String
    let rules: [String]

    var description: String {
        let nearest = name.nearest(in: rules).first.map { " Did you mean <\($0)>?" } ?? ""
        return "\(FileName.shown(file)) has no rule <\(name)>." + nearest
    }
}
