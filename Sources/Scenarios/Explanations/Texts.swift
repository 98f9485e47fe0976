import Resources

/// One rule of the world in short form; an article has the full text.
package struct WorldRule: Hashable, Sendable {
  /// The number of the rule in traces and meanings, such as `C4`.
  package var code: String
  /// The heading in the article.
  package var title: String
  /// The rule in one or two sentences.
  package var meaning: String
  /// The article with the full text.
  package var article: String

  /// The rules, article by article in their order.
  package static let all = TextEntry.read(Resource.rules).map { entry in
    let parts = entry.heading.split(separator: ": ", maxSplits: 1).map(String.init)
    precondition(parts.count == 2, "a rule has a number and a title")
    return WorldRule(code: parts[0], title: parts[1], meaning: entry.text, article: entry.part)
  }

  package static func of(_ code: some StringProtocol) -> Self? { all.first { $0.code == code } }
}

/// One term, with the same meaning in the code, the scenarios and the results.
package struct GlossaryTerm: Hashable, Sendable {
  package var term: String
  package var meaning: String
  /// The term in the Chinese articles or in StoreKit; empty if there is none.
  package var alsoCalled: String

  /// The terms in alphabetical order, as in the article.
  package static let all = TextEntry.read(Resource.glossary).map { entry in
    let parts = entry.heading.split(separator: " | ", maxSplits: 1).map(String.init)
    return GlossaryTerm(
      term: parts[0], meaning: entry.text, alsoCalled: parts.count > 1 ? parts[1] : "")
  }
}

/// An entry in a text of ``Resource``: the lines under a heading.
struct TextEntry {
  /// The text after the last `#` before the entry; empty if there is none.
  var part: String
  /// The text after its `##`.
  var heading: String
  /// The lines, joined by spaces.
  var text: String

  /// Reads the entries of a text in order.
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
