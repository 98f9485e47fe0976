import PurchaseWorld
import Scenarios
import Testing

/// The files that are shipped with the package.
enum Shipped {
  /// The folder of the package, found from this file.
  static let root = #filePath.split(separator: "/").dropLast(3).reduce("") { $0 + "/" + $1 }

  /// The names of the 28 cases, in the order of the matrix.
  static let cases = [
    "F0", "F0m", "F1", "F2", "F3", "F3m", "F4", "F4m", "F5", "F5m", "F6", "F7", "F7b", "F8", "F9",
    "F10", "F11", "F12", "F13", "F14", "F15", "F16", "F17", "F18", "F19", "F20", "F21", "F22",
  ]

  /// The path of a case.
  static func path(ofCase name: String) -> String { root + "/scenarios/cases/" + name + ".json" }
}

@Suite struct ShippedScenarioTests {
  @Test(arguments: Shipped.cases) func `a shipped case reads and expects an end of all designs`(
    name: String
  ) throws {
    let scenario = try ScenarioFile.read(Shipped.path(ofCase: name))
    #expect(scenario.name == name)
    #expect(scenario.isCase)
    #expect(scenario.designs.count == 17)
    #expect(scenario.expectations.count == 17)
  }

  @Test func `the smallest scenario reads with every default`() throws {
    let scenario = try ScenarioFile.read(Shipped.root + "/scenarios/first.json")
    #expect(scenario.name == "first")
    #expect(scenario.designs.map(\.name) == ["zero-loss-1.0", "zero-loss-1.2"])
    #expect(!scenario.isCase)
    #expect(scenario.users == 100_000)
    #expect(
      scenario.population.conditions == Conditions(catalog: scenario.population.conditions.catalog))
  }
}
