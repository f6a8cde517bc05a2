internal import Acuity
internal import Dialogue
internal import Foundation
internal import Records
internal import TestBrowser
internal import TestPages

/// Measures how long it takes from an answer to the next letters on the screen: from where the
/// dialogue gets the answer to the frame after which the browser has painted them.
struct PageLatency {
    /// An endless row of lines, all of them answered.
    private struct Endless: AcuityProcedure {
        /// The lines that the screen of `measure` can show: down to 20/16.
        private static let lines = 12
        var left: Int
        private let chart = Chart(.random, seed: 1)

        init(left: Int) { self.left = left }

        var next: Presentation? { left > 0 ? chart.lines[left % Self.lines] : nil }
        let read: [AnsweredPresentation] = []
        let optotypes = OptotypeSet.sloan
        let prior = SightPrior.standard
        let sizes = LogMAR(-0.1)...LogMAR(1)
        mutating func take(_ answers: [Answer]) { left -= 1 }
        var score: AcuityScore {
            AcuityScore(
                logMAR: nil, lettersRight: 0, lettersCredited: 0, lines: [], end: nil, remarks: [])
        }
    }

    func measure(lines: Int) throws {
        let lane = try BrowserLane(
            .waiting(eye: .right, distance: .fourMetres, chooses: false), width: 1_600,
            height: 900, pixelsPerMillimetre: 2.6)
        let browser = lane.browser
        // Both programs read the clock of this machine. A frame is painted before the task that
        // follows it.
        try browser.run(
            """
            window.times = [];
            let line = null;
            new MutationObserver(() => {
              const next = document.getElementById('chart').dataset.line;
              if (next === line) return;
              line = next;
              requestAnimationFrame(() => {
                const { port1, port2 } = new MessageChannel();
                port1.onmessage = () =>
                  times.push((performance.timeOrigin + performance.now()) / 1000);
                port2.postMessage(null);
              });
            }).observe(document.getElementById('chart'), { attributes: true });
            """)
        var answered: [Double] = []
        let reader = PromptReader(SimulatedObserver(threshold: LogMAR(-1), seed: 1)) {
            // The line before has to be painted.
            let count = answered.count + 1
            try browser.wait(until: "times.length === \(count)")
            answered.append(Date.now.timeIntervalSince1970)
        }
        var conductor = TestConductor(
            setup: TestSetup(eye: .both), procedure: Endless(left: lines + 1), source: reader,
            display: TwoDisplays(
                WebPatientDisplay(on: lane.pages, distance: .fourMetres), reader))
        _ = try conductor.run()
        let painted = try (0..<lines + 1).map { try browser.number("times[\($0)]") }
        let delays = zip(answered, painted.dropFirst()).map { ($1 - $0) * 1_000 }.sorted()
        print(
            String(
                format: "answer to painted: median %.1f ms, 95 %% %.1f ms, longest %.1f ms, "
                    + "%d lines", delays[delays.count / 2], delays[delays.count * 95 / 100],
                delays.last ?? 0, delays.count))
    }
}
