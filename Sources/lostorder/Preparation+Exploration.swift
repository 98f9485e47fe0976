import Experiments
import JSONText
import PurchaseWorld
import Scenarios

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
    let nearest = NearestName.of(name, among: names).map { "; did you mean '\($0)'?" } ?? ""
    console.complain(
      "lostorder: \(name.quoted) is not \(what) of '\(option.name)'; expected one of"
        + " \(names.joined(separator: ", "))\(nearest)\n")
  }
}
