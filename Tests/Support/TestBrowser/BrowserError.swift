/// Why a browser did not do what a test asked of it.
package enum BrowserError: Error, CustomStringConvertible {
    case notStarted(String)
    case answer(String)
    case timedOut(String)

    package var description: String {
        switch self {
        case .notStarted(let reason):
            "Chromium did not start (\(reason)); scripts/test installs it."
        case .answer(let text): "The driver of Chromium answered with \(text)."
        case .timedOut(let what): "Waited in vain for \(what)."
        }
    }
}
