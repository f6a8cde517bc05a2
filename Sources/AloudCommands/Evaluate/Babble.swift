internal import Acuity
internal import Audio

/// Several people talking at once, made of recordings.
enum Babble {
    /// How many talk: from six on, single words are no longer made out (Simpson and Cooke, JASA
    /// 2005).
    static let talkers = 6
    /// How much of it is made, seconds.
    static let seconds = 20.0
    /// A recording of so many words is talk and not a single answer.
    static let wordsOfTalk = 4

    /// The babble of speakers whom a seed chooses.
    ///
    /// - Parameters:
    ///   - rows: what can be talked with; whole sentences are preferred where there are enough.
    ///   - listened: speakers who are left out, if there are enough others.
    ///   - read: the samples of a recording.
    static func make(
        of rows: [ReferenceRow], leavingOut listened: Set<String>, seed: UInt64,
        read: (ReferenceRow) throws -> [Float]
    ) throws -> [Float] {
        let spoken = rows.filter { !$0.transcript.isEmpty }
        let pools = [
            spoken.filter { $0.transcript.count >= wordsOfTalk && !listened.contains($0.speaker) },
            spoken.filter { !listened.contains($0.speaker) }, spoken,
        ].map { Dictionary(grouping: $0, by: \.speaker).sorted { $0.key < $1.key } }
        var speakers = pools.first { $0.count >= talkers } ?? pools.last ?? []
        var generator = SplitMix64(seed: seed)
        let length = Int(seconds * Double(speechRate))
        var sum = [Float](repeating: 0, count: length)
        for _ in 0..<min(talkers, speakers.count) {
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
