import JSONText
import PurchaseWorld

/// Reads the sweep of a file: sets each value in the file, and reads it like any other.
struct SweepReading {
  private let dimensions: [DimensionReading]
  /// The file without the keys that do not affect a simulation.
  private let root: JSONValue
  private let log: ProblemLog

  /// Checks the sweep as far as possible without the rest of the file; nil if it is invalid.
  init?(_ draft: SweepDraft, in root: JSONValue) {
    guard let object = draft.first.object else { return nil }
    let drafts = [draft.first] + (draft.second.map { [$0] } ?? [])
    dimensions = drafts.compactMap { DimensionReading($0, in: root) }
    (self.root, log) = (root.simulatedPart, object.log)
    guard dimensions.count == drafts.count else { return nil }
    if dimensions.count > 1,
      !dimensions[1].varied.isBeside(
        dimensions[0].varied, expecting: "a path that does not overlap the first")
    {
      return nil
    }
  }

  /// Reads the scenario of every point and reports the problems that its values cause.
  /// - Parameter designs: the names of designs that every scenario must have.
  func sweep(over designs: [String]) -> Sweep? {
    let before = log.count
    let values = dimensions.indices.map(settled)
    if values.count > 1, !dimensions[1].leavesRoom(values.map(\.elements.count)) { return nil }
    var mistakes: [Mistake] = []
    var points: [Sweep.Point] = []
    for at in SweepReading.points(values.map(\.elements.count)) {
      let elements = at.enumerated().map { values[$0].elements[$1] }
      do throws(Problems) {
        let scenario = try read(elements)
        points.append(Sweep.Point(valueIndices: at, scenario: scenario))
        if scenario.designs.map(\.name) != designs {
          mistakes.append(Mistake(problem: .differentNames(file: log.file), at: at))
        }
      } catch { mistakes += error.list.map { Mistake(problem: $0, at: at) } }
    }
    report(mistakes, values)
    guard log.count == before else { return nil }
    return Sweep(dimensions: zip(dimensions, values).map { $0.dimension($1) }, points: points)
  }

  /// The indices of all points, from the numbers of values.
  private static func points(_ counts: [Int]) -> [[Int]] {
    counts.reduce([[]]) { points, count in
      points.flatMap { point in (0..<count).map { point + [$0] } }
    }
  }

  /// The values of a dimension, rounded if only whole numbers are valid: between 0 and 10, 2.5 is
  /// not valid as a number of reactions.
  private func settled(_ index: Int) -> SweepValues {
    let values = dimensions[index].values
    guard values.isBroken, let broken = values.elements.first(where: { !$0.isWhole }) else {
      return values
    }
    var elements = dimensions.map { $0.values.elements[0] }
    elements[index] = broken
    if (try? read(elements)) != nil { return values }
    return dimensions[index].draft.ranged(isWhole: true) ?? values
  }

  private func read(_ elements: [SweepValues.Element]) throws(Problems) -> Scenario {
    let json = zip(dimensions, elements).reduce(root) { $1.0.varied.putting($1.1.json, in: $0) }
    return try ScenarioReader.read(json, file: log.file)
  }

  /// A problem of the file with some values, and their indices.
  private struct Mistake { var problem: Problem, at: [Int] }

  /// A problem and one of the values with which it occurs.
  private struct Share: Hashable { var problem: Problem, dimension: Int, value: Int }

  /// Reports the problems of all points: once per value if the problem occurs with all other
  /// values, otherwise once per value of the first dimension.
  private func report(_ mistakes: [Mistake], _ values: [SweepValues]) {
    var counts: [Share: Int] = [:]
    for mistake in mistakes { for share in shares(of: mistake) { counts[share, default: 0] += 1 } }
    let points = values.reduce(1) { $0 * $1.elements.count }
    var reported: Set<Problem> = []
    for mistake in mistakes {
      let elements = mistake.at.enumerated().map { values[$0].elements[$1] }
      let alone = shares(of: mistake).filter { share in
        counts[share, default: 0] >= points / values[share.dimension].elements.count
      }.map(\.dimension)
      report(mistake.problem, of: elements, alone: alone, unless: &reported)
    }
  }

  private func shares(of mistake: Mistake) -> [Share] {
    mistake.at.enumerated().map { Share(problem: mistake.problem, dimension: $0, value: $1) }
  }

