/// What an evaluation of lines found.
struct LineEvaluation {
    /// How lines were made of single letters.
    struct Joining {
        /// Seconds between the letters.
        var pause: Double
        var seed: UInt64
    }

    /// How sure a letter had to be.
    let accept: Double
    /// Nil for lines as they were recorded.
    let joining: Joining?
    /// Recordings that could not be read.
    let unread: Int
    /// Seconds of sound.
    let sound: Double
    /// What stands after the first reading, by speaker.
    let speakers: [String: LineTally]
    /// The same by set.
    let sets: [String: LineTally]
    /// What stands at the end of the recordings.
    let atEnd: LineTally
    /// Lines in which "stop" was heard.
    let stopped: Int
    /// What was made of talk; nil without any.
    let talk: TalkTally?

    /// - Parameter heard: lines, and talk.
    init(_ heard: [HeardLine], unread: Int, accept: Double, joining: Joining? = nil) {
        let lines = heard.filter { !$0.row.isTalk }
        let talks = heard.filter(\.row.isTalk)
        talk = talks.isEmpty ? nil : TalkTally(talks)
        self.accept = accept
        self.joining = joining
        self.unread = unread
        sound = heard.reduce(0) { $0 + $1.duration }
        speakers = Dictionary(counting: lines, by: \.row.speaker) {
            LineTally(said: $0.said, standing: $0.first)
        }
        sets = Dictionary(counting: lines, by: \.row.set) {
            LineTally(said: $0.said, standing: $0.first)
        }
        atEnd = lines.map { LineTally(said: $0.said, standing: $0.last) }.total
        stopped = lines.count(where: \.wasStopped)
    }

    /// All lines after the first reading.
    var all: LineTally { speakers.values.total }
}
