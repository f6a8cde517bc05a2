import EyeFinder
import Foundation
import TestTraits
import Testing

/// The nets that find eyes, and their WebAssembly. Pictures of known distance are measured by
/// scripts/bench/distance.
@Suite("The eye finder", .listening)
struct EyeFinderTests {
    private static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    @Test("The WebAssembly of the pages matches its source")
    func sameBytes() throws {
        let folder = FileManager.default.temporaryDirectory
            .appendingPathComponent("aloud-wasm-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let built = folder.appendingPathComponent("eyes.wasm")
        let process = Process()
        process.executableURL = Self.root.appendingPathComponent("scripts/build-wasm")
        process.arguments = [built.path]
        try process.run()
        process.waitUntilExit()
        #expect(process.terminationStatus == 0)
        let kept = Self.root.appendingPathComponent("Sources/Web/TestPages/Pages/device/eyes.wasm")
        #expect(
            try Data(contentsOf: built) == Data(contentsOf: kept),
            "Run scripts/build-wasm and commit Sources/Web/TestPages/Pages/device/eyes.wasm.")
    }

    @Test("A damaged file of nets is refused")
    func damaged() {
        #expect(EyeFinder([]) == nil)
        #expect(EyeFinder(Array(EyeFinder.nets.dropLast())) == nil)
        for at in stride(from: 0, to: 10_000, by: 7) {
            var nets = EyeFinder.nets
            nets[at] ^= 0xFF
            // It is refused, or it can be used.
            if let finder = EyeFinder(nets), at % 700 == 0 {
                _ = finder.look(at: [UInt8](repeating: 100, count: 4 * 64 * 48), width: 64)
            }
        }
    }

    @Test("No face is found in noise or in even light")
    func noFace() throws {
        let finder = try #require(EyeFinder())
        var generator = SystemRandomNumberGenerator()
        for level in [0, 80, 255] as [UInt8] {
            let even = [UInt8](repeating: level, count: 4 * 320 * 240)
            #expect(finder.look(at: even, width: 320) == nil)
        }
        for _ in 0..<5 {
            let noise = (0..<4 * 320 * 240).map { _ in UInt8.random(in: 0...255, using: &generator)
            }
            #expect(finder.look(at: noise, width: 320) == nil)
        }
    }
}
