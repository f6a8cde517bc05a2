internal import Foundation

/// Subtitles, one for each breath with an answer.
enum Subtitles {
    /// The subtitles of SubRip, which most players show.
    static func srt(of recording: TranscribedRecording) -> String {
        cues(of: recording).enumerated().map { index, cue in
            "\(index + 1)\n\(time(cue.start, ",")) --> \(time(cue.end, ","))\n\(cue.text)\n\n"
        }.joined()
    }

    /// The subtitles of web pages (WebVTT, W3C), in which three characters are escaped.
    static func vtt(of recording: TranscribedRecording) -> String {
        guard recording.duration != nil else { return "" }
        return "WEBVTT\n\n"
            + cues(of: recording).map { cue in
                let text = cue.text.replacing("&", with: "&amp;").replacing("<", with: "&lt;")
                    .replacing(">", with: "&gt;")
                return "\(time(cue.start, ".")) --> \(time(cue.end, "."))\n\(text)\n\n"
            }.joined()
    }

    /// The time and text of each subtitle; none is shorter than a reader can see.
    private static func cues(
        of recording: TranscribedRecording
    ) -> [(start: Double, end: Double, text: String)] {
        let spoken = recording.breaths.filter { !$0.answers.isEmpty }
        return spoken.enumerated().map { index, breath in
            let start = breath.time.lowerBound
            let next = index + 1 < spoken.count ? spoken[index + 1].time.lowerBound : .infinity
            let end = max(breath.time.upperBound, min(start + shortest, next))
            return (start, end, breath.answers.map(\.caption).joined(separator: " "))
        }
    }

    /// The least time that a subtitle is shown if there is room, seconds. Chosen, not measured.
    private static let shortest = 0.7

    /// A time as 00:01:02,345; the separator is a comma or a point.
    private static func time(_ seconds: Double, _ separator: String) -> String {
        let thousandths = Int((seconds * 1000).rounded())
        let (hours, minutes) = (thousandths / 3_600_000, thousandths / 60_000 % 60)
        return String(format: "%02d:%02d:%02d", hours, minutes, thousandths / 1000 % 60)
            + separator + String(format: "%03d", thousandths % 1000)
    }
}
