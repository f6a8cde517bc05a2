/// How sure a hearing must be to count, as probabilities 0…1.
///
/// Between the two an answer is "unclear" and is asked for again: asking costs two seconds, a wrong
/// letter 0.02 logMAR. Below both it was not an answer: a hum, a cough, talk.
public struct HearingThresholds: Sendable, Equatable {
    /// From here on a letter is accepted.
    ///
    /// Of 95 letters of ten people 94.7 % are then right and 1.1 % wrong; from 0.45 on 95.8 and
    /// 2.1, from 0.75 on 93.7 and 1.1; in babble of 10 dB, from 0.45, 0.55, 0.65 and 0.75 on, 68.4
    /// and 6.3, 62.1 and 6.3, 52.6 and 2.1, 44.2 and 1.1. In whole tests by nine people in hiss 22
    /// of 36 letters between 0.4 and 0.7 were wrong, of 614 above it 9.
    public var accept: Double
    /// From here on something was an answer, if an unclear one.
    public var notice: Double
    /// From here on a command is acted on.
    public var command: Double

    /// From here on a phrase is acted on: a command of several words that is said alone where it is
    /// quiet. Not a correction, which changes a letter. Of 48 phrases by synthetic voices 28 are
    /// (from 0.5 on 23); of 1,769 letters, words, digits and sentences by people left out none is
    /// taken for one.
    public var phrase = 0.4

    /// From here on the letter of a "no, N" takes the place of the one before; from less on that
    /// one is taken back and asked for again. Of 20 corrections by four synthetic voices 11 are so
    /// sure, from `command` on 14; "no more" is "no, R", of one of them with 0.6.
    public var corrected = 0.65

    /// From here on a word of the spelling alphabet that is said alone is accepted where a letter
    /// is asked for again, if not from `accept` on: it is unlike all other words, and was likely
    /// asked for. Of 156 by people left out 96.8 % are accepted rightly and none wrongly (from 0.4
    /// on 93.6 and none, from 0.04 on 98.1 and 0.6 %); of 97 words cut out of sentences 11 are
    /// answered (9, 13), of 239 by synthetic voices 39 (29, 51), of 300 digits 19 (19, 20). Whoever
    /// wants letters surer wants these surer, as odds.
    public var codeWord = 0.15
    /// Whether a letter is asked for again, so that its word of the spelling alphabet may come.
    public var asksAgain = false
    /// Whether letters are read for the first time: such a word was not asked for then, and one
    /// whose letter is on no chart is asked for again. Of 2,135 digits, words and sentences by
    /// people it was heard in 2, and laughter by synthetic voices is "papa".
    public var awaitsNames = false
    /// How long such a word takes at least, seconds: "echo", the shortest of the 156, 0.36. What
    /// synthetic voices read in a row was taken for "india" and "sierra" of 0.19 to 0.28.
    public var codeWordSeconds = 0.3

    /// From here on one word for "I can't see it", such as "pass", is acted on where it is said
    /// alone, and never from less than a letter: it is one, scored as not seen. A letter is asked
    /// for again instead: of 24 such words by eight synthetic voices all are 0.98 sure and more, of
    /// one person's S 5 were "pass" with 0.54 to 0.78.
    public var missed = 0.9
    /// The same among other words of a breath. Of 2,400 letters in lines of people's own 5 are
    /// taken for such a word with 0.9 to 0.95.
    public var missedInBreath = 0.95

    /// From here on a direction is accepted. Of 202 by people left out, among letters, 91.1 % are
    /// accepted rightly and 0.5 % wrongly.
    public var direction = 0.3
    /// A letter on a chart is asked for again where one that is on none, and so was held for
    /// unlikely (`HearingFusion.unlikelyOdds`), still has more than this share of its probability.
    /// Of 154 letters on no chart by ten people 11 are then heard as one on a chart, with 1, 0.2
    /// and 0.135 in its place 14, 10 and 8; of 1,410 letters in lines of people 1,132 stand right
    /// at once, and 1,133, 1,126 and 1,118.
    public var unlikelyRival = 0.3

    /// How sure it must be besides which letter or direction it was, if it was an answer.
    public var which = 0.0

    /// The least voice in an answer, seconds. Of 300 recordings of "up", "stop" and other
    /// directions of the set `words` 0.7 % have less, but 2.0 % less than 0.06; of the seconds of
    /// noise 18 %. What else is no answer is left to the fusion.
    public var voice = 0.02

    /// The least voice in what may have been a letter, and in what teaches voice and room, seconds.
    /// All letters of the development set have more; of the seconds of noise 33 % have less.
    public var voiceOfLetter = 0.06

