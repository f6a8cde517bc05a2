internal import Acuity
internal import Audio

/// Several people talking at once, made of recordings.
enum Babble {
    /// The number of talkers: from six on, single words are no longer made out (Simpson and Cooke,
    /// JASA 2005).
    fileprivate static let talkers = 6
    /// The length of babble that is made, seconds.
    static let seconds = 20.0
    /// The least words of a recording that is talk and not a single answer.
    private static let wordsOfTalk = 4

    /// The babble of speakers whom a seed chooses.
    ///
    /// - Parameters:
    ///   - rows: the recordings to mix; whole sentences are preferred if there are enough.
    ///   - listened: speakers who are left out: nobody talks over themselves.
    ///   - read: the samples of a recording.
    /// - Throws: `TooFewTalkers`, or an error of reading.
    static func make(
        of rows: [ReferenceRow], leavingOut listened: Set<String>, seed: UInt64,
        read: (ReferenceRow) throws -> [Float]
    ) throws -> [Float] {
        let others = rows.filter { !$0.transcript.isEmpty && !listened.contains($0.speaker) }
        let pools = [others.filter { $0.transcript.count >= wordsOfTalk }, others]
            .map { Dictionary(grouping: $0, by: \.speaker).sorted { $0.key < $1.key } }
        guard var speakers = pools.first(where: { $0.count >= talkers }) else {
            throw TooFewTalkers(others: pools.last?.count ?? 0)
        }
        var generator = SplitMix64(seed: seed)
        let length = Int(seconds * Double(speechRate))
        var sum = [Float](repeating: 0, count: length)
        for _ in 0..<talkers {
            let chosen = speakers.remove(at: generator.index(below: speakers.count))
            let talk = try talk(of: chosen.value, length: length, read: read)
            for index in talk.indices { sum[index] += talk[index] }
        }
        return sum
    }

    /// One speaker's recordings one after another, as loud as every other's.
    private static func talk(
        of rows: [ReferenceRow], length: Int, read: (ReferenceRow) throws -> [Float]
    ) throws -> [Float] {
        var sound: [Float] = []
        for row in rows where sound.count < length { sound += try read(row) }
        guard !sound.isEmpty, let power = AddedNoise.speechPower(sound) else { return [] }
        let gain = 0.05 / power.squareRoot()
        return (0..<length).map { gain * sound[$0 % sound.count] }
    }
}

/// A manifest with too few people beside those who are listened to.
struct TooFewTalkers: Error, Equatable, CustomStringConvertible {
    /// The number of people in the manifest whose letters are not evaluated.
    var others: Int

    var description: String {
        "Babble takes \(Babble.talkers) people beside those who are listened to; the manifest has"
            + " \(others). Add recordings of others as a set of their own and choose yours with"
            + " '--set', or give '--noise' a sound file."
    }
}
