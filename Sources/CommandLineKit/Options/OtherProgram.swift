internal import Foundation
internal import Glibc
internal import Platform

/// Another program that has some verbs of this one.
public struct OtherProgram: Sendable, Equatable {
    /// Its name; it is installed beside this program.
    public var name: String
    /// Its verbs.
    public var verbs: [String]
    /// The advice if it is not installed, a sentence.
    public var advice: String

    /// The parameters as the properties of their names.
    public init(name: String, verbs: [String], advice: String) {
        self.name = name
        self.verbs = verbs
        self.advice = advice
    }

    /// Becomes the program; returns only if that fails.
    ///
    /// - Parameters:
    ///   - words: the command line without the name of the program, the verb first.
    ///   - executable: the path of this program.
    func run(_ words: [String], beside executable: String) -> OtherProgramError {
        let folder = URL(fileURLWithPath: executable).deletingLastPathComponent()
        let path = folder.appendingPathComponent(name).path
        guard access(path, X_OK) == 0 else {
            return .missing(name: name, verb: words.last(where: verbs.contains) ?? "", advice)
        }
        let arguments = ([name] + words).map { strdup(FileName.cString(of: $0)) } + [nil]
        execv(path, arguments)
        let reason = systemReason(errno)
        for case let argument? in arguments { free(argument) }
        return .cannotStart(path: path, reason: reason)
    }
}

/// An error of passing a verb on to another program.
public enum OtherProgramError: Error, Equatable, CustomStringConvertible {
    /// The program is not installed; with advice.
    case missing(name: String, verb: String, String)
    /// The system does not start it; with its reason.
    case cannotStart(path: String, reason: String)

    public var description: String {
        switch self {
        case .missing(let name, let verb, let advice):
            "The verb '\(verb)' belongs to '\(name)', which is not installed. \(advice)"
        case .cannotStart(let path, let reason): "'\(path)' cannot be started: \(reason)."
        }
    }
}
