public import Acuity
internal import Platform

/// The reason that an event is invalid, as the words after "this is": "an answer for a letter that
/// is not shown".
public struct EventFault: Error, Sendable, Equatable {
    /// The words.
    public var reason: String

    /// A fault in these words.
    public init(reason: String) { self.reason = reason }
}

extension Presentation {
    /// Letters as JSON has them.
    ///
    /// - Parameters:
    ///   - size: logMAR, of each letter where `sizes` is nil.
    /// - Throws: `EventFault`.
    init(
        line: Int, letters: String, size: Double, sizes: [Double]?, optotypes: OptotypeSet,
        distance: Double? = nil
    ) throws(EventFault) {
        let read = letters.compactMap { Letter($0) }
        guard !read.isEmpty, read.count == letters.count else {
            throw EventFault(reason: "a presentation without its letters")
        }
        guard let sizes else {
            self.init(
                line: line, size: LogMAR(size), letters: read, optotypes: optotypes,
                distance: distance.flatMap { try? Distance(metres: $0) })
            return
        }
        guard sizes.count == read.count else {
            throw EventFault(
                reason: "\(sizes.count.counting("size")) for \(read.count.counting("letter"))")
        }
        self.init(
            line: line, letters: Array(zip(read, sizes.map { LogMAR($0) })), optotypes: optotypes)
    }
}

extension Response {
    /// The letter that was named; nil for "can't see it".
    public var letter: Letter? {
        switch self {
        case .named(let letter): letter
        case .missed: nil
        }
    }
}

extension Letter {
    /// The letter of an answer as JSON has it.
    ///
    /// - Throws: `EventFault` for anything but one letter.
    init(recorded text: String) throws(EventFault) {
        guard text.count == 1, let letter = text.first.flatMap({ Letter($0) }) else {
            throw EventFault(reason: "the answer '\(text)', which is no letter")
        }
        self = letter
    }
}
