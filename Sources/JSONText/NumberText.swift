/// Many whole numbers as a short text: parted by blanks, and one that comes several times written once.
package enum NumberText {
  /// The most numbers of one file.
  package static let most = 1 << 27

  /// How many numbers a file of some bytes may have. Of zeros parts write how many follow one another (`Packing`), and of
  /// other numbers a handful are alike.
  package static func room(of bytes: Int) -> Int { min(most, (1 << 22) + 64 * bytes) }

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

  /// The numbers of a text; nil if it is none.
  /// - Parameter most: how many there may be.
  package static func numbers(_ text: String, most: Int = NumberText.most) -> [Int64]? {
    let bytes = Array(text.utf8)
    if bytes.isEmpty { return [] }
    var (numbers, place) = ([Int64](), 0)
    while true {
      guard let number = number(bytes, &place) else { return nil }
      var times = 1
      if place < bytes.count, bytes[place] == UInt8(ascii: "*") {
        place += 1
        guard let many = self.number(bytes, &place), many > 0, many <= most else { return nil }
        times = Int(many)
      }
      guard times <= most - numbers.count else { return nil }
      for _ in 0..<times { numbers.append(number) }
      if place == bytes.count { return numbers }
      guard bytes[place] == UInt8(ascii: " ") else { return nil }
      place += 1
    }
  }

  /// The number that begins at a place, behind which the place moves; nil if none does, or it is too large.
  private static func number(_ bytes: [UInt8], _ place: inout Int) -> Int64? {
    let isNegative = place < bytes.count && bytes[place] == UInt8(ascii: "-")
    if isNegative { place += 1 }
    let start = place
    var number: Int64 = 0
    while place < bytes.count, case let digit = bytes[place] &- UInt8(ascii: "0"), digit < 10 {
      // Downwards, where there is one number more.
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
