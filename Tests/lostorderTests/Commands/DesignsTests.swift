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
    try folder.write(Self.text, "s.json")
    return try Executable.run(list: ["designs"] + words, in: folder.path)
  }

  @Test("the designs of a file are printed in full, without extending or varying")
  func file() throws {
    let all = try run("s.json")
    #expect(all.code == 0 && all.output.hasPrefix("[\n  \"naive\",\n"))
    #expect(!all.output.contains("extends") && !all.output.contains("vary"))
    // A printed design has the same meaning in a file, except for names of grid members.
    let base = try run("s.json", "base").output
    let folder = try Scratch()
    try folder.write("{ \"name\": \"s\", \"designs\": [\(base)] }", "s.json")
    #expect(try Executable.run("designs", "s.json", "base", in: folder.path).output == base)
    let one = try run("s.json", "own observer=login")
    #expect(one.output.contains("\"observer\": \"login\"") && one.output.contains("blocking"))
    #expect(one.output.hasPrefix("{") && !one.output.contains("naive"))
  }

  @Test("two designs are compared by the axes that differ, in a file and built in")
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
    #expect(try run("naive", "naive").output == "naive and naive are the same on every axis\n")
    #expect(try run("naive", "naive", "--language", "zh").output == "naive 与 naive 在每个维度上都相同\n")
  }

  @Test("an unknown design is rejected with the nearest one")
  func refusals() throws {
    #expect(
      try run("keep-1", "kep-2").errors
        == "lostorder: there is no built-in design 'kep-2'; 'lostorder designs' lists them;"
        + " did you mean 'keep-2'?\n")
    let unknown = try run("s.json", "bas").errors
    #expect(unknown.hasPrefix("lostorder: the scenario has no design 'bas'; expected naive, "))
    #expect(unknown.hasSuffix("; did you mean 'base'?\n"))
    #expect(
      try run("naive", "keep-1", "keep-2").errors
        == "lostorder: 'designs' does not take 'keep-2'\n")
    #expect(
      try run("naive", "--set", "users=2").errors
        == "lostorder: option '--set' needs FILE; built-in designs cannot be changed\n")
    #expect(try run("none.json").code == 65)
  }
}
