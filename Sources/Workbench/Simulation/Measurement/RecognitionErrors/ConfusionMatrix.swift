package import Acuity

/// The recognition errors that matter for an acuity: the probability that each spoken letter is
/// heard as each other letter.
package struct ConfusionMatrix: Sendable, Equatable {
    /// The letters that may be heard when one is said and understood.
    package struct Row: Sendable, Equatable {
        /// The chance, 0...1, that it is not understood and asked for again.
        package var unclear: Double
        /// The chances of other letters, 0...1, once it is understood.
        package var wrong: [Chance]

        package struct Chance: Sendable, Equatable {
            package var letter: Letter
            package var chance: Double
        }
    }

    private enum Source: Sendable, Equatable {
        case even(misheard: Double, unclear: Double)
        case counted(ConfusionCounts, unclear: Double)
    }

    private let source: Source
    /// A factor of the chances of wrong letters.
    private var factor = 1.0
    /// Letters that are never understood.
    private var unheard: Set<Letter> = []

    /// A matrix in which every letter is heard as any other possible letter with the same
    /// probability.
    ///
    /// - Parameters:
    ///   - misheard: the chance, 0...1, that a letter that was understood is another one.
    ///   - unclear: the chance, 0...1, that a letter is not understood.
    package init(misheard: Double, unclear: Double = 0) {
        source = .even(misheard: misheard, unclear: unclear)
    }

    /// Recognition errors as counted on recordings.
    ///
    /// - Parameters:
    ///   - counts: the counts of understood letters. The right ones are assumed to be spread evenly
    ///     over the letters said (`ConfusionCounts.said(toAnswer:)`). Letters without counts are
    ///     heard rightly.
    ///   - unclear: the share of letters, 0...1, that are not understood.
    package init(_ counts: ConfusionCounts, unclear: Double) {
        source = .counted(counts, unclear: unclear)
    }

    /// The same hearing by an ear that never understands these letters.
    package func deaf(to letters: Set<Letter>) -> ConfusionMatrix {
        var matrix = self
        matrix.unheard = letters
        return matrix
    }

    /// The same hearing with a multiple of the share of wrong letters, up to nine in ten.
    package func wrong(timesAsOften factor: Double) -> ConfusionMatrix {
        var matrix = self
        matrix.factor *= factor
        return matrix
    }

    /// The answers that may be heard when a letter is said.
    ///
    /// - Parameter choices: the letters that the test shows.
    package func row(of said: Letter, among choices: [Letter]) -> Row {
        var row = sourceRow(of: said, among: choices)
        if unheard.contains(said) { row.unclear = 1 }
        guard factor != 1 else { return row }
        let all = row.wrong.reduce(0) { $0 + $1.chance }
        let factor = all > 0 ? min(factor, Self.mostWrong / all) : factor
        for index in row.wrong.indices { row.wrong[index].chance *= factor }
        return row
    }

    /// The greatest share of wrong answers for a letter: Aloud's own choice. At 1 no answer would
    /// be right.
    private static let mostWrong = 0.9

    private func sourceRow(of said: Letter, among choices: [Letter]) -> Row {
        switch source {
        case .even(let misheard, let unclear):
            let others = choices.filter { $0 != said }
            return Row(
                unclear: unclear,
                wrong: others.map {
                    Row.Chance(letter: $0, chance: misheard / Double(others.count))
                })
        case .counted(let counts, let unclear):
            let wrong = (counts.wrong[said] ?? [:]).sorted { $0.key.rawValue < $1.key.rawValue }
            let all = wrong.reduce(0) { $0 + $1.value }
            // A letter may have been misheard more often than its assumed share of the letters
            // said.
            let said = counts.said(toAnswer: choices)
            let understood = max(Double(counts.letters) / Double(said.count), Double(all))
            return Row(
                unclear: unclear,
                wrong: wrong.map {
                    Row.Chance(letter: $0.key, chance: Double($0.value) / understood)
                })
        }
    }

    /// The counts of right and wrong letters for each tenth of the confidence; empty if confidence
    /// was not measured.
    func lettersByConfidence(right isRight: Bool) -> [Double] {
        guard case .counted(let counts, _) = source else { return [] }
        return counts.tenths.map { Double(isRight ? $0.right : $0.letters - $0.right) }
    }

    /// The chance, 0...1, that a letter is heard when one was said and understood.
    ///
    /// - Parameter optotypes: the optotypes of the test.
    package func chance(
        of letter: Letter, whenSaid said: Letter, among optotypes: OptotypeSet
    ) -> Double {
        let wrong = row(of: said, among: optotypes.choices).wrong
        if letter == said { return 1 - wrong.reduce(0) { $0 + $1.chance } }
        return wrong.first { $0.letter == letter }?.chance ?? 0
    }

    /// The share of understood letters, 0...1, that are heard as another: the mean over the test's
    /// optotypes.
    package func misheard(among optotypes: OptotypeSet = .sloan) -> Double {
        let choices = optotypes.choices
        let wrong = choices.map { said in
            row(of: said, among: choices).wrong.reduce(0) { $0 + $1.chance }
        }
        return wrong.reduce(0, +) / Double(choices.count)
    }

    /// The share of letters, 0...1, that are not understood: the mean over the test's optotypes.
    package func unclear(among optotypes: OptotypeSet = .sloan) -> Double {
        let choices = optotypes.choices
        return choices.reduce(0) { $0 + row(of: $1, among: choices).unclear }
            / Double(choices.count)
    }

    /// The same errors as the error model of an estimate.
    ///
    /// - Parameter optotypes: the optotypes of the test.
    package func model(among optotypes: OptotypeSet) -> RecognitionErrorModel {
        switch source {
        case .even(let misheard, _):
            RecognitionErrorModel(misheard: misheard, among: optotypes.choices)
        case .counted(let counts, _): RecognitionErrorModel(counts, toAnswer: optotypes)
        }
    }
}

