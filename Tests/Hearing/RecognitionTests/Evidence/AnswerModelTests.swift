import Foundation
import TestTraits
import Testing

@testable import Recognition

@Suite("Weights of the answer model", .listening)
struct AnswerModelTests {
    /// A file with this text, which is removed after `body`.
    private func reading<Result>(
        _ text: String, _ body: (String) throws -> Result
    ) throws -> Result {
        let url = FileManager.default.temporaryDirectory
            .appending(path: "aloud-answers-\(UUID().uuidString).json")
        try Data(text.utf8).write(to: url)
        defer { try? FileManager.default.removeItem(at: url) }
        return try body(url.path())
    }

    private func text(
        version: String = "2", presence: String = #"{"letter":1,"bias":-0.5}"#,
        sharpness: String = "0.5", operating: String = "[]"
    ) -> String {
        #"{"version":\#(version),"source":"a test","presence":\#(presence),"word":{"rival":1},"phrase":{"fit":1},"#
            + #""sharpness":\#(sharpness),"operating":\#(operating)}"#
    }

    @Test("weights are read from a file")
    func read() throws {
        let model = try reading(text()) { try AnswerModel(contentsOf: $0) }
        #expect(model.presence == ["letter": 1, "bias": -0.5] && model.sharpness == 0.5)
    }

    @Test("a missing or invalid file is named")
    func damaged() throws {
        #expect(throws: AnswerModelError.unreadable(path: "/nowhere.json")) {
            try AnswerModel(contentsOf: "/nowhere.json")
        }
        for text in [
            "", "nonsense", "{}", text(sharpness: "0"),
            text(sharpness: "-1"), text(presence: #"{"letter":"x"}"#),
            text(presence: #"{"letter":1e999}"#), String(text().dropLast(20)),
        ] {
            try reading(text) { file in
                let error = #expect(throws: AnswerModelError.self, "\(text)") {
                    try AnswerModel(contentsOf: file)
                }
                #expect(error == .damaged(path: file))
                let told = error?.description ?? ""
                #expect(told.contains("'\(file)' is damaged"))
            }
        }
        for version in [1, 3] {
            try reading(text(version: "\(version)")) { file in
                _ = #expect(throws: AnswerModelError.otherVersion(path: file, version: version)) {
                    try AnswerModel(contentsOf: file)
                }
            }
        }
    }

    @Test(
        "weights give the threshold for letters: at, between and beyond the counts",
        arguments: [
            (0.01, 0.9), (0.02, 0.8), (0.03, 0.7), (0.05, 0.5), (0.001, 0.9), (0.5, 0.5),
        ])
    func accept(share: Double, accept: Double) throws {
        let points = [(0.5, 0.05), (0.9, 0.01), (0.7, 0.03)].map {
            #"{"accept":\#($0),"wrong":\#($1)}"#
        }
        let model = try reading(text(operating: "[\(points.joined(separator: ","))]")) {
            try AnswerModel(contentsOf: $0)
        }
        #expect(abs(try #require(model.accept(wrongAtMost: share)) - accept) < 1e-9)
        #expect(AnswerModel().accept(wrongAtMost: share) == nil)
    }

    @Test("weights give a probability even if evidence is missing")
    func probability() {
        let weights = ["letter": 2.0, "bias": -1]
        #expect(abs(AnswerModel.probability(["letter": 0.5], weights) - 0.5) < 1e-12)
        #expect(abs(AnswerModel.probability([:], weights) - 1 / (1 + exp(1))) < 1e-12)
        #expect(AnswerModel.probability(["letter": 5, "unheard of": 99], weights) > 0.99)
    }
}
