import Foundation
import LostOrder
import TestSupport
import Testing

/// `lostorder sweep` from end to end, as a process of its own.
@Suite("SweepCommand") struct SweepCommandTests {
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

  private static let files = ["sweep.csv", "sweep.html", "sweep.json", "sweep.svg"]

  @Test(
    "a sweep in several processes, with 1, 2 and 7 workers, gives identical bytes",
    arguments: ["", #", "and": { "value": "faults[1].probability", "values": [0.05, 0.2] }"#])
  func determinism(and: String) throws {
    let folder = try Scratch()
    let text = Self.scenario.replacingOccurrences(of: "\"log\": true", with: "\"log\": true" + and)
    let file = try folder.write(text, "small.json")
    var endings: [(output: String, files: [Data])] = []
    for (turn, workers) in ["1", "1", "2", "7"].enumerated() {
      let ending = try Command.run(
        "sweep", file, "--workers", workers, "--out", folder.path + "/\(turn)")
      #expect(ending.errors == "" && ending.code == 0)
      #expect(try folder.list("\(turn)/small") == Self.files)
      endings.append(
        (ending.output, try Self.files.map { try folder.bytes("\(turn)/small/\($0)") }))
    }
    for ending in endings.dropFirst() {
      expectEqual(ending.output, endings[0].output)
      expectEqual(ending.files, endings[0].files)
    }
    #expect(
      endings[0].output.contains(
        and.isEmpty ? "zero-loss-legacy, zero-loss-1.0: break-even 0." : "at each of 6 points"))
  }

  @Test("printed output for programs equals the files, in every language")
  func formats() throws {
    let (folder, file) = try Scratch.with(Self.scenario, "small.json")
    for form in ["json", "csv"] {
      for language in ["en", "zh"] {
        let ending = try Command.run(
          "sweep", file, "--users", "40", "--format", form, "--language", language, "--out",
          folder.path)
        expectEqual(ending.code, 0)
        expectEqual(Data(ending.output.utf8), (try folder.bytes("small/sweep.\(form)")))
      }
    }
    let page = try folder.text("small/sweep.html")
    #expect(page.contains("<html lang=\"zh\">") && page.contains("平衡点"))
    #expect(page.contains("--seed 3 --users 40 --language zh"))
  }

  @Test("seed and users can be changed, and quiet prints the break-evens")
  func options() throws {
    let (folder, file) = try Scratch.with(Self.scenario, "small.json")
    let ending = try Command.run(
      "sweep", file, "--seed", "8", "--users", "40", "--quiet", "--out", folder.path)
    expectEqual(ending.code, 0)
    #expect(
      ending.output.hasPrefix("small: which design loses fewer orders, by faults[0].probability\n"))
    expectEqual(ending.output.split(separator: "\n").count, 2)
    let summary = try folder.text("small/sweep.json")
    #expect(summary.contains("\"seed\": 8,\n    \"users\": 40\n"))
  }

  @Test("run simulates a file with a sweep as it is written")
  func run() throws {
    let (folder, swept) = try Scratch.with(Self.scenario, "small.json")
    let lines = Self.scenario.components(separatedBy: ",\n  \"sweep\"")
    let plain = try folder.write(lines[0] + " }", "plain.json")
    let first = try Command.run("run", swept, "--out", folder.path + "/1")
    let second = try Command.run("run", plain, "--out", folder.path + "/2")
    expectEqual(first.code, second.code)
    #expect(try folder.bytes("1/small/summary.json") == folder.bytes("2/small/summary.json"))
    #expect(try folder.list("1/small") == Scratch.filesOfRun)
  }

  @Test("a scenario without a sweep or with an invalid one is not simulated")
  func refusals() throws {
    let folder = try Scratch()
    let without = try Command.run("sweep", "scenarios/first.json", "--out", folder.path)
    without.expectErrors(
      "lostorder: 'scenarios/first.json' has no key 'sweep'; expected one that says what to vary\n",
      code: 64, output: "")
    let file = try folder.write(
      Self.scenario.replacingOccurrences(of: "0.32", with: "32"), "small.json")
    for command in ["sweep", "check"] {
      let wrong = try Command.run(command, file)
      #expect(wrong.code == 65 && wrong.output == "")
      #expect(wrong.errors.contains(": sweep.to: with faults[0].probability at 32: 32 is not a "))
    }
    #expect(try folder.list("") == ["small.json"])
  }

  @Test("a sweep with a value without results is inconclusive")
  func warnings() throws {
    let folder = try Scratch()
    let text = """
      { "name": "small", "users": 20, "designs": ["naive", "leo"],
        "faults": [{ "fault": "crash", "probability": 0 }],
        "sweep": { "value": "behavior.cancels", "values": [0, 1] } }
      """
    let file = try folder.write(text, "small.json")
    let ending = try Command.run("sweep", file, "--out", folder.path)
    ending.expectErrors(
      """
      \(file): inconclusive: no charge occurred in any design when behavior.cancels = 1
      \(file): inconclusive: fault 'crash' (faults[0]) did not occur at any value; expected at \
      least one occurrence

      """, code: 2)
  }
}
