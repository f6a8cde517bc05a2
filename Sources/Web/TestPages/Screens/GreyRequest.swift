internal import Acuity
internal import Contrast
internal import Foundation
internal import HTTP
internal import Records

/// The measurement of a screen's greys, as the page sends it.
struct GreyRequest: Decodable {
    /// The name of the screen, as the page made it.
    var screen: String
    /// The matched patches.
    var rounds: [GreyMatching.Round]
    /// The grounds at which the lightest patches were told apart, levels.
    var grounds: [Int]
    /// The smallest difference from the ground that was seen, levels.
    var step: Int
    /// The luminance of white, cd/m2; nil if it was not measured.
    var luminance: Double?

    private static let mostRounds = 20

    /// Whether its values are within their limits.
    var isValid: Bool {
        ScreenRequest(screen: screen, perMillimetre: nil).isValid
            && rounds.count <= Self.mostRounds && (1...16).contains(step)
            && luminance.map { (1...10_000).contains($0) } ?? true
            && rounds.allSatisfy { round in
                [round.half, round.quarter, round.threeQuarters].allSatisfy {
                    (1...254).contains($0)
                }
            }
    }

    /// The grey of the screen.
    ///
    /// - Throws: `GreyTrouble`.
    func grey(at time: Date) throws(GreyTrouble) -> ScreenGrey {
        guard let ground = ScreenGrey.grounds.first(where: grounds.contains) else {
            throw .saturated
        }
        guard step <= ScreenGrey.largestStep else { throw .steps }
        let (gamma, deviation) = try GreyMatching(rounds: rounds).gamma()
        return ScreenGrey(
            gamma: gamma, deviation: deviation, ground: ground, step: step,
            luminance: luminance, time: time.timeIntervalSince1970.rounded())
    }
}

extension ScreenMeasures {
    /// Computes the grey of a screen from its matches and keeps it, or returns the reason that it
    /// is unknown.
    func answerGrey(_ request: Request) throws(Refusal) -> Reply.Content {
        let body: GreyRequest = try request.json()
        guard body.isValid else { throw .malformed }
        let browser = BrowserCookie.browser(of: request) ?? SecretWord.hexadecimal()
        var json: JSONObject
        do throws(GreyTrouble) {
            let grey = try body.grey(at: .now)
            keep(grey, of: body.screen, in: browser)
            json = ["grey": grey, "floor": rounded(grey.floor.value, places: 2)]
        } catch {
            json = ["trouble": error.rawValue, "words": error.words]
        }
        return Reply.Content(
            type: "application/json", body: Array((json.jsonText + "\n").utf8),
            cookie: BrowserCookie.header(browser))
    }
}
