import JSONText

extension Observations {
  /// Reads a table from the bytes of a file, as JSON or CSV by its first character.
  ///
  /// The output of `lostorder funnel --format json` or `csv` for one design is also a table.
  /// - Parameter file: the name of the file in problems.
  package static func read(_ bytes: [UInt8], file: String) throws(Problems) -> Observations {
    if let problem = unreadable(bytes) { throw Problems(problem, file: file) }
    let log = ProblemLog(file: file)
    let first = firstCharacter(of: bytes)
    var table = Observations()
    if first == UInt8(ascii: "{") || first == UInt8(ascii: "[") {
      table.readJSON(FileValue(try ScenarioReader.parse(bytes, file: file), log))
    } else {
      if let problem = foreignSeparator(bytes) { throw Problems(problem, file: file) }
      do {
        ObservationRows(try CSVText.rows(bytes, maximum: maxRows), log).read(into: &table)
      } catch { throw Problems(error, file: file) }
    }
    try log.throwIfAny()
    if table.rows.isEmpty {
      let start = TextPosition(line: 1, column: 1)
      throw Problems([
        Problem(
          file: file, position: start, message: "the table has no count",
          expected: "at least one count")
      ])
    }
    table.checkSense(log)
    try log.throwIfAny()
    return table
  }

  /// The problem of columns separated by something other than commas; spreadsheets of some
  /// countries write semicolons.
  private static func foreignSeparator(_ bytes: [UInt8]) -> TextProblem? {
    let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    guard let line = lines.firstIndex(where: { $0.contains { !" \t\r".utf8.contains($0) } }),
      !lines[line].contains(UInt8(ascii: ",")),
      let place = lines[line].firstIndex(where: { ";\t".utf8.contains($0) })
    else { return nil }
    let before = String(decoding: lines[line][..<place], as: UTF8.self)
    let column = before.unicodeScalars.count { $0 != "\u{FEFF}" } + 1
    return TextProblem(
      at: TextPosition(line: line + 1, column: column),
      bytes[place] == UInt8(ascii: ";")
        ? "the cells are separated by ';'" : "the cells are separated by tabs",
      expected: "cells separated by commas, such as 'event,count'")
  }

  /// The reason why bytes cannot be a table at all.
  private static func unreadable(_ bytes: [UInt8]) -> TextProblem? {
    let start = TextPosition(line: 1, column: 1)
    if bytes.count > ScenarioFileReader.maxBytes {
      return TextProblem(
        at: start, "the file has \(bytes.count) bytes",
        expected: "at most \(ScenarioFileReader.maxBytes) bytes (16 MiB)")
    }
    if firstCharacter(of: bytes) == nil {
      return TextProblem(at: start, "the file is empty", expected: "a table of counts, JSON or CSV")
    }
    return TextEncoding.problem(of: bytes)
  }

  /// The first byte that is neither part of a byte order mark nor white space.
  private static func firstCharacter(of bytes: [UInt8]) -> UInt8? {
    let isMarked = bytes.starts(with: [0xEF, 0xBB, 0xBF])
    return bytes.dropFirst(isMarked ? 3 : 0).first { !" \t\r\n".utf8.contains($0) }
  }
}

/// Reads the rows of a CSV table, each as an object whose keys are the names of the columns.
struct ObservationRows {
  private let header: [CSVText.Cell]
  private let rows: ArraySlice<[CSVText.Cell]>
  private let log: ProblemLog

  init(_ rows: [[CSVText.Cell]], _ log: ProblemLog) {
    (header, self.rows, self.log) = (rows.first ?? [], rows.dropFirst(), log)
  }

  func read(into table: inout Observations) {
    // The output of `lostorder funnel --format csv` has another name for the column.
    let columns = header.map { $0.text == "logged" ? "event" : $0.text }
    guard check(columns) else { return }
    var design: String?
    for cells in rows where !log.isFull {
      let values = zip(columns, cells).map { JSONMember($0, at: $1.position, value($0, $1)) }
      let line = FileValue(JSONValue(.object(values.filter(isGiven)), at: cells[0].position), log)
      if cells.count != columns.count {
        line.report(
          cells.count == 1 ? "a row of 1 cell" : "a row of \(cells.count) cells",
          expected: cells[0].text.contains(";")
            ? "\(columns.count), separated by commas" : "\(columns.count), as the first row has")
        continue
      }
      guard let row = line.read(ObservationRow.fields, ObservationRow())?.row() else { continue }
      if let other = row.design.flatMap({ design == nil || design == $0.value ? nil : $0 }) {
        other.place?.reportSemanticProblem(
          "the table has a second design", expected: "the counts of one design")
        return
      }
      design = row.design?.value
      if let row = row.counted { table.rows.append(row) }
    }
  }

  private func isGiven(_ member: JSONMember) -> Bool { member.value.string != "" }

  /// A cell as a JSON value: a number in columns of numbers if possible, otherwise a string.
  private func value(_ column: String, _ cell: CSVText.Cell) -> JSONValue {
    let isNumber = ObservationRow.numbers.contains(column)
    let number = isNumber ? try? JSONValue.parse(Array(cell.text.utf8)).number : nil
    return JSONValue(number.map { .number($0) } ?? .string(cell.text), at: cell.position)
  }

  /// Whether the header has all required columns, without repeated or unknown ones.
  private func check(_ columns: [String]) -> Bool {
    let before = log.count
    let members = zip(columns, header).map { name, cell in
      JSONMember(name, at: cell.position, JSONValue(.string(cell.text), at: cell.position))
    }
    let start = header.first?.position ?? TextPosition(line: 1, column: 1)
    let names = ObservationRow.fields.map(\.name)
    let line = FileValue(JSONValue(.object(members), at: start), log)
    for member in line.unique(members) where !names.contains(member.key) {
      line.key(of: member).report(
        "unknown column \(member.key.quoted)", expected: .choice(names),
        suggestion: NearestName.of(member.key, among: names))
    }
    for name in ["event", "count"] where !columns.contains(name) {
      line.report("column \(name.quoted) is missing", expected: "a first row such as 'event,count'")
    }
    return log.count == before
  }
}
