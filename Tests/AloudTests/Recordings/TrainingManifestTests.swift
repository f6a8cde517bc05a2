import Foundation
import Testing

@Suite struct TrainingManifestTests {
    private static let python = "/usr/bin/python3"

    @Test(
        "the programs of the training tell what is wrong with a manifest",
        .enabled(if: FileManager.default.isExecutableFile(atPath: python)))
    func programs() throws {
        let tests = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "../../../training/test_manifests.py").standardizedFileURL
        let process = Process()
        process.executableURL = URL(fileURLWithPath: Self.python)
        // Nothing is written beside the sources.
        process.arguments = ["-B", tests.path()]
        let told = Pipe()
        process.standardError = told
        try process.run()
        let output = try told.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        #expect(process.terminationStatus == 0, "\(String(decoding: output, as: UTF8.self))")
    }
}
