import Foundation
import TestSpeech
import Testing

@testable import CommandLineKit

@Suite(.timeLimit(.minutes(1))) struct ResultFileTests {
    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func text(_ path: String) throws -> String {
        try String(contentsOfFile: path, encoding: .utf8)
    }

    /// An open reader gets the old result to its end, and no temporary file remains.
    @Test("a result replaces the old one completely")
    func aResultTakesThePlaceOfTheOldOneWhole() throws {
        let path = try folder.write(Array("old".utf8), to: "result")
        try FileManager.default.setAttributes([.posixPermissions: 0o640], ofItemAtPath: path)
        let old = try #require(FileHandle(forReadingAtPath: path))
        try ResultFile(path, for: "the result").write("new")
        #expect(try text(path) == "new")
        #expect(try old.readToEnd() == Data("old".utf8))
        let rights = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions]
        #expect(rights as? Int == 0o640)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["result"])
    }

    @Test("a file with two names keeps both") func aFileWithTwoNamesKeepsThem() throws {
        let path = try folder.write(Array("the old".utf8), to: "result")
        let other = folder.file("other")
        try FileManager.default.linkItem(atPath: path, toPath: other)
        try ResultFile(path, for: "the result").write("new")
        #expect(try text(path) == "new" && text(other) == "new")
    }

    @Test("a link stays a link") func aLinkStaysOne() throws {
        let path = folder.file("link")
        let target = folder.file("target")
        try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: target)
        for word in ["first", "second"] {
            try ResultFile(path, for: "the result").write(word)
            #expect(try text(target) == word)
        }
        let destination = try FileManager.default.destinationOfSymbolicLink(atPath: path)
        #expect(destination == target)
    }

    /// One that is not there has no number yet, and the trial leaves nothing.
    @Test("paths of one missing file are equal") func twoNamesOfAnAbsentFileAreOne() throws {
        let target = folder.file("none")
        let links = [("link", "none"), ("whole", target), ("second", "link")]
        for (name, destination) in links {
            try FileManager.default.createSymbolicLink(
                atPath: folder.file(name), withDestinationPath: destination)
        }
        try FileManager.default.createSymbolicLink(
            atPath: folder.file("round"), withDestinationPath: ".")
        let used: Set = [FileIdentity(target)]
        for name in ["none", "link", "whole", "second", "round/none", "round/second"] {
            #expect(throws: ResultFileError.self, "\(name)") {
                try ResultFile(folder.file(name), for: "the result", sparing: used)
            }
            _ = try ResultFile(folder.file(name), for: "the result")
            #expect(!FileManager.default.fileExists(atPath: target))
        }
        _ = try ResultFile(folder.file("other"), for: "the result", sparing: used)
        let left = try FileManager.default.contentsOfDirectory(atPath: folder.path)
        #expect(Set(left) == ["link", "whole", "second", "round"])
    }

    @Test("an impossible path is refused") func whatCannotBeMadeIsRefused() throws {
        for name in ["folder/", "no/file", ""] {
            let path = name.isEmpty ? "" : folder.file(name)
            #expect(throws: ResultFileError.self, "\(name)") {
                try ResultFile(path, for: "the result")
            }
        }
    }
}
