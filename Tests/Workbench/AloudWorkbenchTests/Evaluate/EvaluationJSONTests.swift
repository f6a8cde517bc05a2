import Foundation
import Records
import TestTraits
import Testing

@testable import Evaluation
@testable import Recognition

@Suite(.listening) struct EvaluationJSONTests {
    private func curve(_ rows: [HeardRow]) throws -> [[String: Any]] {
        let json = Evaluation(rows, unread: 0, thresholds: AcceptanceThresholds()).jsonText
        let object = try JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: Any]
        return try #require(object?["curve"] as? [[String: Any]])
    }

    @Test("every threshold has the answers without a letter, and the requests to repeat")
    func thresholds() throws {
        var noise = HeardRow.scripted("", heard: [("S", 0.4)])
        noise.row.set = "noise"
        let rows: [HeardRow] = [
            .scripted("D", heard: [("D", 0.9)]), .scripted("D", by: "bob", heard: [("V", 0.3)]),
            .scripted("DELTA", heard: [("D", 0.9)]), .scripted("SEVEN", heard: [("S", 0.95)]),
            .scripted("TABLE"), noise,
        ]
        let points = try curve(rows)
        try #require(points.count == Evaluation.askedShares.count)
        for point in points {
            let sets = try #require(point["answeredWithoutLetterBySet"] as? [String: Double])
            // The surest is accepted at every threshold; what is not noticed at none.
            #expect(sets["test"] == 0.5)
            let asking = try #require(point["askingAgain"] as? [String: Int])
            #expect(asking["letters"] == 2)
        }
        #expect(
            (points[0]["answeredWithoutLetterBySet"] as? [String: Double])?["noise"] == 1)
        // Without words of the spelling alphabet nothing is asked again.
        #expect(try curve([rows[0]])[0]["askingAgain"] is NSNull)
    }
}
