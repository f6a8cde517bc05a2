package import Acuity
internal import Contrast
internal import Foundation
package import RecordStore
internal import Records

/// A kept test as exports hold it: the test, the person, and what follows from the result.
package struct ExportedTest: Sendable {
    /// The test.
    package let test: StoredTest
    /// The person; nil if nobody is named.
    package let person: Person?
    /// The former versions, if the test was amended.
    package let former: [FormerTest]
    /// The comparison of the test with the person's earlier ones; nil if it is not compared.
    package let change: AcuityChange?
    /// The sentence about the next step after the test; nil to leave it out.
    package let nextStep: String?
    /// The signatures that cover the test: its own, and those of its day and its studies.
    package var signatures: [CheckedSignature] = []
    /// Former sittings of the test that have no tests left. A report of such a sitting is a
    /// mistake.
    let emptiedSittings: [RecordID]

    /// A test with its person.
    package init(
        _ test: StoredTest, person: Person?, former: [FormerTest] = [],
        change: AcuityChange? = nil, nextStep: String? = nil,
        emptiedSittings: [RecordID] = []
    ) {
        self.test = test
        self.person = person
        self.former = former
        self.change = change
        self.nextStep = nextStep
        self.emptiedSittings = emptiedSittings
    }

    /// The sitting, which no test of another person shares.
    package var sitting: RecordID { test.sitting }

    /// Whether the test was first kept with another person, whom an earlier export names.
    var wasMoved: Bool {
        former.contains { $0.test.person != nil && $0.test.person != test.person }
    }

    /// Whether nobody measured the screen, so that the size of the letters is uncertain.
    var isScreenUnmeasured: Bool { test.record.setup.isCalibrated == false }

    /// The remarks that every format has with the result.
    package var warnings: [String] {
        [
            isScreenUnmeasured ? Self.unmeasured : nil, test.record.unclearWarning,
            wasMoved ? Self.moved : nil,
        ].compactMap(\.self)
    }

    private static let unmeasured =
        "The screen was not measured: the size of the letters, and so the acuity, is uncertain."
    private static let moved =
        "This test was first kept with another person: an earlier export of it is wrong."

    /// The meaning of a number for the acuity or the contrast sensitivity.
    package enum Bound: String, Sendable {
        /// The result is this.
        case exact
        /// The result is this or better, so its logMAR is this or smaller, its logCS this or larger.
        case orBetter
        /// The result is worse than this.
        case worse
    }

    /// The acuity with its bound: the score, or the largest size that could be shown, if too
    /// few letters were right; nil if nothing was measured.
    package var acuity: (logMAR: LogMAR, bound: Bound)? {
        let score = test.record.score
        if let logMAR = score.logMAR { return (logMAR, score.isBound ? .orBetter : .exact) }
        if test.record.withheld != .notHeardWellEnough, score.remarks.contains(.beyondLargestLine),
            let largest = score.lines.flatMap(\.presentation.sizes).max()
        {
            return (largest, .worse)
        }
        return nil
    }

    /// The contrast sensitivity with its bound: the result, or the contrast of the darkest letters, if
    /// too few of them were right; nil if nothing was measured.
    package var contrastSensitivity: (logCS: LogCS, bound: Bound)? {
        guard let contrast = test.record.contrast else { return nil }
        if let worseThan = contrast.worseThan { return (worseThan, .worse) }
        guard let logCS = contrast.logCS else { return nil }
        return (logCS, contrast.isBound ? .orBetter : .exact)
    }

    /// The estimate, if it can be relied on.
    package var estimate: AcuityEstimate? { test.record.estimate?.ifReliable }

    /// The lower end of the interval of the estimate; nil if it is open.
    package var low: LogMAR? {
        estimate.flatMap { $0.isOpenBelow ? nil : $0.interval95.lowerBound }
    }

    /// The upper end of the interval of the estimate; nil if it is open.
    package var high: LogMAR? {
        estimate.flatMap { $0.isOpenAbove ? nil : $0.interval95.upperBound }
    }

    /// The nearest line of an acuity that is not a mere limit.
    package var line: SnellenLine? { test.record.score.line }

    /// Whether the letters were nearer than 1 m.
    package var isNear: Bool { test.record.setup.distance.metres < 1 }

    /// The optotypes that were shown.
    package var optotypes: OptotypeSet { test.record.optotypes }

    /// The letters that were shown.
    package var lettersShown: Int {
        test.record.score.lines.reduce(0) { $0 + $1.presentation.letters.count }
    }

    /// The length of the test, seconds.
    package var seconds: Double { test.record.duration / .seconds(1) }
}

/// Reads the tests of a query with their people.
package struct ExportReader {
    private let store: any RecordKeeping
    private var people: [RecordID: Person] = [:]
    private var changes: ChangeReader
    private let nextSteps: NextStepTable?
    private let hasDays: Bool
    /// All signatures, and the digests of days and studies that were computed.
    private var signatures: [Signature]?
    private var digests: [SignedObject: String] = [:]

    /// A reader of a store.
    ///
    /// - Parameters:
    ///   - nextSteps: the sentences about the next step; nil to leave them out.
    ///   - hasDays: whether the signatures of days and studies are read, too.
    package init(
        _ store: any RecordKeeping, nextSteps: NextStepTable? = nil, hasDays: Bool = true
    ) {
        self.store = store
        self.hasDays = hasDays
        self.nextSteps = nextSteps
        changes = ChangeReader(store)
    }

    /// The tests that have ended, the earliest first.
    package mutating func tests(_ query: TestQuery) throws -> [ExportedTest] {
        var found: [ExportedTest] = []
        try eachTest(query) { found.append($0) }
        return found
    }

    /// Calls a function with each ended test of a query, the earliest first, in one pass.
    package mutating func eachTest(
        _ query: TestQuery, _ act: (ExportedTest) throws -> Void
    ) throws {
        var query = query
        query.isEarliestFirst = true
        try store.eachTest(query) { test in
            guard test.state != .running else { return }
            if people.count > 10_000 { people = [:] }
            let change = try changes.change(of: test)
            let situation = NextStepSituation(after: test.record, change: change)
            let former = test.isAmended ? try store.formerVersions(of: test.id) : []
            var exported = ExportedTest(
                test, person: try person(test.person), former: former,
                change: change,
                nextStep: test.state == .voided || test.record.setup.quantity == .contrast
                    ? nil : nextSteps?.sentence(for: situation),
                emptiedSittings: try emptiedSittings(former))
            exported.signatures = try signatures(covering: test)
            try act(exported)
        }
    }

    private mutating func signatures(covering test: StoredTest) throws -> [CheckedSignature] {
        let all = try signatures ?? store.signatures()
        signatures = all
        let own = all.filter { $0.object.covers(test) && (hasDays || $0.object.days == nil) }
        return own.isEmpty ? [] : try store.checked(own, known: &digests)
    }

    private func emptiedSittings(_ former: [FormerTest]) throws -> [RecordID] {
        var seen: Set<RecordID> = []
        return try former.map(\.test.sitting).filter { sitting in
            try seen.insert(sitting).inserted
                && store.tests(TestQuery(sitting: sitting, limit: 1)).isEmpty
        }
    }

    private mutating func person(_ key: RecordID?) throws -> Person? {
        guard let key else { return nil }
        if let known = people[key] { return known }
        let person = try store.person(key)
        people[key] = person
        return person
    }
}
