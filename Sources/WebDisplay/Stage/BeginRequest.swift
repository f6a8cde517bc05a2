public import Acuity
internal import Foundation

/// What a page says when the person begins: the screen as it is, and what was chosen.
public struct BeginRequest: Sendable, Equatable {
    /// From the eye to the screen, in metres.
    public var distance: Distance
    /// What the screen can show at that distance.
    public var range: SizeRange
    /// Whether somebody measured the screen; if not, letters may have any size.
    public var isCalibrated: Bool
    /// Device pixels to the millimetre.
    public var pixelsPerMillimetre: Double
    /// Device pixels to a pixel of the page.
    public var pixelRatio: Double
    /// The eyes that are tested, one after the other; empty where the page has no choice.
    public var eyes: [Eye]

    private struct Body: Decodable {
        var distance: Double
        var largest: Double
        var smallest: Double
        var isMeasured: Bool
        var perMillimetre: Double
        var ratio: Double
        var eyes: [String]?
    }

    /// Sizes that a page may name: far beyond those of any chart.
    private static let sizes = -5.0...5.0

    /// What stands in the body of a request.
    ///
    /// - Throws: `Refusal.malformed`.
    init(_ body: [UInt8]) throws(Refusal) {
        guard let read = try? JSONDecoder().decode(Body.self, from: Data(body)),
            let distance = try? Distance(metres: read.distance),
            Self.sizes.contains(read.largest), Self.sizes.contains(read.smallest),
            (0.1...1_000).contains(read.perMillimetre), (0.1...20).contains(read.ratio)
        else { throw .malformed }
        let names = read.eyes ?? []
        eyes = names.compactMap { Eye(rawValue: $0) }
        guard eyes.count == names.count, eyes.count <= 2 else { throw .malformed }
        self.distance = distance
        range = SizeRange(largest: LogMAR(read.largest), smallest: LogMAR(read.smallest))
        isCalibrated = read.isMeasured
        pixelsPerMillimetre = read.perMillimetre
        pixelRatio = read.ratio
    }
}
