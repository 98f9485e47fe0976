package import Scenarios

/// Finder of the owners of lines of an event log, by a second reading of the log.
package struct LineOwnerFinder: ~Copyable {
  private let map: EventMap
  /// The largest number of bytes of a name in the output.
  private static let longestName = 100

  package init(_ map: EventMap) { self.map = map }

  /// The keys that the reader must extract.
  package var keys: [String] { map.user + [map.transaction] }

  /// The user and the transaction of some lines; reads up to the last of these lines.
  package func findOwners(of lines: Set<Int>, in reader: inout EventLogReader) -> [Int: String] {
    var owners: [Int: String] = [:]
    guard let last = lines.max() else { return [:] }
    while reader.lineNumber < last {
      switch reader.next() {
      case .line:
        guard lines.contains(reader.lineNumber) else { continue }
        var names: [String] = []
        for key in 0..<map.user.count where names.isEmpty {
          if let user = Self.text(reader.value(key)) { names.append(user) }
        }
        if let transaction = Self.text(reader.value(map.user.count)) { names.append(transaction) }
        if !names.isEmpty { owners[reader.lineNumber] = names.joined(separator: " ") }
      case .damaged: continue
      case .end, .failed, .foreign, .list: return owners
      }
    }
    return owners
  }

  private static func text(_ value: UnsafeBufferPointer<UInt8>?) -> String? {
    guard let value, !value.isEmpty else { return nil }
    return String(decoding: value.prefix(longestName), as: UTF8.self)
  }
}
