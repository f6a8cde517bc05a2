import Acuity
import Dialogue
import FliteVoice
import Records
import TestSpeech
import TestTraits
import Testing

@Suite("Whole tests by a synthetic voice", .listening)
struct SpokenTestTests {
    private final class NoScreen: Display {
        func show(_ view: TestView) {}
    }

    /// A whole test by voice: letters to eyes, eyes to a voice, the voice through a room to the
    /// recogniser, and its answers to a score. Synthetic letters are misheard now and then, one in
    /// ten, so the score may be off by as much; the test itself must end by its rule.
    @Test(
        "a test by voice gives a score near the patient's acuity",
        arguments: [
            (FliteVoice.Name.rms, false), (.rms, true),
        ])
    func wholeTest(voice: FliteVoice.Name, inOneBreath: Bool) throws {
        let patient = SpeakingPatient(
            threshold: 0.5, voice: FliteVoice(voice), inOneBreath: inOneBreath, seed: 7)
        var conductor = TestConductor(
            setup: TestSetup(eye: .right, chart: .one),
            procedure: ChartReading(chart: Chart(.one), start: try SnellenLine(named: "20/125")),
            source: VoiceAnswers(source: patient, listener: try RealHearing.listener()),
            display: NoScreen(), observers: [patient])
        let report = try conductor.run()
        #expect(report.isComplete, "\(report.end) after \(patient.seconds) s")
        let logMAR = try #require(report.score.logMAR).value
        #expect(abs(logMAR - 0.5) <= 0.2, "\(logMAR) in \(patient.seconds) s")
        // Each line that was shown has five answers, and most are what the patient meant.
        let heard = report.score.lines.map(\.responses)
        #expect(heard.count == patient.meant.count)
        let pairs = zip(heard.joined(), patient.meant.joined())
        let same = pairs.count { $0 == $1 }
        #expect(Double(same) / Double(heard.joined().count) >= 0.8, "\(same) as meant")
    }

    /// Letters one at a time, and lines of letters of several sizes.
    @Test("an adaptive test works by voice") func adaptiveTestByVoice() throws {
        let patient = SpeakingPatient(
            threshold: 0.5, voice: FliteVoice(.rms), inOneBreath: true, seed: 5)
        let hearing = RecognitionErrorModel(misheard: 0.1)
        var settings = AdaptiveTest.Settings()
        settings.mostLetters = 20
        var conductor = TestConductor(
            setup: TestSetup(eye: .right),
            procedure: AdaptiveTest(settings: settings, hearing: hearing, seed: 3),
            hearing: hearing,
            source: VoiceAnswers(source: patient, listener: try RealHearing.listener()),
            display: NoScreen(), observers: [patient])
        let report = try conductor.run()
        #expect(report.isComplete, "\(report.end) after \(patient.seconds) s")
        let estimate = try #require(report.estimate?.ifReliable)
        #expect(estimate.letters == 20)
        #expect(abs(estimate.logMAR.value - 0.5) <= 0.2, "\(estimate)")
        #expect(report.score.lines.map(\.answers.count) == patient.meant.map(\.count))
        // Confidence comes with what was heard.
        let confidences = report.score.lines.flatMap(\.answers).map(\.confidence)
        #expect(confidences.allSatisfy { (0.5...1).contains($0) })
        #expect(Set(confidences).count > 1)
    }
}
