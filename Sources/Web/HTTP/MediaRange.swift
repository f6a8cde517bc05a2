internal import Foundation

/// A range of media types from the header Accept (RFC 9110, section 12.5.1), with its weight.
package struct MediaRange {
    private let type: String
    private let profile: String?
    private let weight: Double

    /// A range; nil if the text has no type.
    private init?(_ text: String) {
        let parts = text.split(separator: ";").map { String($0.filter { !$0.isWhitespace }) }
        guard let first = parts.first else { return nil }
        type = first.lowercased()
        var values: [String: String] = [:]
        for part in parts.dropFirst() {
            let pair = part.split(separator: "=", maxSplits: 1).map(String.init)
            if pair.count == 2 {
                values[pair[0].lowercased()] = pair[1].filter { $0 != "\"" }
            }
        }
        profile = values["profile"]
        weight = values["q"].map { Double($0) ?? 0 } ?? 1
    }

    private var exactness: Int {
        (type == "*/*" ? 0 : type.hasSuffix("/*") ? 1 : 2) + (profile == nil ? 0 : 1)
    }

    private func includes(_ other: MediaRange?) -> Bool {
        guard let other else { return false }
        if type == "*/*" || type == other.type { return profile == other.profile }
        return type.hasSuffix("/*") && other.type.hasPrefix(type.dropLast())
            && other.profile == nil
    }

    /// The media type that a header prefers; nil if it accepts none of them.
    ///
    /// - Parameters:
    ///   - accept: the header; nil takes the first type.
    ///   - offered: the types; the first one is preferred among equals.
    package static func best(_ accept: String?, of offered: [String]) -> String? {
        guard let accept, !accept.allSatisfy(\.isWhitespace) else { return offered.first }
        let ranges = accept.split(separator: ",").compactMap { MediaRange(String($0)) }
        var best: (type: String, weight: Double)?
        for type in offered {
            let own = MediaRange(type)
            let fitting = ranges.filter { $0.includes(own) }
            // The most exact range decides.
            guard let weight = fitting.max(by: { $0.exactness < $1.exactness })?.weight, weight > 0
            else { continue }
            if weight > best?.weight ?? 0 { best = (type, weight) }
        }
        return best?.type
    }
}
