internal import HandsFree

extension Place {
    /// Whether an answer stands there.
    var isAnswered: Bool {
        switch self {
        case .heard, .missed: true
        case .waiting, .asked: false
        }
    }
}

extension [Place] {
    /// Whether anything was answered yet.
    var hasAnswer: Bool { contains(where: \.isAnswered) }
}
