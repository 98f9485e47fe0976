/// English in texts that should contain only Chinese and names.
package enum EnglishRuns {
  /// Runs of two or more English words in a text for people.
  ///
  /// A Chinese text may contain names: quoted text, commands, JSON, and words that are recognised by
  /// their form, for example `recordDied`, `order-first`, `retry.delays` or `tier=500`. Two names are
  /// always separated by a mark or two spaces.
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
