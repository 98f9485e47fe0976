/// Reads comma-separated values (RFC 4180) and tracks lines and columns.
package enum CSVText {
  /// One cell and its position.
  package struct Cell: Hashable, Sendable {
    /// The contents, without the surrounding quotation marks.
    package var text: String
    package var position: TextPosition
  }

  /// The rows of a UTF-8 text without empty rows. Lines end with LF or CR LF, which the last line
  /// can omit. A byte order mark is skipped.
  /// - Parameter maximum: the maximum number of rows.
  package static func rows(_ bytes: [UInt8], maximum: Int) throws(TextProblem) -> [[Cell]] {
    var reader = Reader(bytes: bytes)
    var rows: [[Cell]] = []
    while let row = try reader.row() {
      if row.count == 1, row[0].text.isEmpty { continue }
      if rows.count == maximum {
        throw TextProblem(
          at: row[0].position, "there are more than \(maximum) rows", expected: "at most \(maximum)"
        )
      }
      rows.append(row)
    }
    return rows
  }

  private struct Reader {
    let bytes: [UInt8]
    private var index = 0
    private var position = TextPosition(line: 1, column: 1)

    init(bytes: [UInt8]) {
      self.bytes = bytes
      if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { index = 3 }
    }

    private var next: UInt8? { index < bytes.count ? bytes[index] : nil }
    private var endsRow: Bool {
      switch next {
      case nil, UInt8(ascii: "\n"): true
      case UInt8(ascii: "\r"): index + 1 == bytes.count || bytes[index + 1] == UInt8(ascii: "\n")
      default: false
      }
    }

    private mutating func advance() {
      if bytes[index] == UInt8(ascii: "\n") {
        position = TextPosition(line: position.line + 1, column: 1)
      } else if bytes[index] & 0xC0 != 0x80 {
        position.column += 1
      }
      index += 1
    }

    mutating func row() throws(TextProblem) -> [Cell]? {
      if next == nil { return nil }
      var cells = [try cell()]
      while next == UInt8(ascii: ",") {
        advance()
        cells.append(try cell())
      }
      if next == UInt8(ascii: "\r") { advance() }
      if next == UInt8(ascii: "\n") { advance() }
      return cells
    }

    private mutating func cell() throws(TextProblem) -> Cell {
      let (start, first) = (position, index)
      if next == UInt8(ascii: "\"") { return Cell(text: try quoted(), position: start) }
      while !endsRow, next != UInt8(ascii: ",") {
        if next == UInt8(ascii: "\"") {
          throw TextProblem(
            at: position, "a quotation mark inside a cell",
            expected: "the whole cell in quotation marks, with this mark doubled")
        }
        advance()
      }
      return Cell(text: String(decoding: bytes[first..<index], as: UTF8.self), position: start)
    }

    private mutating func quoted() throws(TextProblem) -> String {
      let start = position
      var text: [UInt8] = []
      advance()
      while let byte = next {
        advance()
        if byte == UInt8(ascii: "\"") {
          if next != UInt8(ascii: "\"") {
            if endsRow || next == UInt8(ascii: ",") { return String(decoding: text, as: UTF8.self) }
            throw TextProblem(
              at: position, "there is text after the closing quotation mark of a cell",
              expected: "a comma or the end of the line")
          }
          advance()
        }
        text.append(byte)
      }
      throw TextProblem(
        at: start, "the quotation mark that opens here is not closed", expected: "'\"'")
    }
  }
}
