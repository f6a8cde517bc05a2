import Foundation
import TestProgram
import TestSpeech
import Testing

@testable import CommandLineKit
@testable import Exam
@testable import aloud

@Suite("Finding the folders of grammars and models", .timeLimit(.minutes(1)))
struct ResourceFolderTests {
    private let folder: TemporaryFolder
    private let root: URL

    init() throws {
        folder = try TemporaryFolder()
        root = URL(fileURLWithPath: folder.path).standardizedFileURL
    }

    /// Makes folders, and files where the path has a dot; gives what `body` gives.
    private func with<R>(_ paths: String..., body: () throws -> R) throws -> R {
        for path in paths {
            let url = root.appendingPathComponent(path)
            let isFile = url.lastPathComponent.contains(".")
            try FileManager.default.createDirectory(
                at: isFile ? url.deletingLastPathComponent() : url,
                withIntermediateDirectories: true)
            if isFile { try Data().write(to: url) }
        }
        return try body()
    }

    private func find(
        _ kind: ResourceFolder.Kind = .grammars, named: String? = nil,
        variables: [String: String] = [:], executable: String
    ) throws(ResourceFolderError) -> String {
        try ResourceFolder.find(
            kind, named: named, variables: variables, executable: root.path + "/" + executable
        ).path
    }

    @Test("Installed: next to the executable")
    func installed() throws {
        let path = try with("usr/share/aloud/grammars", "Package.swift", "grammars") {
            try find(executable: "usr/bin/aloud")
        }
        #expect(path == root.path + "/usr/share/aloud/grammars")
    }

    @Test("A build uses the checkout above it, past folders that look like one")
    func built() throws {
        let path = try with(
            "co/Package.swift", "co/grammars", "co/.build/grammars", "co/.build/x/Package.swift"
        ) {
            try find(executable: "co/.build/x/release/aloud")
        }
        #expect(path == root.path + "/co/grammars")
    }

    @Test("A named folder precedes a found one, the option precedes the variable")
    func named() throws {
        try with("one", "two", "share/aloud/grammars") { () throws in
            let variables = ["ALOUD_GRAMMARS": root.path + "/two/"]
            let option = root.path + "/one"
            #expect(
                try find(named: option, variables: variables, executable: "bin/aloud") == option)
            #expect(
                try find(variables: variables, executable: "bin/aloud") == root.path + "/two")
            #expect(
                try find(variables: ["ALOUD_GRAMMARS": ""], executable: "bin/aloud")
                    == root.path + "/share/aloud/grammars")
        }
    }

    @Test("A named folder that is wrong is an error with the source of its name")
    func namedInVain() throws {
        try with("a.file", "share/aloud/grammars") {
            let path = root.path + "/a.file"
            #expect(
                throws: ResourceFolderError.notAFolder(.grammars, path: path, source: "--grammars")
            ) {
                try find(named: path, executable: "bin/aloud")
            }
            for kind in [ResourceFolder.Kind.grammars, .models] {
                let source = "ALOUD_\(kind)".uppercased()
                #expect(
                    throws: ResourceFolderError.notAFolder(kind, path: path, source: source)
                ) {
                    try find(kind, variables: [source: path], executable: "bin/aloud")
                }
            }
        }
    }

    @Test("If no folder is found, the error names every place and the remedy")
    func notFound() throws {
        try with("bin/x.y", "share/aloud/grammars.txt") {
            let error = try #require(throws: ResourceFolderError.self) {
                try find(executable: "bin/aloud")
            }
            #expect(
                error.description == """
                    The folder of grammars was not found. Aloud looked for:
                      - \(root.path)/share/aloud/grammars
                      - 'grammars' next to a Package.swift in any folder above \(root.path)/bin
                    Name it with '--grammars <folder>' or in ALOUD_GRAMMARS, or run the program \
                    from where it was built.
                    """)
        }
    }

    @Test("Models are found next to the grammars, unless a variable names their folder")
    func models() throws {
        try with("co/models", "co/Package.swift", "usr/share/aloud/models", "own") { () throws in
            #expect(
                try find(.models, executable: "co/.build/release/aloud")
                    == root.path + "/co/models")
            #expect(
                try find(.models, executable: "usr/bin/aloud")
                    == root.path + "/usr/share/aloud/models")
            let own = ["ALOUD_MODELS": root.path + "/own"]
            #expect(
                try find(.models, variables: own, executable: "usr/bin/aloud")
                    == root.path + "/own")
            let error = try #require(throws: ResourceFolderError.self) {
                try find(.models, executable: "nowhere/bin/aloud")
            }
            #expect(error.description.contains("/nowhere/share/aloud/models"))
            #expect(
                error.description.contains("Name it with '--model <folder>' or in ALOUD_MODELS"))
        }
    }

    @Test("If both folders are missing, one error names both, line by line")
    func bothMissing() throws {
        let console = Console(
            output: MemoryOutput(), messages: MemoryOutput(), input: MemoryInput(""),
            variables: ["ALOUD_MODELS": "/no/models"], executable: root.path + "/bin/aloud")
        let error = try #require(throws: MissingFolders.self) {
            try console.folders(grammars: "/no/grammars", models: nil)
        }
        #expect(
            error.lines == [
                "'/no/grammars', given by --grammars, is not a folder; name the folder 'grammars'"
                    + " that comes with the program.",
                "'/no/models', given by ALOUD_MODELS, is not a folder; name the folder 'models' that"
                    + " comes with the program.",
            ])
        let one = try with("share/aloud/grammars") {
            try #require(throws: MissingFolders.self) {
                try console.folders(grammars: nil, models: nil)
            }
        }
        #expect(one.errors.count == 1)
    }

    @Test("The program prints each missing folder on its own line, with exit status 1")
    func program() throws {
        let run = try AloudBinary.run(
            ["transcribe", "x.wav"],
            variables: ["ALOUD_GRAMMARS": "/no/grammars", "ALOUD_MODELS": "/no/models"])
        #expect(run.status == 1)
        let lines = run.messages.split(separator: "\n")
        #expect(lines.count == 2)
        #expect(lines.first?.hasPrefix("Error: '/no/grammars', given by ALOUD_GRAMMARS") == true)
        #expect(lines.last?.hasPrefix("'/no/models', given by ALOUD_MODELS") == true)
    }

    @Test("A file in the folder")
    func file() throws {
        let folder = try with("g") {
            try ResourceFolder.find(
                .grammars, named: root.path + "/g", variables: [:], executable: "")
        }
        #expect(folder.file("letters.gram") == root.path + "/g/letters.gram")
    }
}
