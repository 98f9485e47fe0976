import Foundation
import LostOrder
import TestSupport
import Testing

/// Commands that are interrupted, limited in time, or lose their reader.
@Suite("Interruption") struct CancellationSignalsTests {
  /// Too many users for the run to finish within the test.
  private static let long = """
    { "name": "long", "users": 300000000, "sampling": "plain", "designs": ["naive", "ledger"],
      "faults": [{ "fault": "crash", "probability": 0.2 }],
      "expect": [{ "design": "naive", "metric": "lostRate", "max": 0.5 }] }
    """

  @Test(
    "an interrupted run writes its results so far, marked, and ends with 130",
    arguments: ["INT", "TERM"])
  func signal(name: String) throws {
    let (folder, file) = try Scratch.with(Self.long, "long.json")
    let ending = try Executable.run(
      file, folder.path + "/out", name,
      shell: "\"$0\" run \"$1\" --out \"$2\" --time-limit 2m & sleep 2; kill -$3 $!; wait $!")
    expectEqual(ending.code, 130)
    #expect(ending.errors.contains("inconclusive: interrupted after "))
    #expect(ending.output.contains(" users, interrupted\n"))
    #expect(ending.output.contains("long: inconclusive"))
    let summary = try folder.text("out/long/summary.json")
    #expect(summary.contains(#""trouble": "interrupted""#))
    #expect(try folder.list("out/long") == Scratch.filesOfRun)
  }

