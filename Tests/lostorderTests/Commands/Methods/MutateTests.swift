import Foundation
import LostOrder
import TestSupport
import Testing

/// `lostorder mutate` from end to end, as a process of its own.
@Suite("MutateCommand") struct MutateTests {
  private static func scenario(_ expect: String) -> String {
    """
    { "name": "small", "horizon": "2d", "users": 1000,
      "catalog": [ { "product": "tier", "items": ["one", "two"] } ],
      "faults": [ { "fault": "crash", "probability": 0.2, "at": "charge" } ],
      "designs": ["keep-2"],
      "expect": [
        \(expect)
      ] }
    """
  }

  private static let blind = #"{ "design": "keep-2", "metric": "lostRate", "max": 1 }"#

  /// The share of killed mutants, from the first line of a quiet report.
  private func ratio(_ output: String) throws -> Double {
    let found = try #require(output.firstMatch(of: /small: ([0-9.]+) % of the mutants/))
    return try #require(Double(String(found.1)))
  }

  @Test("proposed expectations can be pasted into the file and kill the survivors")
  func invocation() throws {
    let (folder, file) = try Scratch.with(Self.scenario(Self.blind), "small.json")
    let before = try Command.run("mutate", file, "--threshold", "95", "--out", folder.path)
    expectEqual(before.code, 1)
    #expect(before.errors.hasSuffix("too few mutants are killed; expected at least 95 %\n"))
    #expect(try ratio(before.output) == 0)
    let lines = before.output.split(separator: "\n").filter { $0.hasPrefix("  { ") }
    #expect(lines.count > 1)
    try folder.write(Self.scenario(lines.joined(separator: "\n") + "\n" + Self.blind), "small.json")
    let run = try Command.run("run", file, "--quiet", "--out", folder.path)
    expectEqual(run.code, 0, "\(run.output)")
    let after = try Command.run("mutate", file, "--threshold", "95", "--out", folder.path)
    #expect(after.code == 0 && after.errors == "", "\(after.output)\(after.errors)")
    #expect(try ratio(after.output) >= 95)
  }

  @Test("mutants are written per scenario and JUnit for all files, on any number of workers")
  func files() throws {
    let (folder, file) = try Scratch.with(Self.scenario(Self.blind), "small.json")
    var outputs: [String] = []
    for workers in ["1", "3"] {
      let ending = try Command.run(
        "mutate", file, "--workers", workers, "--format", "json", "--out",
        folder.path + "/" + workers)
      expectEqual(ending.code, 0)
      #expect(try folder.list(workers) == ["mutation.xml", "small"])
      #expect(try folder.list(workers + "/small") == ["mutation.json"])
      outputs.append(ending.output)
    }
    expectEqual(outputs[0], outputs[1])
    let written = try folder.text("1/small/mutation.json")
    expectEqual(written, outputs[0])
    let units = try folder.text("1/mutation.xml")
    #expect(units.contains(#"<property name="killRatio" value="0"/>"#))
  }

  @Test("without expectations, or with a failing one, the result is inconclusive")
  func inconclusiveMessage() throws {
    let (folder, file) = try Scratch.with(Self.scenario(""), "small.json")
    let none = try Command.run("mutate", file, "--out", folder.path)
    #expect(none.code == 2 && none.output == "")
    #expect(none.errors.hasSuffix(": inconclusive: the scenario has no expectations\n"))
    try folder.write(
      Self.scenario(#"{ "design": "keep-2", "metric": "lostRate", "min": 0.9 }"#), "small.json")
    let idle = try Command.run("mutate", file, "--quiet", "--out", folder.path)
    expectEqual(idle.code, 2)
    #expect(
      idle.errors.hasSuffix(
        "expect[0] fails with the unchanged designs, so it cannot detect a mutant\n"))
  }

  @Test("an invalid threshold is rejected, and an early end is reported")
  func bounds() throws {
    let (folder, file) = try Scratch.with(Self.scenario(Self.blind), "small.json")
    for value in ["101", "-1", "high"] {
      let ending = try Command.run("mutate", file, "--threshold=\(value)", "--out", folder.path)
      ending.expectErrors(
        "lostorder: '\(value)' is not a value of '--threshold'; expected a number"
          + " from 0 to 100 (per cent)\n", code: 64, output: "")
    }
    let ending = try Command.run(
      "mutate", file, "--users", "1000000", "--time-limit", "50ms", "--out", folder.path)
    #expect(ending.code == 2 && ending.output == "")
    #expect(ending.errors.hasSuffix("the time limit was reached before there was a result\n"))
    #expect(!FileManager.default.fileExists(atPath: folder.path + "/small"))
  }

  @Test("a threshold is not checked if a single mutant counts")
  func countsOne() throws {
    let folder = try Scratch()
    // One user for whom hardly any axis makes a difference.
    let text = """
      { "name": "few", "horizon": "2d", "users": 1, "catalog": [{ "product": "p", "items": ["i"] }],
        "designs": ["keep-2"], "expect": [\(Self.blind)] }
      """
    let file = try folder.write(text, "few.json")
    let ending = try Command.run("mutate", file, "--threshold", "50", "--out", folder.path)
    expectEqual(ending.code, 2, "\(ending.output)\(ending.errors)")
    #expect(!ending.errors.contains("too few mutants are killed"))
  }
}
