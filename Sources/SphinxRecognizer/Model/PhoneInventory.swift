internal import Foundation

/// The sounds of an acoustic model: for every phone between its neighbours, the senones (tied
/// states) that it passes through.
///
/// Read from the file `mdef`, as `pocketsphinx_mdef_convert -bin` writes it: the header tells its
/// own layout.
struct PhoneInventory {
    /// Where in a word a phone stands, numbered as in the file.
    enum Place: Int {
        case inside, begin, end, alone

        /// That of one of a word's phones.
        init(_ index: Int, of count: Int) {
            self =
                switch (index == 0, index == count - 1) {
                case (true, true): .alone
                case (true, false): .begin
                case (false, true): .end
                case (false, false): .inside
                }
        }
    }

    /// A phone between neighbours.
    struct Sound: Equatable {
        var senones: [Int]
        /// Which row of the transition matrices it has.
        var transitions: Int
    }

    let senoneCount: Int
    /// How many phones there are, neighbours aside.
    let phoneCount: Int
    private let names: [String: Int]
    /// Silence and noises.
    private let fillers: Set<Int>
    // There are some 150,000 of the next two: they stay in the file, and what is asked for is read.
    private let nodes: Nodes
    private let sounds: Sounds
    /// For each sequence of senones a sound passes through, `states` of them.
    private let sequences: [Int]
    private let states: Int
    /// For each senone the number of its phone.
    private let owners: [Int]
    /// For each senone which state of its phone it is.
    private let positions: [Int]

    /// Reads a file.
    ///
    /// - Throws: `SphinxError`, where it cannot be read or is not such a file.
    init(_ path: String) throws(SphinxError) {
        var file = try ModelBytes(path)
        let counts = try Counts(&file)
        let start = file.position
        var names: [String: Int] = [:]
        for index in 0..<counts.phones { names[try file.skip(past: "\0")] = index }
        try file.skip((4 - (file.position - start) % 4) % 4)
        nodes = Nodes(bytes: try file.bytes(counts.nodes * Nodes.size))
        sounds = Sounds(bytes: try file.bytes(counts.sounds * Sounds.size))
        _ = try file.number(Int32.self)
        let length = counts.sequences * counts.states
        try file.require(length <= file.left / 2, "it ends too early")
        sequences = try file.bytes(length * 2).withUnsafeBytes { bytes in
            (0..<length).map { Int(bytes.number(at: 2 * $0, UInt16.self)) }
        }
        try file.require(
            nodes.isWhole(sounds: counts.sounds)
                && sounds.isWhole(phones: counts.phones, sequences: counts.sequences)
                && sequences.allSatisfy { $0 < counts.senones },
            "it points outside of itself")
        try file.require(
            counts.senones <= Int16.max, "it has more than \(Int16.max) senones")
        (owners, positions) = sounds.statesOfSenones(counts, sequences)
        senoneCount = counts.senones
        phoneCount = counts.phones
        self.names = names
        fillers = Set(
            names.filter { $0.key == "SIL" || $0.key.hasPrefix("+") }.map(\.value))
        states = counts.states
    }

    /// A phone between its neighbours; where the model does not have it so, without them. Nil for a
    /// phone that the model does not have.
    func sound(_ phone: String, after left: String, before right: String, _ place: Place) -> Sound?
    {
        guard let phone = names[phone] else { return nil }
        let exact = names[left].flatMap { left in
            names[right].flatMap { nodes.sound(place.rawValue, phone, left, $0) }
        }
        let (sequence, transitions) = sounds[exact ?? phone]
        let first = sequence * states
        return Sound(
            senones: Array(sequences[first..<first + states]), transitions: transitions)
    }

    /// The phone whose codebooks a senone has.
    func phone(of senone: Int) -> Int { owners[senone] }

    /// What a senone is a state of.
    enum Owner: Equatable {
        /// Silence or a noise.
        case silence
        /// A phone; of its states the first is 0, the last 1.
        case phone(String, place: Double)
    }

    /// For each senone what it is a state of.
    func senoneOwners() -> [Owner] {
        let phones = Dictionary(uniqueKeysWithValues: names.map { ($0.value, $0.key) })
        return (0..<senoneCount).map { senone in
            guard !fillers.contains(owners[senone]), let phone = phones[owners[senone]] else {
                return .silence
            }
            return .phone(phone, place: Double(positions[senone]) / Double(max(1, states - 1)))
        }
    }

    /// All senones that a search through any sequence of words may ask for: of each phone between
    /// the neighbours that it can have, of each phone by itself, and of silence and noises.
    func senones(of pronunciations: [[String]]) -> Set<Int> {
        let words = pronunciations.filter { !$0.isEmpty }.map { $0.compactMap { names[$0] } }
        let lasts = Array(Set(words.compactMap(\.last) + fillers))
        let firsts = Array(Set(words.compactMap(\.first) + fillers))
        var isWanted = [Bool](repeating: false, count: senoneCount)
        func want(_ sound: Int) {
            let first = sounds[sound].sequence * states
            for senone in sequences[first..<first + states] { isWanted[senone] = true }
        }
        for phone in words.joined() { want(phone) }
        for phone in fillers { want(phone) }
        // Many words begin alike.
        var known: Set<Int> = []
        for word in words {
            for (index, phone) in word.enumerated() {
                let place = Place(index, of: word.count)
                let left = index == 0 ? nil : word[index - 1]
                let right = index == word.count - 1 ? nil : word[index + 1]
                // There are 256 phones at most.
                let key = [phone, left ?? 256, right ?? 256].reduce(place.rawValue) { $0 << 9 | $1 }
                guard known.insert(key).inserted else { continue }
                for left in left.map({ [$0] }) ?? lasts {
                    for right in right.map({ [$0] }) ?? firsts {
                        if let sound = nearest(phone, left, right, place) { want(sound) }
                    }
                }
            }
        }
        return Set(isWanted.indices.filter { isWanted[$0] })
    }

    /// What PocketSphinx takes for a phone between neighbours (`bin_mdef_phone_id_nearest`): where
    /// the model does not have it in its place, it as in another one; else next to silence.
    private func nearest(_ phone: Int, _ left: Int, _ right: Int, _ place: Place) -> Int? {
        func anywhere(_ left: Int, _ right: Int) -> Int? {
            if let sound = nodes.sound(place.rawValue, phone, left, right) { return sound }
            for place in 0..<4 {
                if let sound = nodes.sound(place, phone, left, right) { return sound }
            }
            return nil
        }
        if let sound = anywhere(left, right) { return sound }
        guard let silence = names["SIL"] else { return nil }
        let outerLeft = place == .begin || place == .alone || fillers.contains(left)
        let outerRight = place == .end || place == .alone || fillers.contains(right)
        return anywhere(outerLeft ? silence : left, outerRight ? silence : right)
    }
}
