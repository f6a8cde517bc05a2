package import Acuity
internal import Platform

/// How often letters are taken to be misheard, as `--hearing` says.
package enum AssumedHearing: Equatable, Sendable {
    /// A share of all letters, 0...0.5.
    case share(Double)
    /// What an evaluation counted, by its path.
    case file(String)

    /// The meaning of a text; nil for a share that is out of range.
    package init?(_ text: String) {
        if let share = Double(share: text) {
            guard (0...0.5).contains(share) else { return nil }
            self = .share(share)
        } else {
            guard !text.isEmpty, !text.hasSuffix("%") else { return nil }
            self = .file(text)
        }
    }

    /// What a result says where Aloud's own measurement on people is taken.
    package static let measured = "measured"

    /// As the option is written.
    package var name: String {
        switch self {
        case .share(let share): "\(share)"
        case .file(let path): path
        }
    }

    /// The model of a test of these optotypes.
    ///
    /// - Throws: `HearingFileError`.
    package func model(for optotypes: OptotypeSet) throws(HearingFileError) -> HearingModel {
        switch self {
        case .share(0): .exact
        case .share(let share): HearingModel(misheard: share, among: optotypes.choices)
        case .file(let path):
            HearingModel(
                try HearingFile(path).counts(toAnswer: optotypes), toAnswer: optotypes)
        }
    }
}