/// A recogniser of known errors: it hears a simulated patient's answers and asks again for those
/// that it did not understand.
package struct SimulatedEar: Sendable {
    /// Times that a letter is asked for again before the patient passes, as the simulated patient
    /// of the demonstration does.
    package static let mostAskings = 2

    private let rows: [Letter: ConfusionMatrix.Row]
    /// The probability of each tenth of the confidence; empty if confidence is always 1.
    private let rightTenths: [Double]
    private let wrongTenths: [Double]
    private var generator: SplitMix64

    /// An ear; the same seed mishears the same letters.
    ///
    /// - Parameter optotypes: the optotypes of the test.
    package init(_ matrix: ConfusionMatrix, among optotypes: OptotypeSet = .sloan, seed: UInt64) {
        let choices = optotypes.choices
        rows = Dictionary(
            uniqueKeysWithValues: choices.map { ($0, matrix.row(of: $0, among: choices)) })
        rightTenths = matrix.lettersByConfidence(right: true)
        wrongTenths = matrix.lettersByConfidence(right: false)
        generator = SplitMix64(seed: seed)
    }

    /// Hears one answer. That a letter cannot be seen is always understood.
    package mutating func hear(_ response: Response) -> Answer {
        guard case .named(let said) = response, let row = rows[said] else {
            return Answer(response)
        }
        for askings in 0...Self.mostAskings {
            // Each answer takes two draws, so that different error rates get the same random
            // numbers.
            let understanding = generator.fraction()
            var luck = generator.fraction()
            guard understanding >= row.unclear else { continue }
            for wrong in row.wrong {
                if luck < wrong.chance {
                    return Answer(
                        .named(wrong.letter), confidence: confidence(wrongTenths),
                        unclearBefore: askings)
                }
                luck -= wrong.chance
            }
            return Answer(
                response, confidence: confidence(rightTenths), unclearBefore: askings)
        }
        return Answer(nil, unclearBefore: Self.mostAskings)
    }

    /// The middle of a random tenth, weighted by the letters counted in each.
    private mutating func confidence(_ tenths: [Double]) -> Double {
        guard tenths.contains(where: { $0 > 0 }) else { return 1 }
        return (Double(generator.index(weightedBy: tenths)) + 0.5) / Double(tenths.count)
    }
}
