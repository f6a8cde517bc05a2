package import Acuity

/// The follow-up of one person: the condition of each eye, the first day of its baseline, and the
/// plan of tests.
///
/// The condition sets the limits of change (`EyeCondition`). An eye that was operated on has a new
/// baseline from a day. The clinic chooses both; Aloud never does.
package struct FollowUp: Sendable, Equatable, Codable {
    /// The condition of the right eye; nil if the clinic chose none, which counts as healthy.
    package var right: EyeCondition?
    /// The condition of the left eye; nil as above.
    package var left: EyeCondition?
    /// The day from which tests of the right eye have a new baseline; nil if all are compared.
    package var rightFrom: CalendarDay?
    /// The day from which tests of the left eye have a new baseline; nil as above.
    package var leftFrom: CalendarDay?
    /// The plan of tests; nil without one.
    package var plan: FollowUpPlan?

    /// Sets each property from the parameter of its name.
    package init(
        right: EyeCondition? = nil, left: EyeCondition? = nil, rightFrom: CalendarDay? = nil,
        leftFrom: CalendarDay? = nil, plan: FollowUpPlan? = nil
    ) {
        self.right = right
        self.left = left
        self.rightFrom = rightFrom
        self.leftFrom = leftFrom
        self.plan = plan
    }

    /// The follow-up of a person whose two entries are merged: the choices of the other entry where
    /// this one has none.
    package func merged(with other: FollowUp) -> FollowUp {
        FollowUp(
            right: right ?? other.right, left: left ?? other.left,
            rightFrom: rightFrom ?? other.rightFrom, leftFrom: leftFrom ?? other.leftFrom,
            plan: plan ?? other.plan)
    }

    /// Whether nothing is chosen.
    package var isEmpty: Bool { self == FollowUp() }

    /// The condition that sets the limits of an eye.
    ///
    /// Both eyes together have the limits of the better eye, the one that varies less, because it
    /// mostly determines what both see. This is Aloud's own choice.
    package func condition(of eye: Eye) -> EyeCondition {
        let (right, left) = (right ?? .healthy, left ?? .healthy)
        switch eye {
        case .right: return right
        case .left: return left
        case .both:
            return right.deviationBetweenTests <= left.deviationBetweenTests ? right : left
        }
    }

    /// The day from which the tests of an eye are compared with one another; nil for all. Tests of both
    /// eyes together begin again with either eye.
    package func baselineDay(of eye: Eye) -> CalendarDay? {
        switch eye {
        case .right: rightFrom
        case .left: leftFrom
        case .both: [rightFrom, leftFrom].compactMap(\.self).max()
        }
    }
}

/// The plan of a person's tests.
package struct FollowUpPlan: Sendable, Equatable, Codable {
    /// How often a test is due.
    package enum Rhythm: String, CaseIterable, Sendable, Codable {
        /// Every 7 days.
        case weekly
        /// Every 30 days.
        case monthly
        /// Every 7 days after a treatment, until a day.
        case afterTreatment = "after-treatment"

        /// The days from one test to the next.
        package var days: Int { self == .monthly ? 30 : 7 }
        /// The rhythm in words: "every 7 days".
        package var words: String {
            self == .afterTreatment ? "every 7 days after a treatment" : "every \(days) days"
        }
        /// The days after which a due test is late: chosen.
        package var grace: Int { self == .monthly ? 7 : 2 }
    }

    /// How often a test is due.
    package var rhythm: Rhythm
    /// The day on which the plan begins: the first test is due then.
    package var from: CalendarDay
    /// The last day on which a test is due; nil for a plan without an end.
    package var until: CalendarDay?

    /// Sets each property from the parameter of its name.
    package init(_ rhythm: Rhythm, from: CalendarDay, until: CalendarDay? = nil) {
        self.rhythm = rhythm
        self.from = from
        self.until = until
    }

    /// Makes sure that the plan can be kept.
    ///
    /// - Throws: `RecordError.invalid`.
    package func check() throws(RecordError) {
        if rhythm == .afterTreatment, until == nil {
            throw .invalid("A plan after a treatment requires the day on which it ends.")
        }
        if let until, until < from {
            throw .invalid("The plan ends before it begins. Check both days.")
        }
    }

    /// The day on which the next test is due; nil after the plan's end.
    ///
    /// - Parameter last: the day of the latest test that counts (`StoredTest.countsForPlan`); nil without
    ///   one.
    package func due(after last: CalendarDay?) -> CalendarDay? {
        var due = from
        if let last, last >= from {
            due = CalendarDay(daysSince1970: last.daysSince1970 + rhythm.days)
        }
        if let until, due > until { return nil }
        return due
    }
}
