/// The reason that the page's camera measures no distance: the names of `cameraReasons` in
/// camera.js, and faces that are not the one to measure.
package enum CameraTrouble: String, Sendable, Decodable, CaseIterable {
    case insecure, unsupported, denied, missing, busy, ended, frozen, failed
    case stranger, crowd

    /// The reason and the remedy, one sentence each, for the person.
    var words: (reason: String, advice: String) {
        switch self {
        case .denied:
            ("The camera is blocked.", "Allow it for this page in the settings of the browser.")
        case .missing: ("No camera is connected.", "Please connect it.")
        case .busy: ("Another program uses the camera.", "Please close that program.")
        case .ended: ("The camera was disconnected or switched off.", "Please connect it.")
        case .frozen: ("The camera gives no picture.", "Please connect it.")
        case .stranger: ("The camera sees another face.", Self.alone)
        case .crowd: ("The camera sees several faces.", Self.alone)
        case .insecure, .unsupported, .failed:
            ("The camera cannot be started.", "Please call for help.")
        }
    }

    private static let alone = "Only the person who is tested may be in the picture."
}
