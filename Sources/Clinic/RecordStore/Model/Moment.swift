package import Foundation

/// A point in time with the time zone of the place, to the millisecond.
///
/// Its text and its JSON are ISO 8601: "2026-01-31T14:05:09.120+01:00".
package struct Moment: Sendable, Hashable {
    /// Milliseconds since 1970-01-01 in UTC.
    package let milliseconds: Int64
    /// The clock of the place minus UTC, minutes.
    package let offsetMinutes: Int

    /// Sets each property from the parameter of its name.
    package init(milliseconds: Int64, offsetMinutes: Int = 0) {
        self.milliseconds = milliseconds
        self.offsetMinutes = offsetMinutes
    }

    /// A date in a time zone.
    package init(_ date: Date, in zone: TimeZone = .current) {
        self.init(
            milliseconds: Int64((date.timeIntervalSince1970 * 1_000).rounded(.down)),
            offsetMinutes: zone.secondsFromGMT(for: date) / 60)
    }

    /// The moment of an ISO 8601 text with a time zone; nil for any other text.
    package init?(_ text: String) {
        guard let match = text.wholeMatch(of: Self.form),
            let day = CalendarDay(String(match.1)),
            let hour = Int(match.2), let minute = Int(match.3), let second = Int(match.4),
            hour < 24, minute < 60, second < 61
        else { return nil }
        let digits = match.5.map { $0.dropFirst().prefix(3) } ?? ""
        let fraction = Int("\(digits)".padding(toLength: 3, withPad: "0", startingAt: 0)) ?? 0
        var offset = 0
        if match.6 != "Z" {
            let zone = match.6.dropFirst().filter { $0 != ":" }
            guard let hours = Int(zone.prefix(2)), let minutes = Int(zone.suffix(2)), hours < 24,
                minutes < 60
            else { return nil }
            offset = (hours * 60 + minutes) * (match.6.hasPrefix("-") ? -1 : 1)
        }
        let seconds =
            day.daysSince1970 * 86_400 + hour * 3_600 + minute * 60 + second - offset * 60
        self.init(milliseconds: Int64(seconds * 1_000 + fraction), offsetMinutes: offset)
    }

    private static var form:
        Regex<(Substring, Substring, Substring, Substring, Substring, Substring?, Substring)>
    {
        #/(\d{4}-\d{2}-\d{2})T(\d{2}):(\d{2}):(\d{2})(\.\d+)?(Z|[+-]\d{2}:?\d{2})/#
    }

    /// The moment that is later by a length of time, at the same place.
    package func after(_ length: Duration) -> Moment {
        let (seconds, attoseconds) = length.components
        return Moment(
            milliseconds: milliseconds + seconds * 1_000 + attoseconds / 1_000_000_000_000_000,
            offsetMinutes: offsetMinutes)
    }

    /// Another time at the same place, whose clock may follow summer time.
    ///
    /// - Parameter zone: the time zone with the changes of the clock.
    package func there(at milliseconds: Int64, in zone: TimeZone = .current) -> Moment {
        func seconds(at milliseconds: Int64) -> Int {
            zone.secondsFromGMT(for: Date(timeIntervalSince1970: Double(milliseconds) / 1_000))
        }
        let change = seconds(at: milliseconds) - seconds(at: self.milliseconds)
        return Moment(milliseconds: milliseconds, offsetMinutes: offsetMinutes + change / 60)
    }

    /// The day at the place.
    package var day: CalendarDay {
        let local = milliseconds + Int64(offsetMinutes) * 60_000
        return CalendarDay(daysSince1970: Int((Double(local) / 86_400_000).rounded(.down)))
    }

    /// Hours and minutes at the place: "14:05".
    package var hourAndMinute: String {
        let (hour, minute, _, _) = clock
        return Self.digits(hour) + ":" + Self.digits(minute)
    }

    /// The day and the minute at the place: "2026-01-31, 14:05".
    package var dayAndMinute: String { "\(day), \(hourAndMinute)" }

    /// The date.
    package var date: Date { Date(timeIntervalSince1970: Double(milliseconds) / 1_000) }

    /// Hour, minute, second and millisecond of the local time.
    private var clock: (Int, Int, Int, Int) {
        let local = milliseconds + Int64(offsetMinutes) * 60_000
        let rest = Int(local - Int64(day.daysSince1970) * 86_400_000)
        return (rest / 3_600_000, rest / 60_000 % 60, rest / 1_000 % 60, rest % 1_000)
    }

    private static func digits(_ number: Int, _ count: Int = 2) -> String {
        let text = String(number)
        return String(repeating: "0", count: max(0, count - text.count)) + text
    }
}

