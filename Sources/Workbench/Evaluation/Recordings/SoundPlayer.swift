internal import Audio
internal import Foundation

/// A player for a page that holds its own sound.
package enum SoundPlayer {
    /// An element of HTML.
    ///
    /// - Parameter samples: mono, 16,000 a second, -1…1.
    package static func element(_ samples: some Sequence<Float>) -> String {
        "<audio controls preload=\"none\" src=\"data:audio/wav;base64,"
            + Data(WAVBytes.of(Array(samples))).base64EncodedString() + "\"></audio>"
    }
}
