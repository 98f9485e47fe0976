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

  /// The rule of a code.
  package static func of(_ code: some StringProtocol) -> WorldRule? {
    all.first { $0.code == code }
  }
}
