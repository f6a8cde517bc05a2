internal import CommandLineKit
internal import Exam
internal import Foundation
internal import Platform
internal import RecordExports
internal import RecordStore

/// Writes tests in a format other than JSON Lines.
struct FormattedExport {
    let format: ExportFormat
    let query: TestQuery
    let opened: OpenRecords
    /// The sentences about the next step, for reports.
    let nextSteps: NextStepTable
    /// Whether bundles of FHIR have their report as a PDF.
    let hasPDF: Bool
    let environment: CommandEnvironment

    /// - Throws: `ExportStopped` after a signal.
    func goOn(_ written: ExportStopped.Written) throws {
        if environment.stop.isRequested { throw ExportStopped(written: written) }
    }

    /// Writes a format that consists of lines, however many there are; nil for any other format.
    var writer: (((String) throws -> Void) throws -> Int)? {
        let table: TableExport
        switch format {
        case .csv: table = .tests
        case .csvLetters: table = .letters
        case .redcap: table = .redcap
        case .jsonl: return { try opened.readers.export(query, complete: true, $0) }
        default: return nil
        }
        return { write in try table.write(query, of: opened.readers, write) }
    }

    /// The text of a format that is one file, and the number of its tests.
    func text() throws -> (text: String, count: Int) {
        switch format {
        case .redcapDictionary: return (REDCapTable.dictionary.text, 0)
        case .fhir:
            let tests = try tests()
            let head = try opened.readers.head()
            let isPrinted = hasPDF && FileProgram.pdf.isThere
            let bundles = try FHIRBundle.bundles(tests).map { bundle in
                try goOn(.nothing)
                guard isPrinted else { return bundle }
                return try bundle.withPage(head: "\(head.digest) (entry \(head.number))")
            }
            try goOn(.nothing)
            if hasPDF && !isPrinted {
                environment.say(
                    "Note: The bundles have no PDF of the report: Chromium is not installed.")
            }
            return (bundles.map { $0.jsonText + "\n" }.joined(), tests.count)
        default: preconditionFailure("written line by line, or several files")
        }
    }

    /// Writes the files of a format that consists of several, and returns the number of files.
    ///
    /// - Parameter folder: made if it is missing.
    func files(in folder: String) throws -> Int {
        let folder = URL(filePath: folder)
        do {
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        } catch {
            throw ResultFileError(path: folder.path, content: "the export", reason: .noFolder)
        }
        func write(_ bytes: Data, to name: String) throws {
            try ResultFile(folder.appending(path: name).path, for: "the export").write(bytes)
        }
        let tests = try tests()
        switch format {
        case .dicom:
            let (objects, leftOut) = AcuityObject.objects(tests)
            for left in leftOut {
                environment.say("Left out test \(left.test): \(left.reason.rawValue).")
            }
            for (count, object) in objects.enumerated() {
                try goOn(.files(count))
                try write(FileProgram.dicom.made(from: object.dump), to: object.fileName)
            }
            return objects.count
        case .pdf:
            let head = try opened.readers.head()
            let pages = SittingPage.pages(tests, head: "\(head.digest) (entry \(head.number))")
            for (count, page) in pages.enumerated() {
                try goOn(.files(count))
                try write(FileProgram.pdf.made(from: page.html), to: page.fileName)
            }
            return pages.count
        case .flac:
            var count = 0
            for test in tests {
                try goOn(.files(count))
                guard let sound = try opened.readers.sound(of: test.test.id) else { continue }
                try write(Data(sound), to: "sound-\(test.test.id).flac")
                count += 1
            }
            return count
        default: preconditionFailure("one file")
        }
    }

    private func tests() throws -> [ExportedTest] {
        var reader = ExportReader(opened.readers, nextSteps: nextSteps)
        var found: [ExportedTest] = []
        try reader.eachTest(query) {
            try goOn(.nothing)
            found.append($0)
        }
        return found
    }
}
