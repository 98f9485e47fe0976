import Foundation
import TestSupport
import Testing

/// `lostorder trace`, as a process of its own.
@Suite("Trace") struct TraceTests {
  @Test("a lost order is traced from the first opening to the last visit")
  func story() throws {
    let ending = try Command.run("trace", "scenarios/cases/F1.json", "--design", "naive")
    #expect(ending.code == 0 && ending.errors == "")
    #expect(try Golden.difference(ending.output, "trace.txt") == nil)
  }

  @Test("a lost order is traced in Chinese, with the terms of the articles")
  func chinese() throws {
    let words = ["trace", "scenarios/cases/F1.json", "--design", "naive"]
    let ending = try Command.run(list: words + ["--language", "zh"])
    #expect(ending.code == 0 && ending.errors == "")
    #expect(try Golden.difference(ending.output, "trace.zh.txt") == nil)
    for format in ["json", "csv", "perfetto", "mermaid", "svg"] {
      let english = try Command.run(list: words + ["--format", format])
      let other = try Command.run(list: words + ["--format", format, "--language", "zh"])
      expectEqual(other.code, 0)
      let isForPeople = format == "mermaid" || format == "svg"
      #expect((other.output == english.output) != isForPeople, "\(format)")
      expectEqual(other.output.contains("支付弹窗"), isForPeople)
    }
    let pair = try Command.run(
      "trace", "scenarios/cases/F3m.json", "--design", "zero-loss-1.0", "--against",
      "zero-loss-1.2", "--language", "zh")
    #expect(pair.output.hasPrefix("F3m：zero-loss-1.0 对比 zero-loss-1.2\n"))
    #expect(pair.output.contains("─ 首个不同之处 ─"))
  }

  @Test("C10: a guest's order waits through a new installation for the login")
  func guest() throws {
    let ending = try Command.run(
      "trace", "scenarios/cases/guest.json", "--design", "zero-loss-guest")
    #expect(ending.code == 0 && ending.errors == "")
    #expect(ending.output.hasSuffix(Self.login))
  }

  static let login = """
     1d 00:00:01.000  store    reports 'purchased' for T1 (S3)
     1d 00:00:01.000  app      keeps T1 until a user logs in (C10)
     1d 00:00:31.000  user     logs in as account A
     1d 00:00:31.000  app      moves the device's purchases to account A (C10)
     1d 00:00:31.000  app      sends 'verify' for T1
     1d 00:00:31.650  backend  creates an order for i1 (B1)
     1d 00:00:31.650  backend  delivers i1 to account A for T1 (B6, B7)
     1d 00:00:31.900  backend  answers 'verify' for T1: delivered
     1d 00:00:31.900  app      finishes T1 (S11)

    charge 1 (T1): recovered

    """

  @Test("a user of a scenario is replayed by number and seed")
  func user() throws {
    let words = ["trace", "scenarios/keep.json", "--design", "keep-1", "--user", "51"]
    let first = try Command.run(list: words)
    let again = try Command.run(list: words)
    expectEqual(first.code, 0)
    expectEqual(first.output, again.output)
    #expect(first.output.hasPrefix("keep: keep-1, user 51, seed 2019\n"))
  }

  @Test("a missing or unknown design is rejected with the existing designs")
  func designs() throws {
    let missing = try Command.run("trace", "scenarios/first.json")
    missing.expectErrors(
      "lostorder: the scenario has 2 designs; expected --design with one of zero-loss-1.0,"
        + " zero-loss-1.2\n", code: 64)
    let unknown = try Command.run("trace", "scenarios/first.json", "--design", "zero-loss-1.3")
    unknown.expectErrors(
      "lostorder: the scenario has no design 'zero-loss-1.3'; expected zero-loss-1.0 or"
        + " zero-loss-1.2; did you mean 'zero-loss-1.0'?\n", code: 64)
  }

  @Test("a trace is written in the requested format")
  func formats() throws {
    let beginnings = [
      "text": "F1: naive\n\n", "json": "{\n  \"format\": 1,\n", "csv": "time,seconds,actor,",
      "mermaid": "sequenceDiagram\n", "svg": "<svg xmlns=\"http://www.w3.org/2000/svg\" ",
      "perfetto": "{\n  \"traceEvents\": [\n",
    ]
    for (format, beginning) in beginnings {
      let ending = try Command.run(
        "trace", "scenarios/cases/F1.json", "--design", "naive", "--format", format)
      #expect(ending.code == 0 && ending.errors == "")
      #expect(ending.output.hasPrefix(beginning), "\(format)")
    }
    let unknown = try Command.run(
      "trace", "scenarios/cases/F1.json", "--design", "naive", "--format", "jsom")
    unknown.expectErrors(
      "lostorder: 'jsom' is not a value of '--format'; expected text, json, csv, mermaid, svg"
        + " or perfetto; did you mean 'json'?\n", code: 64)
  }

