import Acuity
import TestTraits
import Testing

@testable import PhoneticMapping

@Suite("Typed directions", .listening)
struct DirectionWordsTests {
    @Test(
        "words and the four letters become letters, other letters stay",
        arguments: [
            ("left, right pass UP", "L R pass U"), ("UDLRU", "U D L R U"), ("u d", "U D"),
            ("DULL", "D U L L"), ("dull", "dull"), ("it is an E", "it is an e"), ("O", "o"),
            ("not up, down", "not U D"), ("ＵＰ", "U"), ("Ｌ", "L"),
        ])
    func straight(line: String, spelled: String) {
        #expect(DirectionWords.spelled(line, among: .tumblingE) == spelled)
    }

    @Test(
        "a word that may be part of a remark is a question mark",
        arguments: [
            ("all right", "all ?"), ("all right, up", "all ? U"), ("right", "R"),
            ("it's right", "it's R"), ("that's right", "that's ?"), ("right, okay", "? okay"),
            ("okay right", "okay ?"), ("my right eye", "my ? eye"), ("to the right", "to the R"),
        ])
    func remarks(line: String, spelled: String) {
        for optotypes in [OptotypeSet.tumblingE, .landolt8] {
            #expect(
                DirectionWords.spelled(line, among: optotypes).replacing(",", with: "")
                    == spelled.replacing(",", with: ""))
        }
    }

    @Test(
        "two words or one letter name a diagonal",
        arguments: [
            ("up left", "Q"), ("left, top", "Q"), ("lower-right", "C"), ("C", "C"), ("c", "C"),
            ("a C", "a c"), ("see", "see"), ("up right", "E"),
        ])
    func diagonal(line: String, spelled: String) {
        #expect(DirectionWords.spelled(line, among: .landolt8) == spelled)
    }
}
