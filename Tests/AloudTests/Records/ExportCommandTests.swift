import Foundation
import TestProgram
import TestSpeech
import TestTraits
import Testing

/// `aloud records export` and `import` by the real program.
@Suite("Export verb", .listening)
struct ExportCommandTests {
    private let folder: TemporaryFolder

    /// Records of one person and of nobody.
    init() throws {
        folder = try TemporaryFolder()
        let sample = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "../../Clinic/RecordTests/sample-records.jsonl").standardized
        let run = try records("import", sample.path)
        try #require(run.status == 0, "\(run.messages)")
        #expect(run.messages.contains("Added 3 tests"))
    }

    private func records(_ words: String...) throws -> AloudBinary.Run {
        try AloudBinary.run(
            ["records"] + words, variables: ["ALOUD_RECORDS": folder.url("records.db").path])
    }

    @Test(
        "A format with a single file goes to standard output",
        arguments: [
            ("csv", "test_id,", 4), ("csv-letters", "test_id,", 141), ("redcap", "record_id,", 4),
            ("redcap-dictionary", "Variable / Field Name,", 21), ("fhir", "{\"entry\":", 2),
            ("jsonl", "{", 5),
        ])
    func text(format: String, begin: String, lines: Int) throws {
        let run = try records("export", "--format", format)
        #expect(run.status == 0)
        #expect(run.output.hasPrefix(begin))
        // Each text of the sample with a line break adds a line to a table.
        let breaks = format == "csv" ? 2 : 0
        #expect(run.output.split { $0.isNewline }.count == lines + breaks)
        // Words for people go to standard error.
        #expect(run.messages.contains("Exported"))
    }

    @Test("A FHIR export leaves the PDFs out on request")
    func withoutPDF() throws {
        let run = try records("export", "--format", "fhir", "--no-pdf")
        #expect(run.status == 0 && run.output.contains("DiagnosticReport"))
        #expect(!run.output.contains("presentedForm"))
        // No note about Chromium: nobody asked for a PDF.
        #expect(!run.messages.contains("Chromium"))
        let other = try records("export", "--format", "csv", "--no-pdf")
        #expect(other.status == 64 && other.messages.contains("'--format fhir'"))
    }

    @Test("A signal ends an export with a clear line", arguments: [SIGTERM, SIGINT])
    func stopped(signal: Int32) throws {
        // More than a pipe holds, so that the export waits for its reader.
        let many = try many(200)
        #expect(try records("import", folder.file("many.jsonl")).status == 0)
        let export = try RunningAloud(
            ["records", "export"], variables: ["ALOUD_RECORDS": folder.file("records.db")])
        try export.wait(for: "{")
        export.signal(signal)
        _ = try export.message(after: "Stopping")
        let run = try export.end()
        #expect(run.status == 128 + signal)
        #expect(run.output.utf8.count < many.utf8.count)
        #expect(run.messages.contains("The export was stopped. The output is not complete."))
    }

    /// A file of copies of the sample with other identifiers, and its text.
    private func many(_ copies: Int) throws -> String {
        let sample = try records("export").output
        let text = (1_000..<1_000 + copies).map { number in
            sample.replacing("5f2c1d0e00", with: "5f2c1d\(number)")
        }.joined()
        try folder.write(text, to: "many.jsonl")
        return text
    }

    @Test("An import stopped by a signal resumes where it stopped")
    func stoppedImport() throws {
        let text = try many(100)
        let pipe = folder.file("pipe")
        try #require(mkfifo(pipe, 0o600) == 0)
        let stopped = try RunningAloud(
            ["records", "import", pipe], variables: ["ALOUD_RECORDS": folder.file("records.db")])
        // The pipe opens once the program reads it, and stays open: only the signal can end it.
        let writer = try #require(FileHandle(forWritingAtPath: pipe))
        try writer.write(contentsOf: Data(text.utf8.prefix(text.utf8.count / 2)))
        stopped.signal(SIGTERM)
        let run = try stopped.end()
        #expect(run.status == 128 + SIGTERM)
        #expect(run.messages.contains("The import was stopped after line"))
        let rest = try records("import", folder.file("many.jsonl"))
        #expect(rest.status == 0 && !rest.messages.contains("Added 0"), "\(rest.messages)")
        let again = try records("import", folder.file("many.jsonl"))
        #expect(again.messages.contains("Added 0"))
        #expect(try records("verify").status == 0)
    }

    @Test("An impossible test is refused with its line")
    func impossible() throws {
        let sample = try records("export").output.replacing("5f2c1d0e00", with: "5f2c1d0999")
        for (key, wrong, words) in [
            ("\"began\":\"2026", "\"began\":\"3026", "began in the future"),
            ("\"ended\":\"2026", "\"ended\":\"1926", "ended before it began"),
            ("\"logMAR\":0", "\"logMAR\":-5", "is impossible"),
        ] {
            #expect(sample.contains(key))
            try folder.write(sample.replacing(key, with: wrong), to: "wrong.jsonl")
            let run = try records("import", folder.file("wrong.jsonl"))
            #expect(run.status == 1 && run.messages.contains(words), "\(key): \(run.messages)")
        }
    }

    @Test("DICOM and PDF become files in a folder, without patient data in their names")
    func folders() throws {
        for (format, head, count) in [("dicom", "DICM", 1), ("pdf", "%PDF", 2)] {
            let out = folder.url(format)
            let run = try records("export", "--format", format, "--output", out.path)
            #expect(run.status == 0, "\(run.messages)")
            let files = try FileManager.default.contentsOfDirectory(
                at: out, includingPropertiesForKeys: nil)
            #expect(files.count == count)
            for file in files {
                let bytes = try Data(contentsOf: file)
                let start = format == "dicom" ? bytes.dropFirst(128).prefix(4) : bytes.prefix(4)
                #expect(String(decoding: start, as: UTF8.self) == head)
                #expect(file.lastPathComponent.hasPrefix("acuity-01932c07"))
            }
            if format == "dicom" { #expect(run.messages.contains("Left out test")) }
        }
    }

    @Test("A format of several files requires a folder; an unknown format is named")
    func misuse() throws {
        let folderless = try records("export", "--format", "pdf")
        #expect(folderless.status == 64)
        #expect(folderless.messages.contains("--output FOLDER"))
        let unknown = try records("export", "--format", "xls")
        #expect(unknown.status == 64)
        #expect(unknown.messages.contains("xls"))
        let useless = try records("list", "--format", "csv")
        #expect(useless.status == 64)
        #expect(useless.messages.contains("has no effect"))
    }

    @Test("Without the program that makes DICOM files, the message names its package")
    func missing() throws {
        let run = try AloudBinary.run(
            ["records", "export", "--format", "dicom", "--output", folder.url("d").path],
            variables: [
                "ALOUD_RECORDS": folder.url("records.db").path, "PATH": folder.url("").path,
            ])
        #expect(run.status == 1)
        #expect(run.messages.contains("apt install dcmtk"))
    }

    @Test("A full disk is reported with the path of the file", arguments: ["dicom", "pdf"])
    func fullDisk(format: String) throws {
        let whole = folder.url("whole").path
        #expect(try records("export", "--format", format, "--output", whole).status == 0)
        let name = try #require(FileManager.default.contentsOfDirectory(atPath: whole).min())
        let full = folder.url("full")
        try FileManager.default.createDirectory(at: full, withIntermediateDirectories: false)
        try FileManager.default.createSymbolicLink(
            atPath: full.appending(path: name).path, withDestinationPath: "/dev/full")
        let run = try records("export", "--format", format, "--output", full.path)
        #expect(run.status == 1)
        #expect(run.messages.contains("Cannot write the export to '\(full.path)/\(name)'"))
        #expect(run.messages.contains("No space left on device"))
        #expect(!run.messages.contains("Domain"))
    }
}
