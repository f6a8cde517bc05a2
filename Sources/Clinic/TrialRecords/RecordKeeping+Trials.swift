package import RecordStore
package import Trials

extension AuditAction {
    /// A protocol was put into force, a study was chosen, or a certificate was given.
    package static let changeTrial = AuditAction(rawValue: "changeTrial")
    /// A subject was enrolled and given an arm.
    package static let enrol = AuditAction(rawValue: "enrol")
    /// The data of a study or a subject were locked; the reason says which.
    package static let lockTrial = AuditAction(rawValue: "lockTrial")
    /// The data of a study or a subject were unlocked; the reason says which and why.
    package static let unlockTrial = AuditAction(rawValue: "unlockTrial")
    /// The scores of a masked study were opened.
    package static let unmaskTrial = AuditAction(rawValue: "unmaskTrial")
    /// A test was refused by the protocol of a trial.
    package static let refuseTrial = AuditAction(rawValue: "refuseTrial")
}

extension RecordKeeping {
    /// The studies of the store.
    ///
    /// - Throws: `RecordError.failed` if the list cannot be read.
    package func studies() throws(RecordError) -> StudyBook {
        guard let book = StudyBook(try setting(StudyBook.setting)) else {
            throw .failed("the list of studies cannot be read; restore a backup of the records.")
        }
        return book
    }

    /// Changes the list of studies, in one step.
    ///
    /// - Returns: the result of the change.
    /// - Throws: an error of the change, or `RecordError`; `.stale` if other lanes change the list
    ///   at the same time at each attempt.
    package func changeStudies<Result>(
        as action: AuditAction, by author: Author,
        _ change: (inout StudyBook) throws -> Result
    ) throws -> Result {
        for _ in 0..<4 {
            let former = try setting(StudyBook.setting)
            var book = try studies()
            let result = try change(&book)
            do throws(RecordError) {
                try set(
                    StudyBook.setting, from: .value(former), to: book.text, as: action, by: author)
                return result
            } catch { guard error == .stale else { throw error } }
        }
        throw RecordError.stale
    }

    /// All tests of a study, the earliest first, those that run included.
    package func tests(ofStudy name: String) throws -> [StoredTest] {
        var query = TestQuery(limit: 500)
        query.isEarliestFirst = true
        var found: [StoredTest] = []
        try eachTest(query) { if $0.circumstances.trial?.study == name { found.append($0) } }
        return found
    }
}

extension StudyBook {
    /// Whether nobody may see the score of a test.
    package func masks(_ test: StoredTest) -> Bool {
        guard let visit = test.circumstances.trial, visit.isMasked else { return false }
        return self[visit.study]?.isUnmasked != true
    }
}
