package import CommandLineKit
internal import Foundation
internal import Synchronization

/// A request to a listener: one object of JSON on a line, from standard input or from a page.
///
/// ```swift
/// try ControlLine(#"{"listen":true,"expect":1}"#).expect  // 1
/// ```
package struct ControlLine: Sendable, Equatable {
    /// Whether answers are reported from now on; nil for no change.
    package private(set) var listen: Bool?
    /// The number of answers after which the listener pauses; nil for no limit.
    package private(set) var expect: Int?
    /// Whether a new person speaks from now on, so that the previous voice is forgotten.
    package private(set) var forget = false
    /// Whether the program must end.
    package private(set) var stop = false

    /// Maximum number of answers that can be expected.
    package static let mostExpected = 1_000_000

    /// - Throws: `UnknownControl` with the reason, in a sentence.
    package init(_ line: String) throws(UnknownControl) {
        guard
            let object = try? JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
        else { throw UnknownControl("This is not an object of JSON: give {\"listen\":true}.") }
        for (name, value) in object {
            switch name {
            case "listen": listen = try Self.flag(value, name)
            case "forget": forget = try Self.flag(value, name)
            case "stop": stop = try Self.flag(value, name)
            case "expect":
                guard let number = value as? Int, !Self.isFlag(value),
                    1...Self.mostExpected ~= number
                else {
                    throw UnknownControl("'expect' is a whole number from 1 on.")
                }
                expect = number
            default:
                throw UnknownControl(
                    "There is no '\(name)': give 'listen', 'expect', 'forget' or 'stop'.")
            }
        }
        guard expect == nil || listen == true else {
            throw UnknownControl("'expect' goes with \"listen\":true.")
        }
    }

    private static func flag(_ value: Any, _ name: String) throws(UnknownControl) -> Bool {
        guard isFlag(value), let flag = value as? Bool else {
            throw UnknownControl("'\(name)' is true or false.")
        }
        return flag
    }

    /// Whether a value is a Boolean. A cast to `Bool` also accepts Foundation's numbers 0 and 1.
    private static func isFlag(_ value: Any) -> Bool {
        guard let number = value as? NSNumber else { return false }
        return String(cString: number.objCType) == "c"
    }
}

/// The reason that a control line is refused.
package struct UnknownControl: Error, Equatable {
    /// The reason, as a sentence for the sender.
    package let reason: String

    init(_ reason: String) { self.reason = reason }
}

/// Requests to a listener in the order of their arrival. Any thread may use it.
package final class ControlQueue: Sendable {
    private let waiting = Mutex<[Result<ControlLine, UnknownControl>]>([])
    private let onStop: @Sendable () -> Void

    /// Maximum number of waiting requests; further ones are dropped until the listener takes them,
    /// about 50 times a second.
    private static let most = 1_000

    /// An empty queue.
    ///
    /// - Parameter onStop: called at once for a line that ends the program, because the listener may
    ///   wait for sound or for a reader.
    package init(onStop: @escaping @Sendable () -> Void = {}) { self.onStop = onStop }

    /// Adds a line.
    package func put(_ line: String) {
        let read = Result { () throws(UnknownControl) in try ControlLine(line) }
        waiting.withLock { if $0.count < Self.most { $0.append(read) } }
        if case .success(let line) = read, line.stop { onStop() }
    }

    /// Takes all requests that have arrived.
    func take() -> [Result<ControlLine, UnknownControl>] {
        waiting.withLock { waiting in
            defer { waiting = [] }
            return waiting
        }
    }

    /// Reads lines on its own thread.
    ///
    /// - Parameter atEnd: called after the last line.
    package func read(_ input: any ByteInput, atEnd: @escaping @Sendable () -> Void) {
        let thread = Thread { [self] in
            var lines = LineReader(input)
            while true {
                do throws(InputError) {
                    guard let line = try lines.next() else { break }
                    if line.contains(where: { !$0.isWhitespace }) { put(line) }
                } catch {
                    guard case .lineTooLong = error else { break }
                    put("")
                }
            }
            atEnd()
        }
        thread.name = "aloud control"
        thread.start()
    }
}
