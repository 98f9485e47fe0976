import Scenarios

/// Parser of times of an event log, in milliseconds since 1970.
enum LogTime {
  static let millisecondsADay = 86_400_000

  /// The start of a day in a map.
  static func day(_ text: String) -> Int? { Array(text.utf8).withUnsafeBufferPointer { iso($0) } }

  /// The time in a given format; nil if the text has another format.
  @inline(__always)
  static func read(_ bytes: UnsafeBufferPointer<UInt8>, _ format: EventMap.TimeFormat) -> Int? {
    switch format {
    case .iso: return iso(bytes)
    case .milliseconds: return bytes.wholeNumber().flatMap { range.contains($0) ? $0 : nil }
    case .seconds: return seconds(bytes)
    }
  }

  /// The years 0 to 9999.
  private static let range = -62_167_219_200_000...253_402_300_799_999

  private static func seconds(_ bytes: UnsafeBufferPointer<UInt8>) -> Int? {
    guard let whole = bytes.wholeNumber(), range.contains(whole &* 1_000), abs(whole) < 1 << 50
    else { return nil }
    guard let point = bytes.firstIndex(of: UInt8(ascii: ".")) else { return whole * 1_000 }
    let rest = fraction(bytes, at: point + 1).milliseconds
    return bytes[0] == UInt8(ascii: "-") ? whole * 1_000 - rest : whole * 1_000 + rest
  }

  /// The first three digits of a fraction, and the index after all its digits.
  @inline(__always) private static func fraction(
    _ bytes: UnsafeBufferPointer<UInt8>, at first: Int
  ) -> (milliseconds: Int, end: Int) {
    var (place, value, scale) = (first, 0, 100)
    while place < bytes.count, bytes[place] &- 48 < 10 {
      value += scale * Int(bytes[place] &- 48)
      scale /= 10
      place += 1
    }
    return (value, place)
  }

  /// A date, or a date and time in ISO 8601: `2026-01-31T08:15:30.250Z`, with `T` or a space, with
  /// or without seconds and a fraction, with `Z` or an offset such as `+08:00` (default UTC).
  @inline(__always) static func iso(_ bytes: UnsafeBufferPointer<UInt8>) -> Int? {
    func number(_ place: Int, _ count: Int) -> Int? {
      guard place + count <= bytes.count else { return nil }
      var value = 0
      for index in place..<place + count {
        let digit = bytes[index] &- 48
        if digit > 9 { return nil }
        value = value * 10 + Int(digit)
      }
      return value
    }
    func has(_ byte: Unicode.Scalar, _ place: Int) -> Bool {
      place < bytes.count && bytes[place] == UInt8(ascii: byte)
    }
    guard let year = number(0, 4), has("-", 4), let month = number(5, 2), has("-", 7),
      let day = number(8, 2), day >= 1, day <= EventMap.dayCount(ofMonth: month, year: year)
    else { return nil }
    let date = days(year, month, day) * millisecondsADay
    if bytes.count == 10 { return date }
    guard has("T", 10) || has(" ", 10) || has("t", 10), let hour = number(11, 2), has(":", 13),
      let minute = number(14, 2), hour < 24, minute < 60
    else { return nil }
    var (place, time) = (16, (hour * 60 + minute) * 60_000)
    if has(":", place) {
      // A leap second counts as the second before it.
      guard let second = number(place + 1, 2), second <= 60 else { return nil }
      time += min(second, 59) * 1_000
      place += 3
      if has(".", place) || has(",", place) {
        let (milliseconds, end) = fraction(bytes, at: place + 1)
        guard end > place + 1 else { return nil }
        (time, place) = (time + milliseconds, end)
      }
    }
    if place == bytes.count || (has("Z", place) || has("z", place)) && place + 1 == bytes.count {
      return date + time
    }
    guard has("+", place) || has("-", place), let hours = number(place + 1, 2), hours < 24 else {
      return nil
    }
    let minutes = has(":", place + 3) ? number(place + 4, 2) : number(place + 3, 2)
    let end = place + (has(":", place + 3) ? 6 : bytes.count == place + 3 ? 3 : 5)
    guard end == bytes.count, let minutes = end == place + 3 ? 0 : minutes, minutes < 60 else {
      return nil
    }
    let offset = (hours * 60 + minutes) * 60_000
    return date + time - (has("-", place) ? -offset : offset)
  }

  /// The days from 1970-01-01 to a date of the Gregorian calendar.
  private static func days(_ year: Int, _ month: Int, _ day: Int) -> Int {
    // Years begin in March, so a leap day is the last day.
    let year = month > 2 ? year : year - 1
    let era = (year >= 0 ? year : year - 399) / 400
    let ofEra = year - era * 400
    let ofYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
    return era * 146_097 + ofEra * 365 + ofEra / 4 - ofEra / 100 + ofYear - 719_468
  }
}
