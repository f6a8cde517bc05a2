internal import Foundation

extension PhoneticMapper {
    /// How a word is decided by its sound, as lines of text for a person to read: how it sounds,
    /// what each alternative costs and how probable that makes it, and the verdict. Rulings and
    /// the words around it, which may decide otherwise, are left out.
    public func explanation(ofSoundOf word: String) -> String {
        let entry = pronunciations.entry(for: word)
        let source = entry.isKnown ? "in the dictionary" : "by letter-to-sound rules"
        let variants = entry.variants.map(\.description).joined(separator: ", or ")
        guard let weighed = sounds.weigh(entry) else { return "\(word): has no sound\n" }
        var lines = ["\(word): \(variants) (\(source))"]
        for (letter, probability) in weighed.letters.prefix(4) {
            let cost = sounds.leastCost(of: letter, heardAs: entry.variants)
            lines.append(Self.row("letter \(letter)", cost, probability))
        }
        let own = sounds.costAsItStands(entry.variants)
        lines.append(Self.row("the word", own, weighed.word))
        switch SoundVerdict(weighed) {
        case .letter(let letter, _): lines.append("=> \(letter)")
        case .unclear: lines.append("=> unclear")
        case .notALetter: lines.append("=> not a letter")
        }
        return lines.joined(separator: "\n") + "\n"
    }

    private static func row(_ name: String, _ cost: Double, _ probability: Double) -> String {
        "  " + name.padding(toLength: 10, withPad: " ", startingAt: 0)
            + String(format: "cost %5.2f   probability %.3f", cost, probability)
    }
}
