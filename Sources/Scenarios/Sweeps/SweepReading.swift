import JSONText
import PurchaseWorld

/// The sweep of a file that is read: its values are put into the file, one after the other, and each
/// time the file is read like any other.
struct SweepReading {
  private let draft: SweepDraft
  private let path: ValuePath
  /// Where the path stands.
  private let place: FileValue
  private let values: SweepValues
  /// The file without what is not played.
  private let root: JSONValue

  /// Checks what can be said of a sweep before the rest of its file is known; nil when it is wrong.
  init?(_ draft: SweepDraft, in root: JSONValue) {
    let values = draft.sweepValues()
    guard let (path, place) = draft.path else { return nil }
    guard Sweep.roots.contains(path.root) else {
      place.report(
        "\(path.root.quoted) cannot be swept", expected: Sweep.roots.choice,
        suggestion: NearestName.of(path.root, among: Sweep.roots))
      return nil
    }
    do throws(ValuePath.Obstacle) {
      _ = try path.putting(place.json, in: root, at: place.json.position)
    } catch {
      place.report(meaning: error.what, expected: error.expected)
      return nil
    }
    guard let values else { return nil }
    self.draft = draft
    self.path = path
    self.place = place
    self.values = values
    self.root = SweepReading.played(root)
  }

  /// A file without its sweep, and without its expectations: those are about the file as written.
  private static func played(_ root: JSONValue) -> JSONValue {
    guard case .object(let members) = root.content else { return root }
    let left = members.filter { !["sweep", "expect", "publishedLadder"].contains($0.key) }
    return JSONValue(.object(left), at: root.position)
  }

  /// Reads the scenario of every value; reports what any of them makes wrong.
  ///
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
          report(
            Problem(
              file: "", position: nil, "the designs have other names",
              expected: "those of the file as it is written"), of: element, unless: &said)
        }
      } catch { for problem in error.list { report(problem, of: element, unless: &said) } }
    }
    guard place.log.count == before else { return nil }
    return Sweep(
      path: path.text, scale: values.scale, isLogarithmic: draft.log?.isOn ?? false, points: points)
  }

  /// The values, whole where only whole numbers are right: between 0 and 10 lies 0.5 as a
  /// probability, but not as a number of reactions.
  private var settled: SweepValues {
    guard var range = values.range,
      let broken = values.elements.first(where: { $0.place != $0.place.rounded() }),
      (try? read(broken)) == nil
    else { return values }
    range.isWhole = true
    return draft.values(of: range, .numbers)
  }

  private func read(_ element: SweepValues.Element) throws(Problems) -> Scenario {
    guard let json = try? path.putting(element.json, in: root, at: place.json.position) else {
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
      shown.what = problem.path + ": " + problem.what
    }
    var origin = place
    if problem.position != place.json.position {
      origin = element.origin
      shown.what = "with \(path.text) at \(element.words): " + shown.what
    }
    shown.path = origin.path
    shown.position = origin.json.position
    guard said.insert(shown).inserted else { return }
    origin.report(meaning: shown.what, expected: shown.expected, suggestion: shown.suggestion)
  }
}
