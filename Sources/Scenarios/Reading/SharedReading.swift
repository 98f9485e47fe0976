import JSONText
import PurchaseWorld

/// What a scenario may say whose users share a backend, and what only such a scenario may say (B11).
extension ScenarioReader {
  /// Refuses what has no meaning with, or without, a backend that all users share.
  static func checkShared(_ scenario: Scenario, _ value: FileValue) {
    let isShared = scenario.population.conditions.backend.capacity != nil
    let member = { (key: String) in value.json.members?.first { $0.key == key }.map(value.child) }
    guard isShared else {
      member("replications")?.report(
        meaning: "replications of users who share nothing",
        expected: "'backend.capacity' beside them")
      for expectation in scenario.expectations {
        guard case .backend(let metric)? = expectation.claim.metric else { continue }
        member("expect")?.report(
          meaning: "'\(metric.rawValue)' is a number of a backend that all users share",
          expected: "'backend.capacity' beside it")
      }
      return
    }
    if scenario.sampling == .stratified {
      member("sampling")?.report(
        meaning: "strata of users who share a backend: no part of them lives by itself",
        expected: "users who are drawn plainly")
    }
    for key in ["precision", "fit", "draws", "publishedLadder"] {
      member(key)?.report(
        meaning: "'\(key)' takes users one by one, and these share a backend",
        expected: "a scenario without it, or without 'backend.capacity'")
    }
    if scenario.designs.contains(where: { $0.client != nil }) {
      member("designs")?.report(
        meaning: "a client of a team's own cannot be set aside while others live",
        expected: "designs without 'client', or a scenario without 'backend.capacity'")
    }
  }
}
