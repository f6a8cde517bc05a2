/// A call of a store: the parameters of a method of `RecordKeeping`, with the type of its answer.
/// A program can send it to another one.
///
/// A new method needs three things: its call, next to the method in this folder; the statements of
/// the call, an `SQLCall`; and a place in `RecordCalls.all`. A store with an outbox passes a call
/// on to the shared store, unless the call has a `carryOut(through:)` of its own. A store that
/// masks results passes a call on to the whole store, unless it is a `MaskedCall`.
package protocol RecordCall<Answer>: Sendable, Codable {
    /// The type of the answer; `Done` for a method that returns nothing.
    associatedtype Answer: Sendable & Codable = Done

    /// Carries it out in a store with an outbox.
    func carryOut(through lane: OutboxRecords) throws(RecordError) -> Answer
}

extension RecordCall {
    /// The name among all calls.
    package static var name: String { "\(Self.self)" }
}

/// A call that a person waits for, so a shared store must answer soon.
package protocol AwaitedCall<Answer>: RecordCall {}

/// The answer to a call that returns nothing.
package struct Done: Sendable, Codable {
    /// The only value.
    package init() {}
}

/// The calls of a store by their names.
package enum RecordCalls {
    /// All calls.
    package static let all: [any RecordCall.Type] = [
        SavePerson.self, ReadPerson.self, FindPerson.self, FindPeople.self,
        BeginTest.self, AppendEvent.self, FinishTest.self, AddTest.self, AmendTest.self,
        KeepSound.self, EraseObject.self,
        ReadTest.self, ReadOrigin.self, ReadEvents.self, ReadFormerVersions.self, FindTests.self,
        ReadSound.self,
        NoteAction.self, ReadActionTime.self, ReadTrail.self, ReadHead.self, KeepTrail.self,
        ReadImportedTrail.self, VerifyRecords.self, CopyRecords.self,
        ReadSignedContents.self, ReadSignatures.self, AddSignature.self,
        ReadWaitingTests.self, FindDeliveries.self, ChangeDelivery.self,
        ReadAccounts.self, SaveAccount.self, RemoveAccount.self, ReadSetting.self,
        ChangeSetting.self, ReadKeys.self, FindKey.self, AddKey.self, UseKey.self, EndKeys.self,
    ]

    /// The call of a name; nil if there is none.
    package static func call(named name: String) -> (any RecordCall.Type)? { named[name] }

    private static let named = Dictionary(uniqueKeysWithValues: all.map { ($0.name, $0) })
}
