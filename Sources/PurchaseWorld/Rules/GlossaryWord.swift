import Resources

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
