import Foundation
import Scenarios
import TestSupport
import Testing

@Suite("New") struct NewTests {
  @Test(
    "a new scenario of each template runs and passes",
    arguments: ScenarioTemplate.allCases.map(\.rawValue))
  func passes(template: String) throws {
    let scratch = try Scratch()
    let written = try Executable.run("new", "mine", "--from", template, in: scratch.path)
    written.expectErrors("", code: 0)
    let few = Nightly.isOn || template == "case" ? [] : ["--users", "5e3"]
    let ending = try Executable.run(list: ["run", "--quiet", "mine.json"] + few, in: scratch.path)
    #expect(ending.output.hasPrefix("mine: pass ("))
    expectEqual(ending.code, 0)
    if template == "sweep" {
      let swept = try Executable.run("sweep", "--quiet", "mine.json", in: scratch.path)
      #expect(swept.output.contains("break-even"))
      expectEqual(swept.code, 0)
    }
    if template == "fit" {
      let counts = try Executable.run("funnel", "mine.json", "--format", "csv", in: scratch.path)
      try scratch.write(counts.output, "observed.csv")
      let fitted = try Executable.run(
        "fit", "--quiet", "mine.json", "observed.csv", "--users", "1e4", in: scratch.path)
      #expect(fitted.output.hasPrefix("mine: the fitted keep-1 explains the table"))
      expectEqual(fitted.code, 0)
    }
  }

  @Test("the output names the next command")
  func output() throws {
    let scratch = try Scratch()
    let ending = try Executable.run("new", "mine", "--from=case", in: scratch.path)
    expectEqual(
      ending.output,
      """
      written; the title says what to change; to run it:
        lostorder run mine.json
        lostorder trace mine.json
      to complete keys in an editor:
        lostorder schema > schema.json

      """)
    try scratch.write("{}", "schema.json")
    let second = try Executable.run("new", "other", in: scratch.path)
    expectEqual(
      second.output,
      """
      written; the title says what to change; to run it:
        lostorder run other.json

      """)
    #expect(try scratch.list("") == ["mine.json", "other.json", "schema.json"])
  }

  @Test("an existing file is not overwritten")
  func keeps() throws {
    let scratch = try Scratch()
    try scratch.write("precious", "mine.json")
    let ending = try Executable.run("new", "mine", in: scratch.path)
    ending.expectErrors("lostorder: 'mine.json' already exists and was not changed\n", code: 74)
    #expect(try scratch.bytes("mine.json") == Data("precious".utf8))
  }

  @Test("an invalid name and an unknown template are rejected")
  func refuses() throws {
    let scratch = try Scratch()
    let name = try Executable.run("new", "../mine", in: scratch.path)
    name.expectErrors(
      "lostorder: '../mine' is not a valid name; expected a name of at most 100 letters,"
        + " digits, '-', '_' or '.', not beginning with '.'\n", code: 64)
    let schema = try Executable.run("new", "schema", in: scratch.path)
    expectEqual(
      schema.errors,
      "lostorder: 'schema' is the name of the schema file;" + " expected another name\n")
    let template = try Executable.run("new", "mine", "--from", "frist", in: scratch.path)
    template.expectErrors(
      "lostorder: 'frist' is not a value of '--from';"
        + " expected first, field, faults, case, sweep, grid or fit; did you mean 'first'?\n",
      code: 64)
    #expect(try Executable.run("new", in: scratch.path).errors == "lostorder: 'new' needs a name\n")
    #expect(try scratch.list("").isEmpty)
  }
}
