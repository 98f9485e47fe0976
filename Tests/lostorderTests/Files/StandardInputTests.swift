import Foundation
import TestSupport
import Testing

/// `-`, which stands for standard input.
@Suite("Standard input") struct StandardInputTests {
  private static let text = """
    { "name": "s", "users": 300, "designs": ["naive", "ledger"],
      "faults": [{ "fault": "crash", "probability": 0.5, "at": "charge" }],
      "expect": [{ "design": "ledger", "metric": "lostRate", "max": 0.9 }],
      "sweep": { "value": "faults[0].probability", "values": [0.1, 0.2] } }
    """

  /// Runs a shell line in a folder with `s.json`; `$0` is the command.
  private func shell(_ line: String, in folder: Scratch) throws -> Ending {
    try folder.write(Self.text, "s.json")
    return try Executable.run(in: folder.path, shell: line)
  }

  @Test(
    "every command that reads a scenario can read it from standard input",
    arguments: [
      "run %", "compare %", "trace % --design naive", "funnel %", "funnel % --by day", "sweep %",
      "attribute %", "explore %", "search %", "mutate %", "shrink % --design naive", "check %",
    ])
  func reads(command: String) throws {
    let folder = try Scratch()
    let named = try shell("\"$0\" \(command.replacing("%", with: "s.json"))", in: folder)
    let piped = try shell("cat s.json | \"$0\" \(command.replacing("%", with: "-"))", in: folder)
    #expect(named.code == piped.code && named.errors == piped.errors)
    let renamed = { (text: String) in text.replacing("s.json", with: "-") }
    #expect(renamed(named.output) == piped.output && !piped.output.isEmpty)
  }

  @Test("problems of standard input have positions; it is read once, up to a limit")
  func refuses() throws {
    let folder = try Scratch()
    let wrong = try shell(
      "echo '{ \"name\": 3, \"designs\": [\"naive\"] }' | \"$0\" check -", in: folder)
    expectEqual(wrong.code, 65)
    #expect(wrong.errors.hasPrefix("-:1:11: name: 3 is not a name; expected a name of"))
    let twice = try shell("\"$0\" run - - < s.json", in: folder)
    twice.expectErrors("-: standard input can be read only once; expected one '-'\n", code: 65)
    let long = try shell("head -c 20000000 /dev/zero | \"$0\" check -", in: folder)
    long.expectErrors(
      "-: there are more than 16777216 bytes; expected at most 16777216 bytes (16 MiB)\n", code: 65)
    let closed = try shell("\"$0\" check - <&-", in: folder)
    expectEqual(closed.code, 65)
    let structure = try shell("\"$0\" check - --structure < s.json", in: folder)
    expectEqual(structure.output, "-: the structure is valid\n")
  }
}
