import Foundation
import Grammar
import Platform
import TestTraits
import Testing

@Suite("Arbitrary grammar files", .listening)
struct GrammarFuzzTests {
    /// SplitMix64 (Steele, Lea and Flood 2014), so that a seed names a run.
    private struct Randomness: RandomNumberGenerator {
        var state: UInt64

        mutating func next() -> UInt64 {
            state &+= 0x9E37_79B9_7F4A_7C15
            var z = state
            z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
            z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
            return z ^ (z >> 31)
        }
    }

    @Test("random bytes are read or refused, at a place in the file", arguments: 0..<4)
    func randomBytes(run: Int) {
        let seed = UInt64.random(in: 0...UInt64.max)
        var randomness = Randomness(state: seed)
        for _ in 0..<100 {
            let count = Int.random(in: 0...200, using: &randomness)
            // Half of them from the bytes that mean something.
            let alphabet = Array("#JSGF V1.0;\ngrammar public<>=|*+()[]{}/\"\\ see\r\té".utf8)
            let bytes = (0..<count).map { _ in
                Bool.random(using: &randomness)
                    ? alphabet.randomElement(using: &randomness) ?? 0
                    : UInt8.random(in: 0...255, using: &randomness)
            }
            expectSense(of: bytes, seed: seed)
        }
    }

    @Test("changed grammars are read or refused, at a place in the file", arguments: 0..<4)
    func mutations(run: Int) throws {
        let seed = UInt64.random(in: 0...UInt64.max)
        var randomness = Randomness(state: seed)
        let files = try ["etdrs.gram", "alphabet.gram", "commands.gram", "letters.dict"]
            .map(ShippedGrammar.bytes)
        for _ in 0..<100 {
            var bytes = files.randomElement(using: &randomness) ?? []
            for _ in 0..<Int.random(in: 1...4, using: &randomness) {
                mutate(&bytes, with: files, using: &randomness)
            }
            expectSense(of: bytes, seed: seed)
        }
    }

    /// Folders in which one file was changed: all are read or refused with a message. The seed is
    /// fixed; ALOUD_FUZZ sets the number of folders.
    @Test("folders with a changed file are read or refused with a message")
    func folders() throws {
        let count = ProcessInfo.processInfo.environment["ALOUD_FUZZ"].flatMap(Int.init) ?? 40
        let seed: UInt64 = 20_260_101
        var randomness = Randomness(state: seed)
        let grammars = ShippedGrammar.names.map { $0 + ".gram" } + ["commands.gram"]
        let names = grammars + ["letters.dict"]
        let shipped = try names.map(ShippedGrammar.bytes)
        var refused = 0
        for number in 0..<count {
            var folder = Dictionary(uniqueKeysWithValues: zip(names, shipped))
            let spoilt = names[Int.random(in: 0..<names.count, using: &randomness)]
            var bytes = folder[spoilt] ?? []
            for _ in 0..<Int.random(in: 1...3, using: &randomness) {
                mutate(&bytes, with: shipped, using: &randomness)
            }
            folder[spoilt] = bytes
            let files = folder
            do {
                let dictionary = try PronunciationDictionary.load(
                    bytes: files["letters.dict"] ?? [], file: "letters.dict")
                for name in grammars where name != "commands.gram" {
                    _ = try CheckedGrammar(
                        bytes: files[name] ?? [], file: name, dictionary: dictionary,
                        contents: { files[$0] })
                }
            } catch {
                refused += 1
                let errors = error.problems.filter { $0.severity == .error }
                #expect(!errors.isEmpty, "folder \(number), \(spoilt)")
                #expect(
                    errors.allSatisfy { !$0.fault.message.isEmpty && files[$0.file] != nil },
                    "folder \(number), \(spoilt): \(errors)")
            }
        }
        print("folders with a changed file: \(refused) of \(count) refused")
        #expect(refused > count / 4)
    }

    private func mutate(
        _ bytes: inout [UInt8], with files: [[UInt8]], using randomness: inout Randomness
    ) {
        func cut(_ bytes: [UInt8]) -> Range<Int> {
            let start = Int.random(in: 0...bytes.count, using: &randomness)
            return start..<min(bytes.count, start + Int.random(in: 0...30, using: &randomness))
        }
        let place = cut(bytes)
        switch Int.random(in: 0..<4, using: &randomness) {
        case 0: bytes.removeSubrange(place)
        case 1: bytes.insert(contentsOf: bytes[place], at: place.upperBound)
        case 2:
            let other = files.randomElement(using: &randomness) ?? []
            bytes.replaceSubrange(place, with: other[cut(other)])
        default:
            let marks = Array("<>=;|*+()[]{}/\"\n\\#".utf8)
            bytes.insert(
                marks.randomElement(using: &randomness) ?? 0, at: place.lowerBound)
        }
    }

    /// A result or errors, each within the file; what passes the check reads again as rendered.
    private func expectSense(of bytes: [UInt8], seed: UInt64) {
        let text = String(decoding: bytes, as: UTF8.self).replacing("\r\n", with: "\n")
            .replacing("\r", with: "\n")
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        func expectInside(_ problems: [GrammarProblem]) {
            for problem in problems {
                let line = problem.position.line
                guard (1...lines.count).contains(line) else {
                    Issue.record("seed \(seed): \(problem) lies outside of the file")
                    continue
                }
                let columns = 1...(lines[line - 1].unicodeScalars.count + 1)
                #expect(columns.contains(problem.position.column), "seed \(seed): \(problem)")
                #expect(!problem.fault.message.isEmpty, "seed \(seed): \(problem)")
            }
        }
        expectInside(PronunciationDictionary.check(bytes: bytes, file: "fuzzed"))
        do {
            let dictionary = try ShippedGrammar.dictionary()
            let checked = try CheckedGrammar(
                bytes: bytes, file: "fuzzed", dictionary: dictionary, contents: { _ in nil })
            expectInside(checked.warnings)
            #expect(checked.words.isSubset(of: dictionary.words), "seed \(seed)")
        } catch let problems as GrammarProblems {
            #expect(problems.problems.contains { $0.severity == .error }, "seed \(seed)")
            expectInside(problems.problems)
        } catch {
            Issue.record("seed \(seed): \(error)")
        }
    }
}
