internal import CommandLineKit
internal import PhoneticMapping

/// Reads what the phonetic mapper works by: rulings, confusions, and the CMU dictionary.
struct MappingCheck {
    let folder: ResourceFolder
    /// The path of the CMU dictionary.
    let dictionary: String

    func findings() -> [Finding] {
        let rulings = folder.file(Rulings.fileName)
        let confusions = folder.file(PhoneConfusions.fileName)
        return [
            finding("rulings", rulings) { () throws(MappingFileError) in
                _ = try Rulings(path: rulings)
            },
            finding("phone confusions", confusions) { () throws(MappingFileError) in
                _ = try PhoneConfusions(path: confusions)
            },
            finding("CMU dictionary", dictionary) { () throws(MappingFileError) in
                _ = try CMUDictionary(path: dictionary)
            },
        ]
    }

    private func finding(
        _ check: String, _ path: String, reading: () throws(MappingFileError) -> Void
    ) -> Finding {
        do {
            try reading()
            return .ok(check, path)
        } catch {
            return .error(check, error.description)
        }
    }
}
