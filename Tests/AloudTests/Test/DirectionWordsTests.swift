import Acuity
import Testing

@testable import PhoneticMapping

@Suite("Directions as they are typed")
struct DirectionWordsTests {
    @Test(
        "words and the four letters become letters, other single letters small",
        arguments: [
            ("left, right pass UP", "L R pass U"), ("UDLRU", "U D L R U"), ("u d", "U D"),
            ("DULL", "D U L L"), ("dull", "dull"), ("it is an E", "it is an e"), ("O", "o"),
            ("not up, down", "not U D"),
        ])
    func straight(line: String, spelled: String) {
        #expect(DirectionWords.spelled(line, among: .tumblingE) == spelled)
    }

    @Test(
        "a word that is part of a remark is none, and one that may be is not sure",
        arguments: [
            ("all right", "all right"), ("all right, up", "all right, U"), ("right", "R"),
            ("it's right", "it's R"), ("that's right", "that's ?"), ("right, okay", "? okay"),
            ("okay right", "okay ?"), ("my right eye", "my right eye"),
            ("to the right", "to the R"), ("from right to left", "from right to left"),
            ("it isn't left", "it isn't L"),
        ])
    func remarks(line: String, spelled: String) {
        for optotypes in [OptotypeSet.tumblingE, .landolt8] {
            #expect(
                DirectionWords.spelled(line, among: optotypes).replacing(",", with: "")
                    == spelled.replacing(",", with: ""))
        }
    }

    @Test("where another direction is named, none of them is left out")
    func severalNamed() {
        #expect(DirectionWords.spelled("right, okay, up", among: .landolt8) == "R okay, U")
        #expect(DirectionWords.spelled("up right", among: .landolt8) == "E")
    }

    @Test(
        "two words are a diagonal where there are any, and its letter is one by itself",
        arguments: [
            ("up left", "Q"), ("left, top", "Q"), ("lower-right", "C"), ("C", "C"), ("c", "C"),
            ("a C", "a c"), ("see", "see"),
        ])
    func diagonal(line: String, spelled: String) {
        #expect(DirectionWords.spelled(line, among: .landolt8) == spelled)
    }
}
