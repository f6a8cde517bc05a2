internal import Accounts
internal import Foundation
internal import HTTP
internal import RecordStore

extension AccountPages {
    static func content(_ value: some Encodable) -> Reply.Content { .json(value) }

    static func done(cookie: String? = nil) -> Reply.Content {
        var content = Reply.Content.done
        content.cookie = cookie
        return content
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

    /// The reason that a request cannot be carried out.
    static func refusal(_ error: any Error) -> Refusal {
        switch error {
        case let refusal as Refusal: refusal
        case let fault as SignIns.Fault: refusal(fault)
        case let error as RecordError: refusal(error)
        case is EmergencyLasts:
            Refusal(
                status: 403, code: "emergency",
                title: "Not during an emergency access. Sign out, and sign in again for this.")
        case is ProofNeeded:
            Refusal(
                status: 403, code: "confirm", title: "Enter your password again for this.")
        default:
            Refusal(status: 500, code: "failed", title: "This did not work. Try again.")
        }
    }

    private static func refusal(_ fault: SignIns.Fault) -> Refusal {
        switch fault {
        case .wrong:
            Refusal(
                status: 401, code: "wrongPassword",
                title: "Wrong login or password, or the account is not in use.")
        case .codeNeeded:
            Refusal(
                status: 401, code: "codeNeeded", title: "Enter the code of your app, too.")
        case .wrongCode:
            Refusal(
                status: 401, code: "wrongCode",
                title:
                    "The code is wrong or was used before. Wait until the app shows the next one.")
        case .slowed(let seconds):
            Refusal(
                status: 429, code: "slowed",
                title: "Too many wrong tries. Try again in \(seconds) s.",
                headers: ["Retry-After": "\(seconds)"])
        case .store(let error): refusal(error)
        }
    }

    private static func refusal(_ error: RecordError) -> Refusal {
        switch error {
        case .invalid(let reason): Refusal(status: 400, code: "invalid", title: reason)
        case .notFound:
            Refusal(
                status: 404, code: "notFound", title: "There is no such account or session.")
        case .stale: Refusal(status: 409, code: "stale", title: error.description)
        default:
            Refusal(
                status: 503, code: "records", title: "The accounts cannot be used just now.")
        }
    }
}
