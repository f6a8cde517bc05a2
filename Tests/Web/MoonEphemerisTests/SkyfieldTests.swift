import Foundation
import MoonEphemeris
import Testing

/// The moon at 24 moments from 2018 to 2031, by skyfield and JPL's DE421.
///
/// `training/moon/fixtures.py` makes the fixtures.
@Suite("Moon against skyfield", .timeLimit(.minutes(1)))
struct SkyfieldTests {
    private struct Fixture: Decodable {
        var at: Double
        var kilometres: Double
        var phase: Double
        var illuminated: Double
        var lastNew: Double
        var nextNew: Double
        var nextFull: Double
        var places: [Place]
    }

    private struct Place: Decodable {
        var place: String
        var latitude: Double
        var longitude: Double
        var kilometres: Double
        var altitude: Double
        var azimuth: Double
        var rises: [Double]
        var sets: [Double]
        var transits: [Double]
    }

    private let fixtures: [Fixture]

    init() throws {
        let file = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "moon-fixtures.json")
        fixtures = try JSONDecoder().decode([Fixture].self, from: Data(contentsOf: file))
    }

    /// The difference of two directions, degrees.
    private func apart(_ one: Double, _ other: Double) -> Double {
        abs((one - other + 540).truncatingRemainder(dividingBy: 360) - 180)
    }

    @Test("Distance, phase and lit part agree to 20 km, 0.01 degrees and 0.0005")
    func phase() {
        #expect(fixtures.count == 24)
        for fixture in fixtures {
            let report = MoonReport(at: SkyTime(unixSeconds: fixture.at), from: nil)
            #expect(abs(report.kilometresFromEarth - fixture.kilometres) < 20)
            #expect(apart(report.phaseDegrees, fixture.phase) < 0.01)
            #expect(abs(report.illuminated - fixture.illuminated) < 0.000_5)
            #expect(abs(report.ageDays - (fixture.at - fixture.lastNew) / 86_400) < 0.001)
            #expect(abs(report.nextNew - fixture.nextNew) < 120)
            #expect(abs(report.nextFull - fixture.nextFull) < 120)
            #expect(report.sky == nil)
        }
    }

    @Test("Altitude, azimuth and distance at six places agree to 0.01 degrees and 20 km")
    func sky() throws {
        for fixture in fixtures {
            for place in fixture.places {
                let ground = try #require(
                    ObserverPlace(latitude: place.latitude, longitude: place.longitude))
                let sky = MoonInSky(from: ground, at: SkyTime(unixSeconds: fixture.at))
                #expect(abs(sky.trueAltitude - place.altitude) < 0.01, "\(place.place)")
                // Close to the zenith the azimuth means little.
                let level = cos(place.altitude * .pi / 180)
                #expect(apart(sky.azimuth, place.azimuth) * level < 0.01, "\(place.place)")
                #expect(abs(sky.kilometres - place.kilometres) < 20, "\(place.place)")
            }
        }
    }

    @Test("Rise, transit and set agree to 0.2 minutes")
    func pass() throws {
        var compared = 0
        for fixture in fixtures {
            for place in fixture.places where abs(place.latitude) < 80 {
                let ground = try #require(
                    ObserverPlace(latitude: place.latitude, longitude: place.longitude))
                let pass = MoonPass(at: ground, from: SkyTime(unixSeconds: fixture.at))
                for (ours, theirs) in [
                    (pass.rise, place.rises), (pass.transit, place.transits),
                    (pass.set, place.sets),
                ] {
                    // The events of a pass that has begun lie before the fixture's day.
                    guard let ours, ours.unixSeconds > fixture.at,
                        ours.unixSeconds < fixture.at + 25 * 3_600
                    else { continue }
                    let difference = theirs.map { abs($0 - ours.unixSeconds) }.min()
                    let seconds = try #require(difference, "\(place.place) \(fixture.at)")
                    #expect(seconds < 12, "\(place.place) \(fixture.at)")
                    compared += 1
                }
            }
        }
        #expect(compared > 200)
    }

    @Test("A moon that stays below the horizon has no pass; one that stays up never rises")
    func polar() throws {
        let pole = try #require(ObserverPlace(latitude: -89.99, longitude: 0))
        var kinds: Set<String> = []
        for fixture in fixtures {
            let time = SkyTime(unixSeconds: fixture.at)
            let report = MoonReport(at: time, from: pole)
            let sky = try #require(report.sky)
            if sky.isUp {
                #expect(sky.transit != nil)
                kinds.insert(sky.rise == nil && sky.set == nil ? "stays up" : "changes")
            } else {
                kinds.insert(sky.transit == nil ? "stays down" : "changes")
            }
        }
        #expect(kinds.isSuperset(of: ["stays up", "stays down"]))
    }
}
