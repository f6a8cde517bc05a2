internal import Foundation

/// The folder of grammars and dictionaries, and how it was found.
public struct ResourceFolder: Sendable, Equatable {
    /// The folder's absolute path.
    public let path: String

    /// The option that names the folder.
    public static let option = Option<String?>(
        "grammars", .folder,
        help: "The folder of grammars and dictionaries, in place of the one that is found.")

    /// The environment variable that names the folder.
    public static let variable = "ALOUD_GRAMMARS"

    /// Finds the folder: the one that is named by the option, else by `ALOUD_GRAMMARS`, else
    /// `../share/aloud/grammars` beside the executable, else `grammars` in the first folder above
    /// the executable that holds a `Package.swift` too: the program was built there.
    ///
    /// A folder that is named but not there is an error, not a reason to look elsewhere.
    ///
    /// - Parameters:
    ///   - named: the value of the option; nil if it was not given.
    ///   - variables: the environment variables.
    ///   - executable: the path of the running program, links resolved.
    public static func find(
        named: String?, variables: [String: String], executable: String
    ) throws(ResourceFolderError) -> ResourceFolder {
        if let named { return try folder(named, source: "--\(option.name)") }
        if let named = variables[variable], !named.isEmpty {
            return try folder(named, source: variable)
        }
        let search = search(for: "grammars", executable: executable)
        guard let found = search.found else { throw .notFound(tried: search.tried) }
        return found
    }

    /// Looks for a folder that comes with the program: `../share/aloud/<name>` beside the
    /// executable, else `<name>` in the first folder above it that holds a `Package.swift` too.
    static func search(
        for name: String, executable: String
    ) -> (found: ResourceFolder?, tried: [String]) {
        let start = URL(fileURLWithPath: executable).standardizedFileURL
            .deletingLastPathComponent()
        let installed = start.deletingLastPathComponent()
            .appendingPathComponent("share/aloud/\(name)").path
        if isFolder(installed) { return (ResourceFolder(path: installed), []) }
        var above = start
        while above.path != "/" {
            above = above.deletingLastPathComponent()
            let package = above.appendingPathComponent("Package.swift").path
            let folder = above.appendingPathComponent(name).path
            if FileManager.default.fileExists(atPath: package), isFolder(folder) {
                return (ResourceFolder(path: folder), [])
            }
        }
        let built = "'\(name)' beside a Package.swift in any folder above \(start.path)"
        return (nil, [installed, built])
    }

    /// The path of a file in the folder, whether it is there or not.
    public func file(_ name: String) -> String { path + "/" + name }

    static func folder(
        _ path: String, source: String
    ) throws(ResourceFolderError) -> ResourceFolder {
        guard isFolder(path) else { throw .notAFolder(path: path, source: source) }
        return ResourceFolder(path: URL(fileURLWithPath: path).standardizedFileURL.path)
    }

    private static func isFolder(_ path: String) -> Bool {
        var isDirectory: ObjCBool = false
        return FileManager.default.fileExists(atPath: path, isDirectory: &isDirectory)
            && isDirectory.boolValue
    }
}

/// Why there is no folder of grammars.
public enum ResourceFolderError: Error, Equatable, CustomStringConvertible {
    /// The folder that was named, by an option or a variable, is not there or is a file.
    case notAFolder(path: String, source: String)
    /// None was named, and none was found in the places that were looked at.
    case notFound(tried: [String])

    public var description: String {
        switch self {
        case .notAFolder(let path, let source):
            "'\(path)', given by \(source), is not a folder; name the folder 'grammars' that"
                + " comes with the program."
        case .notFound(let tried):
            "The folder of grammars was not found. Looked for:\n"
                + tried.map { "  - \($0)\n" }.joined()
                + "Name it with '--\(ResourceFolder.option.name) <folder>' or in"
                + " \(ResourceFolder.variable), or run the program from where it was built."
        }
    }
}

extension CommandEnvironment {
    /// The folder of grammars; see `ResourceFolder.find`.
    ///
    /// - Parameter named: the value of `ResourceFolder.option`.
    public func grammars(named: String?) throws(ResourceFolderError) -> ResourceFolder {
        try ResourceFolder.find(named: named, variables: variables, executable: executable)
    }
}
