package import Acuity

/// An event of a test as its JSON has it: one line of `aloud test --events`.
///
/// The live test writes it, a replay reads it. Its keys are described in `docs/events.md`.
package enum RecordedEvent: Sendable, Equatable {
    /// Letters are shown.
    case present(Shown)
    /// A position has this answer now.
    case answer(Answered)
    /// The answer of a position was taken back.
    case correction(Place)
    /// An operator answered for a position.
    case override(Overridden)
    /// Positions are asked for again.
    case askAgain(Asked)
    /// A line is finished.
    case line(Finished)
    /// The test is paused.
    case pause(Cause)
    /// The test continues after a pause.
    case resume
    /// Answers cannot be heard for now.
    case trouble(Cause)
    /// Answers can be heard again.
    case recovered
    /// A piece of the sound is lost.
    case soundMissing(Cause)
    /// Another language was offered to the person, with their answer.
    case language(Offered)
    /// A step of the warm-up before the test.
    case warmUp(WarmUpStep)
    /// The test is over.
    case result(TestRecord)
    /// An event of another program or version, by its name.
    case other(String)

    /// The letters shown; sizes in logMAR, the distance in metres if it is not the test's.
    package struct Shown: Sendable, Equatable, Codable {
        /// The number of the line, or of the letter of a procedure without lines.
        package private(set) var line: Int
        private var letters: String
        private var logMAR: Double
        private var sizes: [Double]?
        private var optotypes: OptotypeSet?
        /// The distance of these letters, metres; nil for that of the test.
        package private(set) var distance: Double?
        private var fresh: Bool?
        /// The contrast of each letter; nil for black on white.
        private var logCS: [Double]?
        /// Whether these letters measure contrast; nil if they measure size.
        private var measuresContrast: Bool?

        /// Letters as JSON has them.
        package init(_ shown: Presentation) {
            line = shown.line
            letters = shown.letters.text
            logMAR = shown.meanSize.value
            sizes = shown.isOfOneSize ? nil : shown.sizes.map(\.value)
            optotypes = shown.optotypes == .sloan ? nil : shown.optotypes
            distance = shown.distance?.metres
            fresh = shown.isFresh ? true : nil
            logCS = shown.contrasts?.letters.map(\.value)
            measuresContrast = shown.contrasts?.isMeasured == true ? true : nil
        }

        /// The letters.
        ///
        /// - Throws: `EventFault`.
        package func presentation() throws(EventFault) -> Presentation {
            let shown = try Presentation(
                line: line, letters: letters, size: logMAR, sizes: sizes,
                optotypes: optotypes ?? .sloan, distance: distance, isFresh: fresh ?? false)
            guard let logCS else { return shown }
            guard logCS.count == shown.letters.count else {
                throw EventFault(reason: "a presentation without the contrast of each letter")
            }
            return shown.shown(
                in: LetterContrasts(
                    logCS.map { LogCS($0) }, isMeasured: measuresContrast ?? false))
        }
    }

    /// The answer of a position, which is counted from 0.
    package struct Answered: Sendable, Equatable, Codable {
        private var line: Int?
        /// The position of the letter in the presentation.
        package private(set) var position: Int
        @OrNull private var letter: String?
        private var missed: Bool?
        /// The confidence, 0 to 1; nil in files without it.
        package private(set) var confidence: Double?
        private var heard: String?
        private var start: Double?
        private var end: Double?
        private var clock: Double?
        /// The measured distance from the eye to the letters; nil if it is not measured.
        package private(set) var metres: Double?
        /// Milliseconds from the letters to the beginning of the answer; nil if unknown.
        package private(set) var latency: Int?

        /// An answer.
        ///
        /// - Parameters:
        ///   - heard: the words.
        ///   - time: its time in the sound, seconds.
        ///   - clock: the position up to which the sound had been listened to, seconds.
        ///   - metres: the measured distance from the eye to the letters; nil if it is not measured.
        ///   - latency: milliseconds from the letters to the beginning of the answer; nil if unknown.
        package init(
            line: Int, position: Int, _ response: Response, confidence: Double, heard: String,
            time: ClosedRange<Double>?, clock: Double?, metres: Double? = nil, latency: Int? = nil
        ) {
            self.latency = latency
            self.line = line
            self.position = position
            letter = response.letter?.description
            missed = response == .missed ? true : nil
            self.confidence = rounded(confidence)
            self.heard = heard
            start = rounded(time?.lowerBound)
            end = rounded(time?.upperBound)
            self.clock = rounded(clock)
            self.metres = rounded(metres, places: 4)
        }

        /// The response; nil if the event has neither a letter nor `missed`.
        ///
        /// - Throws: `EventFault`.
        package var response: Response? {
            get throws(EventFault) {
                guard let letter else { return missed == true ? .missed : nil }
                return .named(try Letter(recorded: letter))
            }
        }
    }

    /// A position, counted from 0, of a line.
    package struct Place: Sendable, Equatable, Codable {
        private var line: Int?
        /// The position of the letter in the presentation.
        package private(set) var position: Int

        /// A position of a line.
        package init(line: Int, position: Int) {
            self.line = line
            self.position = position
        }
    }

    /// The operator's answer for a position, which is counted from 0.
    package struct Overridden: Sendable, Equatable, Codable {
        private var line: Int?
        /// The position of the letter in the presentation.
        package private(set) var position: Int
        @OrNull private var letter: String?
        private var by: String?
        private var reason: OverrideRemark.Reason?

        /// An operator's answer.
        package init(
            line: Int, position: Int, _ response: Response, remark: OverrideRemark? = nil
        ) {
            self.line = line
            self.position = position
            letter = response.letter?.description
            by = remark?.by
            reason = remark?.reason
        }

        /// The response.
        ///
        /// - Throws: `EventFault`.
        package var response: Response {
            get throws(EventFault) {
                guard let letter else { return .missed }
                return .named(try Letter(recorded: letter))
            }
        }
    }

    /// Positions, counted from 0, that are asked for again.
    package struct Asked: Sendable, Equatable, Codable {
        private var line: Int?
        /// All positions that are asked for.
        package private(set) var positions: [Int]
        /// The positions with an unclear answer; nil if there are none.
        package private(set) var unclear: [Int]?
        /// How they are asked for, by its name: "alone", "codeWord" or "afterBreak"; nil if as
        /// letters of a line.
        private var by: String?

        /// The letters that count as asked for again: not those that were not said because of a
        /// pause or a disturbance.
        package var counted: Int {
            by == "afterBreak" ? unclear?.count ?? 0 : positions.count
        }

        /// Positions of a line.
        package init(line: Int, positions: [Int], unclear: [Int], by: String? = nil) {
            self.line = line
            self.by = by
            self.positions = positions
            self.unclear = unclear.isEmpty ? nil : unclear
        }
    }

    /// A finished line.
    package struct Finished: Sendable, Equatable, Codable {
        private var line: Int?
        private var right: Int?

        /// A line with this number of letters right.
        package init(line: Int, right: Int) {
            self.line = line
            self.right = right
        }
    }

    /// The offer of another language to a person whose readings were not understood.
    package struct Offered: Sendable, Equatable, Codable {
        /// A person's answer to an offer.
        package enum Way: String, Sendable, Codable {
            case voice, touch
        }

        /// The language that is offered, as a code of ISO 639.
        package private(set) var language: String
        /// The language that was heard before.
        private var from: String?
        /// Whether answers are heard in it from now on.
        package private(set) var isAccepted: Bool
        /// The person's answer; nil if there was none.
        private var by: Way?

        private enum CodingKeys: String, CodingKey {
            case language, from, by
            case isAccepted = "accepted"
        }

        /// Sets each property from the parameter of its name.
        package init(language: String, from: String, isAccepted: Bool, by: Way?) {
            self.language = language
            self.from = from
            self.isAccepted = isAccepted
            self.by = by
        }
    }

    /// The cause of an event: a name, or words for a person.
    package struct Cause: Sendable, Equatable, Codable {
        private var reason: String?

        /// The reason; empty if none was recorded.
        package var words: String { reason ?? "" }

        /// A reason.
        package init(_ reason: String) { self.reason = reason }
    }
}

