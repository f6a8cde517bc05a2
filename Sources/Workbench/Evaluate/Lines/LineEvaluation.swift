/// What an evaluation of lines found.
package struct LineEvaluation {
    /// How lines were made of single letters.
    package struct Joining {
        /// Seconds between the letters.
        package var pause: Double
        package var seed: UInt64

        /// The parameters as the properties of their names.
        package init(pause: Double, seed: UInt64) {
            self.pause = pause
            self.seed = seed
        }
    }

    /// How sure a letter had to be.
    package let accept: Double
    /// Nil for lines as they were recorded.
    package let joining: Joining?
    /// Recordings that could not be read.
    package let unread: Int
    /// Seconds of sound.
    package let sound: Double
    /// What stands after the first reading, by speaker.
    package let speakers: [String: LineTally]
    /// The same by set.
    package let sets: [String: LineTally]
    /// What stands at the end of the recordings.
    let atEnd: LineTally
    /// Lines in which "stop" was heard.
    package let stopped: Int
    /// What was made of talk; nil without any.
    package let talk: TalkTally?

    /// - Parameter heard: lines, and talk.
    package init(_ heard: [HeardLine], unread: Int, accept: Double, joining: Joining? = nil) {
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
    package var all: LineTally { speakers.values.total }
}
