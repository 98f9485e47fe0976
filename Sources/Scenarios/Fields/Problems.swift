package import JSONText

/// One mistake in a file: its place, what is wrong, what was expected, and the nearest valid word.
package struct Problem: Error, Hashable, Sendable, CustomStringConvertible {
  /// The level of a mistake, which decides who can find it.
  package enum Level: Hashable, Sendable {
    /// The structure of one value: keys, types, ranges and words. The schema also finds it.
    case structure
    /// A contradiction between values, or a name that the rest of the file must declare.
    case meaning
  }

  /// The file, as the user named it.
  package var file: String
  /// The setting that causes the problem, as `PATH=VALUE`; nil if the file itself causes it.
  package var setting: String?
  /// The place in the file; nil for the file as a whole.
  package var position: TextPosition?
  /// The path of the value, such as `designs[2].finish`; empty at the top level.
  package var path: String
  /// What is wrong, in lower case and without a full stop.
  package var message: Phrase
  /// What was expected instead; nil if ``message`` is enough.
  package var expected: Phrase?
  /// The nearest valid word, without quotes; nil if there is none.
  package var suggestion: String?
  package var level: Level

  package init(
    file: String, position: TextPosition? = nil, path: String = "", message: Phrase,
    expected: Phrase? = nil, suggestion: String? = nil, concern: Level = .structure
  ) {
    (self.file, self.position, self.path, self.message) = (file, position, path, message)
    (self.expected, self.suggestion, self.level) = (expected, suggestion, concern)
  }

  /// The problem as `file:line:column: path: message; expected …; did you mean 'x'?`.
  package var oneLineText: Phrase {
    let place = position.map { ":\($0.line):\($0.column)" } ?? ""
    return "\(file + place + ": ")\(statement)"
  }

  /// The problem in English, on one line.
  package var description: String { oneLineText.english.escapingControls }

  /// The problem in English, without file, line and column.
  package var words: String { statement.english.escapingControls }

  private var statement: Phrase {
    let start = (setting.map { "--set \($0.quoted): " } ?? "") + (path.isEmpty ? "" : path + ": ")
    return
      "\(start)\(message.expecting(expected, nearest: suggestion.map { .verbatim($0.quoted) }))"
  }
}

/// All mistakes of one file, in order of position; never empty.
package struct Problems: Error, Hashable, Sendable, CustomStringConvertible {
  package var list: [Problem]

  init(_ list: [Problem]) {
    precondition(!list.isEmpty, "there is at least one problem")
    self.list = list
  }

  init(_ problem: TextProblem, file: String) {
    self.init([
      Problem(
        file: file, position: problem.position, message: problem.message,
        expected: problem.expected)
    ])
  }

  /// One line per problem, without a line feed at the end.
  package var description: String { list.map(\.description).joined(separator: "\n") }
}

extension Phrase {
  /// This description of a mistake, extended by the expectation and the nearest name.
  /// - Parameter nearest: the nearest name in quotes.
  package func expecting(_ expected: Phrase? = nil, nearest: Phrase? = nil) -> Phrase {
    var phrase = self
    if let expected { phrase = "\(phrase); expected \(expected)" }
    if let nearest { phrase = "\(phrase); did you mean \(nearest)?" }
    return phrase
  }
}

/// The problems found so far while reading one file.
///
/// A class, so that all parts of the reader add to the same list.
package final class ProblemLog {
  /// The maximum number of listed problems; a file with more is hardly a scenario.
  static let maximum = 1_000

  let file: String
  /// Whether the file is a case, in which every parameter is a constant.
  let isCase: Bool
  private var problems: [Problem] = []
  /// Remarks on values that are valid but have less effect than they seem to have.
  var remarks: [Problem] = []
  package init(file: String, isCase: Bool = false) { (self.file, self.isCase) = (file, isCase) }
  package var count: Int { problems.count }
  /// Whether no more problems are listed, so that messages need not be built.
  var isFull: Bool { problems.count > ProblemLog.maximum }

  /// Adds a problem; after ``maximum`` problems, adds one line about the rest.
  func add(_ problem: Problem) {
    if problems.count < ProblemLog.maximum {
      problems.append(problem)
    } else if !isFull {
      problems.append(
        Problem(
          file: file, position: problem.position,
          message: "there are too many problems to list them all", concern: problem.level))
    } else if problem.level == .structure {
      // The line about the rest is a structural problem if any of the rest is.
      problems[ProblemLog.maximum].level = .structure
    }
  }

  /// Throws all problems in order of position, if there are any.
  package func throwIfAny() throws(Problems) {
    if problems.isEmpty { return }
    let start = TextPosition(line: 0, column: 0)
    // Sorting is stable: problems at one place stay in the order of their discovery.
    throw Problems(problems.sorted { $0.position ?? start < $1.position ?? start })
  }
}

package enum NearestName {
  /// Returns the nearest of some names, or nil if none is near enough.
  ///
  /// A name is near enough with at most two mistakes and at most one mistake in three characters.
  /// Otherwise a name is near if the name or the word begins with the other, which has at least four
  /// characters and half of the length. Upper and lower case count as equal. Of equally near names, the first is returned.
  package static func of(_ word: String, among names: [String]) -> String? {
    // Longer words are not names; comparing them would only take time.
    guard word.utf8.count <= 200 else { return nil }
    let letters = Array(word.lowercased())
    var best: (name: String, distance: Int)?
    for name in names {
      let other = Array(name.lowercased())
      let cutOff = min(2, max(letters.count, name.count) / 3)
      // Each additional letter is a mistake.
      if abs(other.count - letters.count) > cutOff { continue }
      let distance = distance(from: letters, to: other)
      if distance <= cutOff, distance < best?.distance ?? .max { best = (name, distance) }
    }
    return best?.name
      ?? names.first { name in
        let other = Array(name.lowercased())
        let (short, long) = (min(other.count, letters.count), max(other.count, letters.count))
        return short >= 4 && 2 * short >= long
          && (other.starts(with: letters) || letters.starts(with: other))
      }
  }

  /// The minimum number of insertions, deletions, replacements and swaps of neighbours that turn
  /// one word into another: the restricted Damerau–Levenshtein distance, which edits no part twice.
  package static func distance(from source: [Character], to target: [Character]) -> Int {
    var beforeLast: [Int] = []
    var last = Array(0...target.count)
    for (row, letter) in source.enumerated() {
      var current = [row + 1]
      for (column, other) in target.enumerated() {
        var least = min(
          last[column + 1] + 1, current[column] + 1, last[column] + (letter == other ? 0 : 1))
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
