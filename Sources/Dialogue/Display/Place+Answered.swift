extension Place {
    /// Whether an answer stands there.
    package var isAnswered: Bool {
        switch self {
        case .heard, .missed: true
        case .waiting, .asked: false
        }
    }
}

extension [Place] {
    /// Whether anything was answered yet.
    package var hasAnswer: Bool { contains(where: \.isAnswered) }
}
