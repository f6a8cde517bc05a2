import Platform
import Testing

@Suite("Numbers with a noun", .timeLimit(.minutes(1)))
struct CountingTests {
    @Test("counting", arguments: [(0, "0 letters"), (1, "1 letter"), (2, "2 letters")])
    func counting(number: Int, text: String) { #expect(number.counting("letter") == text) }
}
