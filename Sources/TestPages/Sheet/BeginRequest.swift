public import Acuity
internal import Foundation

/// What a page says when the person begins: the screen as it is, and what was chosen.
public struct BeginRequest: Sendable, Equatable {
    /// From the eye to the screen, in metres.
    public var distance: Distance
    /// What the screen can show at that distance.
    public var range: SizeRange
    /// How wide the place for letters is, in millimetres.
    public var width: Double
    /// Whether somebody measured the screen; if not, letters may have any size.
    public var isCalibrated: Bool
    /// Device pixels to the millimetre.
    public var pixelsPerMillimetre: Double
    /// Device pixels to a pixel of the page.
    public var pixelRatio: Double
    /// Whether the distance will be said instead: the one given is where the page was asked.
    public var saysDistance: Bool
    /// Whether the person chooses by voice where the test starts.
    public var choosesStart: Bool
    /// The eyes that are tested, one after the other; empty where the page has no choice.
    public var eyes: [Eye]

    private struct Body: Decodable {
        var distance: Double
        var largest: Double
        var smallest: Double
        var width: Double
        var isMeasured: Bool
        var perMillimetre: Double
        var ratio: Double
        var eyes: [String]?
        var saysDistance: Bool?
        var choosesStart: Bool?
    }

    /// Sizes that a page may name: far beyond those of any chart, and up to where half a letter
    /// fills nearly a right angle (89°), so that each has a height.
    private static let sizes = -5.0...3.33

    /// What stands in the body of a request.
    ///
    /// - Throws: `Refusal.malformed`.
    package init(_ body: [UInt8]) throws(Refusal) {
        guard let read = try? JSONDecoder().decode(Body.self, from: Data(body)),
            let distance = try? Distance(metres: read.distance),
            Self.sizes.contains(read.largest), Self.sizes.contains(read.smallest),
            (1...100_000).contains(read.width), (0.1...1_000).contains(read.perMillimetre),
            (0.1...20).contains(read.ratio)
        else { throw .malformed }
        let names = read.eyes ?? []
        eyes = names.compactMap { Eye(rawValue: $0) }
        guard eyes.count == names.count, eyes.count <= 2, Set(eyes).count == eyes.count else {
            throw .malformed
        }
        self.distance = distance
        saysDistance = read.saysDistance ?? false
        choosesStart = read.choosesStart ?? false
        range = SizeRange(largest: LogMAR(read.largest), smallest: LogMAR(read.smallest))
        width = read.width
        isCalibrated = read.isMeasured
        pixelsPerMillimetre = read.perMillimetre
        pixelRatio = read.ratio
    }

    /// The same at another distance: what fits on the screen is as high, and so larger or smaller
    /// for the eye.
    public func at(_ other: Distance) -> BeginRequest {
        func moved(_ size: LogMAR) -> LogMAR {
            LogMAR(
                letterHeightInMillimetres: size.letterHeightInMillimetres(at: distance), at: other)
        }
        var begin = self
        begin.distance = other
        begin.range = SizeRange(largest: moved(range.largest), smallest: moved(range.smallest))
        return begin
    }

    /// Whether all letters of a line are to be seen at once; else the page shows them in parts.
    /// Each takes twice its width (`fitting` of the page's script).
    public func showsAtOnce(_ shown: Presentation) -> Bool {
        let height = shown.size.letterHeightInMillimetres(at: shown.distance ?? distance)
        return shown.letters.count == 1 || 2 * Double(shown.letters.count) * height <= width
    }

    /// The lines of a chart that the screen can show, the largest first.
    public var lines: [SnellenLine] { SnellenLine.all.filter { range.contains($0.size) } }
}
