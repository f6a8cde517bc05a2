public import Acuity
internal import Audio
internal import Dialogue

extension SpokenEyeTest {
    /// The display at one moment of a test.
    public struct Moment: Sendable, Equatable {
        /// The state of one letter of the line.
        public enum Place: Sendable, Equatable {
            /// Not answered yet.
            case waiting
            /// Asked for again.
            case asked
            /// Heard as this letter, right or wrong.
            case heard(Letter)
            /// The person cannot see it.
            case missed
        }

        /// The request to the person. Positions count from 0.
        public enum Request: Sendable, Equatable {
            /// Read the line.
            case read
            /// Read these letters of the line again.
            case again([Int])
            /// Say this letter, which is shown without the others of its line.
            case alone(Int)
            /// Say this letter by its word of the spelling alphabet, such as "charlie".
            case codeWord(Int)
            /// Nothing: the line is finished.
            case nothing
            /// Say "go on" when the test may go on.
            case paused
            /// Nothing: the test is over.
            case finished
        }

        /// The letters to draw, with their sizes; nil after the last line.
        public let line: Presentation?
        /// The state of each letter of the line.
        public let places: [Place]
        /// The request.
        public let request: Request
        /// The request in English; empty if there is none.
        public let words: String
    }
}

extension SpokenEyeTest.Moment {
    init(_ view: TestView) {
        line = view.presentation
        places = view.places.map { place in
            switch place {
            case .waiting: .waiting
            case .asked: .asked
            case .heard(let letter): .heard(letter)
            case .missed: .missed
            }
        }
        words = view.words
        switch view.prompt {
        case .read, .warmUp: request = .read
        case .readAgain(let positions, _, let asking):
            switch (asking, positions.first) {
            case (.alone, let position?): request = .alone(position)
            case (.codeWord, let position?): request = .codeWord(position)
            default: request = .again(positions)
            }
        case .lineFinished: request = .nothing
        case .paused, .trouble: request = .paused
        case .finished: request = .finished
        }
    }
}

/// A display that a function draws.
final class DisplayByCall: Display {
    private let draw: (SpokenEyeTest.Moment) throws -> Void

    init(_ draw: @escaping (SpokenEyeTest.Moment) throws -> Void) { self.draw = draw }

    func show(_ view: TestView) throws { try draw(SpokenEyeTest.Moment(view)) }
}

/// Sound that a function gives.
final class SoundByCall: AudioSource {
    private let next: () throws -> [Float]?

    init(_ next: @escaping () throws -> [Float]?) { self.next = next }

    func read() throws -> AudioChunk? {
        // An empty piece is not the end.
        while let samples = try next() {
            if !samples.isEmpty { return AudioChunk(samples: samples, sampleRate: speechRate) }
        }
        return nil
    }
}
