internal import Foundation

extension Request {
    /// The body as a value of JSON.
    ///
    /// - Throws: `Refusal.malformed`.
    package func json<Body: Decodable>() throws(Refusal) -> Body {
        guard let body = try? JSONDecoder().decode(Body.self, from: Data(body)) else {
            throw .malformed
        }
        return body
    }
}
