/// Many whole numbers as a short text: separated by spaces, with runs of equal numbers written
/// once.
package enum NumberText {
  /// The maximum count of numbers in one file.
  package static let maxCount = 1 << 27

  /// The maximum count of numbers in a file of a size in bytes. Partial results write the length of
  /// runs of zeros (`Archive`), and other numbers have only short runs.
  package static func maxCount(inFileOfSize bytes: Int) -> Int {
    min(maxCount, (1 << 22) + 64 * bytes)
  }

  package static func text(_ numbers: [Int64]) -> String {
    var text = ""
    var place = 0
    while place < numbers.count {
      let number = numbers[place]
      var end = place + 1
      while end < numbers.count, numbers[end] == number { end += 1 }
      if place > 0 { text += " " }
      text += String(number)
      if end - place > 1 { text += "*\(end - place)" }
      place = end
    }
    return text
  }

  /// The numbers of a text; nil if the text is invalid.
  /// - Parameter maximum: the maximum count of numbers.
  package static func numbers(_ text: String, maximum: Int = NumberText.maxCount) -> [Int64]? {
    let bytes = Array(text.utf8)
    if bytes.isEmpty { return [] }
    var (numbers, place) = ([Int64](), 0)
    while true {
      guard let number = number(bytes, &place) else { return nil }
      var times = 1
      if place < bytes.count, bytes[place] == UInt8(ascii: "*") {
        place += 1
        guard let many = self.number(bytes, &place), many > 0, many <= maximum else { return nil }
        times = Int(many)
      }
      guard times <= maximum - numbers.count else { return nil }
      for _ in 0..<times { numbers.append(number) }
      if place == bytes.count { return numbers }
      guard bytes[place] == UInt8(ascii: " ") else { return nil }
      place += 1
    }
  }

  /// Reads the number at a place and moves the place behind it; nil if there is none, or it is too
  /// large.
  private static func number(_ bytes: [UInt8], _ place: inout Int) -> Int64? {
    let isNegative = place < bytes.count && bytes[place] == UInt8(ascii: "-")
    if isNegative { place += 1 }
    let start = place
    var number: Int64 = 0
    while place < bytes.count, case let digit = bytes[place] &- UInt8(ascii: "0"), digit < 10 {
      // Negative, since the negative range has one number more.
      let (ten, isLarge) = number.multipliedReportingOverflow(by: 10)
      let (next, isLarger) = ten.subtractingReportingOverflow(Int64(digit))
      if isLarge || isLarger { return nil }
      number = next
      place += 1
    }
    if place == start { return nil }
    return isNegative ? number : number == .min ? nil : -number
  }
}
