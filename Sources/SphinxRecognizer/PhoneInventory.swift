/// The sounds of an acoustic model: for every phone between its neighbours, the senones (tied
/// states) that it passes through.
///
/// Read from the file `mdef`, as `pocketsphinx_mdef_convert -bin` writes it: the header tells its
/// own layout.
struct PhoneInventory {
    /// Where in a word a phone stands, numbered as in the file.
    enum Place: Int { case inside, begin, end, alone }

    /// A phone between neighbours.
    struct Sound: Equatable {
        var senones: [Int]
        /// Which row of the transition matrices it has.
        var transitions: Int
    }

    // There are some 150,000 of the next two: they are kept as small as in the file.
    private struct Node {
        var context: Int16
        var children: Int16
        /// The first child, or at a leaf the phone; -1 where there is none.
        var target: Int32
    }

    private struct States {
        var sequence: Int32
        var transitions: Int32
    }

    let senoneCount: Int
    /// How many phones there are, neighbours aside.
    let phoneCount: Int
    private let names: [String: Int]
    /// Silence and noises.
    private let fillers: Set<Int>
    private let nodes: [Node]
    private let sounds: [States]
    private let sequences: [Int]
    private let states: Int
    /// For each senone the number of its phone.
    private let owners: [Int]
    /// For each senone which state of its phone it is.
    private let positions: [Int]

    init(_ path: String) throws(SphinxError) {
        var file = try ModelBytes(path)
        let mark = try file.number(UInt32.self)
        try file.require(mark == 0x4644_4D42, "it does not begin with BMDF")
        _ = try file.number(Int32.self)
        try file.skip(try file.number(Int32.self))
        var header: [Int] = []
        for _ in 0..<10 { header.append(try file.number(Int32.self)) }
        let (base, phones, states) = (header[0], header[1], header[2])
        let (sequenceCount, nodeCount) = (header[6], header[8])
        try file.require(
            header.allSatisfy { $0 >= 0 } && states > 0 && base <= 256,
            "its phones have no states in common")
        try file.require(8 * nodeCount + 12 * phones <= file.left, "it ends too early")
        let start = file.position
        var names: [String: Int] = [:]
        for index in 0..<base { names[try file.skip(past: "\0")] = index }
        try file.skip((4 - (file.position - start) % 4) % 4)
        let nodes = try file.records(nodeCount, of: 8) { bytes, place in
            Node(
                context: bytes.number(at: place), children: bytes.number(at: place + 2),
                target: bytes.number(at: place + 4))
        }
        var again = file
        let sounds = try file.records(phones, of: 12) { bytes, place in
            States(sequence: bytes.number(at: place), transitions: bytes.number(at: place + 4))
        }
        // Of a phone between neighbours four bytes follow: its place in the word, itself, left, right. Those
        // without neighbours come first.
        let middles = try again.records(phones, of: 12) { $0[$1 + 9] }
        _ = try file.number(Int32.self)
        let sequences = try file.records(sequenceCount * states, of: 2) {
            Int($0.number(at: $1, UInt16.self))
        }
        try file.require(
            nodes.allSatisfy {
                $0.target >= ($0.children > 0 ? 0 : -1)
                    && Int($0.target) + Int($0.children)
                        <= ($0.children > 0 ? nodeCount : phones - 1)
            } && sounds.allSatisfy { (0..<sequenceCount).contains(Int($0.sequence)) }
                && sequences.allSatisfy { $0 < header[4] }
                && middles.dropFirst(base).allSatisfy { $0 < base },
            "it points outside of itself")
        try file.require(header[4] <= Int16.max, "it has more than \(Int16.max) senones")
        var owners = [Int](repeating: 0, count: header[4])
        var positions = owners
        for index in sounds.indices {
            let first = Int(sounds[index].sequence) * states
            for position in 0..<states {
                let senone = sequences[first + position]
                owners[senone] = index < base ? index : Int(middles[index])
                positions[senone] = position
            }
        }
        self.owners = owners
        self.positions = positions
        senoneCount = header[4]
        phoneCount = base
        self.names = names
        fillers = Set(
            names.filter { $0.key == "SIL" || $0.key.hasPrefix("+") }.map(\.value))
        self.nodes = nodes
        self.sounds = sounds
        self.sequences = sequences
        self.states = states
    }

    /// A phone between its neighbours; where the model does not have it so, without them. Nil for a
    /// phone that the model does not have.
    func sound(_ phone: String, after left: String, before right: String, _ place: Place) -> Sound?
    {
        guard let phone = names[phone] else { return nil }
        let exact = names[left].flatMap { left in
            names[right].flatMap { find([place.rawValue, phone, left, $0]) }
        }
        let chosen = sounds[exact ?? phone]
        let first = Int(chosen.sequence) * states
        return Sound(
            senones: Array(sequences[first..<first + states]),
            transitions: Int(chosen.transitions))
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
        let lasts = Set(words.compactMap(\.last) + fillers)
        let firsts = Set(words.compactMap(\.first) + fillers)
        var wanted = Set(words.joined()).union(fillers)
        for word in words {
            for (index, phone) in word.enumerated() {
                let place: Place =
                    switch (index == 0, index == word.count - 1) {
                    case (true, true): .alone
                    case (true, false): .begin
                    case (false, true): .end
                    case (false, false): .inside
                    }
                for left in index == 0 ? lasts : [word[index - 1]] {
                    for right in index == word.count - 1 ? firsts : [word[index + 1]] {
                        if let sound = nearest(phone, left, right, place) { wanted.insert(sound) }
                    }
                }
            }
        }
        return wanted.reduce(into: []) { senones, sound in
            let first = Int(sounds[sound].sequence) * states
            senones.formUnion(sequences[first..<first + states])
        }
    }

    /// What PocketSphinx takes for a phone between neighbours (`bin_mdef_phone_id_nearest`): where
    /// the model does not have it in its place, it as in another one; else next to silence.
    private func nearest(_ phone: Int, _ left: Int, _ right: Int, _ place: Place) -> Int? {
        func anywhere(_ left: Int, _ right: Int) -> Int? {
            for place in [place.rawValue, 0, 1, 2, 3] {
                if let sound = find([place, phone, left, right]) { return sound }
            }
            return nil
        }
        if let sound = anywhere(left, right) { return sound }
        guard let silence = names["SIL"] else { return nil }
        let outerLeft = place == .begin || place == .alone || fillers.contains(left)
        let outerRight = place == .end || place == .alone || fillers.contains(right)
        return anywhere(outerLeft ? silence : left, outerRight ? silence : right)
    }

    /// Follows the tree: place in the word, phone, left and right neighbour.
    private func find(_ contexts: [Int]) -> Int? {
        var level = 0..<min(4, nodes.count)
        for context in contexts {
            guard let index = level.first(where: { nodes[$0].context == context }) else {
                return nil
            }
            let node = nodes[index]
            let target = Int(node.target)
            if node.children == 0 { return target < 0 ? nil : target }
            level = target..<target + Int(node.children)
        }
        return nil
    }
}
