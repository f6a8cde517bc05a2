internal import RecordStore

/// A call as one program sends it to another: its name, with its parameters.
struct SentCall<Call: RecordCall>: Encodable {
    let call: String
    let with: Call

    init(_ call: Call) { (self.call, with) = (Call.name, call) }
}

/// A call that another program sent.
struct ReceivedCall: Decodable {
    let call: any RecordCall

    private enum Part: CodingKey { case call, with }

    init(from decoder: any Decoder) throws {
        let parts = try decoder.container(keyedBy: Part.self)
        let name = try parts.decode(String.self, forKey: .call)
        guard let kind = RecordCalls.call(named: name) else {
            throw DecodingError.dataCorruptedError(
                forKey: .call, in: parts, debugDescription: "There is no such call.")
        }
        call = try parts.decode(kind, forKey: .with)
    }
}

/// The answer to a call as it is sent back.
enum SentAnswer<Answer: Sendable & Codable>: Sendable, Codable {
    case answer(Answer)
    case failure(RecordError)

    /// The answer of a store to a call.
    init<Call: RecordCall>(
        of store: any RecordKeeping, to call: Call
    ) where Call.Answer == Answer {
        do throws(RecordError) { self = .answer(try store.carryOut(call)) } catch {
            self = .failure(error)
        }
    }

    /// Whether the store was closed before the call.
    var isClosed: Bool { if case .failure(.closed) = self { true } else { false } }

    /// The answer.
    ///
    /// - Throws: the error of the store.
    func get() throws(RecordError) -> Answer {
        switch self {
        case .answer(let answer): return answer
        case .failure(let error): throw error
        }
    }
}
