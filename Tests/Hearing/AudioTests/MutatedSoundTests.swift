import Audio
import Foundation
import SoundFiles
import TestSpeech
import TestTraits
import Testing

/// Sound files with random faults, most in the header: each is read to an end or refused.
@Suite(.listening) struct MutatedSoundTests {
    /// The number of files; scripts/check asks for thousands.
    static let count = variable("ALOUD_MUTATIONS") ?? 60
    /// The seed of the first, so that thousands can be tried in parts.
    static let first = UInt64(max(1, variable("ALOUD_FIRST_MUTATION") ?? 1))

    private static func variable(_ name: String) -> Int? {
        ProcessInfo.processInfo.environment[name].flatMap { Int($0) }
    }

    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    @Test("every mutated file is read or refused") func everyOneIsReadOrRefused() throws {
        let seeds = try MutatedSound.seeds()
        var heard = 0
        for seed in Self.first..<Self.first + UInt64(Self.count) {
            let bytes = MutatedSound.file(of: seeds, seed: seed)
            let path = try folder.write(bytes, to: "mutated")
            do {
                let source = try SoundFileSource(path)
                let samples = try source.readAll().samples
                let isFinite = samples.allSatisfy { $0.isFinite }
                #expect(isFinite, "seed \(seed)")
                #expect(source.missingSeconds >= 0 && source.duration >= 0, "seed \(seed)")
                heard += 1
            } catch let error as SoundFileError {
                #expect(error.description.hasPrefix(path + ": "), "seed \(seed): \(error)")
            }
        }
        // Some files are still heard, and some are refused.
        #expect((Self.count / 10..<Self.count).contains(heard), "\(heard) of \(Self.count)")
    }
}
