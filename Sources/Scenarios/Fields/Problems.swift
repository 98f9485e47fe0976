package import JSONText

/// One mistake in a file: where, what is wrong, what was expected, and the nearest valid word.
package struct Problem: Error, Hashable, Sendable, CustomStringConvertible {
  /// What a mistake is about, and so who can see it.
  package enum Concern: Hashable, Sendable {
    /// The form of one value: its keys, types, ranges and words. The schema of the format sees it too.
    case structure
    /// What several values say together, or a name that another part of the file must know.
    case meaning
  }

  /// The file as the user named it.
  package var file: String
  /// What was put into the file and is to blame, as `PATH=VALUE`; nil: the file itself is.
  package var setting: String?
  /// The place in the file; nil when the file as a whole is meant.
  package var position: TextPosition?
  /// The path of the value, such as `designs[2].finish`; empty at the top level.
  package var path: String
  /// What is wrong, lower case, without a full stop.
  package var what: Phrase
  /// What was expected instead; nil when `what` says it all.
  package var expected: Phrase?
  /// The nearest valid word, without quotes; nil when none is near.
  package var suggestion: String?
  package var concern: Concern

  package init(
    file: String, position: TextPosition? = nil, path: String = "", what: Phrase,
    expected: Phrase? = nil, suggestion: String? = nil, concern: Concern = .structure
  ) {
    (self.file, self.position, self.path, self.what) = (file, position, path, what)
    (self.expected, self.suggestion, self.concern) = (expected, suggestion, concern)
  }

  /// The problem as `file:line:column: path: what; expected …; did you mean 'x'?`.
  package var line: Phrase {
    let place = position.map { ":\($0.line):\($0.column)" } ?? ""
    return "\(file + place + ": ")\(said)"
  }

  /// The problem in English, on one line.
  package var description: String { line.english.escapingControls }

  /// The same without the place in the file.
  package var words: String { said.english.escapingControls }

  private var said: Phrase {
    let start = (setting.map { "--set \($0.quoted): " } ?? "") + (path.isEmpty ? "" : path + ": ")
    return "\(start)\(what.wanting(expected, nearest: suggestion.map { .verbatim($0.quoted) }))"
  }
}

/// All mistakes of one file, in order of position; never empty.
package struct Problems: Error, Hashable, Sendable, CustomStringConvertible {
  package var list: [Problem]

  init(_ list: [Problem]) {
    precondition(!list.isEmpty, "a refusal has a reason")
    self.list = list
  }

  /// One line a problem, without a line feed at the end.
  package var description: String { list.map(\.description).joined(separator: "\n") }
}

extension Phrase {
  /// What is wrong, with what was expected instead and the nearest name, if there are such.
  /// - Parameter nearest: with its quotes.
  package func wanting(_ expected: Phrase? = nil, nearest: Phrase? = nil) -> Phrase {
    var phrase = self
    if let expected { phrase = "\(phrase); expected \(expected)" }
    if let nearest { phrase = "\(phrase); did you mean \(nearest)?" }
    return phrase
  }
}

/// The problems that one reading of one file has found so far.
///
/// A class, so that every part of the reading adds to the same list.
package final class ProblemLog {
  /// The most problems that one reading lists; a file with more is hardly a scenario.
  static let most = 1_000

  let file: String
  /// Whether the file is a case, in which every parameter is a constant.
  let isCase: Bool
  private var problems: [Problem] = []
  /// What is right and says less than it seems to.
  private(set) var remarks: [Problem] = []
  package init(file: String, isCase: Bool = false) { (self.file, self.isCase) = (file, isCase) }
  package var count: Int { problems.count }
  /// Whether no more problems are listed, so that none need be worded.
  var isFull: Bool { problems.count > ProblemLog.most }

  /// Adds a problem; from ``most`` on it only notes that there are more.
  func add(_ problem: Problem) {
    if problems.count < ProblemLog.most {
      problems.append(problem)
    } else if !isFull {
      problems.append(
        Problem(
          file: file, position: problem.position, what: "more problems than can be listed follow",
          concern: problem.concern))
    } else if problem.concern == .structure {
      // The line about the rest is about structure if any of them is.
      problems[ProblemLog.most].concern = .structure
    }
  }

  func remark(_ remark: Problem) { remarks.append(remark) }

  /// Refuses if there is a problem, with all of them in order of position.
  package func refuseIfAny() throws(Problems) {
    if problems.isEmpty { return }
    let start = TextPosition(line: 0, column: 0)
    // Sorting is stable: problems of one place stay in the order in which they were found.
    throw Problems(problems.sorted { $0.position ?? start < $1.position ?? start })
  }
}

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
      let other = Array(name.lowercased())
      let cutOff = min(2, max(letters.count, name.count) / 3)
      // Each letter more is a mistake.
      if abs(other.count - letters.count) > cutOff { continue }
      let distance = distance(from: letters, to: other)
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
