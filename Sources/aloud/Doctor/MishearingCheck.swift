internal import Acuity
internal import CommandLineKit
internal import Exam
internal import Platform
internal import Recognition

/// Reads how often letters and directions were misheard, which the estimate of every spoken test
/// allows for.
struct MishearingCheck {
    let folder: ResourceFolder

    func findings() -> [Finding] {
        [
            finding("measured mishearing", of: .sloan),
            finding("measured mishearing of directions", of: .landolt),
        ]
    }

    private func finding(_ check: String, of optotypes: OptotypeSet) -> Finding {
        do {
            let file = try HearingFile(measuredFor: optotypes, in: folder)
            let counts = try file.counts(toAnswer: optotypes)
            return .ok(
                check,
                "\(file.path), \(counts.letters.counting("letter")) accepted, \(counts.misheard) of"
                    + " them wrong")
        } catch let error as HearingFileError {
            return .error(
                check,
                error.fault + " Restore it from where Aloud came from; until then give tests a"
                    + " share of letters misheard with '--\(MeasurementOptions.hearing.name)'.")
        } catch {
            return .error(check, "\(error)")
        }
    }
}
