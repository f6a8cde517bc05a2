/// The folder of models that come with the program: weights of nets.
public enum ModelFolder {
    /// The environment variable that names the folder.
    public static let variable = "ALOUD_MODELS"

    /// Finds the folder: the one that `ALOUD_MODELS` names, else `../share/aloud/models` beside
    /// the executable, else `models` in the folder that the program was built in, as for grammars.
    ///
    /// - Parameters:
    ///   - variables: the environment variables.
    ///   - executable: the path of the running program, links resolved.
    public static func find(
        variables: [String: String], executable: String
    ) throws(ModelFolderError) -> ResourceFolder {
        if let named = variables[variable], !named.isEmpty {
            guard let folder = try? ResourceFolder.folder(named, source: variable) else {
                throw .notAFolder(path: named)
            }
            return folder
        }
        let search = ResourceFolder.search(for: "models", executable: executable)
        guard let found = search.found else { throw .notFound(tried: search.tried) }
        return found
    }
}

/// Why there is no folder of models.
public enum ModelFolderError: Error, Equatable, CustomStringConvertible {
    /// The folder that `ALOUD_MODELS` names is not there or is a file.
    case notAFolder(path: String)
    /// None was named, and none was found in the places that were looked at.
    case notFound(tried: [String])

    public var description: String {
        switch self {
        case .notAFolder(let path):
            "'\(path)', given by \(ModelFolder.variable), is not a folder; name the folder"
                + " 'models' that comes with the program."
        case .notFound(let tried):
            "The folder of models was not found. Looked for:\n"
                + tried.map { "  - \($0)\n" }.joined()
                + "Name it in \(ModelFolder.variable), or run the program from where it was"
                + " built."
        }
    }
}

extension CommandEnvironment {
    /// The folder of models; see `ModelFolder.find`.
    public func models() throws(ModelFolderError) -> ResourceFolder {
        try ModelFolder.find(variables: variables, executable: executable)
    }
}
