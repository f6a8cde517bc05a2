import MoonEphemeris
import Testing

/// Worked examples of Meeus, "Astronomical Algorithms", second edition: 1992 April 12, 0 h
/// dynamical time.
@Suite("Moon against Meeus's examples", .timeLimit(.minutes(1)))
struct MoonFaceTests {
    /// Dynamical time was 59 s ahead of UTC; `SkyTime` assumes 69 s.
    private let time = SkyTime(unixSeconds: 703_036_800 - 69.184)

    @Test("Librations and axis of example 53.a")
    func librations() {
        let face = MoonFace(at: time)
        #expect(abs(face.earthLongitude - -1.206) < 0.01)
        #expect(abs(face.earthLatitude - 4.194) < 0.01)
        #expect(abs(face.axisFromNorth - 15.08) < 0.05)
    }

    @Test("The point below the sun of example 53.c")
    func sun() {
        let face = MoonFace(at: time)
        #expect(abs(face.sunLongitude - 67.89) < 0.05)
        #expect(abs(face.sunLatitude - 1.46) < 0.05)
    }

    @Test("The lit part of example 48.a")
    func lit() {
        let phase = MoonPhase(at: time)
        #expect(abs(phase.illuminated - 0.679) < 0.001)
        #expect(phase.name == .waxingGibbous)
        #expect(abs(MoonReport(at: time, from: nil).kilometresFromEarth - 368_409.7) < 20)
    }

    @Test("The points of the earth and the sun drift apart with the phase")
    func phases() {
        for day in 0..<60 {
            let time = SkyTime(unixSeconds: 1_790_000_000 + Double(day) * 86_400)
            let face = MoonFace(at: time)
            let phase = MoonPhase(at: time)
            // At new moon the sun is over the far side, at full moon over the near side.
            let lag = (face.sunLongitude - face.earthLongitude + phase.degrees + 900)
                .truncatingRemainder(dividingBy: 360)
            #expect(abs(lag - 0) < 2 || abs(lag - 360) < 2, "\(day): \(lag)")
        }
    }

    @Test("Coordinates off the earth are refused")
    func places() {
        #expect(ObserverPlace(latitude: 91, longitude: 0) == nil)
        #expect(ObserverPlace(latitude: 0, longitude: -181) == nil)
        #expect(ObserverPlace(latitude: .nan, longitude: 0) == nil)
        #expect(ObserverPlace(latitude: -90, longitude: 180) != nil)
    }
}
