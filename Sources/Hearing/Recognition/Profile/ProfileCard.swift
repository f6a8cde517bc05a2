internal import Foundation

/// The card of a profile: the file profile.json in its folder.
package struct ProfileCard: Sendable, Codable, Equatable {
    /// The format version that this program writes and reads.
    package static let format = 1

    /// The format version of the folder.
    package var format = ProfileCard.format
    /// The name, for people.
    package var name: String
    /// The time at which it was made, ISO 8601.
    package var made: String
    /// The version of the program that made it.
    package var program: String
    /// Digest of the net that the profile was made for.
    package var model: String
    /// The letters that were listened for.
    package var letters: LetterChoice
    /// The confidence from which letters are accepted, 0…1.
    package var accept: Double
    /// Additional costs of groups of words, in nats, by the names of `WordGroup`.
    package var costs: [String: Double] = [:]
    /// Additional costs of rules of the grammar, in nats, by their names: a rule's weight in JSGF is
    /// multiplied by exp(-cost). Nil for none.
    package private(set) var rules: [String: Double]?
    /// The coefficient of `EmphasisingEncoder`; 0 for the sound as it is.
    package var emphasis: Double = 0
    /// The division of the speakers.
    package var split: Split
    /// The quantity whose fall is to be proven, fixed before the final speakers are heard; nil for the
    /// loss.
    package var endpoint: ProofEndpoint?
    /// The result on the final speakers; nil before they were heard.
    package var proof: Proof?
    /// Each time at which the final speakers were heard.
    package var openings: [Opening] = []
    /// Times at which recordings of the final speakers were heard for other profiles; nil if there
    /// are none, or if the program that made the card did not look for them.
    package var earlier: [EarlierOpening]?
    /// The digests of the other files in the folder, by their names.
    package var files: [String: String] = [:]

    /// The division of the speakers, without their names: a profile may be given to others.
    package struct Split: Sendable, Codable, Equatable {
        /// The seed of the division.
        package var seed: UInt64
        /// Speakers on whom the weights were fitted.
        package var train: Int
        /// Speakers on whom the parts were chosen.
        package var check: Int
        /// Speakers who are heard only for the proof.
        package var final: Int
        /// A digest of the recordings of the final speakers.
        package var finalDigest: String

        /// Sets each property from the parameter of its name.
        package init(seed: UInt64, train: Int, check: Int, final: Int, finalDigest: String) {
            self.seed = seed
            self.train = train
            self.check = check
            self.final = final
            self.finalDigest = finalDigest
        }
    }

    /// A time at which the final speakers were heard.
    package struct Opening: Sendable, Codable, Equatable {
        /// The time, ISO 8601.
        package var at: String
        /// Whether the proof was finished.
        package var isFinished: Bool

        /// Sets each property from the parameter of its name.
        package init(at: String, isFinished: Bool) {
            self.at = at
            self.isFinished = isFinished
        }
    }

    /// A time at which recordings of the final speakers were heard for another profile.
    package struct EarlierOpening: Sendable, Codable, Equatable {
        /// The time, ISO 8601.
        package var at: String
        /// The name of that profile.
        package var profile: String
        /// The number of final speakers who were heard.
        package var speakers: Int

        /// Sets each property from the parameter of its name.
        package init(at: String, profile: String, speakers: Int) {
            self.at = at
            self.profile = profile
            self.speakers = speakers
        }
    }

    /// The result on the final speakers.
    package struct Proof: Sendable, Codable, Equatable {
        /// Whether the gain is proven.
        package var isProven: Bool
        /// The reasons that it is not proven, as sentences; empty if it is.
        package var reasons: [String]
        /// Final speakers.
        package var speakers: Int
        /// Letters and words that they said.
        package var said: Int
        /// The loss of each letter or word said, or the card's other endpoint, before and after.
        package var before: Double
        package var after: Double
        /// `before` less `after`.
        package var gain: Double
        /// The 95 % interval of the gain, by a bootstrap over speakers; nil for one speaker.
        package var interval: [Double]?
        /// The p-value of the sign-flip test over speakers.
        package var p: Double?
        /// The share of wrong answers among those accepted, before and after.
        package var wrong: [Double?]
        /// The share asked for again or missed, before and after.
        package var asked: [Double?]
        /// Maximum loss of a group.
        package var bound: Double
        /// The loss of groups of speakers.
        package var groups: [Group]
    }

    /// The loss of a group of speakers.
    package struct Group: Sendable, Codable, Equatable {
        /// The column of the manifest, such as "accent".
        package var column: String
        /// The value in that column.
        package var name: String
        package var speakers: Int
        package var said: Int
        package var before: Double
        package var after: Double

        /// Sets each property from the parameter of its name.
        package init(
            column: String, name: String, speakers: Int, said: Int, before: Double, after: Double
        ) {
            self.column = column
            self.name = name
            self.speakers = speakers
            self.said = said
            self.before = before
            self.after = after
        }
    }

    /// A card of a profile without a proof.
    package init(
        name: String, made: String, program: String, model: String, letters: LetterChoice,
        accept: Double, split: Split
    ) {
        self.name = name
        self.made = made
        self.program = program
        self.model = model
        self.letters = letters
        self.accept = accept
        self.split = split
    }

    /// Sets the additional costs of rules.
    package mutating func weigh(rules costs: [String: Double]) {
        rules = costs.isEmpty ? nil : costs
    }

    /// The card as JSON for people and programs.
    package var json: String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        let data = (try? encoder.encode(self)) ?? Data()
        return String(decoding: data, as: UTF8.self) + "\n"
    }
}

/// The quantity whose fall proves a profile.
package enum ProofEndpoint: String, Sendable, Codable, CaseIterable {
    /// The loss of each answer: 1 if wrong, less if it is asked for again.
    case loss
    /// The share of answers that are not right at once.
    case right
}

extension ProfileCard.Proof {
    /// Sets each property from the parameter of its name.
    package init(
        reasons: [String], speakers: Int, said: Int, before: Double, after: Double,
        interval: [Double]?, p: Double?, wrong: [Double?], asked: [Double?], bound: Double,
        groups: [ProfileCard.Group]
    ) {
        isProven = reasons.isEmpty
        self.reasons = reasons
        self.speakers = speakers
        self.said = said
        self.before = before
        self.after = after
        gain = before - after
        self.interval = interval
        self.p = p
        self.wrong = wrong
        self.asked = asked
        self.bound = bound
        self.groups = groups
    }
}
