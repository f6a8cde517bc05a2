internal import CEmbeddedFiles

/// A list of files that are embedded in the program.
package struct EmbeddedFiles: Sendable {
    /// The bytes of each file, by its name.
    package let bytes: [String: [UInt8]]

    /// The bytes of a file that is in the list.
    package subscript(_ name: String) -> [UInt8] {
        guard let found = bytes[name] else {
            preconditionFailure("'\(name)' is not in the list of Sources/C/CEmbeddedFiles")
        }
        return found
    }

    /// The files of the pages of a test.
    package static let testPages = EmbeddedFiles(aloud_test_pages())
    /// The files of the pages of records and accounts.
    package static let clinicPages = EmbeddedFiles(aloud_clinic_pages())
    /// The files of the page on which people judge recordings.
    package static let judgingPage = EmbeddedFiles(aloud_judging_page())
    /// Lists of words and sentences.
    package static let lists = EmbeddedFiles(aloud_lists())

    private init(_ files: aloud_files) {
        // Names and bytes are constants of the program.
        let entries = UnsafeBufferPointer(start: files.first, count: files.count)
        bytes = Dictionary(
            uniqueKeysWithValues: entries.map { file in
                let content = UnsafeBufferPointer(start: file.bytes, count: file.count)
                return (String(cString: file.name), Array(content))
            })
    }
}
