import AloudCommands
import Foundation
import Testing

@Suite("Finding the folder of models")
struct ModelFolderTests {
    @Test("Beside the grammars, whether built or installed; the variable goes first")
    func found() throws {
        let root = FileManager.default.temporaryDirectory
            .appendingPathComponent("aloud-\(UUID().uuidString)").standardizedFileURL
        defer { try? FileManager.default.removeItem(at: root) }
        for path in ["co/models", "usr/share/aloud/models", "own"] {
            try FileManager.default.createDirectory(
                at: root.appendingPathComponent(path), withIntermediateDirectories: true)
        }
        try Data().write(to: root.appendingPathComponent("co/Package.swift"))
        func find(_ executable: String, _ variables: [String: String] = [:]) throws -> String {
            try ModelFolder.find(
                variables: variables, executable: root.path + "/" + executable
            ).path
        }
        #expect(try find("co/.build/release/aloud") == root.path + "/co/models")
        #expect(try find("usr/bin/aloud") == root.path + "/usr/share/aloud/models")
        let own = ["ALOUD_MODELS": root.path + "/own"]
        #expect(try find("usr/bin/aloud", own) == root.path + "/own")
    }

    @Test("A folder that is not there is an error that names the way out")
    func absent() {
        let named = #expect(throws: ModelFolderError.self) {
            try ModelFolder.find(
                variables: ["ALOUD_MODELS": "/nowhere"], executable: "/usr/bin/aloud")
        }
        #expect(named?.description.contains("'/nowhere', given by ALOUD_MODELS") == true)
        let found = #expect(throws: ModelFolderError.self) {
            try ModelFolder.find(variables: [:], executable: "/nowhere/bin/aloud")
        }
        #expect(found?.description.contains("/nowhere/share/aloud/models") == true)
    }
}
