package import EventEngine

/// Dates of simulated times in records: every run begins at a fixed date, so records do not depend
/// on the real date.
package enum RunDates {
  /// The start of every run: 2026-01-01T00:00:00Z, in milliseconds since 1970.
  package static let start = 1_767_225_600_000

  /// A time in the format of both stores' servers: whole milliseconds since 1970, truncated.
  package static func milliseconds(_ time: Instant) -> Int {
    start + Int(time.microseconds / 1_000)
  }

  /// A time in ISO 8601, in UTC and whole seconds.
  package static func iso(_ time: Instant) -> String {
    text(milliseconds(time) / 1_000, "T") + "Z"
  }

  /// A time in ISO 8601, in UTC and milliseconds.
  package static func isoMilliseconds(_ time: Instant) -> String {
    let all = milliseconds(time)
    let rest = all % 1_000
    return text(all / 1_000, "T") + ".\(rest < 10 ? "00" : rest < 100 ? "0" : "")\(rest)Z"
  }

  /// A time in the format of receipts, "similar to the ISO 8601".
  package static func gmt(_ time: Instant) -> String {
    text(milliseconds(time) / 1_000, " ") + " Etc/GMT"
  }

  /// A time in the format of receipts, in the Pacific time zone.
  package static func pacific(_ time: Instant) -> String {
    let seconds = milliseconds(time) / 1_000
    return text(seconds - (isSummer(seconds) ? 7 : 8) * 3_600, " ") + " America/Los_Angeles"
  }

  /// Whether Pacific daylight saving time applies: from the second Sunday of March to the first
  /// Sunday of November, each at 2:00 local time (Energy Policy Act of 2005).
  private static func isSummer(_ seconds: Int) -> Bool {
    let year = date(ofDay: seconds / 86_400).year
    let begins = sunday(onOrAfter: day(of: year, 3, 8)) * 86_400 + 10 * 3_600
    let ends = sunday(onOrAfter: day(of: year, 11, 1)) * 86_400 + 9 * 3_600
    return (begins..<ends).contains(seconds)
  }

  /// The first day of 1970 was a Thursday.
  private static func sunday(onOrAfter day: Int) -> Int { day + (10 - day % 7) % 7 }

  /// The date and time of seconds since 1970, with a separator between them.
  private static func text(_ seconds: Int, _ separator: String) -> String {
    let (year, month, day) = date(ofDay: seconds / 86_400)
    let clock = [seconds / 3_600 % 24, seconds / 60 % 60, seconds % 60].map { two($0) }
    return "\(year)-\(two(month))-\(two(day))\(separator)" + clock.joined(separator: ":")
  }

  private static func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }

  // Years are counted from March, so a leap day is last: 1970 began 306 days into such a year.

  /// The date of a day of the Gregorian calendar, by its number since 1970.
  static func date(ofDay number: Int) -> (year: Int, month: Int, day: Int) {
    let days = number + 719_468
    let (era, ofEra) = (days / 146_097, days % 146_097)
    let year = (ofEra - ofEra / 1_460 + ofEra / 36_524 - ofEra / 146_096) / 365
    let ofYear = ofEra - (365 * year + year / 4 - year / 100)
    let fromMarch = (5 * ofYear + 2) / 153
    let month = fromMarch < 10 ? fromMarch + 3 : fromMarch - 9
    let day = ofYear - (153 * fromMarch + 2) / 5 + 1
    return (era * 400 + year + (month <= 2 ? 1 : 0), month, day)
  }

  /// The number of a day since 1970.
  static func day(of year: Int, _ month: Int, _ day: Int) -> Int {
    let year = month <= 2 ? year - 1 : year
    let ofYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
    return year * 365 + year / 4 - year / 100 + year / 400 + ofYear - 719_468
  }
}
