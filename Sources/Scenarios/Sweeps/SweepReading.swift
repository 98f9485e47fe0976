import JSONText
import PurchaseWorld

/// The sweep of a file that is read: its values are put into the file, one after the other, and each
/// time the file is read like any other.
struct SweepReading {
  private let draft: SweepDraft
  private let path: ValuePath
  private let place: FileValue
  private let values: SweepValues
  /// The file without what is not played.
  private let root: JSONValue

  /// Checks what can be said of a sweep before the rest of its file is known; nil when it is wrong.
  init?(_ draft: SweepDraft, in root: JSONValue) {
    let values = draft.sweepValues()
    guard let path = draft.path?.value, let place = draft.path?.place else { return nil }
    guard Sweep.roots.contains(path.root) else {
      place.report(
        "\(path.root.quoted) cannot be swept", expected: .choice(Sweep.roots),
        suggestion: NearestName.of(path.root, among: Sweep.roots))
      return nil
    }
    guard path.putting(place.json, in: root, for: place) != nil, let values else { return nil }
    (self.draft, self.path, self.place, self.values) = (draft, path, place, values)
    self.root = SweepReading.played(root)
  }

  /// A file without its sweep, and without its expectations: those are about the file as written.
  private static func played(_ root: JSONValue) -> JSONValue {
    let left = root.members?.filter { !["sweep", "expect", "publishedLadder"].contains($0.key) }
    return left.map { JSONValue(.object($0), at: root.position) } ?? root
  }

  /// Reads the scenario of every value; reports what any of them makes wrong.
  /// - Parameter designs: the names that all must have.
  func sweep(over designs: [String]) -> Sweep? {
    let before = place.log.count
    var said: Set<Problem> = []
    var points: [Sweep.Point] = []
    for element in settled.elements {
      do throws(Problems) {
        let scenario = try read(element)
        points.append(
          Sweep.Point(value: JSONOutput(element.json), place: element.place, scenario: scenario))
        if scenario.designs.map(\.name) != designs {
          let problem = Problem(
            file: place.log.file, what: "the designs have other names",
            expected: "those of the file as it is written")
          report(problem, of: element, unless: &said)
        }
      } catch { for problem in error.list { report(problem, of: element, unless: &said) } }
    }
    guard place.log.count == before else { return nil }
    return Sweep(
      path: path.text, scale: values.scale, isLogarithmic: draft.isLogarithmic, points: points)
  }

  /// The values, whole where only whole numbers are right: between 0 and 10 lies 0.5 as a
  /// probability, but not as a number of reactions.
  private var settled: SweepValues {
    guard values.isBroken, let broken = values.elements.first(where: { !$0.isWhole }),
      (try? read(broken)) == nil
    else { return values }
    return draft.ranged(isWhole: true) ?? values
  }

  private func read(_ element: SweepValues.Element) throws(Problems) -> Scenario {
    guard let json = path.putting(element.json, in: root, for: place) else {
      preconditionFailure("a path that led somewhere leads there again")
    }
    return try ScenarioReader.read(json, file: place.log.file)
  }

  /// Reports a problem of a file with a value put into it: at the value, or, if the path makes what
  /// is wrong, at the path.
  private func report(
    _ problem: Problem, of element: SweepValues.Element, unless said: inout Set<Problem>
  ) {
    var shown = problem
    if !problem.path.isEmpty, problem.path != path.text {
      shown.what = "\(problem.path + ": ")\(problem.what)"
    }
    var origin = place
    if problem.position != place.json.position {
      origin = element.origin
      shown.what = "with \(path.text) at \(element.words): \(shown.what)"
    }
    (shown.path, shown.position, shown.concern) = (origin.path, origin.json.position, .meaning)
    if said.insert(shown).inserted { place.log.add(shown) }
  }
}

package struct SweepDraft {
  var object: FileValue?
  /// Whether every key of the object is right, so that none is missing for being misspelt.
  var isComplete = false
  var path: Given<ValuePath>?
  var from, to, values: FileValue?
  var steps: Given<Int>?
  var isLogarithmic = false
  /// Where that is said.
  var log: FileValue?

  package init() {}

  package static let fields: [Field<SweepDraft>] = [
    Field("value", .path, given: \.path, "the path of the value, as messages print it").required,
    Field("from", end, \.from, "the first value"),
    Field("to", end, \.to, "the last value, above the first"),
    Field("steps", .integer(counts), given: \.steps, "how many values, both ends included"),
    Field(
      "log", .boolean, "whether each value is the same multiple of the one before it",
      write: { .bool($0.isLogarithmic) }
    ) { value, draft in (draft.isLogarithmic, draft.log) = (value.boolean() ?? false, value) },
    Field(
      "values", .later("a list of values", .anything, counts), \.values,
      "instead: the values themselves, of any kind"),
  ]

  /// What a sweep looks like: it has values, or two ends and steps.
  fileprivate static let shape = ValueShape.object(
    KeySet(
      fields, SweepDraft(),
      rules: [
        .when(.given("values"), forbids: ["from", "to", "steps"]),
        .when(.missing("values"), requires: ["from", "to", "steps"]),
      ]))

  static let counts = 2...100
  static let end = Form<FileValue>.later(
    .other("a number or a duration"),
    .any(of: [
      .value(.number(-.greatestFiniteMagnitude ... .greatestFiniteMagnitude)), .value(.duration),
    ]))
}

extension Form<SweepDraft> {
  static var sweep: Form {
    Form(.other("an object"), shape: SweepDraft.shape) { value in
      var sweep = SweepDraft()
      sweep.object = value
      sweep.isComplete = value.read(SweepDraft.fields, into: &sweep)
      return sweep
    }
  }
}

extension Form<ValuePath> {
  fileprivate static var path: Form {
    Form(.text, shape: .pattern(ValuePath.pattern)) { value in
      guard let text = value.text() else { return nil }
      return ValuePath(text)
        ?? value.report(
          "\(text.quoted) is not a path", expected: "a path such as 'faults[2].probability'")
    }
  }
}
