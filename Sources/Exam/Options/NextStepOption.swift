package import CommandLineKit
package import RecordStore

/// The option about the sentences on the next step after a test.
package enum NextStepOption {
    package static let file = Option<String?>(
        "next-steps", .file,
        help: "The file with the sentences about the next step after a test; 'aloud config"
            + " next-steps' prints Aloud's own, which are the default.")

    /// The table of a command line.
    ///
    /// - Throws: `NextStepFault`.
    package static func table(_ arguments: ParsedArguments) throws -> NextStepTable {
        try NextStepTable(at: try arguments[file])
    }
}
