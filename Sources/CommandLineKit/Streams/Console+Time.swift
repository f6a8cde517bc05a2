internal import Foundation

extension Console {
    /// The time with its zone, to the second, as ISO 8601 writes it: "2026-01-31T14:05:09+01:00".
    public var time: String {
        date().formatted(
            Date.ISO8601FormatStyle(timeZoneSeparator: .colon, timeZone: .current))
    }

    /// The day and the minute as a result on paper is dated: "2026-01-31, 14:05".
    public var dateAndMinute: String {
        let style = Date.ISO8601FormatStyle(timeZone: .current)
        let now = date()
        return now.formatted(style.year().month().day()) + ", "
            + now.formatted(style.time(includingFractionalSeconds: false)).prefix(5)
    }
}
