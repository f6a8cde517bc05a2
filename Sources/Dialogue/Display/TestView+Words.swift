internal import Acuity

extension TestView {
    /// What is asked of the person, in words that fit what is shown.
    public var words: String {
        guard prompt == .read, let presentation else { return prompt.words }
        let place = presentation.distance.map { " from \($0)" } ?? ""
        switch presentation.optotypes {
        case .tumblingE: return "Which way does it point\(place)?"
        case .landolt, .landolt8: return "Where is the gap\(place)?"
        case .sloan, .hotv: break
        }
        let what = presentation.letters.count == 1 ? "name the letter" : "read the line"
        return "Please \(what)\(place)."
    }
}
