import Testing

@testable import Evaluation
@testable import Tuning

@Suite(.timeLimit(.minutes(1))) struct SpeakerSplitTests {
    private func rows(_ count: Int, groups: (Int) -> [String: String] = { _ in [:] })
        -> [ReferenceRow]
    {
        (0..<count).flatMap { number in
            ["C", "D"].map { letter in
                var row = ReferenceRow(
                    path: "\(number)-\(letter).wav", transcript: [letter], speaker: "s\(number)",
                    set: "")
                row.groups = groups(number)
                return row
            }
        }
    }

    @Test("half of the speakers train, a fifth validate, three tenths prove")
    func shares() throws {
        let split = try SpeakerSplit(rows(40), seed: 1)
        #expect(SpeakerSplit.Part.allCases.map { split.speakers($0).count } == [20, 8, 12])
        #expect(split.parts.count == 40)
    }

    @Test("the division depends on the seed, and not on the order of the manifest")
    func seeds() throws {
        let split = try SpeakerSplit(rows(20), seed: 1)
        let backwards = try SpeakerSplit(rows(20).reversed(), seed: 1)
        #expect(split == backwards)
        #expect(split.finalDigest(of: rows(20)) == backwards.finalDigest(of: rows(20).reversed()))
        let other = try SpeakerSplit(rows(20), seed: 2)
        #expect(split.speakers(.final) != other.speakers(.final))
    }

    @Test("each group of speakers is spread over the parts")
    func groups() throws {
        let rows = rows(20) { ["sex": $0 < 10 ? "female" : "male"] }
        let split = try SpeakerSplit(rows, seed: 5)
        for part in SpeakerSplit.Part.allCases {
            let women = split.speakers(part).count { Int($0.dropFirst()) ?? 0 < 10 }
            #expect(women * 2 == split.speakers(part).count)
        }
    }

    @Test("a changed final recording changes the digest, one of training does not")
    func digest() throws {
        var rows = rows(10)
        let split = try SpeakerSplit(rows, seed: 1)
        let digest = split.finalDigest(of: rows)
        let train = try #require(split.speakers(.train).first)
        let final = try #require(split.speakers(.final).first)
        for index in rows.indices where rows[index].speaker == train { rows[index].path += "x" }
        #expect(split.finalDigest(of: rows) == digest)
        for index in rows.indices where rows[index].speaker == final { rows[index].path += "x" }
        #expect(split.finalDigest(of: rows) != digest)
    }

    @Test("too few speakers are refused with their number")
    func fewSpeakers() {
        #expect(throws: TooFewSpeakers(count: 5)) { try SpeakerSplit(rows(5), seed: 1) }
    }
}