  @Test("a time limit ends a command with its results so far, and with 2")
  func limit() throws {
    let (folder, file) = try Scratch.with(Self.long, "long.json")
    for command in ["run", "funnel", "compare", "attribute"] {
      let out = ["run", "attribute"].contains(command) ? ["--out", folder.path + "/out"] : []
      let ending = try Command.runCut(
        list: [command, file] + out, until: ", stopped by the time limit\n")
      expectEqual(ending.code, 2, "\(command)")
      #expect(
        ending.errors.contains("long.json: inconclusive: the time limit was reached after "),
        "\(command)")
      #expect(ending.output.contains(", stopped by the time limit\n"), "\(command)")
    }
    let summary = try folder.text("out/long/summary.json")
    #expect(summary.contains(#""trouble": "timeLimit""#))
  }

  @Test("files that a time limit omits are named, and their results are kept")
  func rest() throws {
    let (folder, file) = try Scratch.with(Self.long, "long.json")
    let other = try folder.write(
      Self.long.replacingOccurrences(of: #""name": "long""#, with: #""name": "rest""#), "rest.json")
    try folder.write("what was there", "out/rest/summary.json")
    let ending = try Executable.run(
      "run", file, other, "--out", folder.path + "/out", "--time-limit", "1s", "--quiet")
    expectEqual(ending.code, 2)
    #expect(
      ending.errors.contains(
        "rest.json: inconclusive: the time limit was reached before there was a result\n"))
    #expect(try folder.bytes("out/rest/summary.json") == Data("what was there".utf8))
  }

  @Test("a time limit is a whole number with a unit")
  func usage() throws {
    for value in ["10", "m", "0s", "1.5m", "-1s", "10 m", "10y", "9999999h"] {
      let ending = try Executable.run("run", "scenarios/first.json", "--time-limit=" + value)
      #expect(
        ending.code == 64 && ending.errors.contains("with a unit: ms, s, m, h or d"), "\(value)")
    }
  }

  @Test("a very long time limit is valid")
  func longest() throws {
    let folder = try Scratch()
    let ending = try Executable.run(
      "run", "scenarios/cases/F0.json", "--quiet", "--time-limit", "1000000d", "--out", folder.path)
    #expect(ending.code == 0 && ending.errors == "")
  }

  @Test("a closed pipe loses no results")
  func closedPipe() throws {
    let folder = try Scratch()
    let ending = try Executable.run(
      folder.path + "/out",
      shell: "{ \"$0\" run scenarios/keep.json --users 2000 --out \"$1\"; echo $? >&2; } | head -1")
    #expect(ending.errors.hasSuffix("0\n") || ending.errors.hasSuffix("2\n"), "\(ending.errors)")
    #expect(try folder.list("out/keep") == Scratch.filesOfRun)
    #expect(try folder.list("out") == ["junit.xml", "keep", "report.md"])
  }

  @Test("a runaway simulation ends a run with 2 and is named with its design and the value")
  func endless() throws {
    let folder = try Scratch()
    let text = """
      { "name": "h", "faults": [{ "fault": "networkLoss", "probability": 1, "lasts": "14d" }],
        "designs": [{ "name": "d", "extends": "keep-1", "retry": { "delays": ["1us"], "repeatLast": true } }] }
      """
    let file = try folder.write(text, "h.json")
    let run = try Executable.run("run", file, "--out", folder.path + "/out")
    #expect(run.code == 2 && run.errors.contains("'designs[0].retry.delays'"))
    #expect(run.errors.hasSuffix("  lostorder trace \(file) --design d --user 0 --seed 1\n"))
    let trace = try Executable.run("trace", file)
    #expect(trace.code == 2 && trace.errors.contains("retry.delays"))
    #expect(trace.output.contains("moments are omitted here"))
    #expect(trace.output.hasSuffix("unknown: stopped after 1,000,000 events\n"))
    #expect(trace.output.utf8.count < 500_000)
    let explore = try Executable.run("explore", file, "--quiet", "--out", folder.path + "/out")
    #expect(explore.code == 2 && explore.output.contains("inconclusive"))
  }

  @Test("a runaway simulation of a case leaves its expected ending undecided in every report")
  func endlessCase() throws {
    let folder = try Scratch()
    let text = """
      { "name": "c", "horizon": "400d", "behavior": { "gap": "1m", "evicted": 1 },
        "designs": ["zero-loss-1.2"],
        "plan": [{ "tap": 1 }, { "fault": "networkLoss", "at": "callback", "lasts": "400d" }],
        "expect": [{ "design": "zero-loss-1.2", "charges": [{ "outcome": "recovered" }], "flags": [] }] }
      """
    try folder.write(text, "c.json")
    let words = "expected recovered (no flags); actual no end"
    let run = try Executable.run("run", "c.json", "--annotate", "github", in: folder.path)
    #expect(run.code == 2 && run.output.contains(words), "\(run.output)\(run.errors)")
    #expect(run.errors.hasSuffix("  lostorder trace c.json --design zero-loss-1.2\n"))
    #expect(try folder.list("results/c") == Scratch.filesOfRun)
    let junit = try folder.text("results/junit.xml")
    #expect(junit.contains(words))
    let chinese = try Executable.run("run", "c.json", "--language", "zh", in: folder.path)
    let page = try folder.text("results/c/report.html")
    #expect(chinese.code == 2 && page.contains("没有最终结果"))
    let json = try Executable.run("run", "c.json", "--format", "json", in: folder.path)
    #expect(json.code == 2 && json.output.contains(#""verdict": "inconclusive""#))
    let compared = try Executable.run("diff", "results", "results", in: folder.path)
    #expect(compared.code != 70, "\(compared.errors)")
    for command in ["report", "attribute", "explore", "mutate", "shrink", "trace", "funnel"] {
      let ending = try Executable.run(command, "c.json", "--quiet", in: folder.path)
      #expect(ending.code != 70, "\(command): \(ending.errors)")
    }
  }

  @Test("explorations that may take long are announced")
  func estimate() throws {
    let folder = try Scratch()
    let ending = try Command.runCut(
      "explore", "scenarios/field.json", "--design", "keep-1", "--faults", "4", "--out",
      folder.path, until: "up to ")
    expectEqual(ending.code, 2)
    #expect(ending.errors.contains("lostorder: keep-1: up to "))
    #expect(ending.errors.contains(" placements, which take up to "))
  }
}
