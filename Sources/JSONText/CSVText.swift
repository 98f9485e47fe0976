/// Reads comma-separated values (RFC 4180), and keeps count of lines and columns.
package enum CSVText {
  /// One cell, and where it begins.
  package struct Cell: Hashable, Sendable {
    /// What it holds, without quotation marks around it.
    package var text: String
    package var position: TextPosition
  }

  /// The rows of a text in UTF-8, without those that are empty; lines end with LF or CR LF, and the last
  /// may end with neither. A byte order mark is skipped.
  /// - Parameter most: how many rows there may be.
  package static func rows(_ bytes: [UInt8], most: Int) throws(JSONProblem) -> [[Cell]] {
    var reader = Reader(bytes: bytes)
    var rows: [[Cell]] = []
    while let row = try reader.row() {
      if row.count == 1, row[0].text.isEmpty { continue }
      if rows.count == most {
        throw JSONProblem(
          at: row[0].position, "there are more than \(most) rows", expected: "at most \(most)")
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

    mutating func row() throws(JSONProblem) -> [Cell]? {
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

    private mutating func cell() throws(JSONProblem) -> Cell {
      let (start, first) = (position, index)
      if next == UInt8(ascii: "\"") { return Cell(text: try quoted(), position: start) }
      while !endsRow, next != UInt8(ascii: ",") {
        if next == UInt8(ascii: "\"") {
          throw JSONProblem(
            at: position, "a quotation mark inside a cell",
            expected: "the whole cell in quotation marks, and this one twice")
        }
        advance()
      }
      return Cell(text: String(decoding: bytes[first..<index], as: UTF8.self), position: start)
    }

    private mutating func quoted() throws(JSONProblem) -> String {
      let start = position
      var text: [UInt8] = []
      advance()
      while let byte = next {
        advance()
        if byte == UInt8(ascii: "\"") {
          if next != UInt8(ascii: "\"") {
            if endsRow || next == UInt8(ascii: ",") { return String(decoding: text, as: UTF8.self) }
            throw JSONProblem(
              at: position, "the cell goes on behind its quotation marks",
              expected: "a comma or the end of the line")
          }
          advance()
        }
        text.append(byte)
      }
      throw JSONProblem(
        at: start, "the text ends inside of the quotation marks that begin here", expected: "'\"'")
    }
  }
}
