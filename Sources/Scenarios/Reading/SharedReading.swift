import JSONText
import PurchaseWorld

/// Checks of keys that need, or exclude, a shared backend (B11).
extension ScenarioReader {
  /// Reports keys that do not apply with, or without, a shared backend.
  static func checkShared(_ scenario: Scenario, _ value: FileValue) {
    let member = { (key: String) in value.json.members?.first { $0.key == key }.map(value.child) }
    guard scenario.population.conditions.backend.capacity != nil else {
      member("replications")?.reportSemanticProblem(
        "the users share no backend, so 'replications' does not apply",
        expected: "'backend.capacity' as well")
      for expectation in scenario.expectations {
        guard case .backend(let metric)? = expectation.claim.metric else { continue }
        member("expect")?.reportSemanticProblem(
          "'\(metric.rawValue)' is a metric of a shared backend",
          expected: "'backend.capacity' as well")
      }
      return
    }
    if scenario.sampling == .stratified {
      member("sampling")?.reportSemanticProblem(
        "users who share a backend cannot be stratified", expected: "'plain' sampling")
    }
    for key in ["precision", "fit", "draws", "publishedLadder"] {
      member(key)?.reportSemanticProblem(
        "'\(key)' needs independent users, but these users share a backend",
        expected: "a scenario without it, or without 'backend.capacity'")
    }
    if scenario.designs.contains(where: { $0.client != nil }) {
      member("designs")?.reportSemanticProblem(
        "a client of your own cannot run with a shared backend",
        expected: "designs without 'client', or a scenario without 'backend.capacity'")
    }
  }
}
