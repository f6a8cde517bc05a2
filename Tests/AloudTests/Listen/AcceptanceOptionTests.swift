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
    /// The confidence that a command line of `aloud listen` leads to, with a profile that accepts
    /// from 0.66 or without one.
    private func confidence(_ given: String..., withProfile: Bool = false) throws -> Double {
        let console = Console(
            output: MemoryOutput(), messages: MemoryOutput(), input: MemoryInput(""),
            executable: AloudBinary.url.path)
        let environment = CommandEnvironment(console: console, instruments: .absent) {
            .aloud(with: .absent)
        }
        var hearing = try HearingOptions.configuration(
            try ParsedArguments(given, for: ListenCommand.verb), in: environment)
        if withProfile {
            let folder = "Tests/Hearing/RecognitionTests/Profiles/without-rules"
            hearing.profile = try HearingProfile(
                contentsOf: Checkout.root.appending(path: folder).path()
            ) { "\(try Data(contentsOf: URL(filePath: $0)).count)" }
        }
        return try hearing.listeners(
            for: .etdrs, engines: environment.instruments.engines, pronouncer: FlitePronouncer()
        ).thresholds.accept
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
