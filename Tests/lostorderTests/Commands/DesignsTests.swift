import Foundation
import TestSupport
import Testing

/// `lostorder designs`, as a process of its own.
@Suite("Designs") struct DesignsTests {
  private static let text = """
    { "name": "s", "designs": ["naive", { "name": "base", "extends": "keep-1", "ui": "blocking" },
      { "name": "own", "extends": "base", "vary": { "observer": ["launch", "login"] } }] }
    """

  private func run(_ words: String...) throws -> Ending {
    let folder = try Scratch()
    try folder.write(DesignsTests.text, "s.json")
    return try Executable.run(list: ["designs"] + words, in: folder.path)
  }

  @Test("the designs of a file are printed as it could say them, without extending or varying")
  func file() throws {
    let all = try run("s.json")
    #expect(all.code == 0 && all.output.hasPrefix("[\n  \"naive\",\n"))
    #expect(!all.output.contains("extends") && !all.output.contains("vary"))
    // What is printed of a design says the same in a file, but for names of members of a grid.
    let base = try run("s.json", "base").output
    let folder = try Scratch()
    try folder.write("{ \"name\": \"s\", \"designs\": [\(base)] }", "s.json")
    #expect(try Executable.run("designs", "s.json", "base", in: folder.path).output == base)
    let one = try run("s.json", "own observer=login")
    #expect(one.output.contains("\"observer\": \"login\"") && one.output.contains("blocking"))
    #expect(one.output.hasPrefix("{") && !one.output.contains("naive"))
  }

  @Test("of two designs the axes are told on which they differ, in a file and of those built in")
  func difference() throws {
    #expect(
      try run("s.json", "own observer=launch", "own observer=login").output == """
        axis      own observer=launch  own observer=login
        observer  launch               login

        """)
    let builtIn = try run("keep-1", "keep-2").output.split(separator: "\n")
    expectEqual(builtIn[0].split(separator: " "), ["axis", "keep-1", "keep-2"])
    #expect(builtIn.count > 1)
    #expect(try run("s.json", "keep-1", "base").output.contains("ui"))
    #expect(try run("naive", "naive").output == "naive and naive are alike on every axis\n")
    #expect(try run("naive", "naive", "--language", "zh").output == "naive 与 naive 在每个维度上都相同\n")
  }

  @Test("what is no design is refused with the nearest one")
  func refusals() throws {
    #expect(
      try run("keep-1", "kep-2").errors
        == "lostorder: there is no built-in design 'kep-2'; 'lostorder designs' lists them;"
        + " did you mean 'keep-2'?\n")
    #expect(
      try run("s.json", "bas").errors
        == "lostorder: the scenario has no design 'bas'; did you mean 'base'?\n")
    #expect(
      try run("naive", "keep-1", "keep-2").errors
        == "lostorder: 'designs' does not take 'keep-2'\n")
    #expect(
      try run("naive", "--set", "users=2").errors
        == "lostorder: option '--set' needs a FILE; built-in designs are as they are\n")
    #expect(try run("none.json").code == 65)
  }
}
