import Foundation
import TestPages

/// The wait for what another thread or a page is to do.
enum Waiting {
    /// Waits until something holds; gives whether it did within a minute.
    static func until(_ condition: () -> Bool) -> Bool {
        let deadline = Date(timeIntervalSinceNow: 60)
        while !condition() {
            guard Date() < deadline else { return false }
            Thread.sleep(forTimeInterval: 0.01)
        }
        return true
    }

    /// Waits for midnight if it is near: some tests need the same day from begin to end.
    static func untilDayLasts() {
        let later = Date() + 180
        guard !Calendar.current.isDateInToday(later) else { return }
        Thread.sleep(until: Calendar.current.startOfDay(for: later))
    }
}

extension OperatorAct {
    /// The act without the time that the page measured.
    var untimed: OperatorAct {
        guard case .answer(let shown, let letter, let way, _) = self else { return self }
        return .answer(shown: shown, letter, by: way)
    }
}

extension OperatorSession {
    /// The next act, waited for; nil where none comes.
    func awaitedAct() -> OperatorAct? {
        var act: OperatorAct?
        _ = Waiting.until {
            act = nextAct()
            return act != nil
        }
        return act
    }
}
