import Foundation
import JSONText
import PurchaseWorld
import Scenarios
import TestSupport
import Testing

/// The schema is generated from the declarations that the reader uses. `.ci/schema` tests with a
/// validator that schema and reader accept the same files.
@Suite struct SchemaTests {
  private static let schema = try? JSONValue.parse(Array(ScenarioSchema.text.utf8))

  /// The members of an object of the schema, found by keys.
  private func members(_ keys: String...) throws -> [JSONMember] {
    var value = try #require(SchemaTests.schema)
    for key in keys {
      guard case .object(let members) = value.content else { break }
      value = try #require(members.first { $0.key == key }?.value, "\(keys)")
    }
    guard case .object(let members) = value.content else { return [] }
    return members
  }

  private func text(_ key: String, of value: JSONValue?) -> String? {
    guard case .object(let members)? = value?.content,
      case .string(let text)? = members.first(where: { $0.key == key })?.value.content
    else { return nil }
    return text
  }

  private func standard(of value: JSONValue?) -> String? {
    guard case .object(let members)? = value?.content else { return nil }
    return members.first { $0.key == "default" }.map { JSONOutput($0.value).line }
  }

  /// Expects a property for every field, with its meaning, its kind and its default.
  private func expectKeys<Target>(
    _ fields: [Field<Target>], _ defaults: Target, in definition: String,
    passing passed: Set<String> = []
  ) throws {
    let properties = try members("$defs", definition, "properties")
    #expect(properties.count >= fields.count - passed.count)
    for field in fields where !passed.contains(field.name) {
      let property = properties.first { $0.key == field.name }?.value
      let description = try #require(text("description", of: property), "\(field.name)")
      let summary = field.summary.prefix(1).uppercased() + field.summary.dropFirst() + ". Takes "
      #expect(description.hasPrefix(summary), "\(definition).\(field.name)")
      for (word, meaning) in field.meanings {
        #expect(description.contains(". '\(word)': \(meaning)."), "\(definition).\(field.name)")
      }
      if field.isRequired {
        #expect(description.hasSuffix(" Required."))
        #expect(standard(of: property) == nil)
      } else if field.key(in: defaults).defaultDescription == nil {
        let value = field.value(in: defaults)?.line
        expectEqual(standard(of: property), value, "\(definition).\(field.name)")
        if let value { #expect(description.contains(" Default: \(value)")) }
      } else {
        #expect(standard(of: property) == nil)
        #expect(description.contains(" Default: "))
      }
    }
  }

  @Test func `every key of a scenario is in the schema with its meaning and default`() throws {
    let draft = ScenarioDraft()
    try expectKeys(ScenarioDraft.fields, draft, in: "scenario")
    try expectKeys(ConditionFields.device, draft.conditions.device, in: "device")
    try expectKeys(ConditionFields.store, draft.conditions.store, in: "store")
    try expectKeys(ConditionFields.backend, draft.conditions.backend, in: "backend")
    try expectKeys(ConditionFields.behavior, draft.conditions.behavior, in: "behavior")
    try expectKeys(DesignAxes.all, Design(name: ""), in: "design")
    for fault in FaultCatalog.all {
      for prefix in ["fault.", "planned."] {
        try expectKeys(
          fault.parameters, fault.defaults(Behavior()), in: prefix + fault.kind.rawValue)
      }
    }
  }

  @Test func `a case has the keys and the constant defaults of a case`() throws {
    let deterministic = Conditions.ofCase(selling: ScenarioDraft().conditions.catalog)
    let drawn: Set = ["between", "cancels", "reconsiders"]
    try expectKeys(
      ConditionFields.behavior, deterministic.behavior, in: "case.behavior", passing: drawn)
    try expectKeys(ConditionFields.store, deterministic.store, in: "case.store")
    let keys = try members("$defs", "case", "properties").map(\.key)
    expectEqual(
      keys,
      [
        "$schema", "format", "name", "title", "seed", "horizon", "currency", "catalog", "device",
        "store",
        "backend", "behavior", "outages", "calls", "designs", "plan", "publishedLadder", "expect",
      ])
  }

  @Test func `precision, sweep and draws are in the schema with their keys`() throws {
    for (name, keys) in [
      ("precision", PrecisionDraft.fields.map(\.name)), ("sweep", SweepDraft.fields.map(\.name)),
      ("draws", ParameterDrawDraft.fields.map(\.name)),
    ] {
      let properties = try members("$defs", "scenario", "properties", name, "properties")
      expectEqual(properties.map(\.key), keys)
      for property in properties { #expect(text("description", of: property.value) != nil) }
    }
  }

  @Test func `the shipped schema equals the printed schema`() throws {
    let bytes = try ScenarioFileReader.bytes(of: Shipped.root + "/scenarios/schema.json")
    expectEqual(bytes, Array(ScenarioSchema.text.utf8))
  }

  @Test func `a schema is distinguished from a scenario by its dialect`() throws {
    #expect(
      try ScenarioFileReader.isSchema(ScenarioFileReader.bytes(of: Shipped.path(of: "schema"))))
    #expect(
      try !ScenarioFileReader.isSchema(ScenarioFileReader.bytes(of: Shipped.path(of: "keep"))))
    #expect(
      try !ScenarioFileReader.isSchema(ScenarioFileReader.bytes(of: Shipped.root + "/README.md")))
  }

  private func concerns(_ text: String) -> [Problem.Level] {
    do throws(Problems) {
      _ = try ScenarioReader.read(Array(text.utf8), file: "s.json")
      return []
    } catch {
      return error.list.map(\.level)
    }
  }

  @Test func `a line about further problems is structural if one of them is`() {
    let products = Array(repeating: #"{ "product": "x" }"#, count: 600).joined(separator: ", ")
    let twice = #"{ "name": "s", "designs": ["naive"], "catalog": [\#(products)]"#
    expectEqual(concerns(twice + " }"), Array(repeating: .meaning, count: 1_001))
    for wrong in [#", "seed": -1 }"#, #", "sead": 1 }"#] {
      expectEqual(concerns(twice + wrong).filter { $0 == .structure }.count, 1)
    }
  }

  @Test func `problems of structure are distinguished from problems of meaning`() {
    expectEqual(concerns(#"{ "name": "s", "designs": ["naiv"] }"#), [.structure])
    expectEqual(
      concerns(#"{ "name": "s", "designs": [{ "name": "a", "extends": "naiv" }] }"#), [.meaning])
    expectEqual(
      concerns(#"{ "name": "s", "designs": ["naive"], "horizon": "0s", "seed": -1 }"#),
      [.structure, .structure])
    expectEqual(
      concerns(
        #"{ "name": "s", "designs": ["naive"], "behavior": { "reacts": { "nothing": 0.5 } } }"#),
      [.meaning])
    expectEqual(concerns("{"), [.structure])
  }

  @Test func `all problems of an expectation after the horizon are reported at once`() {
    expectEqual(
      problems(with: #""expect": [{ "design": "naive", "within": "20d", "max": 5 }]"#),
      [
        "s.json:1:80: expect[0].within: the deadline '20d' is after the horizon; "
          + "expected at most '14d'",
        "s.json:1:94: expect[0].max: 5 is out of range; expected a number from 0 to 1",
      ])
  }

  @Test func `the product of an expectation is read even if the catalog is invalid`() {
    expectEqual(
      problems(
        with: #""catalog": [], "expect": ["#
          + #"{ "design": "naive", "metric": "lostRate", "max": 0, "product": 5 }]"#
      ).last, "s.json:1:128: expect[0].product: 5 is not a string; expected a string")
  }

  @Test func `an axis that is given twice is read both times`() {
    let lines = problems(
      #"{ "name": "s", "designs": [{ "name": "a", "records.in": "memory", "#
        + #""records": { "in": "disk" } }] }"#)
    expectEqual(lines.count, 2)
    expectEqual(lines.first?.contains("axis 'records.in' is given twice"), true)
    expectEqual(lines.last?.contains("unknown value 'disk'"), true)
  }

  @Test func `a possibly inexact whole number is distinguished from one out of range`() {
    expectOnly(
      problems(with: #""seed": 1e17"#),
      "s.json:1:46: seed: 1e+17 is possibly not exact; "
        + "expected a whole number from 0 to 9223372036854775807, written in digits")
  }
}
