internal import Foundation

extension PhoneInventory {
    /// How many there are of what the file holds, as it tells at its beginning.
    struct Counts {
        /// Phones, neighbours aside.
        let phones: Int
        /// Phones, with and without neighbours.
        let sounds: Int
        /// States of each.
        let states: Int
        let senones: Int
        /// Sequences of senones.
        let sequences: Int
        /// Nodes of the tree.
        let nodes: Int

        /// Reads them; the file is then where the names of the phones begin.
        ///
        /// - Throws: `SphinxError`, where it is no such file, or too short for what it tells.
        init(_ file: inout ModelBytes) throws(SphinxError) {
            let mark = try file.number(UInt32.self)
            try file.require(mark == 0x4644_4D42, "it does not begin with BMDF")
            _ = try file.number(Int32.self)
            try file.skip(try file.number(Int32.self))
            var header: [Int] = []
            for _ in 0..<10 { header.append(try file.number(Int32.self)) }
            (phones, sounds, states) = (header[0], header[1], header[2])
            (senones, sequences, nodes) = (header[4], header[6], header[8])
            try file.require(
                header.allSatisfy { $0 >= 0 } && states > 0 && phones <= min(256, sounds),
                "its phones have no states in common")
            try file.require(
                Nodes.size * nodes + Sounds.size * sounds <= file.left, "it ends too early")
        }
    }

    /// The tree by which a phone between neighbours is found: place in the word, phone, left and
    /// right neighbour. Of each node 16 bits are what it stands for, 16 how many children it has,
    /// and 32 the first child, or at a leaf the sound; -1 where there is none.
    struct Nodes {
        /// Bytes of a node.
        static let size = 8

        let bytes: Data

        /// Whether all nodes point to nodes, and all leaves to one of so many sounds.
        func isWhole(sounds: Int) -> Bool {
            bytes.withUnsafeBytes { bytes in
                let count = bytes.count / Self.size
                return (0..<count).allSatisfy { node in
                    let children = Int(bytes.number(at: node * Self.size + 2, Int16.self))
                    let target = Int(bytes.number(at: node * Self.size + 4, Int32.self))
                    return children > 0
                        ? target >= 0 && target + children <= count
                        : children == 0 && (-1..<sounds).contains(target)
                }
            }
        }

        /// The sound that a phone is there; nil where the model does not tell it.
        func sound(_ place: Int, _ phone: Int, _ left: Int, _ right: Int) -> Int? {
            bytes.withUnsafeBytes { bytes in
                var level = 0..<min(4, bytes.count / Self.size)
                let path: [4 of Int] = [place, phone, left, right]
                for depth in path.indices {
                    let found = level.first {
                        Int(bytes.number(at: $0 * Self.size, Int16.self)) == path[depth]
                    }
                    guard let found else { return nil }
                    let children = Int(bytes.number(at: found * Self.size + 2, Int16.self))
                    let target = Int(bytes.number(at: found * Self.size + 4, Int32.self))
                    if children == 0 { return target < 0 ? nil : target }
                    level = target..<target + children
                }
                return nil
            }
        }
    }

    /// The phones, first those without neighbours: of each 32 bits are its sequence of senones, 32
    /// its row of the transition matrices, and then, where it has neighbours, a byte each its place
    /// in the word, itself, left and right.
    struct Sounds {
        /// Bytes of a sound.
        static let size = 12

        let bytes: Data

        subscript(sound: Int) -> (sequence: Int, transitions: Int) {
            bytes.withUnsafeBytes { bytes in
                (
                    Int(bytes.number(at: sound * Self.size, Int32.self)),
                    Int(bytes.number(at: sound * Self.size + 4, Int32.self))
                )
            }
        }

        /// Whether all are one of so many phones and have one of so many sequences.
        func isWhole(phones: Int, sequences: Int) -> Bool {
            var isWhole = true
            forEach(phones: phones) { phone, sequence in
                if phone >= phones || !(0..<sequences).contains(sequence) { isWhole = false }
            }
            return isWhole
        }

        /// For each senone the number of its phone, and which state of the phone it is.
        ///
        /// - Parameter sequences: the senones of each sequence, one sequence after the other.
        func statesOfSenones(
            _ counts: Counts, _ sequences: [Int]
        ) -> (owners: [Int], positions: [Int]) {
            var owners = [Int](repeating: 0, count: counts.senones)
            var positions = owners
            forEach(phones: counts.phones) { phone, sequence in
                for position in 0..<counts.states {
                    let senone = sequences[sequence * counts.states + position]
                    owners[senone] = phone
                    positions[senone] = position
                }
            }
            return (owners, positions)
        }

        /// Calls a closure with the phone of each and its sequence.
        ///
        /// - Parameter phones: how many there are, neighbours aside.
        func forEach(phones: Int, _ body: (_ phone: Int, _ sequence: Int) -> Void) {
            bytes.withUnsafeBytes { bytes in
                for sound in 0..<bytes.count / Self.size {
                    let phone = sound < phones ? sound : Int(bytes[sound * Self.size + 9])
                    body(phone, Int(bytes.number(at: sound * Self.size, Int32.self)))
                }
            }
        }
    }
}
