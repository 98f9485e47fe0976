import Foundation
import LostOrder
import TestSupport
import Testing

/// The command from end to end, as a process of its own.
@Suite("Command") struct CommandTests {
  private static let small = """
    { "name": "small", "users": 400, "designs": ["naive", "ledger"],
      "faults": [{ "fault": "crash", "probability": 0.5, "at": "charge" }], "expect": [%] }
    """

  private static func scenario(_ expectation: String) -> String {
    small.replacingOccurrences(of: "%", with: expectation)
  }

  @Test("a run in several processes, with 1, 2 and 7 workers, gives identical bytes")
  func determinism() throws {
    let folder = try Scratch()
    var endings: [(output: String, summary: Data)] = []
    for (turn, workers) in ["1", "1", "2", "7"].enumerated() {
      let ending = try Executable.run(
        "run", "scenarios/ordering.json", "--users", "1500", "--workers", workers, "--out",
        folder.path + "/\(turn)")
      expectEqual(ending.errors, "")
      endings.append((ending.output, try folder.bytes("\(turn)/ordering/summary.json")))
    }
    for ending in endings.dropFirst() {
      expectEqual(ending.output, endings[0].output)
      expectEqual(ending.summary, endings[0].summary)
    }
    #expect(endings[0].summary.count > 1_000)
  }

  @Test(
    "the 28 cases of the faults and the stories pass for their designs, in one call",
    .enabled(if: Nightly.isOn))
  func cases() throws {
    let folder = try Scratch()
    let ending = try Executable.run(
      folder.path, shell: "exec \"$0\" run scenarios/cases/*.json --quiet --out \"$1\"")
    #expect(ending.code == 0 && ending.errors == "")
    let lines = ending.output.split(separator: "\n")
    let files = try folder.list("").filter { !["junit.xml", "report.md"].contains($0) }.count
    #expect(files > 28)
    expectEqual(lines.count, files + 1)
    expectEqual(lines.count { $0.hasSuffix(": pass (expectations: 17 pass)") }, 28)
    #expect(lines.dropLast().allSatisfy { $0.contains(": pass (") })
    expectEqual(lines.last, "\(files) files: \(files) pass")
  }

