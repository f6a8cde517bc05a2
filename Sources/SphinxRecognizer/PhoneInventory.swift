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

    private struct Node {
        var context: Int
        var children: Int
        /// The first child, or at a leaf the phone; -1 where there is none.
        var target: Int
    }

    let senoneCount: Int
    private let names: [String: Int]
    private let nodes: [Node]
    private let sounds: [(sequence: Int, transitions: Int)]
    private let sequences: [Int]
    private let states: Int

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
            header.allSatisfy { $0 >= 0 } && states > 0, "its phones have no states in common")
        let start = file.position
        var names: [String: Int] = [:]
        for index in 0..<base { names[try file.skip(past: "\0")] = index }
        try file.skip((4 - (file.position - start) % 4) % 4)
        var nodes: [Node] = []
        nodes.reserveCapacity(nodeCount)
        for _ in 0..<nodeCount {
            let context = try file.number(Int16.self)
            let children = try file.number(Int16.self)
            nodes.append(
                Node(
                    context: context, children: children, target: try file.number(Int32.self)))
        }
        var sounds: [(sequence: Int, transitions: Int)] = []
        sounds.reserveCapacity(phones)
        for _ in 0..<phones {
            sounds.append((try file.number(Int32.self), try file.number(Int32.self)))
            try file.skip(4)
        }
        _ = try file.number(Int32.self)
        var sequences: [Int] = []
        sequences.reserveCapacity(sequenceCount * states)
        for _ in 0..<sequenceCount * states { sequences.append(try file.number(UInt16.self)) }
        try file.require(
            nodes.allSatisfy {
                $0.target >= ($0.children > 0 ? 0 : -1)
                    && $0.target + $0.children <= ($0.children > 0 ? nodeCount : phones - 1)
            } && sounds.allSatisfy { (0..<sequenceCount).contains($0.sequence) }
                && sequences.allSatisfy { $0 < header[4] },
            "it points outside of itself")
        senoneCount = header[4]
        self.names = names
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
        let first = chosen.sequence * states
        return Sound(
            senones: Array(sequences[first..<first + states]), transitions: chosen.transitions)
    }

    /// Follows the tree: place in the word, phone, left and right neighbour.
    private func find(_ contexts: [Int]) -> Int? {
        var level = 0..<min(4, nodes.count)
        for context in contexts {
            guard let index = level.first(where: { nodes[$0].context == context }) else {
                return nil
            }
            let node = nodes[index]
            if node.children == 0 { return node.target < 0 ? nil : node.target }
            level = node.target..<node.target + node.children
        }
        return nil
    }
}
