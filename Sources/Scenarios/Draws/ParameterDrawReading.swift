import JSONText
import PurchaseWorld

/// Reads the draws of a file: sets the values of each set in the file, and reads it like any other.
struct ParameterDrawReading {
  private let places: [VariedPlace]
  /// The values of each set, one per place.
  private let sets: [(place: FileValue, values: [FileValue])]
  /// The file without the keys that do not affect a simulation.
  private let root: JSONValue
  private let log: ProblemLog

  /// Checks the draws as far as possible without the rest of the file; nil if they are invalid.
  init?(_ draft: ParameterDrawDraft, in root: JSONValue) {
    guard let log = draft.object?.log else { return nil }
    let before = log.count
    let places = draft.values?.list(.other("a list of paths"))?.compactMap { place in
      VariedPlace(ReadValue(value: ValueFormat<ValuePath>.path.read(place), place: place), in: root)
      { "\($0) cannot be varied by 'draws'" }
    }
    guard let places, let list = draft.values?.json.elements else { return nil }
    draft.values?.reportMismatch(unless: ParameterDraws.allowedCounts) {
      list.count == 1 ? "1 path" : "\(list.count) paths"
    }
    for (index, place) in places.enumerated() {
      // A place that overlaps several others is one mistake.
      _ = places[..<index].allSatisfy { place.isBeside($0, expecting: "paths that do not overlap") }
    }
    sets = draft.readSets(of: list.count)
    if !draft.explains {
      log.remarks.append(
        Problem(
          file: log.file, path: "draws",
          message: "the sets come from a fit that does not explain its table",
          expected: "a model that explains the table; until then, do not trust the results"))
    }
    (self.places, self.root, self.log) = (places, root.simulatedPart, log)
    if log.count > before { return nil }
  }

  /// Reads the scenario of every set and reports the problems that its values cause.
  /// - Parameter designs: the names of designs that every scenario must have.
  func draws(over designs: [String]) -> ParameterDraws? {
    let before = log.count
    var reported: Set<Problem> = []
    let draws = sets.compactMap { set -> ParameterDraws.Draw? in
      do throws(Problems) {
        let json = zip(places, set.values).reduce(root) { $1.0.putting($1.1.json, in: $0) }
        var scenario = try ScenarioReader.read(json, file: log.file)
        scenario.settings = settings(of: set.values)
        if scenario.designs.map(\.name) == designs {
          return ParameterDraws.Draw(
            values: set.values.map { JSONOutput($0.json) }, scenario: scenario)
        }
        report(.differentNames(file: log.file), of: set, unless: &reported)
      } catch { for problem in error.list { report(problem, of: set, unless: &reported) } }
      return nil
    }
    guard log.count == before else { return nil }
    return ParameterDraws(paths: places.map(\.path.text), draws: draws)
  }

  /// The values of a set as `--set` takes them.
  private func settings(of values: [FileValue]) -> [Setting] {
    zip(places, values).compactMap { place, value in
      try? Setting(place.path.text + "=" + JSONOutput(value.json).line)
    }
  }

  /// Reports a problem at the value or the path that causes it, or otherwise at the set, once for
  /// all sets.
  private func report(
    _ problem: Problem, of set: (place: FileValue, values: [FileValue]),
    unless reported: inout Set<Problem>
  ) {
    var shown = problem
    shown.namePath(unless: places.map(\.path.text))
    var (origin, isOfSet) = (set.place, false)
    if let wrong = places.first(where: { $0.place.json.position == problem.position }) {
      origin = wrong.place
      shown.mend(wrong.path)
    } else if let place = set.values.indices.first(where: { isBlame(problem, set.values[$0], $0) })
    {
      origin = set.values[place]
      shown.message = "with \(places[place].path.text) at \(origin.words): \(shown.message)"
    } else {
      isOfSet = true
      shown.message = "with these values: \(shown.message)"
    }
    shown.move(to: origin)
    var key = shown
    if isOfSet { (key.path, key.position) = ("", nil) }
    if reported.insert(key).inserted { log.add(shown) }
  }

  /// Whether a problem concerns a value of a set, or a part of it.
  private func isBlame(_ problem: Problem, _ value: FileValue, _ place: Int) -> Bool {
    problem.position == value.json.position || problem.path.hasPrefix(places[place].path.text)
  }
}

/// The draws of a file during reading.
package struct ParameterDrawDraft {
  /// The object; nil if parts of it are invalid.
  var object: FileValue?
  var values, sets: FileValue?
  /// Whether the fit that produced the values explains its data.
  var explains = true

  package static let fields: [Field<ParameterDrawDraft>] = [
    Field(
      "values",
      .later("a list of paths", .pattern(ValuePath.pattern), ParameterDraws.allowedCounts),
      \.values, "the paths of the uncertain values, as messages print them"
    ).required,
    Field(
      "sets",
      .later("a list of sets", .list(.anything, ParameterDraws.allowedCounts), ParameterDraws.sets),
      \.sets, "lists of values that agree with the data, each with one value per path"
    ).required,
    .boolean("explains", \.explains, "whether the fit that produced the sets explains its table"),
  ]

  /// The values of each set; reports invalid sets.
  /// - Parameter count: the number of values that each set must have.
  fileprivate func readSets(of count: Int) -> [(place: FileValue, values: [FileValue])] {
    guard let list = sets?.list(.other("a list of sets")) else { return [] }
    sets?.reportMismatch(unless: ParameterDraws.sets) {
      list.count == 1 ? "1 set" : "\(list.count) sets"
    }
    return list.compactMap { set in
      guard let values = set.list(.other("a list of values")) else { return nil }
      if values.count == count { return (set, values) }
      // The schema checks only the maximum number of values of a set.
      return set.report(
        values.count == 1 ? "a set of 1 value" : "a set of \(values.count) values",
        expected: "one value per path, \(count) in total",
        concern: ParameterDraws.allowedCounts.contains(values.count) ? .meaning : .structure)
    }
  }
}

extension FileValue {
  /// Reports a list with too few or too many elements.
  /// - Parameter words: the actual number of elements, in words.
  fileprivate func reportMismatch(unless counts: ClosedRange<Int>, _ words: () -> Phrase) {
    if counts.contains(json.elements?.count ?? counts.lowerBound) { return }
    report(words(), expected: "\(counts.lowerBound) to \(counts.upperBound)")
  }
}

extension ValueFormat<ParameterDrawDraft> {
  static var draws: ValueFormat {
    draft(ParameterDrawDraft.fields, ParameterDrawDraft()) { draws, value, isValid in
      draws.object = isValid ? value : nil
    }
  }
}
