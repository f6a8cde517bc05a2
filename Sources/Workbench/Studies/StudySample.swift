internal import Acuity

/// The measurements of all people, or of a group, as differences between methods and visits.
struct StudySample {
    let entries: [StudyResults.Entry]

    /// A pair of measurements of one eye.
    struct Pair {
        let eye: StudyEye
        let first: Double
        let second: Double

        var difference: Double { first - second }
    }

    /// Aloud and the other method at the first visit of each eye at which both have a result.
    var betweenMethods: [Pair] {
        eyes.compactMap { entries in
            for entry in entries {
                if let first = entry.test?.logMAR, let second = entry.visit.logMAR {
                    return Pair(eye: entry.visit.key, first: first, second: second)
                }
            }
            return nil
        }
    }

    /// The second visit and the first one of each eye with a result, by Aloud or the other method.
    func betweenVisits(aloud: Bool) -> [Pair] {
        eyes.compactMap { entries in
            let results = entries.compactMap { aloud ? $0.test?.logMAR : $0.visit.logMAR }
            guard results.count > 1, let eye = entries.first?.visit.key else { return nil }
            return Pair(eye: eye, first: results[1], second: results[0])
        }
    }

    /// The entries of each eye, in the order of the visits.
    private var eyes: [[StudyResults.Entry]] {
        Dictionary(grouping: entries) { $0.visit.key }.sorted { $0.key < $1.key }
            .map { $0.value.sorted { $0.visit.visit < $1.visit.visit } }
    }

    /// The number of people.
    var people: Int { Set(entries.map(\.visit.person)).count }

    /// The times by a method, seconds.
    func seconds(aloud: Bool) -> [Double] {
        entries.compactMap { aloud ? $0.test?.seconds : $0.visit.seconds }
    }
}

extension [StudySample.Pair] {
    /// The number of people whose eyes were measured.
    var people: Int { Set(map(\.eye.person)).count }

    /// The limits of agreement; nil for fewer than two people.
    var limits: LimitsOfAgreement? { LimitsOfAgreement(map(\.difference), people: people) }

    /// Their repeatability; nil without pairs.
    var repeatability: Repeatability? { Repeatability(map(\.difference), people: people) }

    /// Their correlation; nil for too few, and for two eyes of a person, whose interval would be too
    /// narrow.
    var correlation: IntraclassCorrelation? {
        people == count ? IntraclassCorrelation(map { [$0.first, $0.second] }) : nil
    }
}
