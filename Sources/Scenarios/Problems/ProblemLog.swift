package import JSONText

/// The problems that one reading of one file has found so far.
///
/// A class, so that every part of the reading adds to the same list.
package final class ProblemLog {
  /// The most problems that one reading lists; a file with more is hardly a scenario.
  static let most = 1_000

  let file: String
  /// Whether the file is a case, in which every parameter is a constant.
  var isCase = false
  private var problems: [Problem] = []
  /// What is right and says less than it seems to.
  private(set) var remarks: [Problem] = []

  package init(file: String) { self.file = file }

  /// How many problems there are so far.
  package var count: Int { problems.count }

  /// Whether no more problems are listed, so that none need be worded.
  var isFull: Bool { problems.count > ProblemLog.most }

  /// Adds a problem; from ``most`` on it only notes that there are more.
  package func add(
    at position: TextPosition, path: String, _ what: String, expected: String? = nil,
    suggestion: String? = nil, concern: Problem.Concern = .structure
  ) {
    if isFull {
      // The line about the rest is about structure if any of them is.
      if concern == .structure { problems[ProblemLog.most].concern = concern }
      return
    }
    if problems.count == ProblemLog.most {
      problems.append(
        Problem(
          file: file, position: position, "more problems than can be listed follow",
          concern: concern))
      return
    }
    problems.append(
      Problem(
        file: file, position: position, path: path, what, expected: expected,
        suggestion: suggestion, concern: concern))
  }

  /// Adds a remark about a value that is right.
  func remark(at position: TextPosition, path: String, _ what: String, expected: String) {
    remarks.append(
      Problem(
        file: file, position: position, path: path, "remark: " + what, expected: expected,
        concern: .meaning))
  }

  /// Refuses if there is a problem, with all of them in order of position.
  package func refuseIfAny() throws(Problems) {
    if problems.isEmpty { return }
    let order = problems.enumerated().sorted { left, right in
      let (first, second) = (left.element.position, right.element.position)
      return first == second ? left.offset < right.offset : first.orBefore(second)
    }
    throw Problems(order.map(\.element))
  }
}

extension TextPosition? {
  /// Whether this place stands before another; no place stands before every place.
  fileprivate func orBefore(_ other: TextPosition?) -> Bool {
    guard let self else { return true }
    guard let other else { return false }
    return self < other
  }
}
