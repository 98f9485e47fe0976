/// A small scenario to start from; its title states what to change.
package enum ScenarioTemplate: String, CaseIterable, Sendable {
  case first, field, faults, `case`, sweep, grid, fit

  package var meaning: String {
    switch self {
    case .first: "one fault, two designs, one expectation"
    case .field: "a catalog, users, several faults, an outage and a design of your own"
    case .faults: "every kind of fault at a small rate, as a list to shorten"
    case .case: "one user with a written plan, and how each charge must end"
    case .sweep: "a sweep of one value"
    case .grid: "one design with all combinations of some choices"
    case .fit: "values that are estimated from the counts of a dashboard"
    }
  }

  /// The text of the template, with another name.
  package func text(named name: String) -> String {
    let text = String(decoding: bytes, as: UTF8.self)
    let line = "\"name\": \"\(rawValue)\","
    // Only the first name is that of the scenario; designs also have names.
    let parts = text.split(separator: line, maxSplits: 1, omittingEmptySubsequences: false)
    precondition(parts.count == 2, "a template has its own name")
    return parts.joined(separator: "\"name\": \"\(name)\",")
  }

  private var bytes: [UInt8] {
    switch self {
    case .first: PackageResources.first_json
    case .field: PackageResources.field_json
    case .faults: PackageResources.faults_json
    case .case: PackageResources.case_json
    case .sweep: PackageResources.sweep_json
    case .grid: PackageResources.grid_json
    case .fit: PackageResources.fit_json
    }
  }
}