    /// How long the name of a letter may take, seconds. In the development set `letters` they take
    /// 0.17 to 0.91.
    public var letterSeconds = 0.15...1.0

    /// Up to this probability of an answer, a word among others that is none by the recogniser's
    /// search is left out; more, and it is unclear.
    public var noAnswer = 0.1

    /// How likely the words of a breath must be answers, on average over time; in talk it is less.
    /// Of people left out, 0.67 and 0.7 keep all 237 letters spelled in a breath, and 4 and 3 of 34
    /// read sentences, before what else is held against those; of five letters that a synthetic
    /// voice runs together 0.7 keeps none.
    public var believable = 0.67

    /// How likely they must be answers where talk explains the breath much better:
    /// `unlikeTalk.upperBound` nats a frame or more. In between it is in proportion.
    public var believableBesideTalk = 0.94
    /// Up to the lower end of this, in nats a frame, talk explains letters better, too: of breaths
    /// by people left out 47 of 53 of letters lie below it, and 8 of 40 of talk.
    public var unlikeTalk = 0.4...0.9

    /// A breath of words that are all less sure to be answers is talk, if not from `accept` on.
    public var hardlyBelievable = 0.45

    /// So many words of a breath that are answers beyond doubt are read, not talk, whatever is
    /// between them. Of 306 breaths of several words in 169 read sentences none has more than
    /// three; of 112 by people left out who spell letters and numbers 42 have four or more.
    public var neverTalk = 4
    /// From here on a word is an answer beyond doubt.
    public var beyondDoubt = 0.9

    /// So many letters and nothing else in a breath are a line that is read, not talk: as many as a
    /// line of a chart has (`HearingThresholds+Row.swift`).
    public var row = 5
    /// How likely the words of such a row must be answers, on average over time.
    public var believableRow = 0.4
    /// How much likelier answers are in such a row, as odds: Aloud's own choice, no other was
    /// tried.
    public var likelierInRow = 10.0

    /// How likely the letters of a line must be answers, on average over time, where other words
    /// were found first.
    public var believableLine = 0.65
    /// How much better those words may explain it, in nats a frame.
    public var lossOfLine = 0.5

    /// How much rarer answers are right after talk, as odds. Of 17 sentences read by people left
    /// out a letter was heard, by earlier nets, in 1, and in 2 without this; of 344 spelled letters
    /// 1 more was asked for again. Sixty times rarer, 5 were.
    public var rarerAfterTalk = 20.0
    /// How long after talk that is, seconds.
    public var pauseInTalk = 0.8
    /// How long talk lasts at least, seconds.
    public var secondsOfTalk = 0.5
    /// How far its sounds lie from those of the words that are listened for, nats a frame. Of 300
    /// numbers said alone 96 % lie nearer, of five breaths of those sentences that hold no answer
    /// none.
    public var misfitOfTalk = 4.3

    /// The usual `accept`.
    public static let usualAccept = 0.6

    /// The usual thresholds, but letters from `accept`, commands from `command`, and unclear
    /// answers from `notice` on.
    public init(
        accept: Double = usualAccept, notice: Double = 0.2, command: Double = 0.5
    ) {
        self.accept = accept
        self.notice = notice
        self.command = command
    }

    /// Where only directions are asked for, nearly all that is said is one, and what is hardly
    /// believable is better asked for again. Of the same 202 by the grammar of directions 91.6 %
    /// are accepted rightly and none wrongly. With earlier nets, reckoned on what the grammar of
    /// letters finds, it was 92.1 and 0.5 %, and 11.0 % of other words were taken for one; from 0.3
    /// on, however sure which, 88.6, 0.5 and 4.7 %.
    public static var directions: HearingThresholds {
        var thresholds = HearingThresholds(notice: 0.02)
        thresholds.direction = 0.1
        thresholds.which = 0.8
        return thresholds
    }

    /// The same where directions are counted as letters.
    public var acceptingAsDirections: HearingThresholds { accepting(from: direction) }

    /// The same, but letters are accepted from another confidence on; what is less sure than that
    /// need not be noticed. Below that of a direction, and of a letter as usual, it need be less
    /// sure which it was, too: from 0 on all is accepted.
    public func accepting(from accept: Double) -> HearingThresholds {
        var moved = self
        moved.accept = accept
        moved.notice = min(notice, accept)
        moved.which *= min(accept / direction, 1)
        moved.unlikelyRival /= min(accept / Self.usualAccept, 1)
        return moved
    }
}