extension Moment: Comparable, CodedAsText {
    /// The ISO 8601 text.
    package var description: String {
        let (hour, minute, second, millisecond) = clock
        let zone =
            offsetMinutes == 0
            ? "Z"
            : (offsetMinutes < 0 ? "-" : "+") + Self.digits(abs(offsetMinutes) / 60) + ":"
                + Self.digits(abs(offsetMinutes) % 60)
        let time = [hour, minute, second].map { Self.digits($0) }.joined(separator: ":")
        return "\(day)T\(time).\(Self.digits(millisecond, 3))\(zone)"
    }

    package static func < (one: Moment, other: Moment) -> Bool {
        one.milliseconds < other.milliseconds
    }

    /// See `CodedAsText.fault`.
    package static let fault = "a time that is not ISO 8601 with a time zone"
}

/// A day of the Gregorian calendar. Its text and its JSON are ISO 8601: "1957-08-23".
package struct CalendarDay: Sendable, Hashable {
    /// The year, 0001 to 9999.
    package let year: Int
    /// The month, 1 to 12.
    package let month: Int
    /// The day of the month, from 1.
    package let day: Int

    /// A day; nil if the calendar does not have it.
    package init?(year: Int, month: Int, day: Int) {
        guard (1...9_999).contains(year), (1...12).contains(month), day >= 1,
            day <= Self.length(of: month, in: year)
        else { return nil }
        self.year = year
        self.month = month
        self.day = day
    }

    /// The day of a text such as "1957-08-23"; nil for any other text.
    package init?(_ text: String) {
        let parts = text.split(separator: "-", omittingEmptySubsequences: false)
        guard parts.map(\.utf8.count) == [4, 2, 2],
            parts.joined().utf8.allSatisfy({ (48...57).contains($0) }),
            let year = Int(parts[0]), let month = Int(parts[1]), let day = Int(parts[2])
        else { return nil }
        self.init(year: year, month: month, day: day)
    }

    /// A day by its distance from 1970-01-01 (Hinnant, "chrono-compatible low-level date
    /// algorithms", civil_from_days).
    package init(daysSince1970 days: Int) {
        let shifted = days + 719_468
        let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
        let ofEra = shifted - era * 146_097
        let yearOfEra = (ofEra - ofEra / 1_460 + ofEra / 36_524 - ofEra / 146_096) / 365
        let ofYear = ofEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let shiftedMonth = (5 * ofYear + 2) / 153
        day = ofYear - (153 * shiftedMonth + 2) / 5 + 1
        month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
        year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
    }

    /// Its distance from 1970-01-01 (the same source, days_from_civil).
    package var daysSince1970: Int {
        let shiftedYear = month <= 2 ? year - 1 : year
        let era = (shiftedYear >= 0 ? shiftedYear : shiftedYear - 399) / 400
        let yearOfEra = shiftedYear - era * 400
        let ofYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
        return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + ofYear - 719_468
    }

    private static func length(of month: Int, in year: Int) -> Int {
        switch month {
        case 4, 6, 9, 11: 30
        case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
        default: 31
        }
    }
}

extension CalendarDay: Comparable, CodedAsText {
    /// The ISO 8601 text.
    package var description: String {
        [(year, 4), (month, 2), (day, 2)].map { number, count in
            let text = String(number)
            return String(repeating: "0", count: max(0, count - text.count)) + text
        }.joined(separator: "-")
    }

    package static func < (one: CalendarDay, other: CalendarDay) -> Bool {
        (one.year, one.month, one.day) < (other.year, other.month, other.day)
    }

    /// See `CodedAsText.fault`.
    package static let fault = "a day that is not YYYY-MM-DD"
}

/// A value whose JSON is its text.
package protocol CodedAsText: Codable, LosslessStringConvertible {
    /// The fault of JSON that is not such a text.
    static var fault: String { get }
}

extension CodedAsText {
    package init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        guard let value = Self(try container.decode(String.self)) else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: Self.fault)
        }
        self = value
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(description)
    }
}