  @Test(
    "the exit code is the verdict",
    arguments: [
      (#"{ "design": "naive", "metric": "lostRate", "min": 0.1 }"#, 0),
      (#"{ "design": "naive", "metric": "lostRate", "max": 0.1 }"#, 1),
      (#"{ "design": "ledger", "metric": "lostRate", "max": 0.0001 }"#, 2),
    ])
  func verdicts(expectation: String, code: Int32) throws {
    let (folder, file) = try Scratch.with(Self.scenario(expectation), "small.json")
    let ending = try Executable.run("run", file, "--quiet", "--out", folder.path)
    ending.expectErrors("", code: code)
    #expect(try folder.list("small") == Scratch.filesOfRun)
  }

  @Test("the exit code of several files is the worst verdict")
  func several() throws {
    let folder = try Scratch()
    let names = ["first", "second"]
    let expectations = [
      #"{ "design": "naive", "metric": "lostRate", "max": 0.1 }"#,
      #"{ "design": "ledger", "metric": "lostRate", "max": 0.0001 }"#,
    ]
    let files = try zip(names, expectations).map { name, expectation in
      let text = Self.scenario(expectation)
      return try folder.write(
        text.replacingOccurrences(of: "\"small\"", with: "\"\(name)\""), name + ".json")
    }
    let ending = try Executable.run("run", files[0], files[1], "--quiet", "--out", folder.path)
    expectEqual(ending.code, 1)
    #expect(ending.output.hasSuffix("2 files: 1 inconclusive, 1 fail\n"))
  }

  @Test("a declared fault that never occurs makes the run inconclusive")
  func neverOccurred() throws {
    let folder = try Scratch()
    let text = Self.scenario("").replacingOccurrences(of: "0.5", with: "0")
    let file = try folder.write(text, "small.json")
    let ending = try Executable.run("run", file, "--quiet", "--out", folder.path)
    ending.expectErrors(
      "\(file): inconclusive: fault 'crash' (faults[0]) did not occur under any"
        + " design; expected at least one occurrence\n", code: 2)
  }

  @Test("an invalid scenario stops the run, and every problem of every file is listed")
  func badScenario() throws {
    let (folder, good) = try Scratch.with(Self.scenario(""), "good.json")
    let bad = try folder.write(#"{ "name": "bad", "users": -1, "designs": ["naiv"] }"#, "bad.json")
    let ending = try Executable.run("run", good, bad, folder.path + "/none", "--out", folder.path)
    #expect(ending.code == 65 && ending.output == "")
    let lines = ending.errors.split(separator: "\n")
    expectEqual(lines.count, 3)
    #expect(lines[0].hasPrefix(bad + ":1:27: users: "))
    #expect(lines[1].hasSuffix("did you mean 'naive'?"))
    #expect(lines[2].hasPrefix(folder.path + "/none: "))
    #expect(try folder.list("") == ["bad.json", "good.json"])
    #expect(try Executable.run("check", good, bad).code == 65)
  }

  @Test("two scenarios of the same name are rejected, as they write the same summary")
  func sameName() throws {
    let (folder, first) = try Scratch.with(Self.scenario(""), "first.json")
    let second = try folder.write(Self.scenario(""), "second.json")
    let ending = try Executable.run("run", first, second, "--out", folder.path)
    ending.expectErrors(
      "\(second): name: 'small' is also the name of '\(first)'; expected a unique"
        + " name, under which results are written\n", code: 65)
  }

  @Test("invalid arguments end with 64 and one line")
  func usage() throws {
    let ending = try Executable.run("run", "a.json", "--sed", "1")
    ending.expectErrors(
      "lostorder: unknown option '--sed'; expected --seed, --users, --set, --workers,"
        + " --time-limit, --exact, --baseline, --tolerance, --annotate, --format, --out, --language,"
        + " --quiet, --shard, --parts, --resume or --help;" + " did you mean '--seed'?\n", code: 64,
      output: "")
    #expect(try Executable.run("designs", "keep-9").code == 64)
    #expect(try Executable.run().code == 64)
  }

  @Test("help and version are printed as results")
  func help() throws {
    #expect(try Executable.run("--help").output == Help.general())
    #expect(try Executable.run("help", "run").output == Subcommand.named("run").map { Help.of($0) })
    #expect(
      try Executable.run("check", "--help").output == Subcommand.named("check").map { Help.of($0) })
    #expect(try Executable.run("--version").output == "lostorder 0.1.0\n")
    let ending = try Executable.run("help", "rnu")
    ending.expectErrors("lostorder: there is no command 'rnu'; did you mean 'run'?\n", code: 64)
  }

  @Test("check reports valid files, designs and faults list the built-in ones")
  func lists() throws {
    let check = try Executable.run("check", "scenarios/cases/F1.json")
    expectEqual(check.code, 0)
    expectEqual(
      check.output, "scenarios/cases/F1.json: case 'F1' is valid (designs: 17, expectations: 17)\n")
    let designs = try Executable.run("designs").output.split(separator: "\n")
    expectEqual(designs.count, 33)
    #expect(designs[0].hasPrefix("  naive             The common first attempt"))
    #expect(try Executable.run("designs", "ledger").output.contains("\"ledger\": true"))
    let faults = try Executable.run("explain", "faults").output
    #expect(faults.contains("\ncrash: the app crashes; the user reopens it later [000–003]\n"))
    #expect(faults.contains("  reopens  the time until the user reopens the app"))
  }

  @Test("a case and a missing file cannot be benchmarked")
  func benchmark() throws {
    let ofCase = try Executable.run("benchmark", "scenarios/cases/F1.json")
    ofCase.expectErrors(
      "lostorder: 'scenarios/cases/F1.json' is a case with one user and cannot be measured\n",
      code: 64)
    #expect(try Executable.run("benchmark", "none.json").code == 65)
  }

  @Test("the micro-journey prints the results that every engine must print")
  func journey() throws {
    let ending = try Executable.run("benchmark", "--journey", "--users", "20000", "--seed", "3")
    #expect(ending.code == 0 && ending.errors == "")
    let lines = ending.output.split(separator: "\n")
    expectEqual(
      lines.dropLast(),
      [
        "  users                 20000", "  delivered             0.9943 per user",
        "  crashed               0.0063 per user",
        "  retries               0.0396 per user", "  events                5.029 per user",
        "  from tap to delivery  10.173 s on average, without a crash",
      ])
    expectEqual(lines.last?.hasPrefix("  events per second     "), true)
    expectEqual(lines.last?.hasSuffix(" million"), true)
    #expect(try Executable.run("benchmark", "--journey", "--users", "1").code == 0)
  }

  @Test("engine benchmarks take no scenario and run one at a time")
  func engineBenchmarks() throws {
    let complaints = [
      ("--journey --hold", "'--journey' and '--hold' are two benchmarks; expected one of them"),
      ("--hold a.json", "'--hold' runs no scenario; expected no file, but 'a.json' is given"),
      ("--journey a.json", "'--journey' runs no scenario; expected no file, but 'a.json' is given"),
      ("--hold --users 5", "'--hold' has no users; expected no '--users'"),
    ]
    for (words, complaint) in complaints {
      let ending = try Executable.run("", shell: "exec \"$0\" benchmark \(words)")
      ending.expectErrors("lostorder: \(complaint)\n", code: 64, output: "")
    }
  }
}
