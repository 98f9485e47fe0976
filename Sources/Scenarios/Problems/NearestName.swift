/// Finds the valid name that a mistyped one was meant to be.
package enum NearestName {
  /// Returns the nearest of some names, or nil when none is near enough.
  ///
  /// Near enough are at most two mistakes, and at most one mistake in three characters; a name that
  /// differs in case only is always near. Among equally near names the first wins.
  package static func of(_ word: String, among names: [String]) -> String? {
    // Longer words are not names; measuring them would only cost time.
    guard word.utf8.count <= 200 else { return nil }
    let letters = Array(word.lowercased())
    var best: (name: String, distance: Int)?
    for name in names {
      let distance = distance(from: letters, to: Array(name.lowercased()))
      let cutOff = min(2, max(letters.count, name.count) / 3)
      if distance <= cutOff, distance < best?.distance ?? .max { best = (name, distance) }
    }
    return best?.name
  }

  /// The least number of insertions, deletions, replacements and swaps of neighbours that turn one
  /// word into another: the Damerau–Levenshtein distance in the form that edits no part twice.
  package static func distance(from source: [Character], to target: [Character]) -> Int {
    var beforeLast: [Int] = []
    var last = Array(0...target.count)
    for (row, letter) in source.enumerated() {
      var current = [row + 1]
      for (column, other) in target.enumerated() {
        var least = min(last[column + 1], current[column]) + 1
        least = min(least, last[column] + (letter == other ? 0 : 1))
        if row > 0, column > 0, letter == target[column - 1], source[row - 1] == other {
          least = min(least, beforeLast[column - 1] + 1)
        }
        current.append(least)
      }
      (beforeLast, last) = (last, current)
    }
    return last[target.count]
  }
}
