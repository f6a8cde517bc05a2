internal import Acuity
internal import Dialogue
internal import Foundation

/// A direction that the person gave with keys or by a stroke over the screen.
struct HandAnswer {
    let act: OperatorAct

    private struct Body: Decodable {
        var direction: String
        var shown: Int
    }

    /// What stands in the body of a request.
    ///
    /// - Parameter view: what is shown, and so what can be answered.
    /// - Throws: `Refusal.malformed`; `notNow` where no such direction is asked for.
    init(_ body: [UInt8], to view: PatientView) throws(Refusal) {
        guard let read = try? JSONDecoder().decode(Body.self, from: Data(body)),
            read.direction.count == 1,
            let letter = read.direction.first.flatMap({ Letter($0) }), Direction(letter) != nil
        else { throw .malformed }
        guard case .test(let shown, _) = view, let optotypes = shown.presentation?.optotypes,
            optotypes.areDirections, optotypes.choices.contains(letter)
        else { throw .notNow }
        act = .answer(shown: read.shown, letter)
    }
}
