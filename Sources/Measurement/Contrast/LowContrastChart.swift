package import Acuity

/// Acuity with faint letters: a chart of lines of five at one contrast, counted in letters.
///
/// The number of letters right is the result, as with Sloan's low-contrast charts (Balcer LJ et al.
/// Validity of low-contrast letter acuity as a visual performance outcome measure for multiple
/// sclerosis. Mult Scler 2017). It is not an acuity.
package struct LowContrastChart: AcuityProcedure {
    /// The contrast of all letters.
    package let contrast: LogCS
    private var chart: ChartReading
    private let isShown: Bool

    /// A chart about to be read, down to the first line without a letter right.
    ///
    /// - Parameters:
    ///   - contrast: that of all letters.
    ///   - floor: the faintest letters that can be shown; a chart fainter than it shows nothing.
    ///   - range: the sizes that can be shown.
    ///   - seed: decides the letters.
    package init(
        _ contrast: LogCS, floor: LogCS = ScreenGrey.faintest, range: SizeRange = .all,
        seed: UInt64
    ) {
        self.contrast = contrast
        isShown = contrast.value <= floor.value + 1e-9
        chart = ChartReading(
            chart: Chart(.random, seed: seed), distance: .twoMetres, range: range)
    }

    package var next: Presentation? { isShown ? chart.next.map(faint) : nil }

    package mutating func take(_ answers: [Answer]) throws(ProcedureError) {
        guard isShown else { throw .done }
        try chart.take(answers)
    }

    package mutating func redraw() { chart.redraw() }

    /// The letters right and credited, without an acuity.
    package var score: AcuityScore {
        let score = chart.score
        return AcuityScore(
            logMAR: nil, lettersRight: score.lettersRight,
            lettersCredited: score.lettersCredited, lines: read, end: score.end,
            remarks: score.remarks.filter { $0 == .stoppedEarly || $0 == .lettersLeftOpen })
    }

    package var read: [AnsweredPresentation] {
        chart.read.compactMap { try? AnsweredPresentation(faint($0.presentation), $0.answers) }
    }

    package var optotypes: OptotypeSet { chart.optotypes }
    package var sizes: ClosedRange<LogMAR> { chart.sizes }
    package var prior: SightPrior { chart.prior }

    private func faint(_ shown: Presentation) -> Presentation {
        shown.shown(
            in: LetterContrasts(shown.letters.map { _ in contrast }, isMeasured: false))
    }
}
