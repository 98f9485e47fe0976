/// An entry of a text of ``Resource``: lines under a heading.
struct TextEntry {
  /// What stands behind the last `#` before it; empty without one.
  var part: String
  /// What stands behind its `##`.
  var heading: String
  /// Its lines, joined by spaces.
  var text: String

  /// The entries of a text, in their order.
  static func read(_ bytes: [UInt8]) -> [TextEntry] {
    var part = ""
    var entries: [TextEntry] = []
    for line in String(decoding: bytes, as: UTF8.self).split(separator: "\n") {
      if line.hasPrefix("## ") {
        entries.append(TextEntry(part: part, heading: String(line.dropFirst(3)), text: ""))
      } else if line.hasPrefix("# ") {
        part = String(line.dropFirst(2))
      } else {
        precondition(!entries.isEmpty, "lines stand under a heading")
        let last = entries.count - 1
        entries[last].text += (entries[last].text.isEmpty ? "" : " ") + line
      }
    }
    return entries
  }
}
