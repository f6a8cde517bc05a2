import Testing

@testable import PhoneticMapping

@Suite("which letter of a line words say that they are about")
struct MappedPlacesTests {
    /// The places of what is said, nil where none is told.
    private func places(_ text: String) throws -> [SaidPlace?] {
        try MappingFolder.mapper.get().answers(to: text).map(\.place)
    }

    @Test("an ordinal is of the letter after it, or of the one that it ends")
    func ordinals() throws {
        #expect(
            try places("the first is N, the second is C, the third is K")
                == [.position(0), .position(1), .position(2)])
        #expect(try places("N first, C second") == [.position(0), .position(1)])
        #expect(try places("only the last one: O") == [.last])
        #expect(try places("N C the other one is K") == [nil, nil, .other])
        #expect(try places("N C K Z O no the third is R").last == .position(2))
        #expect(try places("N C no the 1st, I think, is R").last == .position(0))
        #expect(try places("N C K no R, the second").last == .position(1))
        #expect(try places("N C K no, the second").last == .unknown)
        #expect(try places("the next one is H") == [nil])
    }

    @Test("also of one that cannot be seen")
    func missed() throws {
        #expect(try places("I can't see the third, Z") == [.position(2), nil])
        #expect(try places("I can't see it, the third is Z") == [nil, .position(2)])
        #expect(try places("I can't see the last one") == [.last])
    }

    @Test("what was not read from the left has no place")
    func disorder() throws {
        for order in [
            "that was from the right", "from right to left", "backwards", "in reverse order",
            "the other way round",
        ] {
            #expect(try places("O Z K C N, \(order)").last == .unknown, "\(order)")
        }
        #expect(try places("the second to last is K").first == .unknown)
        #expect(try places("N C K Z O from left to right") == [nil, nil, nil, nil, nil])
    }

    @Test("one that somebody is not sure of has no place where it was not named before")
    func doubted() throws {
        #expect(try places("not sure about the K") == [.unknown])
        #expect(try places("N C K not sure about the K") == [nil, nil, nil])
        #expect(try places("sorry, the second is G") == [nil, .position(1)])
    }
}
