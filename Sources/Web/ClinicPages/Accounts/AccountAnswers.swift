internal import Foundation
internal import RecordStore
internal import Records
internal import TestPages

extension AccountPages {
    static func content(_ value: some Encodable) -> Reply.Content {
        Reply.Content(
            type: "application/json; charset=utf-8", body: Array((value.jsonText + "\n").utf8))
    }

    static func done(cookie: String? = nil) -> Reply.Content {
        Reply.Content(
            type: "application/json; charset=utf-8", body: Array("{\"done\":true}\n".utf8),
            cookie: cookie)
    }

    /// The browser in a word and its system, to recognise a session in a list.
    static func browser(_ request: Request) -> String {
        let agent = request.headers["user-agent"] ?? ""
        func first(_ names: [(String, String)]) -> String? {
            names.first { agent.contains($0.0) }?.1
        }
        let browser =
            first([
                ("Edg/", "Edge"), ("Firefox/", "Firefox"), ("Chrome/", "Chrome"),
                ("Safari/", "Safari"),
            ]) ?? "A program"
        let system = first([
            ("Android", "Android"), ("iPhone", "iPhone"), ("iPad", "iPad"), ("Windows", "Windows"),
            ("Mac OS", "macOS"), ("CrOS", "ChromeOS"), ("Linux", "Linux"),
        ])
        return browser + (system.map { " on \($0)" } ?? "")
    }

    private struct Trouble: Encodable {
        var refused: String
        var reason: String
    }

    /// The answer to a request that cannot be carried out.
    static func trouble(_ error: any Error) -> Reply.Content {
        func answer(_ status: Int, _ name: String, _ reason: String) -> Reply.Content {
            var answer = content(Trouble(refused: name, reason: reason))
            answer.status = status
            return answer
        }
        switch error {
        case let refusal as Refusal: return refusal.content
        case SignIns.Fault.wrong:
            return answer(
                401, "wrongPassword", "Wrong login or password, or the account is not in use.")
        case SignIns.Fault.codeNeeded:
            return answer(401, "codeNeeded", "Enter the code of your app, too.")
        case SignIns.Fault.wrongCode:
            return answer(
                401, "wrongCode",
                "The code is wrong or was used before. Wait until the app shows the next one.")
        case is EmergencyLasts:
            return answer(
                403, "emergency",
                "Not during an emergency access. Sign out, and sign in again for this.")
        case is ProofNeeded:
            return answer(403, "confirm", "Enter your password again for this.")
        case SignIns.Fault.slowed(let seconds):
            var slowed = answer(
                429, "slowed", "Too many wrong tries. Try again in \(seconds) s.")
            slowed.headers["Retry-After"] = "\(seconds)"
            return slowed
        case SignIns.Fault.store(let fault): return trouble(fault)
        case let error as RecordError:
            switch error {
            case .invalid(let reason): return answer(400, "invalid", reason)
            case .notFound: return answer(404, "notFound", "There is no such account or session.")
            case .stale: return answer(409, "stale", error.description)
            default: return answer(503, "records", "The accounts cannot be used just now.")
            }
        default: return answer(500, "failed", "This did not work. Try again.")
        }
    }
}
