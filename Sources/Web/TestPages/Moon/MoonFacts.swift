internal import Foundation
internal import HTTP
internal import MoonEphemeris

/// Answers a page that asks for the facts about the moon.
///
/// The place arrives in the body of the request: an address could be kept in a history or a log.
struct MoonFacts {
    private struct Question: Decodable {
        /// Degrees north; nil, like the longitude, for the facts that hold everywhere.
        var latitude: Double?
        /// Degrees east.
        var longitude: Double?
        /// Seconds since 1970; nil for now.
        var at: Double?
    }

    /// The request for the facts. Rise and set need hundreds of places of the moon, so they are
    /// computed on a thread of their own.
    static let route = PageRoute("POST", "/moon", .anyone) { call in
        .later { () throws(Refusal) in
            try MoonFacts(call.request.body, now: Date().timeIntervalSince1970).content
        }
    }

    /// The facts as JSON.
    let content: Reply.Content

    /// Decodes the body of a request and computes the facts.
    ///
    /// - Parameter now: seconds since 1970.
    /// - Throws: `Refusal.malformed` for half a place, coordinates that the earth does not have, or a
    ///   time before 1970 or after 2051.
    init(_ body: [UInt8], now: Double) throws(Refusal) {
        guard let question = try? JSONDecoder().decode(Question.self, from: Data(body)) else {
            throw .malformed
        }
        let time = SkyTime(unixSeconds: question.at ?? now)
        guard SkyTime.covered.contains(time) else { throw .malformed }
        var place: ObserverPlace?
        switch (question.latitude, question.longitude) {
        case (nil, nil): break
        case (let latitude?, let longitude?):
            place = ObserverPlace(latitude: latitude, longitude: longitude)
            if place == nil { throw .malformed }
        default: throw .malformed
        }
        // All numbers of a report are finite at a covered time.
        content = .json(MoonReport(at: time, from: place))
    }
}
