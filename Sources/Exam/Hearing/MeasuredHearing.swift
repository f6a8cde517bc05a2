package import Acuity
package import CommandLineKit
package import Recognition
package import Records

extension HearingFile {
    /// Reads the file of what was measured on people with Aloud's own recogniser.
    ///
    /// - Parameter folder: the folder of grammars.
    /// - Throws: `UnreadableResource`, or `HearingFileError` where the file is damaged.
    package init(measuredFor optotypes: OptotypeSet, in folder: ResourceFolder) throws {
        let path = folder.file(optotypes.areDirections ? Self.usualOfDirections : Self.usual)
        do { try self.init(path) } catch HearingFileError.unreadable {
            throw UnreadableResource(path: path)
        }
    }
}

extension HearingModel {
    /// The model that was measured on people with Aloud's own recogniser.
    ///
    /// - Parameter folder: the folder of grammars.
    /// - Throws: `HearingFileError`, or `UnreadableResource`.
    package init(measuredFor optotypes: OptotypeSet, in folder: ResourceFolder) throws {
        self.init(
            try HearingFile(measuredFor: optotypes, in: folder).counts(toAnswer: optotypes),
            toAnswer: optotypes)
    }
}

extension ExamConfiguration {
    /// How often letters are misheard, for the estimate, and its name in the result.
    ///
    /// - Parameter note: called with a sentence about letters that a file does not count.
    /// - Throws: `HearingFileError`, or `UnreadableResource` for Aloud's own file.
    package func hearingModel(
        note: (String) -> Void
    ) throws -> (model: HearingModel, told: TestSetup.HearingTold) {
        let optotypes = measurement.optotypes
        let model: HearingModel
        let name: String
        switch assumedHearing {
        case .file(let path)?:
            // Read once: a pipe gives nothing the second time.
            let file = try HearingFile(path)
            model = HearingModel(try file.counts(toAnswer: optotypes), toAnswer: optotypes)
            name = path
            if let words = file.note(on: optotypes) { note(words) }
        case let share?:
            model = try share.model(for: optotypes)
            name = share.name
        case nil where answers.areTyped:
            model = .exact
            name = AssumedHearing.share(0).name
        case nil:
            model = try HearingModel(measuredFor: optotypes, in: grammars)
            name = AssumedHearing.measured
        }
        return (model, TestSetup.HearingTold(name: name, misheard: model.misheard))
    }
}
