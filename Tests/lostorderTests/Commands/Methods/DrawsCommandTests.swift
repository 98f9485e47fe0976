import TestSupport
import Testing

/// `lostorder run` of a scenario with draws.
@Suite struct DrawsCommandTests {
  private static func text(sets: Int, users: Int) -> String {
    let sets = (0..<sets).map { "[\(0.1 + Double($0) / 1_000)]" }.joined(separator: ", ")
    return """
      { "name": "s", "users": \(users), "purchasesPerUser": 5, "designs": ["naive", "ledger"],
        "faults": [{ "fault": "crash", "probability": 0.2, "at": "charge" }],
        "draws": { "values": ["faults[0].probability"], "sets": [\(sets)] } }
      """
  }

  @Test func `a run with draws gives the same bytes on any number of workers`() throws {
    let (folder, file) = try Scratch.with(Self.text(sets: 45, users: 800), "s.json")
    let runs = try ["1", "2", "5"].map { workers in
      let out = folder.path + "/" + workers
      let ending = try Command.run("run", file, "--out", out, "--workers", workers)
      expectEqual(ending.code, 0)
      let files = try ["summary.json", "report.html"].map { try folder.bytes("\(workers)/s/\($0)") }
      return (ending.output, files)
    }
    for run in runs { #expect(run.0 == runs[0].0 && run.1 == runs[0].1) }
    #expect(
      runs[0].0.contains(
        "\nOpen: the range that the data leave open, the middle 95 % of 45 draws, "))
    #expect(runs[0].0.contains("ledger loses fewer than naive in all 45 draws"))
  }

  @Test func `a time limit during the draws reports the simulated draws, and ends with 2`() throws {
    let (folder, file) = try Scratch.with(Self.text(sets: 400, users: 10_000), "s.json")
    let ending = try Command.run(
      "run", file, "--out", folder.path + "/out", "--workers", "1", "--time-limit", "2s")
    let match = try #require(
      ending.errors.firstMatch(
        of:
          /s\.json: inconclusive: ([0-9]+) of 400 draws were simulated: the time limit was reached\n/
      ))
    #expect(try #require(Int(match.1)) < 400)
    expectEqual(ending.code, 2)
    // The run itself was complete.
    #expect(ending.output.contains("\ns: pass (no expectations)\n"))
    #expect(
      ending.output.contains("\(match.1) of 400 draws were simulated: the time limit was reached"))
  }

  @Test func `a runaway simulation in a draw is reported with the values of the draw`() throws {
    let (folder, file) = try Scratch.with(
      """
      { "name": "h", "users": 60, "faults": [{ "fault": "networkLoss", "probability": 1, "lasts": "14d" }],
        "designs": [{ "name": "d", "extends": "keep-1",
          "retry": { "delays": ["1h"], "repeatLast": true } }],
        "draws": { "values": ["designs[0].retry.delays"], "sets": [[["2h"]], [["1us"]]] } }
      """, "h.json")
    let ending = try Command.run("run", file, "--out", folder.path + "/out")
    expectEqual(ending.code, 2)
    #expect(
      ending.errors.contains(
        "h.json: inconclusive: 0 of 2 draws were simulated: the simulation of user "))
    let trace = try #require(ending.errors.firstMatch(of: /\n  lostorder (trace .*)\n/)).1
    #expect(trace.contains(#"--set 'designs[0].retry.delays=["1us"]'"#))
    let traced = try Executable.run(shell: "\"$0\" \(trace)")
    #expect(traced.output.contains("left out") || traced.code == 2)
  }
}
