import Acuity
import Dialogue
import PhoneticMapping
import Testing

@Suite("Choosing a start among all sizes", .timeLimit(.minutes(1)))
struct StartSizesTests {
    private static let lines = SnellenLine.all

    private func sizes() throws -> StartSizes { try #require(StartSizes(Self.lines, now: 5)) }

    @Test("A number chooses its size, and the test starts three lines larger")
    func number() throws {
        var sizes = try sizes()
        let asks = sizes.take(.number(8), now: 7)
        #expect(!asks && sizes.outcome == .chosen(Self.lines[7]))
        #expect(sizes.start == Self.lines[4])
        // Later choices change nothing.
        sizes.choose(3)
        sizes.leave()
        #expect(sizes.start == Self.lines[4])
    }

    @Test("Choosing one of the four largest sizes starts at the largest", arguments: 1...4)
    func largest(number: Int) throws {
        var sizes = try sizes()
        sizes.choose(number)
        #expect(sizes.start == Self.lines[0])
    }

    @Test("A number without a size changes nothing", arguments: [0, -1, 15, 90])
    func noSuchSize(number: Int) throws {
        var sizes = try sizes()
        _ = sizes.take(.number(number), now: 6)
        #expect(sizes.outcome == nil)
    }

    @Test("The person is asked twice; then the procedure starts")
    func asked() throws {
        var sizes = try sizes()
        var askedAt: [Double] = []
        var now = 5.0
        while sizes.outcome == nil {
            now += 0.5
            if sizes.pass(now: now, isSpeaking: false) { askedAt.append(now) }
        }
        #expect(askedAt == [20] && now == 35)
        #expect(sizes.outcome == .unchosen && sizes.start == nil)
    }

    @Test("Speech, a pause and \"again\" give more time")
    func moreTime() throws {
        var sizes = try sizes()
        let spoken = sizes.pass(now: 60, isSpeaking: true)
        let again = sizes.take(.again, now: 60)
        let early = sizes.pass(now: 74, isSpeaking: false)
        _ = sizes.take(.pause, now: 74)
        let paused = sizes.pass(now: 500, isSpeaking: false)
        _ = sizes.take(.resume, now: 500)
        let resumed = sizes.pass(now: 514, isSpeaking: false)
        let late = sizes.pass(now: 515, isSpeaking: false)
        #expect([spoken, early, paused, resumed] == [false, false, false, false])
        #expect(again && late)
    }

    @Test("If the person sees none of the sizes, the procedure chooses the start")
    func none() throws {
        var sizes = try sizes()
        _ = sizes.take(.cannotSee, now: 9)
        #expect(sizes.outcome == .unchosen)
    }
}
