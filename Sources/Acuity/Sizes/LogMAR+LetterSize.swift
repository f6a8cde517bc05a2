internal import Foundation

extension LogMAR {
    /// The angle that the height of a letter of this size subtends, in arc minutes: five times the
    /// minimum angle, since a letter is five strokes high (Sloan 1959; ISO 8596).
    public var letterAngle: Double { 5 * minimumAngle }

    /// The size of a letter of a height: log10(2 atan(h / 2d) / 5'), `letterHeightInMillimetres`
    /// solved for it.
    ///
    /// - Parameters:
    ///   - height: in millimetres, above 0.
    ///   - distance: from the eye to the letter.
    public init(letterHeightInMillimetres height: Double, at distance: Distance) {
        let halfAngle = atan(height / (2 * distance.metres * 1000))
        self.init(log10(halfAngle * 180 / Double.pi * 60 * 2 / 5))
    }

    /// The height of a letter of this size, in millimetres: 2 d tan(2.5' x 10^logMAR).
    ///
    /// - Parameter distance: from the eye to the letter.
    public func letterHeightInMillimetres(at distance: Distance) -> Double {
        let halfAngle = letterAngle / 2 / 60 * Double.pi / 180
        return 2 * distance.metres * 1000 * tan(halfAngle)
    }
}
