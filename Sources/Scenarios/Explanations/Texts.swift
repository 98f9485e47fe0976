import Resources

/// One rule of the world, in short; an article states it in full.
package struct WorldRule: Hashable, Sendable {
  /// Its number, by which traces and meanings name it, such as `C4`.
  package var code: String
  /// Its heading in the article.
  package var title: String
  /// What it says, in one or two sentences.
  package var meaning: String
  /// The article that states it.
  package var article: String

  /// The rules in the order of the articles, those of one article after the other.
  package static let all = TextEntry.read(Resource.rules).map { entry in
    let parts = entry.heading.split(separator: ": ", maxSplits: 1).map(String.init)
    precondition(parts.count == 2, "a rule has a number and a title")
    return WorldRule(code: parts[0], title: parts[1], meaning: entry.text, article: entry.part)
  }

  package static func of(_ code: some StringProtocol) -> WorldRule? {
    all.first { $0.code == code }
  }
}

/// One word of the field, with one meaning everywhere: in the code, the scenarios and the results.
package struct GlossaryWord: Hashable, Sendable {
  package var term: String
  package var meaning: String
  /// The word of the Chinese articles, or of StoreKit; empty where there is none.
  package var elsewhere: String

  /// The words in the order of the alphabet, as the article about them has them.
  package static let all = TextEntry.read(Resource.glossary).map { entry in
    let parts = entry.heading.split(separator: " | ", maxSplits: 1).map(String.init)
    return GlossaryWord(
      term: parts[0], meaning: entry.text, elsewhere: parts.count > 1 ? parts[1] : "")
  }
}

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
