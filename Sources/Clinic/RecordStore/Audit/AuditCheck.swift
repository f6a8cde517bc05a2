/// Checks a whole trail, entry by entry, and remembers the contents that each object of the store
/// must have: tests, people, accounts and the settings.
package struct AuditCheck {
    private let chain: AuditChain
    /// The end of the trail so far.
    package private(set) var head = AuditHead.empty
    /// The digest that the contents of each object must have, by its key; nil for an object that
    /// was written by a version without digests of such objects.
    private var contents: [RecordID: String?] = [:]
    /// The tests that have ended.
    private var ended: Set<RecordID> = []
    /// The digest that the settings must have; nil without any, or of a version without digests.
    private var settings: String?
    private var hasSettings = false
    /// Whether a version without such digests wrote a part of the trail.
    private var isOfFormer = false
    /// The ends of the trails that were imported, which must still be there.
    private var importedEnds: Set<String> = []
    private var seenEnds: Set<String> = []
    private var lastImported: ImportedEntry?
    private var hasSeals = false
    /// The entries that are sealed with keys that are not here.
    private var unknown: [String: (first: Int, last: Int)] = [:]
    private var faults: [RecordFault] = []

    /// A check from the first entry on.
    package init(_ chain: AuditChain) { self.chain = chain }

    /// Takes the next entry.
    package mutating func take(_ entry: AuditEntry) {
        if !chain.isSound(entry, after: head) { faults.append(.trail(entry.number)) }
        head = entry.head
        checkSeal(of: entry)
        guard let object = entry.object else {
            switch entry.action {
            case .seal: isOfFormer = true
            case .importTrail: if let end = entry.contents { importedEnds.insert(end) }
            default:
                if entry.contents != nil { settings = entry.contents }
                if entry.contents != nil || entry.action == .requireSecondFactor {
                    hasSettings = true
                }
            }
            return
        }
        switch entry.action {
        case .begin: contents[object] = .some(entry.contents)
        case .finish, .interrupt, .add:
            if !ended.insert(object).inserted { faults.append(.endedTwice(object)) }
            contents[object] = .some(entry.contents)
        case .erase, .removeAccount:
            contents[object] = nil
            ended.remove(object)
        case .addPerson, .changePerson, .amend: contents[object] = .some(entry.contents)
        default:
            if entry.contents != nil {
                contents[object] = .some(entry.contents)
            } else if Self.makesAccounts.contains(entry.action), contents[object] == nil {
                contents[object] = .some(nil)
            }
        }
    }

    /// The actions with which a version without digests of accounts made one.
    private static let makesAccounts: Set<AuditAction> = [.addAccount, .emergency]

    private mutating func checkSeal(of entry: AuditEntry) {
        guard let seal = entry.seal else {
            // Former versions made none.
            if hasSeals { faults.append(.unsealed(entry.number)) }
            return
        }
        hasSeals = true
        switch chain.keys?.finding(seal, of: entry.digest) {
        case .fits, .lost, nil: break
        case .wrong: faults.append(.seal(entry.number))
        case .unknown(let key):
            unknown[key] = (unknown[key]?.first ?? entry.number, entry.number)
        }
    }

    /// Takes an object of the store, with the texts that make it up.
    ///
    /// - Parameter former: the texts that versions before this one sealed.
    package mutating func take(
        _ object: RecordID, texts: [String], former: () -> [String] = { [] }
    ) {
        guard let written = contents.removeValue(forKey: object) else {
            faults.append(.unrecorded(object))
            return
        }
        if let written, !chain.isDigest(written, of: texts, former: former) {
            faults.append(.changed(object))
        }
    }

    /// Takes all settings; none for a store without.
    package mutating func take(settings texts: [String]) {
        if let settings {
            if settings != chain.contents(of: texts) { faults.append(.settings) }
        } else if !texts.isEmpty, !hasSettings, !isOfFormer {
            faults.append(.settings)
        }
    }

    /// Takes the next entry of the imported trails, one trail after the other.
    package mutating func take(imported next: ImportedEntry) {
        if next.trail != lastImported?.trail { endImported() }
        if lastImported == nil, next.entry.digest != next.trail {
            faults.append(.importedTrail(next.entry.number))
        }
        if !chain.isSound(next.entry, after: lastImported?.entry.head ?? .empty) {
            faults.append(.importedTrail(next.entry.number))
        }
        lastImported = next
        seenEnds.insert(next.entry.digest)
    }

    /// Makes sure that the own trail knows the end of an imported one.
    private mutating func endImported() {
        if let end = lastImported?.entry, !importedEnds.contains(end.digest) {
            faults.append(.importedTrail(end.number))
        }
        lastImported = nil
    }

    /// Notes that an imported trail cannot be read.
    package mutating func isUnreadable(importedTrail: RecordError) {
        faults.append(.importedTrail((lastImported?.entry.number ?? 0) + 1))
    }

    /// Ends the check: what the trail has and the store has not is a fault.
    package mutating func end() -> [RecordFault] {
        endImported()
        if chain.keys != nil, head.number > 0, !hasSeals { faults.append(.unsealed(head.number)) }
        return faults
            + unknown.sorted { $0.value.first < $1.value.first }.map {
                .unknownKey($0.key, first: $0.value.first, last: $0.value.last)
            }
            + contents.keys.sorted().map { .missing($0) }
            + importedEnds.subtracting(seenEnds).map { _ in .importedTrail(0) }
    }
}
