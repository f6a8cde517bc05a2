internal import Foundation

/// The phones of the folder that PocketSphinx is started with, which stand for the tokens of a net.
///
/// Each is a hidden Markov model of two states: its token, then a blank that may be left out. So it
/// lasts one frame or more, and blanks between the phones of a word cost what the net says. The
/// folder is written by training/ear/sphinx_model.py.
struct TokenModel {
    /// The phone that is blank alone.
    static let silence = "SIL"
    /// The phone for whatever the grammar has no words for.
    static let talk = "TALK"
    /// States of a phone.
    static let states = 2
    /// What every step from a state costs in PocketSphinx's unit, to the next frame or out: a
    /// probability of 1/3 in the folder's transitions.
    static let step = 10
    /// By how much less a step from the second state costs: there are two of them, of 1/2.
    static let stepFromBlank = 6

    /// The phones in the order of their senones: phone n has the senones 2 n and 2 n + 1.
    let phones: [String]

    /// How many scores PocketSphinx wants for a frame.
    var senones: Int { phones.count * Self.states }

    /// Reads the names of the phones in a folder's model definition.
    init(folder: String) throws(SphinxError) {
        let path = folder + "/mdef"
        guard let text = try? String(contentsOfFile: path, encoding: .utf8) else {
            throw .noModel(path: folder)
        }
        // "name - - - attribute matrix senone senone N".
        let lines = text.split(whereSeparator: \.isNewline).map { $0.split(separator: " ") }
            .filter { $0.count == 9 }
        phones = lines.map { String($0[0]) }
        let inOrder = lines.enumerated().allSatisfy { place, line in
            line[6] == "\(place * Self.states)" && line[7] == "\(place * Self.states + 1)"
        }
        guard inOrder, phones.contains(Self.silence), phones.contains(Self.talk) else {
            throw .modelFile(path: path, reason: "it is none of token models of two states")
        }
    }

    /// The phone that stands for a token: letters have names that no phone has in any case.
    static func phone(for token: String) -> String {
        token.first?.isUppercase == true ? "L_" + token : token
    }
}
