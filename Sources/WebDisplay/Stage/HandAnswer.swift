internal import Acuity
internal import Foundation

/// A direction that the person gave with the arrow keys or by a stroke over the screen.
struct HandAnswer {
    let act: OperatorAct

    private struct Body: Decodable {
        var direction: String
    }

    /// What stands in the body of a request.
    ///
    /// - Throws: `Refusal.malformed`.
    init(_ body: [UInt8]) throws(Refusal) {
        guard let read = try? JSONDecoder().decode(Body.self, from: Data(body)),
            read.direction.count == 1,
            let letter = read.direction.first.flatMap({ Letter($0) }),
            OptotypeSet.tumblingE.choices.contains(letter)
        else { throw .malformed }
        act = .answer(letter)
    }
}
