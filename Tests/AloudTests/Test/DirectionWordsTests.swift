import Acuity
import Testing

@testable import AloudCommands

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
        "two words are a diagonal where there are any, and its letter is one by itself",
        arguments: [
            ("up left", "Q"), ("left, top", "Q"), ("lower-right", "C"), ("C", "C"), ("c", "C"),
            ("a C", "a c"), ("see", "see"),
        ])
    func diagonal(line: String, spelled: String) {
        #expect(DirectionWords.spelled(line, among: .landolt8) == spelled)
    }
}
