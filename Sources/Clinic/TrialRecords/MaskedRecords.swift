package import RecordStore
internal import Records
internal import Trials

/// A store whose readers do not learn the results of masked trials.
///
/// A test that a trial masks comes without its result (`TestRecord.masked`), its events and its
/// sound, and so do its former versions. All else comes from the whole store, and all changes go to
/// it. Every page, list and export for people at the site reads through this store.
package final class MaskedRecords: RecordKeeping {
    /// The store with the results.
    fileprivate let whole: any RecordKeeping
    /// Whether all tests are masked, those outside of trials, too.
    private let masksAll: Bool

    /// Masks a store.
    ///
    /// - Parameter masksAll: whether tests outside of trials are masked, too, as at the lane of a masked
    ///   trial.
    package init(_ store: any RecordKeeping, masksAll: Bool = false) {
        whole = store
        self.masksAll = masksAll
    }

    private func isMasked(_ test: StoredTest) throws(RecordError) -> Bool {
        if masksAll { return true }
        guard test.circumstances.trial?.isMasked == true else { return false }
        return try whole.studies().masks(test)
    }

    fileprivate func isMasked(_ id: RecordID) throws(RecordError) -> Bool {
        if masksAll { return true }
        guard let test = try whole.test(id) else { return false }
        return try isMasked(test)
    }

    fileprivate func masked(_ test: StoredTest) throws(RecordError) -> StoredTest {
        guard try isMasked(test) else { return test }
        var masked = test
        masked.record = test.record.masked
        // The end would show the length of the test, which hints at the acuity.
        masked.ended = test.ended.map { _ in test.began }
        masked.distanceFinding = "The camera measured another distance."
        return masked
    }

    package func carryOut<Call: RecordCall>(_ call: Call) throws(RecordError) -> Call.Answer {
        guard let masked = call as? any MaskedCall<Call.Answer> else {
            return try whole.carryOut(call)
        }
        return try masked.carryOut(masking: self)
    }

    package func close() { whole.close() }
}

/// A call whose answer has the contents of tests. A signature has only a digest of its test.
protocol MaskedCall<Answer>: RecordCall {
    /// Carries out the call without the results of masked tests.
    func carryOut(masking store: MaskedRecords) throws(RecordError) -> Answer
}

extension ReadTest: MaskedCall {
    func carryOut(masking store: MaskedRecords) throws(RecordError) -> StoredTest? {
        guard let test = try store.whole.carryOut(self) else { return nil }
        return try store.masked(test)
    }
}

extension FindTests: MaskedCall {
    func carryOut(masking store: MaskedRecords) throws(RecordError) -> [StoredTest] {
        var found: [StoredTest] = []
        for test in try store.whole.carryOut(self) { found.append(try store.masked(test)) }
        return found
    }
}

extension ReadEvents: MaskedCall {
    func carryOut(masking store: MaskedRecords) throws(RecordError) -> [StoredEvent] {
        try store.isMasked(test) ? [] : try store.whole.carryOut(self)
    }
}

extension ReadFormerVersions: MaskedCall {
    func carryOut(masking store: MaskedRecords) throws(RecordError) -> [FormerTest] {
        var former = try store.whole.carryOut(self)
        for index in former.indices { former[index].test = try store.masked(former[index].test) }
        return former
    }
}

extension ReadSound: MaskedCall {
    func carryOut(masking store: MaskedRecords) throws(RecordError) -> [UInt8]? {
        try store.isMasked(test) ? nil : try store.whole.carryOut(self)
    }
}

extension AmendTest: MaskedCall {
    func carryOut(masking store: MaskedRecords) throws(RecordError) -> StoredTest {
        var restored = test
        if test.record.isMasked, let kept = try store.whole.test(test.id) {
            restored.record = kept.record
            restored.ended = kept.ended
            restored.distanceFinding = kept.distanceFinding
        }
        return try store.masked(try store.whole.amend(restored, by: author))
    }
}

extension StoredTest {
    /// The program's finding of a wrong distance; nil without one. Only an eye that sees badly is
    /// tested at 1 m, so the distance hints at the acuity.
    fileprivate var distanceFinding: String? {
        get { wrongDistance.flatMap { circumstances.trial?.deviations[$0].finding } }
        set {
            guard let newValue, let index = wrongDistance else { return }
            circumstances.trial?.deviations[index].finding = newValue
        }
    }

    /// The index of that finding among the deviations.
    private var wrongDistance: Int? {
        circumstances.trial?.deviations.firstIndex {
            $0.code == .wrongDistance && $0.foundBy == .aloud
        }
    }
}
