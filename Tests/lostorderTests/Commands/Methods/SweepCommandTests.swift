import Foundation
import Testing
import lostorder

/// `lostorder sweep` from end to end, as a process of its own.
@Suite("SweepCommand")
struct SweepCommandTests {
  private static let scenario = """
    { "name": "small", "seed": 3, "users": 900,
      "faults": [
        { "fault": "spuriousCancel", "probability": 0.1, "at": "sheet", "after": "6s",
          "resolves": "1m" },
        { "fault": "appKill", "probability": 0.1, "at": "sheet", "after": "3s" }],
      "designs": ["zero-loss-legacy", "zero-loss-1.0"],
      "sweep": { "value": "faults[0].probability", "from": 0.02, "to": 0.32, "steps": 3,
        "log": true } }
    """

  @Test("the same sweep in several processes, with 1, 2 and 7 workers, gives identical bytes")
  func determinism() throws {
    let folder = try Scratch()
    let file = try folder.write(SweepCommandTests.scenario, "small.json")
    var endings: [(output: String, summary: Data)] = []
    for (turn, workers) in ["1", "1", "2", "7"].enumerated() {
      let ending = try Executable.run(
        "sweep", file, "--workers", workers, "--out", folder.path + "/\(turn)")
      #expect(ending.errors == "" && ending.code == 0)
      endings.append((ending.output, try folder.bytes("\(turn)/small/sweep.json")))
      #expect(try folder.list("\(turn)/small") == ["sweep.json"])
    }
    for ending in endings.dropFirst() {
      #expect(ending.output == endings[0].output)
      #expect(ending.summary == endings[0].summary)
    }
    #expect(endings[0].output.contains("zero-loss-legacy, zero-loss-1.0: break-even 0."))
  }

  @Test("seed and users can be others, and quiet leaves the break-evens")
  func options() throws {
    let folder = try Scratch()
    let file = try folder.write(SweepCommandTests.scenario, "small.json")
    let ending = try Executable.run(
      "sweep", file, "--seed", "8", "--users", "40", "--quiet", "--out", folder.path)
    #expect(ending.code == 0)
    #expect(
      ending.output.hasPrefix("small: which design loses fewer orders, by faults[0].probability\n"))
    #expect(ending.output.split(separator: "\n").count == 2)
    let summary = String(decoding: try folder.bytes("small/sweep.json"), as: UTF8.self)
    #expect(summary.contains("\"seed\": 8,\n    \"users\": 40\n"))
  }

  @Test("run plays a file with a sweep as it is written")
  func run() throws {
    let folder = try Scratch()
    let swept = try folder.write(SweepCommandTests.scenario, "small.json")
    let lines = SweepCommandTests.scenario.components(separatedBy: ",\n  \"sweep\"")
    let plain = try folder.write(lines[0] + " }", "plain.json")
    let first = try Executable.run("run", swept, "--out", folder.path + "/1")
    let second = try Executable.run("run", plain, "--out", folder.path + "/2")
    #expect(first.code == second.code)
    #expect(
      try folder.bytes("1/small/summary.json") == folder.bytes("2/small/summary.json"))
    #expect(try folder.list("1/small") == Scratch.filesOfRun)
  }

  @Test("a scenario without a sweep, or with a wrong one, is not played")
  func refusals() throws {
    let folder = try Scratch()
    let without = try Executable.run("sweep", "scenarios/first.json", "--out", folder.path)
    #expect(without.code == 64 && without.output == "")
    #expect(
      without.errors
        == "lostorder: 'scenarios/first.json' has no sweep; expected a scenario with 'sweep'\n")
    let file = try folder.write(
      SweepCommandTests.scenario.replacingOccurrences(of: "0.32", with: "32"), "small.json")
    for command in ["sweep", "check"] {
      let wrong = try Executable.run(command, file)
      #expect(wrong.code == 65 && wrong.output == "")
      #expect(wrong.errors.contains(": sweep.to: with faults[0].probability at 32: 32 is not a "))
    }
    #expect(try folder.list("") == ["small.json"])
  }

  @Test("a sweep that says nothing of a value cannot tell")
  func troubles() throws {
    let folder = try Scratch()
    let text = """
      { "name": "small", "users": 20, "designs": ["naive", "leo"],
        "faults": [{ "fault": "crash", "probability": 0 }],
        "sweep": { "value": "behavior.cancels", "values": [0, 1] } }
      """
    let file = try folder.write(text, "small.json")
    let ending = try Executable.run("sweep", file, "--out", folder.path)
    #expect(ending.code == 2)
    #expect(
      ending.errors == """
        \(file): cannot tell: no design charged any user with behavior.cancels at 1
        \(file): cannot tell: fault 'crash' (faults[0]) struck no user at any value; expected at \
        least one strike

        """)
  }
}