extension RecordedEvent: Codable {
    private enum Name: String {
        case present, answer, correction, override, askAgain, line, pause, resume, trouble
        case recovered, soundMissing, language, warmUp, result
    }

    private enum CodingKeys: String, CodingKey { case event }

    package init(from decoder: any Decoder) throws {
        let name = try decoder.container(keyedBy: CodingKeys.self)
            .decode(String.self, forKey: .event)
        self =
            switch Name(rawValue: name) {
            case .present: .present(try Shown(from: decoder))
            case .answer: .answer(try Answered(from: decoder))
            case .correction: .correction(try Place(from: decoder))
            case .override: .override(try Overridden(from: decoder))
            case .askAgain: .askAgain(try Asked(from: decoder))
            case .line: .line(try Finished(from: decoder))
            case .pause: .pause(try Cause(from: decoder))
            case .resume: .resume
            case .trouble: .trouble(try Cause(from: decoder))
            case .recovered: .recovered
            case .soundMissing: .soundMissing(try Cause(from: decoder))
            case .language: .language(try Offered(from: decoder))
            case .warmUp: .warmUp(try WarmUpStep(from: decoder))
            case .result: .result(try TestRecord(from: decoder))
            case nil: .other(name)
            }
    }

    package func encode(to encoder: any Encoder) throws {
        let (name, content): (String, (any Encodable)?) =
            switch self {
            case .present(let content): ("present", content)
            case .answer(let content): ("answer", content)
            case .correction(let content): ("correction", content)
            case .override(let content): ("override", content)
            case .askAgain(let content): ("askAgain", content)
            case .line(let content): ("line", content)
            case .pause(let content): ("pause", content)
            case .resume: ("resume", nil)
            case .trouble(let content): ("trouble", content)
            case .recovered: ("recovered", nil)
            case .soundMissing(let content): ("soundMissing", content)
            case .language(let content): ("language", content)
            case .warmUp(let content): ("warmUp", content)
            case .result(let content): ("result", content)
            case .other(let name): (name, nil)
            }
        try content?.encode(to: encoder)
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(name, forKey: .event)
    }
}

/// The operator who answers in the person's place, and the reason.
package struct OverrideRemark: Sendable, Equatable {
    /// The reason for an operator's answer.
    package enum Reason: String, Sendable, Codable, CaseIterable {
        /// Aloud took another letter for the one that was said.
        case misheard
        /// The person corrected themselves, and Aloud missed it.
        case corrected
        /// The person answered by a sign or in other words.
        case otherwise
        /// The operator takes back their own answer.
        case slip
    }

    /// The name of the operator; nil if nobody is named.
    package var by: String?
    /// The reason; nil if none was given.
    package var reason: Reason?

    /// Sets each property from the parameter of its name.
    package init(by: String? = nil, reason: Reason? = nil) {
        self.by = by
        self.reason = reason
    }
}
