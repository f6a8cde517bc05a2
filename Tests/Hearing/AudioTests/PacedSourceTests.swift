import Audio
import TestSpeech
import Testing

@Suite("Pacing a recording", .timeLimit(.minutes(1)))
struct PacedSourceTests {
    @Test("a piece is released when its last sample is due") func aPieceIsReleasedWhenItHasSounded()
        throws
    {
        let clock = HandClock()
        let sound = Tone.sine(200, seconds: 0.05)
        let source = PacedSource(
            ListSource([Array(sound[..<100]), [], Array(sound[100...])]), clock: clock)
        #expect(try source.read()?.samples == Array(sound[..<320]))
        #expect(try source.read()?.samples == Array(sound[320..<640]))
        #expect(try source.read()?.samples == Array(sound[640...]))
        #expect(try source.read() == nil)
        #expect(clock.waits == [.milliseconds(20), .milliseconds(40), .milliseconds(50)])
    }

    @Test("a late reader gets the missed pieces at once") func aLateReaderGetsWhatItMissedAtOnce()
        throws
    {
        let clock = HandClock()
        let source = PacedSource(ListSource([Tone.sine(200, seconds: 1)]), clock: clock)
        _ = try source.read()
        clock.pass(.milliseconds(500))
        _ = try source.read()
        #expect(clock.waits.last == .milliseconds(40))
        #expect(clock.now() == .milliseconds(520))
    }

    @Test("the steady clock waits until the time is reached") func theSteadyClockWaits() {
        let clock = SteadyClock()
        let until = clock.now() + .milliseconds(5)
        clock.wait(until: until)
        #expect(clock.now() >= until)
        clock.wait(until: .zero)
    }
}
