import Foundation
import TestSupport
import Testing

@Suite("Schema") struct SchemaCommandTests {
  @Test("schema prints the schema file of the scenarios")
  func prints() throws {
    let ending = try Command.run("schema")
    expectEqual(ending.output, try PackageFiles.text("scenarios/schema.json"))
    ending.expectErrors("", code: 0)
  }

  @Test("summaries have a schema, and an unknown name is rejected with the known ones")
  func summaries() throws {
    let ending = try Command.run("schema", "summary")
    #expect(ending.code == 0 && ending.output.contains("\"title\": \"A summary of lostorder\""))
    #expect(try Command.run("schema", "scenario").output == Command.run("schema").output)
    let wrong = try Command.run("schema", "sumary")
    wrong.expectErrors(
      "lostorder: 'sumary' has no schema; expected scenario, summary, together, trace, funnel, days, diagnosis,"
        + " fit, sweep, attribution, exploration, weighing, search or mutation; did you mean"
        + " 'summary'?\n", code: 64)
  }

  @Test("a schema is skipped beside scenarios and rejected alone")
  func ignoredLines() throws {
    let both = try Command.run("check", "scenarios/schema.json", "scenarios/first.json")
    expectEqual(
      both.output,
      """
      scenarios/schema.json: a JSON Schema
      scenarios/first.json: scenario 'first' is valid (designs: 2, expectations: 0)

      """)
    expectEqual(both.code, 0)
    let alone = try Command.run("check", "scenarios/schema.json")
    alone.expectErrors(
      "scenarios/schema.json: this file is a JSON Schema; expected a scenario file\n", code: 65)
  }

  @Test("--structure lists only problems that the schema also finds")
  func structure() throws {
    let scratch = try Scratch()
    try scratch.write(
      #"{ "name": "a", "designs": ["naive", "naive"], "horizon": "1s", "seed": -1 }"#, "both.json")
    try scratch.write(#"{ "name": "a", "designs": ["naive", "naive"] }"#, "meaning.json")
    let ending = try Executable.run(
      "check", "--structure", "both.json", "meaning.json", in: scratch.path)
    expectEqual(
      ending.errors,
      """
      both.json:1:72: seed: -1 is out of range; \
      expected a whole number from 0 to 9223372036854775807

      """)
    expectEqual(ending.output, "meaning.json: the structure is valid\n")
    expectEqual(ending.code, 65)
    let right = try Executable.run(
      "check", "--structure", "--quiet", "meaning.json", in: scratch.path)
    expectEqual(right.output, "")
    right.expectErrors("", code: 0)
  }
}
