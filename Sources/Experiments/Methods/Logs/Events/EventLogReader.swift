import Execution
import CLibrary
package import JSONText

/// Position of a value in the reader's buffer; valid until the next line is read.
struct ByteRange: BitwiseCopyable {
  var start: Int, count: Int
  static let none = ByteRange(start: 0, count: -1)
}

/// Reason why a line of an event log could not be read.
package enum LineDamage: Hashable, Sendable {
  /// The text at the column is not JSON, or the line is not an object.
  case notJSON
  /// The line is longer than ``EventLogReader/maxLineLength``.
  case tooLong
  /// A row has a different number of cells than the header.
  case cells(Int, wanted: Int)
  /// A quotation mark is not closed, or is inside a cell.
  case quotationMark
}

/// Reader of an event log, JSON Lines or CSV with a header, line by line in constant memory.
///
/// It extracts the bytes of the requested values, without an allocation per line. The other text is
/// checked for JSON syntax, but not decoded.
package struct EventLogReader: ~Copyable {
  /// The result of reading the next line.
  package enum Step {
    /// A line; ``value(_:)`` returns its values.
    case line
    /// An unreadable line, and the column of its first wrong byte, from 1.
    case damaged(LineDamage, column: Int)
    case end
    /// The source cannot be read; with the error number.
    case failed(Int32)
    /// The first bytes show that it is not a log; with a phrase that completes "the file is …".
    case foreign(Phrase)
    /// The log is a single JSON list instead of an object on each line.
    case list
  }

  package enum LogFormat: Sendable { case json, csv }

  /// The longest line, in bytes.
  package static let maxLineLength = 1 << 20
  /// Bytes after the buffer, so that eight bytes can be loaded at any position.
  private static let padding = 16

  /// Fills a buffer; returns the number of bytes, 0 at the end, or below 0 with `errno` set.
  private let source: (UnsafeMutableRawBufferPointer) -> Int
  private let buffer: UnsafeMutablePointer<UInt8>, capacity: Int
  /// The unread range of the buffer.
  private var start = 0, end = 0
  private var isAtEnd = false
  private let keys: KeyPaths
  /// The index of the requested value in each column, or -1; empty before the header is read.
  private var columns: [Int32] = []
  /// JSON or CSV, detected by the first character; nil before it is read.
  package private(set) var format: LogFormat?
  /// The number of the line, from 1; the first line of a row with several lines.
  package private(set) var lineNumber = 0
  private var nextLine = 1
  /// The number of bytes read.
  package private(set) var byteCount = 0

  /// - Parameter keys: the keys of the requested values, with points between the keys of nested
  ///   objects, at most 32; an empty key is never found.
  package init(
    keys: [String], capacity: Int = 4 * EventLogReader.maxLineLength,
    source: @escaping (UnsafeMutableRawBufferPointer) -> Int
  ) {
    precondition(keys.count <= 32, "there are at most 32 keys")
    (self.source, self.capacity) = (source, capacity)
    buffer = .allocate(capacity: capacity + EventLogReader.padding)
    buffer.initialize(repeating: 0, count: capacity + EventLogReader.padding)
    self.keys = KeyPaths(keys)
  }

  deinit { buffer.deallocate() }

  /// The bytes of a requested value in this line; nil if it is missing or an empty text. A text is
  /// returned without quotation marks and escapes, another value as written.
  @inline(__always) package func value(_ key: Int) -> UnsafeBufferPointer<UInt8>? {
    let range = keys.values[key]
    return range.count < 0
      ? nil : UnsafeBufferPointer(start: buffer + range.start, count: range.count)
  }

  /// The requested columns that the CSV header does not have; empty for JSON.
  package var missingColumns: [String] {
    format == .csv
      ? keys.names.indices.filter { !columns.contains(Int32($0)) }.map { keys.names[$0] } : []
  }

  /// Reads the next line that is not empty.
  package mutating func next() -> Step {
    while true {
      var length = lineLength()
      while length == nil, !isAtEnd {
        if end - start >= min(EventLogReader.maxLineLength, capacity) { return skipLine() }
        let error = fill()
        if error != 0 { return .failed(error) }
        length = lineLength()
      }
      if length == nil, start == end { return .end }
      if format == nil, let ending = foreign { return ending }
      let first = start
      let last = length.map { first + $0 } ?? end
      let lines = countLines(from: first, to: last)
      start = min(end, last + 1)
      lineNumber = nextLine
      nextLine += lines + 1
      let content = last > first && buffer[last - 1] == UInt8(ascii: "\r") ? last - 1 : last
      guard let step = scan(first, content) else { continue }
      if case .damaged(.quotationMark, _) = step, lines > 0 { reread(behindLineAt: first) }
      return step
    }
  }

  /// The length of the line at ``start``; nil if its end is not in the buffer. A row of CSV
  /// continues if a line ends within quotation marks.
  private func lineLength() -> Int? {
    var from = start
    var isOpen = false
    while let found = memchr(buffer + from, 10, end - from) {
      let place = UnsafePointer(found.assumingMemoryBound(to: UInt8.self)) - UnsafePointer(buffer)
      if format != .csv { return place - start }
      for index in from..<place where buffer[index] == UInt8(ascii: "\"") { isOpen.toggle() }
      if !isOpen { return place - start }
      from = place + 1
    }
    return nil
  }

  /// Goes back to the line after a damaged one: an unclosed quotation mark must not swallow it.
  private mutating func reread(behindLineAt first: Int) {
    var place = first
    while buffer[place] != 10 { place += 1 }
    (start, nextLine) = (place + 1, lineNumber + 1)
  }

  private func countLines(from first: Int, to last: Int) -> Int {
    format == .csv ? (first..<last).count { buffer[$0] == 10 } : 0
  }

  /// Moves the unread bytes to the start of the buffer and reads more; returns 0 or the error.
  private mutating func fill() -> Int32 {
    if start > 0 {
      memmove(buffer, buffer + start, end - start)
      (start, end) = (0, end - start)
    }
    let room = UnsafeMutableRawBufferPointer(start: buffer + end, count: capacity - end)
    let count = source(room)
    if count < 0 { return errno }
    isAtEnd = count == 0
    if byteCount == 0, end == 0, count >= 3, room.starts(with: [0xEF, 0xBB, 0xBF]) { start = 3 }
    (byteCount, end) = (byteCount + count, end + count)
    return 0
  }

  /// Skips a line that does not fit into the buffer.
  private mutating func skipLine() -> Step {
    lineNumber = nextLine
    nextLine += 1
    var isFirst = true
    while true {
      if let found = memchr(buffer + start, 10, end - start) {
        start = UnsafePointer(found.assumingMemoryBound(to: UInt8.self)) - UnsafePointer(buffer) + 1
        // A row with several lines has an unclosed quotation mark.
        return .damaged(isFirst && format == .csv ? .quotationMark : .tooLong, column: 1)
      }
      isFirst = false
      start = end
      if isAtEnd { return .damaged(.tooLong, column: 1) }
      let error = fill()
      if error != 0 { return .failed(error) }
    }
  }

  /// Extracts the values of a line; nil if it is empty or the header.
  private mutating func scan(_ first: Int, _ last: Int) -> Step? {
    var place = first
    while place < last, buffer[place] <= 32 { place += 1 }
    if place == last { return nil }
    if format == nil { format = buffer[place] == UInt8(ascii: "{") ? .json : .csv }
    keys.forget()
    switch format {
    case .json, nil:
      var scanner = JSONLineScanner(bytes: buffer, index: place, end: last, keys: keys)
      if scanner.readLine() { return .line }
      return .damaged(.notJSON, column: scanner.index - first + 1)
    case .csv:
      if columns.isEmpty { return readHeader(first, last) }
      var scanner = CSVLineScanner(bytes: buffer, index: first, end: last)
      let wanted = columns.count
      var cells = 0
      while let cell = scanner.next() {
        if cells < wanted, columns[cells] >= 0, cell.count > 0 {
          keys.values[Int(columns[cells])] = cell
        }
        cells += 1
      }
      if scanner.isDamaged { return damagedMark(at: scanner.index, in: first) }
      return cells == wanted ? .line : .damaged(.cells(cells, wanted: wanted), column: 1)
    }
  }

  /// The end of reading if the first bytes show another format; nil if it is a log.
  private var foreign: Step? {
    let bytes = Array(UnsafeBufferPointer(start: buffer + start, count: min(64, end - start)))
    if let what = TextEncoding.fileType(beginningWith: bytes) { return .foreign(what) }
    return bytes.first { $0 > 32 } == UInt8(ascii: "[") ? .list : nil
  }

  /// A misplaced quotation mark in a row; on a later line, it is reported at the row's start.
  private func damagedMark(at place: Int, in first: Int) -> Step {
    let isOnFirst = memchr(buffer + first, 10, place - first) == nil
    return .damaged(.quotationMark, column: isOnFirst ? place - first + 1 : 1)
  }

  private mutating func readHeader(_ first: Int, _ last: Int) -> Step? {
    var scanner = CSVLineScanner(bytes: buffer, index: first, end: last)
    while let cell = scanner.next() {
      let bytes = UnsafeBufferPointer(start: buffer + cell.start, count: max(0, cell.count))
      let name = String(decoding: bytes, as: UTF8.self)
      columns.append(Int32(name.isEmpty ? -1 : keys.names.firstIndex(of: name) ?? -1))
    }
    return scanner.isDamaged ? damagedMark(at: scanner.index, in: first) : nil
  }
}

