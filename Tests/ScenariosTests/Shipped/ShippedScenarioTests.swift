import Foundation
import PurchaseWorld
import Scenarios
import TestSupport
import Testing

/// The files that are shipped with the package.
enum Shipped {
  static let root = PackageFiles.root

  /// The names of the 28 cases, in the order of the matrix.
  static let cases = [
    "F0", "F0m", "F1", "F2", "F3", "F3m", "F4", "F4m", "F5", "F5m", "F6", "F7", "F7b", "F8", "F9",
    "F10", "F11", "F12", "F13", "F14", "F15", "F16", "F17", "F18", "F19", "F20", "F21", "F22",
  ]

  /// The names of the 35 cases of the stores after StoreKit 1.
  static let storeCases = (0..<35).map { ($0 < 10 ? "S0" : "S") + "\($0)" }

  /// The names of the cases that show a published failure, or one that is in no article.
  static let stories = [
    "repair", "release-1", "release-2", "release-3", "release-4", "release-5", "crossed-order",
    "shared-device", "stale-receipt", "account-never-back", "impatient-spinner", "guest",
    "server-records", "paid-and-looking", "switched-while-closed", "stale-for-two",
    "stores-ack-first", "stores-already-owned", "stores-auto-consume", "stores-back-in-front",
    "stores-echo", "stores-lost-token", "stores-not-consumed", "stores-old-transaction",
    "stores-owned-and-unseen", "migration-unfinished", "migration-unheard", "store-check-out",
    "testers-link-down", "stale-receipt-reinstalled", "echo-after-finish",
  ]

  /// The names of the smallest cases in which two interpretations of a rule once differed.
  static let rules = [
    "copy-of-the-first-callback", "payload-of-the-charged", "callback-of-the-charged",
    "accepted-keeps-the-record", "accepted-record-is-resumed", "wrong-goods-beside-the-right",
    "overwritten-and-rejected", "overwritten-and-abandoned", "cleared-and-rejected",
    "cleared-and-kept", "all-off-the-shelf", "alone-off-the-shelf", "identifier-replaced",
    "own-record-other-account", "all-to-another-account",
  ]

  /// The names of the scenarios that make claims.
  static let scenarios = [
    "accounts", "bad-debt", "capacity", "field", "finish-timing", "keep", "keep-ladder",
    "keep-open", "ledger", "libraries", "migration", "ordering", "ordering-alone", "outage", "play",
    "play-axes", "play-refund", "play-refund-testers", "receipts", "spinner", "spinner-map",
    "stale-records", "store-news", "storekit2", "stores", "storm", "zero-loss",
  ]

  /// The path of a case.
  static func path(ofCase name: String) -> String { root + "/scenarios/cases/" + name + ".json" }

  /// The path of a case that pins a rule.
  static func path(ofRule name: String) -> String { root + "/scenarios/rules/" + name + ".json" }

  /// The path of a scenario.
  static func path(of name: String) -> String { root + "/scenarios/" + name + ".json" }

  /// The names of the files in a folder of the package that end with `.json`, in order.
  static func names(in folder: String) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: root + "/" + folder)
      .filter { $0.hasSuffix(".json") && $0 != "schema.json" }
      .map { String($0.dropLast(5)) }
      .sorted()
  }

  /// The sources that a title names at its end, as in `[000, 003]`, `[000-003, I]` or `[A]`; nil if none.
  static func source(in title: String) -> Substring? {
    title.firstMatch(of: /\s\[((?:00[0-3](?:-00[0-3])?|[ACDI])(?:, (?:00[0-3]|[ACDI]))*)\]$/)?.1
  }
}

@Suite struct ShippedScenarioTests {
  @Test(arguments: Shipped.cases) func `a shipped case is valid and expects an end of each design`(
    name: String
  ) throws {
    let scenario = try ScenarioFileReader.read(Shipped.path(ofCase: name))
    expectEqual(scenario.name, name)
    #expect(scenario.isCase)
    expectEqual(scenario.designs.count, 17)
    expectEqual(scenario.expectations.count, 17)
  }

  @Test(arguments: Shipped.storeCases)
  func `a case of the stores is valid and expects an ending of all designs`(name: String) throws {
    let scenario = try ScenarioFileReader.read(Shipped.path(ofCase: name))
    expectEqual(scenario.name, name)
    #expect(scenario.isCase)
    #expect([2, 11, 13, 24].contains(scenario.designs.count))
    expectEqual(scenario.expectations.count, scenario.designs.count)
  }

  @Test(arguments: Shipped.stories) func `a story is valid and expects an ending of its designs`(
    name: String
  ) throws {
    let scenario = try ScenarioFileReader.read(Shipped.path(ofCase: name))
    expectEqual(scenario.name, name)
    #expect(scenario.isCase)
    #expect(Shipped.source(in: scenario.title) != nil)
    expectEqual(scenario.expectations.count, scenario.designs.count)
  }

  @Test(arguments: Shipped.scenarios) func `a shipped scenario is valid, with a source and claims`(
    name: String
  ) throws {
    let scenario = try ScenarioFileReader.read(Shipped.path(of: name))
    expectEqual(scenario.name, name)
    #expect(!scenario.isCase)
    #expect(Shipped.source(in: scenario.title) != nil)
    #expect(!scenario.expectations.isEmpty)
  }

  @Test func `every shipped file is in these tests, and its results are shipped`() throws {
    let cases = Shipped.cases + Shipped.storeCases + Shipped.stories
    let scenarios = Shipped.scenarios + ["first"]
    #expect(try Shipped.names(in: "scenarios/cases") == cases.sorted())
    #expect(try Shipped.names(in: "scenarios") == scenarios.sorted())
    #expect(try Shipped.names(in: "scenarios/rules") == Shipped.rules.sorted())
    // The files that a run writes for all scenarios together are not kept.
    let results = try FileManager.default.contentsOfDirectory(atPath: Shipped.root + "/results")
      .filter { !$0.contains(".") }
    let clients = try Shipped.names(in: "scenarios/clients")
    expectEqual(results.sorted(), (cases + scenarios + clients).sorted())
  }

  @Test(arguments: Shipped.scenarios + Shipped.stories) func `a shipped file is in the article`(
    name: String
  ) throws {
    let article = try PackageFiles.text("Sources/lostorder/lostorder.docc/Published.md")
    let rows = article.split(separator: "\n").filter { $0.hasPrefix("| ") }
    #expect(rows.contains { $0.contains("`\(name)`") })
  }

  @Test(arguments: [("spinner", [30]), ("spinner-map", [30, 120]), ("zero-loss", [0.006])])
  func `a shipped sweep has the values as written`(name: String, written: [Double]) throws {
    let scenario = try ScenarioFileReader.read(Shipped.path(of: name))
    let sweep = try #require(scenario.sweep)
    #expect(sweep.points.count >= 7 && sweep.dimensions.count == written.count)
    for (dimension, place) in zip(sweep.dimensions, written) {
      let between = dimension.values.map(\.scalePosition)
      #expect(try #require(between.first) <= place && place <= #require(between.last))
    }
  }

  @Test func `the smallest scenario is valid and has every default`() throws {
    let scenario = try ScenarioFileReader.read(Shipped.root + "/scenarios/first.json")
    expectEqual(scenario.name, "first")
    expectEqual(scenario.designs.map(\.name), ["zero-loss-1.0", "zero-loss-1.2"])
    #expect(!scenario.isCase)
    expectEqual(scenario.userCount, 100_000)
    expectEqual(
      scenario.population.conditions, Conditions(catalog: scenario.population.conditions.catalog))
  }
}
