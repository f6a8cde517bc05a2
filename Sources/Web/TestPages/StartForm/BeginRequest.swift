package import Acuity
package import Contrast
internal import Foundation
package import HTTP

/// The start form as the page sends it: the screen and the choices.
package struct BeginRequest: Sendable, Equatable {
    /// Distance from the eye to the screen.
    package var distance: Distance
    /// The letter sizes that the screen can show at that distance.
    package var range: SizeRange
    /// Width of the area for letters, in millimetres.
    package var width: Double
    /// Whether the screen was measured; if not, the size of letters is unknown.
    package var isCalibrated: Bool
    /// Device pixels per millimetre.
    package var pixelsPerMillimetre: Double
    /// Device pixels per CSS pixel.
    package var pixelRatio: Double
    /// Whether the letters follow the distance that the page's camera measures.
    package var followsDistance: Bool
    /// Whether the distance will be spoken, and `distance` is only the default; once the person was
    /// asked, whether they said it.
    package var saysDistance: Bool
    /// Whether the person chooses the first line by voice.
    package var choosesStart: Bool
    /// Whether the person chooses it from all sizes at once, by voice or by tapping.
    package var choosesSize: Bool
    /// The eyes to test, in order; empty if the page offers no choice.
    package var eyes: [Eye]
    /// The name or number of the person as it was typed; nil without one. It is patient data.
    package var person: String?
    /// The number of the records page's choice that the page showed; nil if it showed none, or if
    /// somebody else is tested.
    package var choice: Int?
    /// The key of the person who was chosen from those that match the typed text; nil for nobody.
    package var personKey: String?
    /// The correction that is worn; nil if the page does not ask.
    package var correction: Correction?
    /// The way to answer.
    package var answers: AnswerWay
    /// The login of the person who conducts the test; nil without accounts. No page can send it.
    package var conductor: String?
    /// The language of the page as a two-letter code of ISO 639: "en".
    package var language: String
    /// Whether this test measures contrast instead of the lane's acuity.
    package var measuresContrast: Bool
    /// The grey of the screen; nil if it was not measured.
    package var grey: ScreenGrey?
    /// Whether the page was enlarged or made smaller by the browser or by two fingers.
    package var isZoomed: Bool
    /// The name of the screen that the grey belongs to, as the page made it; nil without one.
    package var screenName: String?
    /// The time at which the screen was measured, seconds since 1970; nil if it was not, or if nobody
    /// knows. No page can send it.
    package var measuredAt: Double?

    /// The correction that a person wears for a test.
    package enum Correction: String, Sendable, Codable, CaseIterable {
        /// No correction.
        case none
        /// Glasses.
        case glasses
        /// Contact lenses.
        case contacts
        /// A pinhole before the eye.
        case pinhole
    }

    /// The ways to answer.
    package enum AnswerWay: String, Sendable, Codable, CaseIterable {
        /// Aloud.
        case voice
        /// With keys on the page, on the keyboard or by swiping.
        case touch
        /// With keys on a phone.
        case phone

        /// Whether no microphone is needed.
        package var isByHand: Bool { self != .voice }
    }

    private struct Body: Decodable {
        var distance: Double
        var largest: Double
        var smallest: Double
        var width: Double
        var isMeasured: Bool
        var perMillimetre: Double
        var ratio: Double
        var eyes: [String]?
        var followsDistance: Bool?
        var saysDistance: Bool?
        var choosesStart: Bool?
        var choosesSize: Bool?
        var person: String?
        var choice: Int?
        var personKey: String?
        var correction: Correction?
        var answers: AnswerWay?
        var language: String?
        var measuresContrast: Bool?
        var grey: ScreenGrey?
        var isZoomed: Bool?
        var screen: String?
    }

    /// Maximum length of a person's name or number, in characters.
    static let longestName = 60

    /// Sizes that a page may send: far beyond those of any chart, but below the size at which half
    /// a letter would subtend a right angle (89° here) and so have no finite height.
    private static let sizes = -5.0...3.33

    /// Decodes the body of a request.
    ///
    /// - Throws: `Refusal.malformed`.
    package init(_ body: [UInt8]) throws(Refusal) {
        guard let read = try? JSONDecoder().decode(Body.self, from: Data(body)),
            let distance = try? Distance(metres: read.distance),
            Self.sizes.contains(read.largest), Self.sizes.contains(read.smallest),
            (1...100_000).contains(read.width), (0.1...1_000).contains(read.perMillimetre),
            (0.1...20).contains(read.ratio), (read.person ?? "").count <= Self.longestName,
            (read.language ?? "en").count == 2, read.grey?.isValid != false,
            read.screen.map({ ScreenRequest(screen: $0, perMillimetre: nil).isValid }) ?? true
        else { throw .malformed }
        let names = read.eyes ?? []
        eyes = names.compactMap { Eye(rawValue: $0) }
        guard eyes.count == names.count, eyes.count <= 2, Set(eyes).count == eyes.count else {
            throw .malformed
        }
        self.distance = distance
        followsDistance = read.followsDistance ?? false
        saysDistance = read.saysDistance ?? false
        choosesStart = read.choosesStart ?? false
        choosesSize = read.choosesSize ?? false
        range = SizeRange(largest: LogMAR(read.largest), smallest: LogMAR(read.smallest))
        width = read.width
        isCalibrated = read.isMeasured
        pixelsPerMillimetre = read.perMillimetre
        pixelRatio = read.ratio
        person = read.person.flatMap { $0.isEmpty ? nil : $0 }
        choice = read.choice
        personKey = read.personKey
        correction = read.correction
        answers = read.answers ?? .voice
        language = read.language ?? "en"
        measuresContrast = read.measuresContrast ?? false
        grey = read.grey
        isZoomed = read.isZoomed ?? false
        screenName = read.screen
    }

    /// The same screen at another distance: its largest and smallest letter keep their height, so
    /// their visual angle changes.
    package func at(_ other: Distance) -> BeginRequest {
        func moved(_ size: LogMAR) -> LogMAR {
            LogMAR(
                letterHeightInMillimetres: size.letterHeightInMillimetres(at: distance), at: other)
        }
        var begin = self
        begin.distance = other
        begin.range = SizeRange(largest: moved(range.largest), smallest: moved(range.smallest))
        return begin
    }

    /// The same screen at the fixed distance of a procedure. The camera is not used beyond the far
    /// tests, because it may not find a face there.
    package func fixed(at distance: Distance) -> BeginRequest {
        var begin = at(distance)
        if distance.metres > DistanceWatch.far.upperBound { begin.followsDistance = false }
        return begin
    }

    /// Whether all letters of a line fit on the screen at once; if not, the page shows the line in
    /// parts. Each letter takes twice its width (`fitting` in sizes.js).
    package func showsAtOnce(_ shown: Presentation) -> Bool {
        let height = shown.size.letterHeightInMillimetres(at: shown.distance ?? distance)
        return shown.letters.count == 1 || 2 * Double(shown.letters.count) * height <= width
    }

    /// The lines of a chart that the screen can show, largest first.
    package var lines: [SnellenLine] { SnellenLine.all.filter { range.contains($0.size) } }
}

