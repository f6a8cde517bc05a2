internal import Foundation

/// A folder of files that come with the program, and how it was found.
package struct ResourceFolder: Sendable, Equatable {
    /// The kind of files.
    package enum Kind: String, Sendable {
        /// Grammars and dictionaries.
        case grammars
        /// The models of hearing.
        case models

        /// The environment variable that names the folder.
        package var variable: String { "ALOUD_" + rawValue.uppercased() }

        /// The name of the option that names the folder.
        package var option: String {
            switch self {
            case .grammars: "grammars"
            case .models: "model"
            }
        }

        /// The kind whose folder an option names; nil if the option names none.
        init?(option: String) {
            guard let kind = [Kind.grammars, .models].first(where: { $0.option == option }) else {
                return nil
            }
            self = kind
        }

        /// The ways for a user to name the folder.
        fileprivate var naming: String { "with '--\(option) <folder>' or in \(variable)" }
    }

    /// The folder's absolute path.
    package let path: String

    /// Finds the folder: the one that is named by an option, else by `ALOUD_GRAMMARS` or
    /// `ALOUD_MODELS`, else `../share/aloud/<kind>` next to the executable, else `<kind>` in the
    /// first folder above the executable that holds a `Package.swift` too: the program was built
    /// there.
    ///
    /// If a folder is named but does not exist, that is an error; no other place is searched.
    ///
    /// - Parameters:
    ///   - named: the value of the option; nil if it was not given, or there is none.
    ///   - variables: the environment variables.
    ///   - executable: the path of the running program, links resolved.
    package static func find(
        _ kind: Kind, named: String? = nil, variables: [String: String], executable: String
    ) throws(ResourceFolderError) -> ResourceFolder {
        if let named { return try folder(named, kind, source: "--\(kind.option)") }
        if let named = variables[kind.variable], !named.isEmpty {
            return try folder(named, kind, source: kind.variable)
        }
        let search = search(for: kind.rawValue, executable: executable)
        guard let found = search.found else { throw .notFound(kind, tried: search.tried) }
        return found
    }

    private static func search(
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
        let built = "'\(name)' next to a Package.swift in any folder above \(start.path)"
        return (nil, [installed, built])
    }

    /// The path of a file in the folder, even if the file does not exist.
    package func file(_ name: String) -> String { path + "/" + name }

    /// A folder in this folder, even if it does not exist.
    package func folder(_ name: String) -> ResourceFolder { ResourceFolder(path: file(name)) }

    /// The folder that it is in.
    package var parent: ResourceFolder {
        ResourceFolder(path: URL(fileURLWithPath: path).deletingLastPathComponent().path)
    }

    private static func folder(
        _ path: String, _ kind: Kind, source: String
    ) throws(ResourceFolderError) -> ResourceFolder {
        guard isFolder(path) else { throw .notAFolder(kind, path: path, source: source) }
        return ResourceFolder(path: URL(fileURLWithPath: path).standardizedFileURL.path)
    }

    private static func isFolder(_ path: String) -> Bool {
        var isDirectory: ObjCBool = false
        return FileManager.default.fileExists(atPath: path, isDirectory: &isDirectory)
            && isDirectory.boolValue
    }
}

/// An error of finding a folder.
package enum ResourceFolderError: ErrorOfSeveralLines, Equatable, CustomStringConvertible {
    /// The folder that an option or a variable names does not exist, or is a file.
    case notAFolder(ResourceFolder.Kind, path: String, source: String)
    /// No folder was named, and none was found in the places that were searched.
    case notFound(ResourceFolder.Kind, tried: [String])

    package var lines: [String] {
        switch self {
        case .notAFolder(let kind, let path, let source):
            [
                "'\(path)', given by \(source), is not a folder; name the folder"
                    + " '\(kind.rawValue)' that comes with the program."
            ]
        case .notFound(let kind, let tried):
            ["The folder of \(kind.rawValue) was not found. Aloud looked for:"]
                + tried.map { "  - \($0)" }
                + ["Name it \(kind.naming), or run the program from where it was built."]
        }
    }

    package var description: String { lines.joined(separator: "\n") }
}

/// The folders that come with the program and cannot be found, all at once.
package struct MissingFolders: ErrorOfSeveralLines, Equatable, CustomStringConvertible {
    /// The error for each of them.
    package let errors: [ResourceFolderError]

    package var lines: [String] { errors.flatMap(\.lines) }

    package var description: String { lines.joined(separator: "\n") }
}

extension Console {
    /// The folder of grammars; see `ResourceFolder.find`.
    ///
    /// - Parameter named: the value of the option `--grammars`.
    package func grammars(named: String?) throws(ResourceFolderError) -> ResourceFolder {
        try ResourceFolder.find(
            .grammars, named: named, variables: variables, executable: executable)
    }

    /// The folder of models; see `ResourceFolder.find`.
    ///
    /// - Parameter named: the value of the option `--model`.
    package func models(named: String? = nil) throws(ResourceFolderError) -> ResourceFolder {
        try ResourceFolder.find(
            .models, named: named, variables: variables, executable: executable)
    }

    /// The folders of grammars and of models.
    ///
    /// - Throws: `MissingFolders`, which names both if both are missing.
    package func folders(
        grammars: String?, models: String?
    ) throws(MissingFolders) -> (grammars: ResourceFolder, models: ResourceFolder) {
        var errors: [ResourceFolderError] = []
        func found(_ find: () throws(ResourceFolderError) -> ResourceFolder) -> ResourceFolder? {
            do throws(ResourceFolderError) { return try find() } catch {
                errors.append(error)
                return nil
            }
        }
        let both = (
            found { () throws(ResourceFolderError) in try self.grammars(named: grammars) },
            found { () throws(ResourceFolderError) in try self.models(named: models) }
        )
        guard let grammars = both.0, let models = both.1 else {
            throw MissingFolders(errors: errors)
        }
        return (grammars, models)
    }
}

/// A file of the folder of grammars that is missing or that this user may not read.
package struct UnreadableResource: Error, Equatable, CustomStringConvertible {
    package var path: String

    /// Sets each property from the parameter of its name.
    package init(path: String) {
        self.path = path
    }

    package var description: String {
        "'\(path)' cannot be read. Restore it from where Aloud came from, or name another folder"
            + " with '--\(ResourceFolder.Kind.grammars.option) <folder>'."
    }
}
