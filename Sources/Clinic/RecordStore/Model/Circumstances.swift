package import Trials

/// The correction that the tested eye wears.
package enum Correction: String, CaseIterable, Sendable, Codable {
    /// No correction.
    case none
    /// Glasses.
    case glasses
    /// Contact lenses.
    case contactLenses = "contact-lenses"
    /// A pinhole.
    case pinhole

    /// The correction in words: "with contact lenses".
    package var words: String {
        switch self {
        case .none: "without correction"
        case .glasses: "with glasses"
        case .contactLenses: "with contact lenses"
        case .pinhole: "with a pinhole"
        }
    }
}

/// The source of a test's distance.
package enum DistanceSource: String, CaseIterable, Sendable, Codable {
    /// The usual distance of the procedure: nobody named another.
    case usual
    /// An option or the sheet before the test.
    case entered
    /// The person said the distance at their place.
    case spoken
    /// A camera or another instrument measured it.
    case measured
}

/// The circumstances of a test that its result does not hold.
package struct Circumstances: Sendable, Equatable, Codable {
    /// The correction; nil if nobody recorded it.
    package var correction: Correction?
    /// The source of the distance; nil in records of other programs.
    package var distanceSource: DistanceSource?
    /// The screen; nil for a terminal or a printed chart.
    package var screen: Screen?
    /// The sound; nil for typed answers.
    package var sound: Sound?
    /// The person who conducted the test; nil if nobody is named.
    package var examiner: String?
    /// The lane: the room or the machine.
    package var lane: String?
    /// The program and its version: "aloud 0.1.0".
    package var software: String?
    /// The models of hearing, by name and digest; nil for typed answers.
    package var model: String?
    /// A remark of the examiner; nil if there is none.
    package var note: String?
    /// The name or number that was typed at the lane for a test without a person; nil if there is none.
    package var enteredName: String?
    /// The order that the test fulfils; nil for a test without one.
    package var order: Order?
    /// The place in a trial; nil for a test outside of trials.
    package var trial: TrialVisit?

    /// The screen that showed the letters.
    package struct Screen: Sendable, Equatable, Codable {
        /// Device pixels per millimetre, as a person measured them, or as the page assumes them.
        package var pixelsPerMillimetre: Double
        /// Device pixels per CSS pixel.
        package var pixelRatio: Double
        /// The width of the area for letters, millimetres.
        package var widthMillimetres: Double

        /// Sets each property from the parameter of its name.
        package init(pixelsPerMillimetre: Double, pixelRatio: Double, widthMillimetres: Double) {
            self.pixelsPerMillimetre = pixelsPerMillimetre
            self.pixelRatio = pixelRatio
            self.widthMillimetres = widthMillimetres
        }
    }

    /// The sound of the room.
    package struct Sound: Sendable, Equatable, Codable {
        /// The microphone by its ALSA name, or the kind of recording.
        package var microphone: String?
        /// The power of the sound over the test, decibels below full scale; nil if not measured.
        package var level: Double?
        /// The noise between words, decibels below full scale; nil if not measured.
        package var noise: Double?

        /// Sets each property from the parameter of its name.
        package init(microphone: String? = nil, level: Double? = nil, noise: Double? = nil) {
            self.microphone = microphone
            self.level = level
            self.noise = noise
        }
    }

    /// Unknown circumstances.
    package init() {}

    /// Removes all that may show who was tested: a typed name, the order, and the number of the
    /// subject of a trial.
    package mutating func leaveOutNames() {
        enteredName = nil
        order = nil
        trial?.subject = ""
    }

    /// Sets each property from the parameter of its name.
    package init(
        correction: Correction?, distanceSource: DistanceSource? = nil, examiner: String? = nil,
        lane: String? = nil, software: String? = nil
    ) {
        self.correction = correction
        self.distanceSource = distanceSource
        self.examiner = examiner
        self.lane = lane
        self.software = software
    }
}
