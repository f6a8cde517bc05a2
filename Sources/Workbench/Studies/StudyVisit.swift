package import RecordStore

/// A row of the form of a study: one eye at one visit.
package struct StudyVisit: Sendable, Equatable {
    /// The clinic's identifier of the person, as in the records.
    package var person: String
    /// The group of the person; empty for none.
    package var group: String
    /// "right" or "left".
    package var eye: String
    /// The number of the visit, from 1.
    package var visit: Int
    /// The day on which the visit is due.
    package var due: CalendarDay
    /// The methods in their order; one of them is Aloud.
    package var order: [String]
    /// The acuity by the other method, logMAR; nil until it is measured.
    package var logMAR: Double?
    /// The time that the other method took, seconds; nil if it was not taken.
    package var seconds: Double?
    /// Whether the other method was tried and had no result.
    package var isUnusable = false
    /// The number of letters that a listener found misheard in Aloud's test; nil if nobody listened.
    package var misheard: Int?

    /// The name of Aloud among the methods.
    package static let aloud = "aloud"

    /// The eye as a key: the person and the side.
    var key: StudyEye { StudyEye(person: person, eye: eye) }

    /// Whether the other method is done.
    var isOtherDone: Bool { logMAR != nil || isUnusable }
}

/// An eye of a person in a study.
package struct StudyEye: Hashable, Sendable, Comparable {
    package let person: String
    /// "right" or "left".
    package let eye: String

    package static func < (a: StudyEye, b: StudyEye) -> Bool {
        (a.person, a.eye) < (b.person, b.eye)
    }
}
