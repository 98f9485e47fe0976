import Experiments
import JSONText
import PurchaseWorld
import Reports
import Scenarios

/// What commands that explore have in common: which faults may strike, and in which lives.
extension Call {
  /// The kinds of faults that were asked for, in the order of the catalog; nil when none were.
  func kinds() throws(Refusal) -> [FaultKind]? {
    guard let text = arguments.text(.kinds) else { return nil }
    let all = FaultCatalog.all.map(\.kind)
    let asked = text.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    for name in asked where FaultKind(rawValue: name) == nil {
      throw refusal(of: name, .kinds, "a fault", among: all.map(\.rawValue))
    }
    return all.filter { asked.contains($0.rawValue) }
  }

  /// The journey that was asked for, or all that a scenario allows.
  func journeys(of scenario: Scenario) throws(Refusal) -> [Journey] {
    let all = Journey.all(of: scenario)
    guard let name = arguments.text(.journeyName) else { return all }
    if let journey = all.first(where: { $0.rawValue == name }) { return [journey] }
    throw refusal(of: name, .journeyName, "a journey", among: all.map(\.rawValue))
  }

  /// Says that the value of an option is none of those that it takes.
  func refusal(of name: String, _ option: Option, _ what: String, among names: [String]) -> Refusal
  {
    let nearest = NearestName.question(name, among: names)
    return Refusal(
      "\(name.quoted) is not \(what) of '\(option.name)'; expected one of"
        + " \(names.joined(separator: ", "))\(nearest)")
  }

  /// Says how long explorations may take, if that is more than five minutes; it asks nothing.
  ///
  /// Placements of one fault are played to see how fast that is. How many of the larger ones can be
  /// left out shows only on the way.
  ///
  /// - Parameter times: how often there are as many explorations.
  func announce(_ explorers: [Explorer], faults: Int, times: Double = 1, _ name: String) {
    var (count, seconds) = (0.0, 0.0)
    for explorer in explorers {
      let single = measure { explorer.explore(faults: min(1, faults), prunes: false) }
      guard let played = single.found.sizes.first?.placements, played > 0 else { continue }
      let placements = Exploration.placements(of: faults, singles: played)
      count += placements
      seconds += placements * single.seconds / Double(played)
    }
    let time = seconds * times / Double(workers)
    guard time > 300 else { return }
    console.complain(
      "lostorder: \(name.escapingControls): up to \((count * times).words) placements, which take"
        + " up to \(Progress.time(time)) unless many are alike; fewer --faults, --kinds or a"
        + " --time-limit make it shorter\n")
  }
}

extension Double {
  /// Two digits behind the point and the power of ten.
  var words: String {
    var (number, power) = (self, 0)
    while number >= 9.995 {
      number /= 10
      power += 1
    }
    return "\(Numerals.fixed(number, digits: 2))e\(power)"
  }
}
