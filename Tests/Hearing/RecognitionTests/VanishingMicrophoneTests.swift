import Acuity
import Audio
import Dialogue
import FliteVoice
import Foundation
import Platform
import Records
import SimulatedPatient
import SoundFiles
import TestSpeech
import TestTraits
import Testing

@testable import ALSACapture

/// A test at a capture device of ALSA that is pulled out in the middle of a line.
@Suite("A microphone that vanishes during a test", .listening)
struct VanishingMicrophoneTests {
    private final class NoScreen: Display {
        func show(_ view: TestView) {}
    }

    /// A person who reads two letters, then loses the microphone, and reads what is asked for when
    /// it is there again.
    private final class Patient: TestObserver {
        private(set) var events: [TestEvent] = []
        private let microphone: VirtualMicrophone
        private let stop: StopRequest
        private let returns: Bool

        init(_ microphone: VirtualMicrophone, _ stop: StopRequest, returns: Bool) {
            self.microphone = microphone
            self.stop = stop
            self.returns = returns
        }

        func observe(_ event: TestEvent) throws {
            events.append(event)
            switch event {
            case .present where events.count == 1: try say(["K", "S"], thenPullsOut: true)
            case .trouble where returns: microphone.plug.isIn = true
            // The request alone comes, later, while the test waits.
            case .trouble:
                Thread.detachNewThread { [stop] in
                    Thread.sleep(forTimeInterval: 0.5)
                    stop.request()
                }
            case .askAgain: try say(["O", "H", "R"], thenPullsOut: false)
            default: break
            }
        }

        /// Speaks at the pace of sound, as a person would.
        private func say(_ letters: [String], thenPullsOut: Bool) throws {
            let sound = try Scene.saying(letters, by: FliteVoice(.rms), pause: 0.6, after: 2.5)
                .inRoom()
            let microphone = microphone
            Thread.detachNewThread {
                let source = PacedSource(PieceSource(sound), clock: SteadyClock())
                while let chunk = try? source.read() { microphone.write(chunk.samples) }
                guard thenPullsOut else { return }
                microphone.plug.isIn = false
                // It is noticed with the next sound.
                microphone.write([Float](repeating: 0, count: 640))
            }
        }
    }

    private func run(returns: Bool) throws -> (report: TestRecord, events: [TestEvent]) {
        let microphone = try VirtualMicrophone()
        defer { microphone.close() }
        let capture = try ALSACapture(microphone.device) { try SoxrResampler(from: $0, to: $1) }
        defer { capture.stop() }
        let stop = StopRequest()
        let patient = Patient(microphone, stop, returns: returns)
        var conductor = TestConductor(
            setup: TestSetup(eye: .right, chart: .one), procedure: ChartReading(chart: Chart(.one)),
            source: VoiceAnswers(source: capture, listener: try RealHearing.listener()),
            display: NoScreen(), observers: [patient], stop: stop)
        return (try conductor.run(), patient.events)
    }

    @Test("letters before the loss stay, the rest is asked for when it returns")
    func returns() throws {
        let (report, events) = try run(returns: true)
        let answers = events.compactMap { event -> String? in
            guard case .answer(_, let position, let answer, _, _) = event,
                case .named(let letter) = answer.response
            else { return nil }
            return "\(position)\(letter)"
        }
        #expect(answers == ["0K", "1S", "2O", "3H", "4R"])
        #expect(events.contains(.recovered))
        #expect(events.contains(.askAgain(line: 1, positions: [2, 3, 4], by: .afterBreak)))
        // None of them is right, which ends the test by its rule.
        #expect(report.isComplete && report.lettersAskedAgain == 0, "\(report.end)")
    }

    /// The capture is not told: while it has nothing to give, the test looks by itself.
    @Test("a stop ends a test without its device")
    func stoppedWhileGone() throws {
        let (report, events) = try run(returns: false)
        #expect(report.end == .stoppedFromOutside)
        #expect(!events.contains(.recovered))
    }
}
