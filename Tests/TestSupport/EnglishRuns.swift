/// English where only Chinese and names should stand.
package enum EnglishRuns {
  /// Runs of two or more English words in a text for people.
  ///
  /// Names may stand in a Chinese text as they are: what is quoted, commands, JSON, and words that are
  /// told by their form, such as `recordDied`, `order-first`, `retry.delays` or `tier=500`. Two names never
  /// stand together without a mark or two spaces between them.
  /// - Parameter names: names that look like English words.
  package static func all(in text: String, but names: [String] = []) -> [String] {
    let lines = text.split(separator: "\n").filter { !$0.contains(/^ *(lostorder |["{}\[\]])/) }
    let plain = names.reduce(lines.joined(separator: "\n")) { $0.replacing($1, with: "#") }
      .replacing(/'[^'\n]*'|`[^`\n]*`|"[^"\n]*"/, with: "#")
      .replacing(/lostorder (?:[a-z]+ )?[^；，。\n]*--[^；，。\n]*/, with: "#")
      .replacing(/\S*[A-Za-z0-9](?:[\-._=:\/\[\]0-9+@]|[a-z][A-Z])\S*/, with: "#")
    return plain.matches(of: /[A-Za-z]{2,}(?: [A-Za-z]{2,})+/).map { String($0.0) }
  }
}
