import JSONText
import PurchaseWorld

/// The draws of a file that is read: the values of each set are put into the file, which is then read
/// like any other.
struct DrawsReading {
  private let places: [VariedPlace]
  /// The values of each set, as many as there are places.
  private let sets: [(place: FileValue, values: [FileValue])]
  /// The file without what is not played.
  private let root: JSONValue
  private let log: ProblemLog

  /// Checks what can be said of draws before the rest of their file is known; nil when it is wrong.
  init?(_ draft: DrawsDraft, in root: JSONValue) {
    guard let log = draft.object?.log else { return nil }
    let before = log.count
    let places = draft.values?.list(.other("a list of paths"))?.compactMap { place in
      VariedPlace(Given(value: Form<ValuePath>.path.read(place), place: place), in: root) {
        "\($0) cannot be drawn"
      }
    }
    guard let places, let list = draft.values?.json.elements else { return nil }
    draft.values?.refuse(unless: ScenarioDraws.places) {
      list.count == 1 ? "1 path" : "\(list.count) paths"
    }
    for (index, place) in places.enumerated() {
      // A place within several others is one mistake.
      _ = places[..<index].allSatisfy { place.isBeside($0, wanting: "paths beside each other") }
    }
    sets = draft.readSets(of: list.count)
    if !draft.explains {
      log.remark(
        Problem(
          file: log.file, path: "draws",
          what: "these sets come of a fit that does not explain its table",
          expected: "a model that does before anything that is told is trusted"))
    }
    (self.places, self.root, self.log) = (places, root.played, log)
    if log.count > before { return nil }
  }

  /// Reads the scenario of every set; reports what any of them makes wrong.
  /// - Parameter designs: the names that all must have.
  func draws(over designs: [String]) -> ScenarioDraws? {
    let before = log.count
    var said: Set<Problem> = []
    let draws = sets.compactMap { set -> ScenarioDraws.Draw? in
      do throws(Problems) {
        let json = zip(places, set.values).reduce(root) { $1.0.putting($1.1.json, in: $0) }
        var scenario = try ScenarioReader.read(json, file: log.file)
        scenario.settings = settings(of: set.values)
        if scenario.designs.map(\.name) == designs {
          return ScenarioDraws.Draw(
            values: set.values.map { JSONOutput($0.json) }, scenario: scenario)
        }
        let problem = Problem(
          file: log.file, what: "the designs have other names",
          expected: "those of the file as it is written")
        report(problem, of: set, unless: &said)
      } catch { for problem in error.list { report(problem, of: set, unless: &said) } }
      return nil
    }
    guard log.count == before else { return nil }
    return ScenarioDraws(paths: places.map(\.path.text), draws: draws)
  }

  /// The values of a set as `--set` takes them.
  private func settings(of values: [FileValue]) -> [Setting] {
    zip(places, values).compactMap { place, value in
      try? Setting(place.path.text + "=" + JSONOutput(value.json).line)
    }
  }

  /// Reports a problem at the value of a set that makes it; or at a path, if that does; or else, once for
  /// all sets, at the set.
  private func report(
    _ problem: Problem, of set: (place: FileValue, values: [FileValue]),
    unless said: inout Set<Problem>
  ) {
    var shown = problem
    if !problem.path.isEmpty, !places.contains(where: { $0.path.text == problem.path }) {
      shown.what = "\(problem.path + ": ")\(problem.what)"
    }
    var (origin, isOfSet) = (set.place, false)
    if let wrong = places.first(where: { $0.place.json.position == problem.position }) {
      origin = wrong.place
      shown.mend(wrong.path)
    } else if let place = set.values.indices.first(where: { isBlame(problem, set.values[$0], $0) })
    {
      origin = set.values[place]
      shown.what = "with \(places[place].path.text) at \(origin.words): \(shown.what)"
    } else {
      isOfSet = true
      shown.what = "with these values: \(shown.what)"
    }
    (shown.path, shown.position, shown.concern) = (origin.path, origin.json.position, .meaning)
    var key = shown
    if isOfSet { (key.path, key.position) = ("", nil) }
    if said.insert(key).inserted { log.add(shown) }
  }

  /// Whether a problem is one of a value of a set, or of what lies in it.
  private func isBlame(_ problem: Problem, _ value: FileValue, _ place: Int) -> Bool {
    problem.position == value.json.position || problem.path.hasPrefix(places[place].path.text)
  }
}

/// What a file gives for draws.
package struct DrawsDraft {
  var object: FileValue?
  var values: FileValue?
  var sets: FileValue?
  /// Whether the values explain the data from which they come.
  var explains = true

  package init() {}

  package static let fields: [Field<DrawsDraft>] = [
    Field(
      "values", .later("a list of paths", .pattern(ValuePath.pattern), ScenarioDraws.places),
      \.values, "the paths of the values that the data leave open, as messages print them"
    ).required,
    Field(
      "sets",
      .later("a list of sets", .list(.anything, ScenarioDraws.places), ScenarioDraws.sets), \.sets,
      "lists of values that agree with the data, in each one value a path"
    ).required,
    .boolean("explains", \.explains, "whether the fit from which the sets come explains its table"),
  ]

  /// The values of each set; reports what is no set.
  /// - Parameter count: how many values each must have.
  fileprivate func readSets(of count: Int) -> [(place: FileValue, values: [FileValue])] {
    guard let list = sets?.list(.other("a list of sets")) else { return [] }
    sets?.refuse(unless: ScenarioDraws.sets) { list.count == 1 ? "1 set" : "\(list.count) sets" }
    return list.compactMap { set in
      guard let values = set.list(.other("a list of values")) else { return nil }
      if values.count == count { return (set, values) }
      // The schema knows how many values a set can have at all.
      return set.report(
        values.count == 1 ? "a set of 1 value" : "a set of \(values.count) values",
        expected: "one value a path, which are \(count)",
        concern: ScenarioDraws.places.contains(values.count) ? .meaning : .structure)
    }
  }
}

extension FileValue {
  /// Reports a list of too few or too many elements.
  /// - Parameter words: what it has.
  fileprivate func refuse(unless counts: ClosedRange<Int>, _ words: () -> Phrase) {
    if counts.contains(json.elements?.count ?? counts.lowerBound) { return }
    report(words(), expected: "\(counts.lowerBound) to \(counts.upperBound)")
  }
}

extension Form<DrawsDraft> {
  static var draws: Form {
    let keys = KeySet(DrawsDraft.fields, DrawsDraft())
    return Form(.other("an object"), shape: .object(keys)) { value in
      var draws = DrawsDraft()
      draws.object = value
      return value.read(DrawsDraft.fields, into: &draws) ? draws : nil
    }
  }
}
