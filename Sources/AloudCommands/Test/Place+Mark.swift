internal import Acuity
internal import HandsFree

extension Place {
    /// One character for what is known about a position.
    var mark: String {
        switch self {
        case .waiting: "."
        case .asked: "?"
        case .heard(let letter): letter.description
        case .missed: "-"
        }
    }
}

extension [Place] {
    /// Whether anything was answered yet.
    var hasAnswer: Bool { contains { $0 != .waiting && $0 != .asked } }
}
