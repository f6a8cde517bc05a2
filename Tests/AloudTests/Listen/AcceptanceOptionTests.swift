import Exam
import FliteVoice
import Foundation
import Recognition
import TestProgram
import TestSpeech
import Testing

@testable import CommandLineKit
@testable import aloud

@Suite("The confidence from which a letter is accepted")
struct AcceptanceOptionTests {
    private let environment = CommandEnvironment(
        console: Console(
            output: MemoryOutput(), messages: MemoryOutput(), input: MemoryInput(""),
            executable: AloudBinary.url.path), instruments: .absent
    ) { .aloud(with: .absent) }

    /// The hearing of a command line of `aloud listen`, with a profile for letters that accepts from
    /// 0.66 or without one.
    private func hearing(_ given: [String], withProfile: Bool) throws -> HearingConfiguration {
        var hearing = try HearingOptions.configuration(
            try ParsedArguments(given, for: ListenCommand.verb), in: environment)
        if withProfile {
            let folder = "Tests/Hearing/RecognitionTests/Profiles/without-rules"
            hearing.profile = try HearingProfile(
                contentsOf: Checkout.root.appending(path: folder).path()
            ) { "\(try Data(contentsOf: URL(filePath: $0)).count)" }
        }
        return hearing
    }

    private func confidence(
        in hearing: HearingConfiguration, for letters: LetterChoice
    ) throws -> Double {
        try hearing.listeners(
            for: letters, engines: environment.instruments.engines, pronouncer: FlitePronouncer()
        ).thresholds.accept
    }

    /// The confidence that a command line leads to.
    private func confidence(_ given: String..., withProfile: Bool = false) throws -> Double {
        try confidence(in: hearing(given, withProfile: withProfile), for: .etdrs)
    }

    @Test("a profile for letters is refused for directions, and one for directions for letters")
    func otherAnswers() throws {
        let letters = try hearing([], withProfile: true)
        var directions = letters
        directions.profile?.card.letters = .directions
        #expect(
            throws: HearingProfileError.otherAnswers(
                "spanish", made: .alphabet, used: .directions)
        ) { try confidence(in: letters, for: .directions) }
        #expect(throws: HearingProfileError.self) { try confidence(in: directions, for: .chart) }
        #expect(try confidence(in: letters, for: .chart) == 0.66)
        #expect(try confidence(in: directions, for: .diagonals) == 0.66)
    }

    @Test("a language has its own, and without one Aloud's is used")
    func usual() throws {
        #expect(try confidence() == 0.7)
        #expect(try confidence("--language", "de") == 0.85)
    }

    @Test("the option goes before the language's, also with the value of Aloud's default")
    func given() throws {
        #expect(try confidence("--language", "de", "--accept", "0.7") == 0.7)
        #expect(try confidence("--language", "de", "--accept", "0.9") == 0.9)
    }

    @Test("the option goes before the profile's, and the profile's before the usual one")
    func profile() throws {
        #expect(try confidence(withProfile: true) == 0.66)
        #expect(try confidence("--accept", "0.7", withProfile: true) == 0.7)
    }
}
