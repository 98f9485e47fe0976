import Scenarios

extension NearestName {
  /// What is asked behind a name that there is not; empty when no name is near.
  static func question(_ name: String, among names: [String]) -> String {
    of(name, among: names).map { "; did you mean '\($0)'?" } ?? ""
  }
}
