/// Checks a whole trail, entry by entry, and remembers the contents that each object of the store
/// must have: tests, people, accounts and the settings.
package struct AuditCheck {
    private let chain: AuditChain
    /// The end of the trail so far.
    package private(set) var head = AuditHead.empty
    /// The digest that the contents of each object must have, by its key; nil if the entry that
    /// wrote the object has none.
    private var contents: [RecordID: String?] = [:]
    /// The tests that have ended.
    private var ended: Set<RecordID> = []
    /// The digest that the settings must have; nil without any.
    private var settings: String?
    /// The ends of the trails that were imported, which must still be there.
    private var importedEnds: Set<String> = []
    private var seenEnds: Set<String> = []
    private var lastImported: ImportedEntry?
    private var hasSeals = false
    /// The number of the last entry before the first seal; 0 if the first entry has a seal.
    private var lastWithoutSeal = 0
    /// The first and the last entry sealed with each key that this machine lacks, by its name.
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
            case .importTrail: if let end = entry.contents { importedEnds.insert(end) }
            default: if entry.contents != nil { settings = entry.contents }
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
            if entry.contents != nil { contents[object] = .some(entry.contents) }
        }
    }

    private mutating func checkSeal(of entry: AuditEntry) {
        guard let seal = entry.seal else {
            if hasSeals {
                faults.append(.unsealed(entry.number))
            } else {
                lastWithoutSeal = entry.number
            }
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

    /// Checks an object of the store by the texts that it consists of.
    package mutating func take(_ object: RecordID, texts: [String]) {
        guard let written = contents.removeValue(forKey: object) else {
            faults.append(.unrecorded(object))
            return
        }
        if written != chain.contents(of: texts) { faults.append(.changed(object)) }
    }

    /// Checks the texts of all settings; empty for a store without settings.
    package mutating func take(settings texts: [String]) {
        let isSealed = settings.map { $0 == chain.contents(of: texts) } ?? texts.isEmpty
        if !isSealed { faults.append(.settings) }
    }

    /// Takes the next entry of the imported trails, which come one after the other.
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

    /// Makes sure that the store's own trail has the end of the imported one.
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

    /// Ends the check. An object that only the trail has is a fault.
    package mutating func end() -> [RecordFault] {
        endImported()
        if chain.keys != nil, lastWithoutSeal > 0 { faults.append(.unsealed(lastWithoutSeal)) }
        return faults
            + unknown.sorted { $0.value.first < $1.value.first }.map {
                .unknownKey($0.key, first: $0.value.first, last: $0.value.last)
            }
            + contents.keys.sorted().map { .missing($0) }
            + importedEnds.subtracting(seenEnds).map { _ in .importedTrail(0) }
    }
}
