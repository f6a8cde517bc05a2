internal import Foundation
internal import Synchronization

/// Takes text from an input, line by line.
package struct LineReader {
    /// The usual longest line, in bytes: more than anyone says in one breath.
    package static let limit = 65_536
    /// The bytes with which some editors of Windows begin a text in UTF-8.
    package static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]

    private let input: any ByteInput
    private let limit: Int
    private var buffer: [UInt8] = []
    /// The number of bytes at the start of the buffer that contain no end of a line.
    private var searched = 0
    private var isAtEnd = false
    private var isFirst = true
    /// Whether the current line was refused, so that its rest is left out.
    private var isSkipping = false

    /// - Parameters:
    ///   - input: read in pieces of 4 KiB at most, which may hold the beginnings of further lines.
    ///   - limit: the longest line, in bytes.
    package init(_ input: any ByteInput, limit: Int = LineReader.limit) {
        self.input = input
        self.limit = limit
    }

    /// Whether the input has ended or the buffer has the end of a line. `next` then reads no more,
    /// except after a refused line.
    package var isReady: Bool { isAtEnd || buffer.contains(UInt8(ascii: "\n")) }

    /// The next line without its end (LF or CR LF); nil after the last. Bytes that are not UTF-8
    /// become U+FFFD. A byte order mark before the first line is left out.
    ///
    /// - Throws: `InputError.lineTooLong` as soon as a line is longer than `limit`. The next call
    ///   continues with the line after it.
    package mutating func next() throws(InputError) -> String? {
        while true {
            if isFirst, buffer.count >= Self.byteOrderMark.count {
                isFirst = false
                if buffer.starts(with: Self.byteOrderMark) {
                    buffer.removeFirst(Self.byteOrderMark.count)
                    searched = 0
                }
            }
            if let end = buffer[searched...].firstIndex(of: UInt8(ascii: "\n")) {
                let line = buffer[..<end]
                buffer = Array(buffer[(end + 1)...])
                searched = 0
                guard !isSkipping else {
                    isSkipping = false
                    continue
                }
                guard line.count <= limit else { throw .lineTooLong(limit: limit) }
                return text(line)
            }
            if isSkipping { buffer = [] }
            searched = buffer.count
            guard buffer.count <= limit else {
                isSkipping = true
                throw .lineTooLong(limit: limit)
            }
            if isAtEnd {
                guard !buffer.isEmpty else { return nil }
                defer { (buffer, searched) = ([], 0) }
                return text(buffer[...])
            }
            let bytes = try input.read(upTo: 4096)
            isAtEnd = bytes.isEmpty
            buffer += bytes
        }
    }

    private func text(_ line: ArraySlice<UInt8>) -> String {
        let isCarriageReturn = line.last == UInt8(ascii: "\r")
        return String(decoding: isCarriageReturn ? line.dropLast() : line, as: UTF8.self)
    }
}

/// Takes utterances from an input, one a line.
package struct UtteranceReader {
    /// A line of the input.
    package enum Line: Equatable {
        case text(String)
        /// Bytes that are not text, with the reason.
        case noText(String)
        /// A line of more than this number of bytes, as in sound. It is left out.
        case tooLong(limit: Int)

        /// The kind of a line; the reader writes U+FFFD for bytes that are not UTF-8.
        package init(_ text: String) {
            if text.unicodeScalars.contains("\u{FFFD}") {
                self = .noText("it is not UTF-8")
                return
            }
            let isControl = text.unicodeScalars.contains {
                $0.properties.generalCategory == .control && $0 != "\t"
            }
            self = isControl ? .noText("it holds control characters") : .text(text)
        }
    }

    private var lines: LineReader
    /// The number of the line that was read last, from 1.
    package private(set) var number = 0

    package init(_ input: any ByteInput) { lines = LineReader(input) }

    /// The next line; nil after the last.
    package mutating func next() throws -> Line? {
        let text: String?
        do {
            text = try lines.next()
        } catch {
            // (A pattern in the catch crashes Swift 6.3.1, since `next` throws a typed error.)
            guard case .lineTooLong(let limit) = error else { throw error }
            number += 1
            return .tooLong(limit: limit)
        }
        guard let text else { return nil }
        number += 1
        return Line(text)
    }
}

/// Lines of an input for one reader after the other, each with a time limit: a line that comes too
/// late for one reader is kept for the next.
///
/// `@unchecked Sendable`: `reader` is touched only by the call that set `isAsked`, or by the thread
/// that it started, until that line is taken; the rest is guarded or constant. One request at a time.
package final class TimedLineReader: @unchecked Sendable {
    /// The state of the next line.
    package enum Next: Sendable, Equatable {
        case line(String)
        /// Nothing for now.
        case waiting
        /// There are no more.
        case ended
    }

    private var reader: LineReader
    private let state = Mutex(State())
    private let news = DispatchSemaphore(value: 0)

    private struct State {
        var isAsked = false
        var found: Result<Next, InputError>?
    }

    /// - Parameter input: read on its own thread, and only when a line is requested.
    package init(_ input: any ByteInput) { reader = LineReader(input) }

    /// The next line.
    ///
    /// - Parameter patience: the longest wait for it, seconds.
    /// - Throws: as `LineReader.next`.
    package func next(within patience: Double) throws(InputError) -> Next {
        let isFree = state.withLock { state in
            defer { state.isAsked = true }
            return !state.isAsked
        }
        if isFree {
            if reader.isReady {
                defer { state.withLock { $0.isAsked = false } }
                return try read()
            }
            let thread = Thread { [self] in
                let found = Result { () throws(InputError) in try read() }
                state.withLock { $0.found = found }
                news.signal()
            }
            thread.name = "aloud lines"
            thread.start()
        }
        guard news.wait(timeout: .now() + patience) == .success else { return .waiting }
        let found = state.withLock { state in
            defer { state = State() }
            return state.found
        }
        return try found?.get() ?? .waiting
    }

    private func read() throws(InputError) -> Next {
        try reader.next().map(Next.line) ?? .ended
    }
}
