/// Texts with joining scalars around every scalar that has a meaning for a target.
enum EscapingCorpus {
  /// Scalars that make one `Character` with the text before or after them, or that a comparison by
  /// language ignores.
  static let joining: [Unicode.Scalar] = [
    "\u{301}", "\u{20DD}", "\u{FE0F}", "\u{FE00}", "\u{E0100}", "\u{34F}",  // behind
    "\u{D4E}", "\u{1F1E6}", "\u{1100}", "\u{111C2}",  // before
    "\u{1161}", "\u{11A8}", "\u{903}", "\u{1F3FB}", "\u{93F}",
  ]

  /// Joining scalars that are spelled out in output for people.
  static let hidden: [Unicode.Scalar] = [
    "\u{200D}", "\u{200C}", "\u{2060}", "\u{AD}", "\u{202E}", "\u{600}", "\u{110BD}",
  ]

  /// Characters that control a terminal.
  static let controls: [Unicode.Scalar] = [
    "\u{0}", "\u{7}", "\t", "\n", "\r", "\u{1B}", "\u{7F}", "\u{85}", "\u{9B}", "\u{61C}",
    "\u{200E}", "\u{202A}", "\u{2028}", "\u{2029}", "\u{2066}", "\u{E0001}",
  ]

  /// Every combination of a joining scalar with each of some words.
  static func texts(_ words: [String], _ joining: [Unicode.Scalar] = joining + hidden) -> [String] {
    words.flatMap { word in
      var texts = [word, "a\(word)", "\(word)b", "\(word)\(word)"]
      for scalar in joining {
        let mark = String(Character(scalar))
        texts += [
          "\(mark)\(word)", "\(word)\(mark)", "\(mark)\(word)\(mark)", "\(word)\(mark)\(word)",
          "a\(word)\(mark)b", "a\(mark)\(word);touch PWNED;\(word)",
        ]
      }
      for index in word.unicodeScalars.indices.dropFirst() {
        for scalar in joining {
          // Inserted into the view of scalars, each scalar stays as it is.
          var view = word.unicodeScalars
          view.insert(scalar, at: index)
          texts.append(String(view))
        }
      }
      return texts
    }
  }
}
