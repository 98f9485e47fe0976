import PurchaseWorld
import JSONText
import Scenarios
import LossAttribution
import Methods
package import Experiments

/// Results of a scenario whose report begins with a heading.
protocol HeadedResult {
  var name: String { get }
  /// Title of the scenario; may be empty.
  var title: String { get }
  var seed: UInt64 { get }
  /// Number of simulated users; nil for a case.
  var simulatedUsers: Int? { get }
  /// Settings applied to the file before it was read.
  var overrides: [Setting] { get }
  /// Why the work is incomplete; nil if it is complete.
  var interruption: Interruption? { get }
}

extension RunFindings: HeadedResult { var simulatedUsers: Int? { isCase ? nil : users } }
extension Attribution: HeadedResult { var simulatedUsers: Int? { isCase ? nil : users } }
extension DailyDigest: HeadedResult { var simulatedUsers: Int? { users } }
extension SweepFindings: HeadedResult { var simulatedUsers: Int? { users } }

extension HeadedResult {
  var heading: String { Heading.title(name, title) }

  /// Version, seed and number of users; an addition; the settings.
  func subtitle(_ language: Language = .en, _ more: String = "") -> String {
    let (version, seed) = (Version.current, "\(seed)")
    let ran =
      switch simulatedUsers {
      case nil: language("lostorder {0}, seed {1}, a case", version, seed)
      case 1?: language("lostorder {0}, seed {1}, 1 user", version, seed)
      case let users?:
        language("lostorder {0}, seed {1}, {2} users", version, seed, NumberFormat.count(users))
      }
    return ran + more + Heading.settings(overrides) + InterruptionText.mark(interruption, language)
  }
}

/// Headings of reports.
enum Heading {
  static func title(_ name: String, _ title: String) -> String {
    (title.isEmpty ? name : name + ": " + title).escapingControls
  }

  /// The settings as command options.
  static func settings(_ settings: [Setting]) -> String {
    settings.map { ", --set " + $0.text.escapingControls }.joined()
  }
}

/// Version of the product; results name it because it identifies the model.
package enum Version { package static let current = "0.1.0" }

/// Messages about incomplete work.
package enum InterruptionText {
  /// Message for incomplete work.
  /// - Parameter users: number of users simulated so far; nil if the work has no users.
  /// - Parameter designs: names of the file's designs, in order.
  package static func line(
    _ interruption: Interruption, users: Int?, designs: [String], _ language: Language = .en
  ) -> String {
    let count = NumberFormat.count(users ?? 0)
    return switch (interruption, users) {
    case (.interrupted, nil): language("interrupted")
    case (.interrupted, 0?): language("interrupted before there was a result")
    case (.interrupted, _):
      language("interrupted after {0} users; another run stops at a different number", count)
    case (.timeUp, nil): language("the time limit was reached")
    case (.timeUp, 0?): language("the time limit was reached before there was a result")
    case (.timeUp, _):
      language(
        "the time limit was reached after {0} users; another run stops at a different number", count
      )
    case (.pendingShards, _): language("the rest is left to other shards")
    case (.runaway(let runaway), _): line(runaway, designs, language)
    }
  }

  /// Message for a runaway simulation, or for a misbehaving client.
  private static func line(_ runaway: AbortedUser, _ designs: [String], _ language: Language)
    -> String
  {
    if let violation = runaway.violation {
      return ClientMessages.line(violation, runaway, language)
    }
    let (name, path) = (runaway.design.escapingControls, path(runaway, designs))
    let maximum = NumberFormat.count(AbortedSimulation.maxEvents)
    guard let user = runaway.user else {
      return language(
        "a simulation under '{0}' exceeds {1} events, most of them caused by '{2}'; expected longer"
          + " times there", name, maximum, path)
    }
    return language(
      "the simulation of user {0} under '{1}' exceeds {2} events, most of them caused by '{3}';"
        + " expected longer times there", UserNumber.text(user), name, maximum, path)
  }

  /// Path of the value that causes a runaway simulation.
  package static func path(_ runaway: AbortedUser, _ designs: [String]) -> String {
    let isOfClient = runaway.violation != nil
    let path = isOfClient ? "client" : runaway.cause.path
    guard isOfClient || runaway.cause.isRelativeToDesign,
      let index = designs.firstIndex(of: runaway.design)
    else { return path }
    return "designs[\(index)].\(path)"
  }

  /// Suffix of the line about the run; empty if the run is complete.
  static func mark(_ interruption: Interruption?, _ language: Language) -> String {
    switch interruption {
    case .interrupted: language(", interrupted")
    case .timeUp: language(", stopped by the time limit")
    case .runaway(let user) where user.violation != nil: language(", stopped because of its client")
    case .runaway: language(", stopped by a runaway simulation")
    // Not shown: shards are merged before anything is printed.
    case .pendingShards, nil: ""
    }
  }
}

extension Interruption {
  /// Name for programs.
  var name: String {
    switch self {
    case .interrupted: "interrupted"
    case .timeUp: "timeLimit"
    case .runaway: "endless"
    case .pendingShards: "elsewhere"
    }
  }

  /// All names that results may contain.
  static let names: Set<String> = ["interrupted", "timeLimit", "endless"]
}