/// Notes on the screen that a result was measured on.
package enum ScreenNotes {
    /// Sentences for the reader of the result.
    package static func words(_ begin: BeginRequest) -> [String] {
        words(
            pixelsPerMillimetre: begin.isCalibrated ? begin.pixelsPerMillimetre : nil,
            followsDistance: begin.followsDistance, distance: begin.distance, range: begin.range)
    }

    /// The same sentences, from the values of a start form or of a kept test.
    ///
    /// - Parameters:
    ///   - pixelsPerMillimetre: device pixels per millimetre; nil if the screen was not measured.
    ///   - followsDistance: whether the camera measured the distance during the test.
    ///   - range: the letter sizes that the screen can show at the distance.
    package static func words(
        pixelsPerMillimetre: Double?, followsDistance: Bool, distance: Distance, range: SizeRange
    ) -> [String] {
        var words = [
            pixelsPerMillimetre.map {
                "The screen was measured" + String(format: " (%.2f pixels per millimetre),", $0)
                    + " so the letters had their true size."
            }
                ?? "Uncalibrated: the screen was not measured, so the letters may have been too large"
                + " or too small."
        ]
        words.append(
            followsDistance
                ? "The camera measured the distance during the test, and the letters followed it."
                : "The distance was set before the test.")
        // A terminal has no such limits.
        if range.largest.value.isFinite, range.smallest.value.isFinite {
            words.append(
                "At \(distance) this screen can show letters from logMAR \(range.largest) to"
                    + " \(range.smallest).")
        }
        return words
    }
}

/// The choices of the start form besides distance and eyes, and its description of the test.
package struct StartFormOptions: Sendable, Equatable {
    /// Whether the person can say the distance from their seat.
    package var hearsDistance: Bool
    /// Whether the procedure fixes the distance.
    package var isDistanceFixed: Bool
    /// Whether no distance is preselected at the first use of a browser.
    package var isDistanceAsked: Bool
    /// Whether choosing the first line by voice is preselected; nil if it is not offered.
    package var choosesStart: Bool?
    /// Whether the optotypes are directions and not letters.
    package var asksDirections: Bool
    /// Whether the directions are gaps of rings and not a tumbling E.
    package var areRings: Bool
    /// Whether there are diagonal directions.
    package var asksDiagonals: Bool
    /// Whether optotypes are shown one at a time, between crowding bars that need room.
    package var areAlone: Bool
    /// Whether contrast is measured, for which the greys of the screen must be known.
    package var measuresContrast: Bool
    /// Whether a test of contrast can be chosen instead of the lane's acuity.
    package var offersContrast: Bool
    /// The number of keys for answers by touch: one for each optotype.
    package var keys: Int

    /// By default: letters in lines, with the distance chosen on the form.
    package init(
        hearsDistance: Bool = false, isDistanceFixed: Bool = false, isDistanceAsked: Bool = false,
        choosesStart: Bool? = nil, asksDirections: Bool = false, areRings: Bool = false,
        asksDiagonals: Bool = false, areAlone: Bool = false, measuresContrast: Bool = false,
        offersContrast: Bool = false, keys: Int = OptotypeSet.sloan.choices.count
    ) {
        self.hearsDistance = hearsDistance
        self.isDistanceFixed = isDistanceFixed
        self.isDistanceAsked = isDistanceAsked
        self.choosesStart = choosesStart
        self.asksDirections = asksDirections
        self.areRings = areRings
        self.asksDiagonals = asksDiagonals
        self.areAlone = areAlone
        self.measuresContrast = measuresContrast
        self.offersContrast = offersContrast
        self.keys = keys
    }
}

/// The reason that a test could not begin, for the start form.
package struct StartFormProblem: Sendable, Equatable {
    /// For the patient: the problem and the remedy.
    package var words: String
    /// For the operator; nil if `words` is enough.
    package var details: String?
    /// Whether no test can begin before it is solved.
    package var isBlocking: Bool

    /// A problem in words for the patient, with details for the operator.
    package init(words: String, details: String? = nil, isBlocking: Bool = false) {
        self.words = words
        self.details = details
        self.isBlocking = isBlocking
    }
}
