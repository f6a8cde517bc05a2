import Acuity
import Dialogue
import PhoneticMapping
import Testing

@Suite("Choosing where a test starts", .timeLimit(.minutes(1)))
struct StartLadderTests {
    private static let lines = SnellenLine.all

    /// A ladder that went down to a step, and the time of that.
    private func ladder(atStep step: Int) throws -> (ladder: StartLadder, now: Double) {
        var ladder = try #require(StartLadder(Self.lines, now: 10))
        var now = 10.0
        while ladder.step < step {
            now += 0.1
            _ = ladder.pass(now: now, isSpeaking: false)
        }
        return (ladder, now)
    }

    @Test("A line is shown for three seconds, the last for six; then no line is chosen")
    func unchosen() throws {
        var ladder = try #require(StartLadder(Self.lines, now: 0))
        var shown: [Double] = []
        var now = 0.0
        while ladder.outcome == nil {
            now += 0.5
            if ladder.pass(now: now, isSpeaking: false) { shown.append(now) }
        }
        #expect(shown == (1...13).map { 3 * Double($0) })
        #expect(now == 13 * 3 + 6)
        #expect(ladder.outcome == .unchosen && ladder.start == nil)
    }

    @Test("Stop chooses the line shown, and the test starts three lines larger")
    func stop() throws {
        var (ladder, now) = try ladder(atStep: 7)
        let moved1 = ladder.take(.here, from: now + 1.5, now: now + 2)
        #expect(!moved1)
        #expect(ladder.outcome == .chosen(Self.lines[7]))
        #expect(ladder.start == Self.lines[4])
        // Later speech changes nothing.
        let moved2 = ladder.take(.again, from: now + 2.5, now: now + 3)
        #expect(!moved2)
        let moved3 = ladder.pass(now: now + 60, isSpeaking: false)
        #expect(!moved3)
        #expect(ladder.start == Self.lines[4])
    }

    @Test("Speech just after a line appears is about the line before")
    func reaction() throws {
        var (ladder, now) = try ladder(atStep: 7)
        _ = ladder.take(.here, from: now + 0.4, now: now + 1)
        #expect(ladder.outcome == .chosen(Self.lines[6]))
    }

    @Test("A number chooses the line of that number, if it was shown")
    func number() throws {
        var (ladder, now) = try ladder(atStep: 5)
        _ = ladder.take(.number(9), from: now + 1, now: now + 1.5)
        #expect(ladder.outcome == nil)
        _ = ladder.take(.number(4), from: now + 1, now: now + 1.5)
        #expect(ladder.outcome == .chosen(Self.lines[3]))
        // There is none three lines larger than the fourth but the first.
        #expect(ladder.start == Self.lines[0])
    }

    @Test("At an unreadable line the previous one is chosen")
    func cannotSee() throws {
        var (ladder, now) = try ladder(atStep: 6)
        _ = ladder.take(.cannotSee, from: now + 2, now: now + 2.5)
        #expect(ladder.outcome == .chosen(Self.lines[5]))
        var first = try #require(StartLadder(Self.lines, now: 0))
        _ = first.take(.cannotSee, from: 1, now: 1.5)
        #expect(first.outcome == .chosen(Self.lines[0]))
    }

    @Test("Speech and \"wait\" stop the clock, and \"again\" restarts it")
    func waits() throws {
        var (ladder, now) = try ladder(atStep: 3)
        let moved4 = ladder.pass(now: now + 5, isSpeaking: true)
        #expect(!moved4)
        _ = ladder.take(.pause, from: now + 4.5, now: now + 5)
        let moved5 = ladder.pass(now: now + 50, isSpeaking: false)
        #expect(!moved5)
        _ = ladder.take(.resume, from: now + 50, now: now + 51)
        let moved6 = ladder.pass(now: now + 53, isSpeaking: false)
        #expect(!moved6)
        let moved7 = ladder.pass(now: now + 54, isSpeaking: false)
        #expect(moved7)
        #expect(ladder.step == 4)
        _ = ladder.take(.pause, from: now + 56, now: now + 56.5)
        _ = ladder.take(.resume, from: now + 70, now: now + 70.5)
        // No other line came: what is said at once is about this one.
        var chosen = ladder
        _ = chosen.take(.here, from: now + 70.6, now: now + 71)
        #expect(chosen.outcome == .chosen(Self.lines[4]))
        let moved8 = ladder.take(.again, from: now + 71, now: now + 71.5)
        #expect(moved8)
        #expect(ladder.step == 0)
    }
}