  @Test("two designs are printed side by side in formats that can show this")
  func against() throws {
    let words = ["scenarios/cases/F3m.json", "--design", "zero-loss-1.0", "--against"]
    func run(_ more: String...) throws -> Ending { try Command.run(list: ["trace"] + words + more) }
    let text = try run("zero-loss-1.2")
    #expect(text.code == 0 && text.output.contains("─ first difference ─"))
    #expect(text.output.hasPrefix("F3m: zero-loss-1.0 against zero-loss-1.2\n"))
    #expect(
      try run("zero-loss-1.2", "--format", "json").output.contains("\"firstDifference\": 29,"))
    #expect(try run("zero-loss-1.2", "--format", "svg").output.contains("the first difference, at"))
    let csv = try run("zero-loss-1.2", "--format", "csv")
    csv.expectErrors(
      "lostorder: --against: 'csv' shows only one design; expected --format with one of text, json, svg\n",
      code: 64)
    let same = try run("zero-loss-1.0")
    same.expectErrors(
      "lostorder: --against: 'zero-loss-1.0' is also the design of --design; expected another design\n",
      code: 64)
    let unknown = try run("zero-loss-1.8")
    expectEqual(unknown.code, 64)
    #expect(unknown.errors.contains("no design 'zero-loss-1.8'; expected naive, "))
  }

  @Test("--records adds the store's records to JSON only")
  func records() throws {
    let folder = try Scratch()
    let file = try folder.write(
      #"{ "name": "r", "designs": ["sk2-token", "play-rtdn"], "plan": [{ "tap": 1 }] }"#, "r.json")
    func run(_ more: String...) throws -> Ending {
      try Command.run(list: ["trace", file, "--design", "sk2-token"] + more)
    }
    let plain = try run("--format", "json")
    let records = try run("--format", "json", "--records")
    #expect(records.code == 0 && records.errors == "")
    #expect(records.output.hasPrefix(plain.output.dropLast(3)))
    #expect(!plain.output.contains("records"))
    #expect(records.output.contains("\"signedTransactionInfo\": \"eyJ"))
    #expect(try run("--format", "json", "--records").output == records.output)
    let pair = try run("--against", "play-rtdn", "--format=json", "--records").output
    #expect(pair.contains("androidpublisher#productPurchase"))
    for format in ["text", "csv", "svg"] {
      let refused = try run("--records", "--format", format)
      refused.expectErrors(
        "lostorder: --records: '\(format)' has no records; expected --format json\n", code: 64,
        output: "")
    }
    #expect(try run("--records").errors.contains("'text' has no records"))
  }

  @Test("a plan replaces the plan of a file, from the command line or from a file")
  func plans() throws {
    func run(_ file: String, _ more: String...) throws -> Ending {
      try Command.run(list: ["trace", file, "--design", "keep-1"] + more)
    }
    let plan = #"[{ "fault": "crash", "at": { "step": 7 } }]"#
    let inline = try run("scenarios/keep.json", "--plan", plan)
    #expect(inline.code == 0 && inline.errors == "")
    #expect(inline.output.hasPrefix("keep: keep-1, planned\n"))
    #expect(inline.output.contains("⚡ crash (reopens 10m)"))
    let folder = try Scratch()
    let file = try folder.write(plan, "plan.json")
    #expect(try run("scenarios/keep.json", "--plan", file).output == inline.output)
    // A case keeps its taps, and its plan is replaced.
    let ofCase = try run("scenarios/cases/F12.json", "--plan", "[]")
    expectEqual(ofCase.output.components(separatedBy: "taps Buy").count, 3)
    #expect(!ofCase.output.contains("⚡"))
  }

  @Test("an invalid plan is rejected with its problems")
  func wrongPlans() throws {
    func run(_ more: String...) throws -> Ending {
      try Command.run(list: ["trace", "scenarios/keep.json", "--design", "keep-1"] + more)
    }
    let both = try run("--plan", "[]", "--user", "3")
    both.expectErrors(
      "lostorder: --plan and --user cannot be used together; expected one of them\n", code: 64)
    let wrong = try run("--plan", #"[{ "fault": "crash", "at": "shet" }]"#)
    wrong.expectErrors(
      "--plan:1:28: [0].at: unknown moment 'shet'; expected one of tap, sheet, charge,"
        + " callback, delivery or { \"step\": n }; did you mean 'sheet'?\n", code: 65)
    let missing = try run("--plan", "no-such-plan.json")
    missing.expectErrors(
      "no-such-plan.json: the file cannot be read (no such file or directory); expected a"
        + " file with a plan, or a plan\n", code: 65)
  }

  @Test("names from a file cannot control a terminal or start a formula")
  func hostile() throws {
    let (folder, file) = try Scratch.with(
      #"{ "name": "h", "designs": ["naive"], "catalog": [{ "product": "p", "items": ["=1,\"2\""] }],"#
        + #" "plan": [{ "tap": 1 }] }"#, "h.json")
    let csv = try Command.run("trace", file, "--format", "csv").output
    #expect(csv.contains("user,app,\"taps Buy (intent 1: item =1,\"\"2\"\")\",,plain\r\n"))
    #expect(!csv.contains("\u{1B}"))
    let bad = try folder.write(
      #"{ "name": "h", "designs": ["naive"], "catalog": [{ "product": "p", "items": ["\u001b[31m"] }],"#
        + #" "plan": [{ "tap": 1 }] }"#, "bad.json")
    let refused = try Command.run("trace", bad)
    #expect(refused.code == 65 && !refused.errors.contains("\u{1B}"))
  }

  @Test("a run prints a lost order with the command that replays it, also for a case")
  func replay() throws {
    let folder = try Scratch()
    for file in ["scenarios/cases/F1.json", "scenarios/keep.json"] {
      let run = try Command.run("run", file, "--users", "2000", "--out", folder.path)
      let heading = try #require(run.output.range(of: "one lost order, step by step"))
      let command = try #require(
        run.output[heading.lowerBound...].split(separator: "\n").dropFirst().first)
      let words = command.split(separator: " ").map(String.init)
      expectEqual(words.prefix(3), ["lostorder", "trace", file])
      let trace = try Command.run(list: Array(words.dropFirst()))
      #expect(trace.code == 0 && trace.output.contains("): lost, "))
    }
    let case0 = try Command.run("run", "scenarios/cases/F0.json", "--out", folder.path)
    #expect(case0.code == 0 && !case0.output.contains("lostorder trace"))
  }

  @Test("an unknown user number is rejected, unless the run had that many users")
  func users() throws {
    let words = ["trace", "scenarios/first.json", "--design", "zero-loss-1.0", "--user"]
    let refused = try Command.run(list: words + ["100000"])
    refused.expectErrors(
      "lostorder: --user: there is no user 100000 among 100000; expected a number from 0 to 99999,"
        + " or the --users of the run\n", code: 64, output: "")
    for more in [["99999"], ["0:7"], ["100000", "--users", "1e6"]] {
      #expect(try Command.run(list: words + more).code == 0)
    }
    let stratum = try Command.run(list: words + ["0:100000"])
    stratum.expectErrors(
      "lostorder: --user: there is no user 100000 in stratum 0; expected a number from 0 to"
        + " 99999 at most, or the --users of the run\n", code: 64)
    let chinese = try Command.run(list: words + ["100000", "--language", "zh"])
    #expect(chinese.errors.contains("没有用户 100000"))
  }

  @Test("the replay command of a longer run has the same number of users")
  func longer() throws {
    let folder = try Scratch()
    try folder.write(
      """
      { "name": "s", "users": 5, "sampling": "plain", "designs": ["naive"],
        "faults": [{ "fault": "crash", "probability": 0.01, "at": "charge" }] }
      """, "s.json")
    let run = try Executable.run("run", "s.json", "--users", "2000", in: folder.path)
    let command = try #require(run.output.split(separator: "\n").last)
    #expect(command.hasSuffix(" --users 2000"))
    let line = command.split(separator: " ").dropFirst().joined(separator: " ")
    let traced = try Executable.run(in: folder.path, shell: "exec \"$0\" " + line)
    #expect(traced.code == 0 && traced.output.contains(": lost, "))
  }
}
