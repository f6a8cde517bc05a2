internal import PhoneticMapping

extension [SpokenAnswer] {
    /// The longest time between two letters that were understood, or where there are none between
    /// two directions, seconds; 0 where they are typed. Among letters a direction is a remark.
    var longestPause: Double {
        let letters = filter { if case .letter = $0.kind { true } else { $0.kind.isNotSeen } }
        let directions = filter { if case .direction = $0.kind { true } else { false } }
        let answers = letters.isEmpty ? directions : letters
        return zip(answers, answers.dropFirst()).map { before, after in
            guard let end = before.time?.upperBound, let start = after.time?.lowerBound else {
                return 0
            }
            return start - end
        }.max() ?? 0
    }
}