/// Requested keys, and their values in the current line.
final class KeyPaths {
  struct Part: BitwiseCopyable { var bytes: UnsafeMutablePointer<UInt8>, count: Int, isLast: Bool }

  let names: [String], values: UnsafeMutablePointer<ByteRange>
  /// The largest number of parts in a path.
  let depth: Int
  /// The parts of the paths, ``depth`` for each; missing parts have the length -1.
  let parts: UnsafeMutablePointer<Part>
  let count: Int

  init(_ names: [String]) {
    (self.names, count) = (names, names.count)
    // A path without parts is never found.
    let paths = names.map { name in
      name.isEmpty ? [] : name.split(separator: ".", omittingEmptySubsequences: false)
    }
    let depth = paths.map(\.count).max() ?? 1
    self.depth = depth
    values = .allocate(capacity: max(1, count))
    values.initialize(repeating: .none, count: max(1, count))
    parts = .allocate(capacity: max(1, count * depth))
    for (field, path) in paths.enumerated() {
      for level in 0..<depth {
        let text = level < path.count ? Array(path[level].utf8) : []
        let bytes = UnsafeMutablePointer<UInt8>.allocate(capacity: max(1, text.count))
        bytes.initialize(repeating: 0, count: max(1, text.count))
        for (index, byte) in text.enumerated() { bytes[index] = byte }
        (parts + (field * depth + level)).initialize(
          to: Part(
            bytes: bytes, count: level < path.count ? text.count : -1,
            isLast: level == path.count - 1))
      }
    }
  }

  deinit {
    for index in 0..<count * depth { parts[index].bytes.deallocate() }
    parts.deallocate()
    values.deallocate()
  }

  @inline(__always) func forget() { for index in 0..<count { values[index] = .none } }
}
