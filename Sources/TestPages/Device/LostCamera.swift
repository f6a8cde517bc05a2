/// Why the camera of the page gives no picture; the names of `cameraReasons` in camera.js.
package enum LostCamera: String, Sendable, Decodable, CaseIterable {
    case insecure, unsupported, denied, missing, busy, ended, frozen, failed

    /// The reason and the way out, one sentence each, for the person.
    var words: (reason: String, advice: String) {
        switch self {
        case .denied:
            ("The camera is blocked.", "Allow it for this page in the browser's settings.")
        case .missing: ("No camera is connected.", "Please connect it.")
        case .busy: ("Another program uses the camera.", "Please close that program.")
        case .ended: ("The camera was disconnected or switched off.", "Please connect it.")
        case .frozen: ("The camera gives no picture.", "Please connect it.")
        case .insecure, .unsupported, .failed:
            ("The camera cannot be started.", "Please call for help.")
        }
    }
}