  /// Reports a problem at the value or the path that causes it.
  /// - Parameter alone: the dimensions whose value causes it with every value of the other
  ///   dimension.
  private func report(
    _ problem: Problem, of elements: [SweepValues.Element], alone: [Int],
    unless reported: inout Set<Problem>
  ) {
    let paths = dimensions.map(\.path.text)
    var shown = problem
    shown.namePath(unless: paths)
    var key = shown
    var origin = elements[0].origin
    if let wrong = dimensions.first(where: { $0.place.json.position == problem.position }) {
      origin = wrong.place
      shown.mend(wrong.path)
      key = shown
    } else {
      // The value at the position of the problem is named first.
      let causing = elements.indices.filter { index in
        elements[index].origin.json.position == problem.position
          || problem.path.hasPrefix(paths[index])
      }
      let order = causing + elements.indices.filter { !causing.contains($0) }
      let named = order.first(where: alone.contains).map { [$0] } ?? order
      origin = elements[named[0]].origin
      let words = named.map { elements[$0].words }
      key.message = "with \(paths[named[0]]) at \(words[0]): \(key.message)"
      shown.message =
        named.count == 1
        ? key.message
        : "with \(paths[named[0]]) at \(words[0]) and \(paths[named[1]]) at \(words[1]): \(shown.message)"
    }
    shown.move(to: origin)
    (key.path, key.position) = (shown.path, shown.position)
    if reported.insert(key).inserted { log.add(shown) }
  }
}

/// One place of a file that a sweep varies, checked as far as possible without the rest of the
/// file.
private struct DimensionReading {
  let draft: DimensionDraft, varied: VariedPlace, values: SweepValues

  init?(_ draft: DimensionDraft, in root: JSONValue) {
    let values = draft.sweepValues()
    let varied = VariedPlace(draft.path, in: root) { "\($0) cannot be varied by 'sweep'" }
    guard let varied, let values else { return nil }
    (self.draft, self.varied, self.values) = (draft, varied, values)
  }

  var path: ValuePath { varied.path }
  var place: FileValue { varied.place }

  /// Whether both dimensions make at most the maximum number of points; reports a problem
  /// otherwise.
  func leavesRoom(_ counts: [Int]) -> Bool {
    let points = counts.reduce(1, *)
    if points <= Sweep.maxPoints { return true }
    draft.object?.reportSemanticProblem(
      "\(counts[0]) values by \(counts[1]) values make \(points) points",
      expected: "at most \(Sweep.maxPoints)")
    return false
  }

  func dimension(_ values: SweepValues) -> Sweep.Dimension {
    Sweep.Dimension(
      path: path.text, scale: values.scale, isLogarithmic: draft.isLogarithmic,
      values: values.elements.map { .init(json: JSONOutput($0.json), scalePosition: $0.place) })
  }
}

package struct SweepDraft {
  var first = DimensionDraft()
  /// The second dimension, varied together with the first.
  var second: DimensionDraft?

  package static let fields: [Field<SweepDraft>] =
    DimensionDraft.fields.map { $0.reading(\.first) } + [
      Field("and", .dimension, \.second, "a second value, varied together with the first")
    ]
}

/// One dimension of a sweep during reading.
package struct DimensionDraft {
  var object: FileValue?
  /// Whether all keys of the object are valid; otherwise a missing key may be misspelt.
  var isComplete = false
  var path: ReadValue<ValuePath>?
  var from, to, values: FileValue?
  var steps: ReadValue<Int>?
  var isLogarithmic = false
  /// The place of `log`.
  var log: FileValue?

  package static let fields: [Field<DimensionDraft>] = [
    Field("value", .path, given: \.path, "the path of the value, as messages print it").required,
    Field("from", end, \.from, "the first value"),
    Field("to", end, \.to, "the last value, above the first"),
    Field("steps", .integer(counts), given: \.steps, "the number of values, including both ends"),
    Field(
      "log", .boolean, "whether each value is the same multiple of the previous value",
      write: { .bool($0.isLogarithmic) }
    ) { value, draft in (draft.isLogarithmic, draft.log) = (value.boolean() ?? false, value) },
    Field(
      "values", .later("a list of values", .anything, counts), \.values,
      "the values themselves, of any type, instead of a range"),
  ]

  /// Either `values`, or both ends and `steps`.
  fileprivate static let rules: [KeyRule] = [
    .when(.given("values"), forbids: ["from", "to", "steps"]),
    .when(.missing("values"), requires: ["from", "to", "steps"]),
  ]

  static let counts = 2...100
  static let end = ValueFormat<FileValue>.later(
    .other("a number or a duration"),
    .any(of: [
      .value(.number(-.greatestFiniteMagnitude ... .greatestFiniteMagnitude)), .value(.duration),
    ]))
}

extension ValueFormat<SweepDraft> {
  static var sweep: ValueFormat {
    draft(SweepDraft.fields, SweepDraft(), rules: DimensionDraft.rules) {
      ($0.first.object, $0.first.isComplete) = ($1, $2)
    }
  }
}

extension ValueFormat<DimensionDraft> {
  fileprivate static var dimension: ValueFormat {
    draft(DimensionDraft.fields, DimensionDraft(), rules: DimensionDraft.rules) {
      ($0.object, $0.isComplete) = ($1, $2)
    }
  }
}

extension ValueFormat<ValuePath> {
  static var path: ValueFormat {
    ValueFormat(.text, shape: .pattern(ValuePath.pattern)) { value in
      guard let text = value.text() else { return nil }
      return ValuePath(text)
        ?? value.report(
          "\(text.quoted) is not a path", expected: "a path such as 'faults[2].probability'")
    }
  }
}
