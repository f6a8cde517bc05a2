internal import Acuity
internal import Contrast
internal import Dialogue
internal import Records
internal import TestPages

/// The pages of a test of contrast: the measurement of greys, faint letters, the result.
extension PageStates {
    private static let setUpOfContrast = PatientView.waiting(
        eye: .right, distance: .oneMetre, chooses: true,
        offers: StartFormOptions(measuresContrast: true))

    private static let grey = ScreenGrey(gamma: 2.2, deviation: 0.03, luminance: 140)

    /// Opens the form of the greys, whose script is fetched then, and acts in it.
    private static func inGreys(_ script: String = "") -> String {
        """
        return (async () => {
          document.getElementById('measure-greys').click();
          await import('/greys.js');
          await new Promise((done) => setTimeout(done));
          \(script)
        })();
        """
    }

    private static let start = "document.getElementById('grey-start').click();"
    /// Finds each patch by the levels on the canvas.
    private static let findPatches = """
        for (let patch = 0; patch < 6; patch += 1) {
          const field = document.getElementById('grey-field');
          const level = (x) => field.getContext('2d').getImageData(x, field.height / 2, 1, 1).data[0];
          const place = [0, 1, 2, 3].find((one) => level(field.width * (one + 0.5) / 4) !== level(0));
          document.querySelectorAll('#grey-places button')[place].click();
        }
        """

    private static func letters(_ contrasts: [Double], _ prompt: Prompt = .read) -> PatientView {
        let letters = Array([Letter.v, .c, .n].prefix(contrasts.count))
        let shown = Presentation(line: 4, size: ContrastTest.letterSize, letters: letters).shown(
            in: LetterContrasts(contrasts.map { LogCS($0) }, isMeasured: true))
        var view = TestView(
            presentation: shown, places: letters.map { _ in .waiting }, prompt: prompt)
        view.grey = grey
        return .test(view, distance: .oneMetre)
    }

    /// A result of the right eye, and one of faint letters of the left.
    private static func results() throws -> PatientView {
        let reports = try [ProcedureChoice.contrast, .lowContrast2].map { choice in
            var setup = TestSetup(
                eye: choice == .contrast ? .right : .left, distance: choice.usualDistance, seed: 4,
                procedure: choice.rawValue, isCalibrated: true)
            setup.contrast = ContrastSetup(screen: grey, letters: choice.lowContrast?.contrast)
            var procedure = choice.begin(
                ProcedureStart(optotypes: .sloan, range: .all, seed: 4, hearing: .exact))
            var faint = ContrastObserver(threshold: LogCS(1.6), slope: 6, seed: 4)
            var small = SimulatedObserver(threshold: LogMAR(0.4), seed: 4)
            while let shown = procedure.next {
                try procedure.take(
                    choice == .contrast
                        ? faint.read(shown) : small.read(shown).map { Answer($0) })
            }
            var report = TestRecord(
                setup: setup, score: procedure.score, lettersAskedAgain: 1,
                duration: .seconds(71), end: .finished(procedure.score.end ?? .allLettersShown))
            report.contrast = ContrastResult(of: choice, procedure, hearing: .exact)
            return report
        }
        return .result(
            reports, notes: [], date: "2026-11-28 14:05, sitting 3", chooses: true)
    }

    /// The states of a test of contrast.
    func contrastStates() throws -> [State] {
        [
            State(
                name: "greys-step", view: Self.setUpOfContrast, script: Self.step("greys")),
            State(name: "greys-before", view: Self.setUpOfContrast, script: Self.inGreys()),
            State(name: "greys-find", view: Self.setUpOfContrast, script: Self.inGreys(Self.start)),
            State(
                name: "greys-match", view: Self.setUpOfContrast,
                script: Self.inGreys(Self.start + Self.findPatches)),
            State(name: "faint-one", view: Self.letters([0.4])),
            State(name: "faint-three", view: Self.letters([0.2, 0.9, 1.3])),
            State(name: "faint-paused", view: Self.letters([0.5], .paused(.asked))),
            State(name: "faint-result", view: try Self.results()),
        ]
    }
}
