import Experiments
import JSONText
import PurchaseWorld
import Scenarios

extension Option {
  static let kinds = Option(
    "--kinds", "NAME,…", .text(.words { FaultKind.allCases.map(\.rawValue) }),
    "let only faults of these kinds strike (default: all)")
  static let journeyName = Option(
    "--journey", "NAME", .text(.words { Journey.allCases.map(\.rawValue) }),
    "explore this journey only: one, two or cancelled; planned for a case")
}

/// What commands that explore have in common: which faults may strike, and in which lives.
extension Preparation {
  /// The kinds of faults that were asked for, in the order of the catalog; nil when one does not
  /// exist, which is shown.
  func kinds(unlessAsked kinds: [FaultKind]) -> [FaultKind]? {
    guard let text = arguments.text(.kinds) else { return kinds }
    let all = FaultCatalog.all.map(\.kind)
    var asked: [FaultKind] = []
    for name in text.split(separator: ",", omittingEmptySubsequences: false).map(String.init) {
      guard let kind = FaultKind(rawValue: name) else {
        refuse(name, of: .kinds, "a fault", among: all.map(\.rawValue))
        return nil
      }
      asked.append(kind)
    }
    return all.filter { asked.contains($0) }
  }

  /// The journey that was asked for, or all that a scenario allows; nil when it does not exist, which
  /// is shown.
  func journeys(of scenario: Scenario) -> [Journey]? {
    let all = Journey.all(of: scenario)
    guard let name = arguments.text(.journeyName) else { return all }
    guard let journey = all.first(where: { $0.rawValue == name }) else {
      refuse(name, of: .journeyName, "a journey", among: all.map(\.rawValue))
      return nil
    }
    return [journey]
  }

  /// Says that the value of an option is none of those that it takes.
  func refuse(_ name: String, of option: Option, _ what: String, among names: [String]) {
    let nearest = NearestName.question(name, among: names)
    console.complain(
      "lostorder: \(name.quoted) is not \(what) of '\(option.name)'; expected one of"
        + " \(names.joined(separator: ", "))\(nearest)\n")
  }

  /// How many placements there are at the most, and the seconds that one worker takes for them.
  struct Placements {
    var count = 0.0
    var seconds = 0.0

    static func += (sum: inout Placements, other: Placements) {
      sum.count += other.count
      sum.seconds += other.seconds
    }
  }

  /// The placements of up to some number of faults.
  ///
  /// Those of one fault are played to see how fast that is. How many of the larger ones can be left out
  /// shows only on the way.
  func placements(of explorer: Explorer, faults: Int) -> Placements {
    let start = ContinuousClock.now
    let single = explorer.explore(faults: min(1, faults), prunes: false)
    guard let played = single.sizes.first?.placements, played > 0 else { return Placements() }
    let each = seconds(ContinuousClock.now - start) / Double(played)
    let count = Exploration.placements(of: faults, singles: played)
    return Placements(count: count, seconds: count * each)
  }

  /// What takes longer than this is worth a word, in seconds.
  private static let long = 300.0

  /// Says how long placements may take, if that is long; it asks nothing.
  ///
  /// - Parameter times: how often there are as many.
  func announce(_ placements: Placements, times: Double = 1, _ name: String) {
    let time = placements.seconds * times / Double(workers)
    guard time > Preparation.long else { return }
    console.complain(
      "lostorder: \(name.escapingControls): up to \((placements.count * times).words) placements,"
        + " which take up to \(Progress.time(time)) unless many are alike; fewer --faults, --kinds or"
        + " a --time-limit make it shorter\n")
  }
}
