package import Records

/// A call of a store, to be sent to the program that has it.
package enum RecordCall: Sendable, Codable {
    case save(Person, Author)
    case person(RecordID)
    case personWithID(String)
    case people(PersonQuery)
    case begin(StoredTest, Author)
    case append(StoredEvent, to: RecordID)
    case finish(RecordID, Ending, Author)
    case add(StoredTest, [StoredEvent], [FormerTest], [UInt8]?, Author)
    case amend(StoredTest, Author)
    case test(RecordID)
    case events(RecordID)
    case origin(of: RecordID)
    case formerVersions(RecordID)
    case tests(TestQuery)
    case keepSound([UInt8], of: RecordID, Author)
    case sound(RecordID)
    case erase(RecordID, Author)
    case time(of: AuditAction, on: RecordID)
    case waitingTests
    case deliveries(DeliveryQuery)
    case changeDelivery(Delivery, to: Delivery, noting: String?, Author)
    case signedContents(SignedObject)
    case signatures
    case addSignature(Signature, isImported: Bool, Author)
    case note(AuditAction, RecordID?, Author)
    case trail(after: Int, limit: Int)
    case keepTrail([ImportedEntry], Author)
    case importedTrail(after: ImportedEntry?, limit: Int)
    case head
    case verify
    case copy(to: String)
    case accounts
    case saveAccount(Account, endingKeys: Bool, AuditAction, Author)
    case removeAccount(RecordID, Author)
    case setting(String)
    case set(String, from: FormerSetting, to: String, AuditAction, Author)
    case keys(of: RecordID?)
    case keyWithDigest(String)
    case addKey(AccessKey, AuditAction, Author)
    case useKey(RecordID, Moment)
    case endKeys([RecordID], of: RecordID, AuditAction, Author)

    /// The end of a test.
    package struct Ending: Sendable, Codable {
        /// Its state.
        package var state: TestState
        /// Its result.
        package var record: TestRecord
        /// Its circumstances; nil to leave them.
        package var circumstances: Circumstances?
        /// Its time.
        package var at: Moment
    }
}

/// The answer to a call.
package enum RecordAnswer: Sendable, Codable {
    case done
    case isNew(Bool)
    case person(Person?)
    case people([Person])
    case test(StoredTest?)
    case tests([StoredTest])
    case events([StoredEvent])
    case author(Author?)
    case formerVersions([FormerTest])
    case sound([UInt8]?)
    case count(Int)
    case moment(Moment?)
    case waitingTests([WaitingTest])
    case deliveries([Delivery])
    case signedContents(SignedContents?)
    case signatures([Signature])
    case trail([AuditEntry])
    case importedTrail([ImportedEntry])
    case head(AuditHead)
    case faults([RecordFault])
    case accounts([Account])
    case setting(String?)
    case keys([AccessKey])
    case key(KnownKey?)
    case failure(RecordError)
}

extension RecordKeeping {
    /// Carries out a call.
    package func answer(_ call: RecordCall) -> RecordAnswer {
        do throws(RecordError) {
            switch call {
            case .save(let person, let author): return .person(try save(person, by: author))
            case .person(let key): return .person(try person(key))
            case .personWithID(let id): return .person(try person(withID: id))
            case .people(let query): return .people(try people(query))
            case .begin(let test, let author): try begin(test, by: author)
            case .append(let event, let test): try append(event, to: test)
            case .finish(let test, let ending, let author):
                try finish(
                    test, as: ending.state, with: ending.record,
                    circumstances: ending.circumstances, at: ending.at, by: author)
            case .add(let test, let events, let former, let sound, let author):
                return .isNew(
                    try add(test, events: events, former: former, sound: sound, by: author))
            case .amend(let test, let author): return .test(try amend(test, by: author))
            case .test(let id): return .test(try test(id))
            case .events(let id): return .events(try events(of: id))
            case .origin(let id): return .author(try origin(of: id))
            case .formerVersions(let id): return .formerVersions(try formerVersions(of: id))
            case .tests(let query): return .tests(try tests(query))
            case .keepSound(let sound, let test, let author):
                try keep(sound: sound, of: test, by: author)
            case .sound(let test): return .sound(try sound(of: test))
            case .erase(let object, let author): return .count(try erase(object, by: author))
            case .time(let action, let object):
                return .moment(try time(of: action, on: object))
            case .waitingTests: return .waitingTests(try waitingTests())
            case .deliveries(let query): return .deliveries(try deliveries(query))
            case .changeDelivery(let former, let new, let words, let author):
                return .isNew(try change(former, to: new, noting: words, by: author))
            case .signedContents(let object):
                return .signedContents(try signedContents(of: object))
            case .signatures: return .signatures(try signatures())
            case .addSignature(let signature, let isImported, let author):
                try add(signature, isImported: isImported, by: author)
            case .note(let action, let object, let author):
                try note(action, of: object, by: author)
            case .trail(let number, let limit):
                return .trail(try trail(after: number, limit: limit))
            case .keepTrail(let entries, let author):
                return .count(try keep(trail: entries, by: author))
            case .importedTrail(let last, let limit):
                return .importedTrail(try importedTrail(after: last, limit: limit))
            case .head: return .head(try head())
            case .verify: return .faults(try verify())
            case .copy(let path): try copy(to: path)
            case .accounts: return .accounts(try accounts())
            case .saveAccount(let account, let endingKeys, let action, let author):
                return .accounts([
                    try save(account, endingKeys: endingKeys, as: action, by: author)
                ])
            case .removeAccount(let account, let author): try remove(account: account, by: author)
            case .setting(let name): return .setting(try setting(name))
            case .set(let name, let former, let value, let action, let author):
                try set(name, from: former, to: value, as: action, by: author)
            case .keys(let account): return .keys(try keys(of: account))
            case .keyWithDigest(let digest): return .key(try key(withDigest: digest))
            case .addKey(let key, let action, let author): try add(key, as: action, by: author)
            case .useKey(let key, let now): try use(key, at: now)
            case .endKeys(let keys, let account, let action, let author):
                try end(keys, of: account, as: action, by: author)
            }
            return .done
        } catch {
            return .failure(error)
        }
    }
}
