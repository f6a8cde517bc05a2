internal import Acuity
internal import Dialogue
internal import FliteVoice
internal import Foundation
internal import Platform
internal import Records
internal import TestBrowser
internal import TestPages
internal import TestSpeech

/// Many hours of tests, one after the other, as fast as they can be heard and shown: real sound
/// through the real recogniser, the real pages in a real browser, and pages that are opened and
/// killed. Tells how much memory the program takes meanwhile.
///
/// Each test has a listener of its own, as in the program.
struct Soak {
    /// Hours' worth of answers: one every two seconds, as a person gives them.
    let hours: Double

    private static let answersAnHour = 1_800.0
    /// Pages that are opened during the soak and killed, ten at a time.
    private static let crowds = 5
    private static let crowd = 10
    /// Beyond this the memory is not flat: megabytes between the first tenth and the end.
    private static let mostGrowth = 8.0

    /// Runs it.
    ///
    /// - Returns: whether memory was flat and no page was disturbed.
    func run() throws -> Bool {
        let wanted = Int(hours * Self.answersAnHour)
        let lane = try BrowserLane(
            .waiting(eye: .both, distance: .fourMetres, chooses: false), width: 1_600,
            height: 900, pixelsPerMillimetre: 4)
        var said = 0
        var tests = 0
        var crowds = 0
        var marks = [0.1, 0.25, 0.5, 0.75, 1.0][...]
        var memory: [Double] = []
        report(0, of: wanted, tests)
        while said < wanted {
            said += try test(UInt64(tests), on: lane)
            tests += 1
            while let mark = marks.first, Double(said) >= mark * Double(wanted) {
                marks.removeFirst()
                memory.append(report(said, of: wanted, tests))
            }
            let due = Double(crowds + 1) / Double(Self.crowds + 1)
            if crowds < Self.crowds, Double(said) >= due * Double(wanted) {
                try killCrowd(at: lane)
                crowds += 1
            }
        }
        let growth = (memory.last ?? 0) - (memory.first ?? 0)
        let isDisturbed = try lane.browser.holds(
            "!document.getElementById('connection').hidden")
        print(
            String(
                format: "%d pages killed, patient's page %@, memory %+.1f MB since the first tenth",
                crowds * Self.crowd, isDisturbed ? "disturbed" : "undisturbed", growth))
        return growth <= Self.mostGrowth && !isDisturbed
    }

    /// A test from its first line to its result on the page.
    ///
    /// - Returns: how many answers were given in it.
    private func test(_ seed: UInt64, on lane: BrowserLane) throws -> Int {
        let reader = SpeakingReader(
            SimulatedObserver(threshold: LogMAR(0.1), givesUpBelow: 0.02, seed: seed),
            voice: FliteVoice(.rms), seed: seed)
        let setup = TestSetup(eye: .both, chart: .random, seed: seed, isCalibrated: true)
        lane.pages.operatorSession.begins(setup, stop: StopRequest())
        var conductor = TestConductor(
            setup: setup, procedure: ChartReading(chart: Chart(.random, seed: seed)),
            source: AttendedAnswers(
                VoiceAnswers(source: reader, listener: try RealHearing.listener("chart")),
                operatorSession: lane.pages.operatorSession),
            display: WebPatientDisplay(on: lane.pages, distance: .fourMetres),
            observers: [OperatorObserver(lane.pages.operatorSession), reader])
        let result = try conductor.run()
        lane.pages.show(.result([result], notes: [], date: "2026-01-31", chooses: true))
        try lane.browser.wait(until: "!document.getElementById('result').hidden", seconds: 60)
        return reader.said
    }

    /// Opens pages, lets them ask to be the patient's page, and kills them.
    private func killCrowd(at lane: BrowserLane) throws {
        let crowd = try Browser(width: 400, height: 300)
        try crowd.open(lane.address + "/")
        for _ in 1..<Self.crowd { try crowd.newTab(lane.address + "/") }
        try crowd.wait(until: "!document.getElementById('connection').hidden")
        crowd.kill()
    }

    /// Prints how far it is, and how much memory it takes.
    ///
    /// - Returns: megabytes.
    @discardableResult
    private func report(_ said: Int, of wanted: Int, _ tests: Int) -> Double {
        let memory = Self.residentMegabytes
        print(
            String(
                format: "%5.1f h  %6d answers  %4d tests  %6.1f MB",
                Double(said) / Self.answersAnHour, said, tests, memory))
        // Output appears there even while it is redirected to a file.
        fflush(nil)
        return memory
    }

    /// The memory of the process, megabytes (VmRSS of proc(5)).
    private static var residentMegabytes: Double {
        let status = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
        let line = status.split(separator: "\n").first { $0.hasPrefix("VmRSS:") } ?? ""
        return (Double(line.filter(\.isNumber)) ?? 0) / 1_024
    }
}
