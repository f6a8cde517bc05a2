public import LetterSpeech

/// What a `SphinxRecognizer` listens with.
public struct SphinxConfiguration: Sendable {
    /// Where Debian's package pocketsphinx-en-us puts the acoustic model.
    public static let debianModel = "/usr/share/pocketsphinx/model/en-us/en-us"

    /// The folder of the acoustic model that finds the words.
    public var model: String
    /// The folder of the acoustic model that tells how well every word explains the sound found;
    /// nil for the same.
    public var scoringModel: String?
    /// What to listen for.
    public var grammar: ListeningGrammar
    /// Options of PocketSphinx that take the place of Aloud's own, such as "-beam": "1e-60".
    public var tuning: [String: String] = [:]
    /// Up to this much speech, in seconds, is taken for one answer; more may be several.
    public var oneAnswer = 0.75
    /// What a command of one word costs beside a letter, in nats; those of several words share it.
    /// A letter taken for "pass" is a letter lost, while a command that is not heard is said again.
    /// On the development set, 0 hears 79 % of the ten letters, 20 82 %, 65 87 %, as many as
    /// without any command.
    public var commandCost = 65.0

    /// What a letter that is on no chart costs beside one that is, in nats. On the development set,
    /// 20 hears 81 % of the ten letters and 58 % of the others; 40 83 and 51; 60 87 and 42.
    public var offChartCost = 60.0
    /// What a word of the spelling alphabet costs beside a letter, in nats.
    public var codeWordCost = 80.0
    /// What the name of a direction costs beside a letter, in nats.
    public var directionCost = 80.0
    /// What a word that is no answer costs beside a letter, in nats.
    public var otherCost = 80.0
    /// What every word of talk costs beside a letter, in nats.
    public var talkCost = 20.0

    /// What to listen for, with Aloud's own settings for everything else.
    ///
    /// - Parameters:
    ///   - model: the folder of the model that finds the words.
    ///   - scoringModel: that of the one which explains them; nil for the same.
    public init(
        model: String = Self.debianModel, scoringModel: String? = nil, grammar: ListeningGrammar
    ) {
        self.model = model
        self.scoringModel = scoringModel
        self.grammar = grammar
    }
}
