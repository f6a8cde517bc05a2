package import Acuity
package import Recognition

/// A model of the recognition, for simulated patients.
package struct SimulatedRecognition: Sendable {
    /// "even", or the file that it was measured in.
    package let name: String
    package private(set) var matrix: ConfusionMatrix
    /// Notes for a person.
    package var notes: [String] = []

    /// Sets each property from the parameter of its name.
    package init(name: String, matrix: ConfusionMatrix, notes: [String] = []) {
        self.name = name
        self.matrix = matrix
        self.notes = notes
    }
}

extension SimulatedRecognition {
    /// The same recognition, except that it never understands these letters.
    package func deaf(to letters: Set<Letter>) -> SimulatedRecognition {
        var other = self
        other.matrix = matrix.deaf(to: letters)
        return other
    }

    /// Recognition errors as measured on recordings.
    ///
    /// - Parameters:
    ///   - path: the output of `aloud-workbench evaluate --json`.
    ///   - optotypes: all optotype sets of the procedures.
    /// - Throws: `RecognitionErrorFileError`.
    package init(evaluation path: String, showing optotypes: [OptotypeSet])
        throws(RecognitionErrorFileError)
    {
        let file = try RecognitionErrorFile(path)
        for set in optotypes { _ = try file.counts(toAnswer: set) }
        let said = Double(file.counts.letters + file.lost)
        self.init(
            name: path,
            matrix: ConfusionMatrix(file.counts, unclear: Double(file.lost) / said),
            notes: optotypes.compactMap(file.note(on:)))
    }
}
