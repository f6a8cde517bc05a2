internal import Contrast
internal import Foundation
internal import HTTP
internal import Records

/// A request for the measure of a screen, or one that sets it.
struct ScreenRequest: Decodable {
    /// The name of the screen, as the page made it.
    var screen: String
    /// Device pixels per millimetre; nil to ask.
    var perMillimetre: Double?

    /// Whether its values are within their limits.
    var isValid: Bool {
        (1...60).contains(screen.utf8.count)
            && screen.utf8.allSatisfy { (0x20..<0x7F).contains($0) }
            && perMillimetre.map { (0.1...1_000).contains($0) } ?? true
    }
}

extension ScreenMeasures {
    /// Gives the measure of a screen to its browser, or keeps it.
    func answer(_ request: Request) throws(Refusal) -> Reply.Content {
        let body: ScreenRequest = try request.json()
        guard body.isValid else { throw .malformed }
        let browser = BrowserCookie.browser(of: request) ?? SecretWord.hexadecimal()
        if let measured = body.perMillimetre {
            keep(measured, of: body.screen, in: browser, at: .now)
        }
        let measure = measure(of: body.screen, in: browser)
        let json: JSONObject = [
            "perMillimetre": orNull(measure?.perMillimetre),
            "measuredAt": orNull(measure.map { Int($0.time * 1_000) }),
            "grey": orNull(measure?.grey),
        ]
        return Reply.Content(
            type: "application/json", body: Array((json.jsonText + "\n").utf8),
            cookie: BrowserCookie.header(browser))
    }
}

/// The cookie that identifies a browser: cookies do not depend on the port.
enum BrowserCookie {
    private static let name = "aloud-browser"

    /// The browser of a request; nil if it sends no cookie of ours.
    static func browser(of request: Request) -> String? {
        let pairs = (request.headers["cookie"] ?? "").split(separator: ";")
        for pair in pairs {
            let parts = pair.split(separator: "=", maxSplits: 1)
            guard parts.count == 2, parts[0].drop(while: { $0 == " " }) == Self.name else {
                continue
            }
            let value = String(parts[1])
            let isOurs = value.utf8.count == 32 && value.allSatisfy(\.isHexDigit)
            if isOurs { return value }
        }
        return nil
    }

    /// The header that names a browser for 400 days, the most that browsers allow.
    static func header(_ browser: String) -> String {
        "\(name)=\(browser); Path=/; Max-Age=34560000; SameSite=Strict; HttpOnly"
    }
}
