import Foundation
import TestSupport
import Testing

/// `--set` changes values of a file before it is read, by the same code as a sweep.
@Suite("Settings") struct SettingTests {
  private static let text = """
    { "name": "s", "users": 300, "designs": ["naive", { "name": "own", "extends": "ledger" }],
      "faults": [{ "fault": "crash", "probability": 0.5, "at": "charge" }],
      "sweep": { "value": "faults[0].probability", "values": [0.1, 0.2] },
      "expect": [{ "design": "naive", "metric": "lostRate", "max": 0.9 }] }
    """

  private func check(_ settings: String...) throws -> Ending {
    let folder = try Scratch()
    try folder.write(Self.text, "s.json")
    return try Executable.run(
      list: ["check", "s.json"] + settings.flatMap { ["--set", $0] }, in: folder.path)
  }

  @Test(
    "an invalid setting is reported with the setting and the nearest name",
    arguments: [
      (
        "behavior.patience=20x",
        "'20x' has the unknown unit 'x'; expected one of us, ms, s, m, h or d"
      ),
      ("users=0", "0 is out of range; expected a whole number from 1 to 1000000000"),
      (
        "behavior={ \"patience\": 3 }",
        "behavior.patience: 3 has no unit; expected a duration such as '5s' (units us, ms, s, m, h,"
          + " d); did you mean '3s'?"
      ), ("faults[3].probability=1", "'faults' has 1 element; expected [0]"),
      ("designs[0].finish=onCallback", "'designs[0]' is 'naive'; expected an object"),
      (
        "designs[1].finish=onCalback",
        "unknown value 'onCalback'; expected one of onCallback, afterSubmission or afterVerification;"
          + " did you mean 'onCallback'?"
      ),
    ])
  func refuses(setting: String, problem: String) throws {
    let ending = try check(setting)
    ending.expectErrors("s.json: --set '\(setting)': \(problem)\n", code: 65, output: "")
  }

  @Test("an unknown key is reported with the nearest key")
  func nearest() throws {
    let ending = try check("behavior.patiense=20s")
    #expect(ending.errors.hasPrefix("s.json: --set 'behavior.patiense=20s': behavior: unknown key"))
    #expect(ending.errors.hasSuffix("did you mean 'patience'?\n"))
  }

  @Test(
    "a malformed setting is an invalid argument",
    arguments: [
      ("users", "'users' is not a setting; expected PATH=VALUE such as behavior.patience=20s"),
      ("users=", "'users=' is not a setting; expected PATH=VALUE such as behavior.patience=20s"),
      (
        "behavior.=1",
        "'behavior.=1' has no path before '='; expected a path such as" + " 'faults[2].probability'"
      ),
      (
        "behaviour.patience=1s",
        "'behaviour.patience=1s' cannot set 'behaviour'; expected one of seed, users, replications,"
          + " sampling, precision, purchasesPerUser, horizon, catalog, device, store, backend, behavior,"
          + " faults, outages or designs; did you mean 'behavior'?"
      ),
      (
        "expect=[]",
        "'expect=[]' cannot set 'expect'; expected one of seed, users, replications, sampling,"
          + " precision, purchasesPerUser, horizon, catalog, device, store, backend, behavior, faults,"
          + " outages or designs"
      ),
    ])
  func noSetting(text: String, problem: String) throws {
    let ending = try check(text)
    ending.expectErrors("lostorder: --set: \(problem)\n", code: 64)
  }

  @Test("a setting has the same effect as its value in the file, and can be replayed")
  func replays() throws {
    let folder = try Scratch()
    let text = Self.text
    try folder.write(text, "s.json")
    try folder.write(
      text.replacing("\"users\": 300", with: "\"users\": 1000").replacing("0.5", with: "0.25")
        .replacing("\"ledger\"", with: "\"ledger\", \"retry\": { \"delays\": [\"3s\"] }"), "t.json")
    let set = try Executable.run(
      "run", "s.json", "--set", "users=1e3", "--set=faults[0].probability=0.25", "--set",
      #"designs[1].retry.delays=["3s"]"#, "--out", "set", in: folder.path)
    let written = try Executable.run("run", "t.json", "--out", "written", in: folder.path)
    #expect(set.code == 0 && set.errors == "")
    let table = { (text: String) in
      text.split(separator: "\n").filter { $0.hasPrefix("naive ") || $0.hasPrefix("own ") }
    }
    #expect(table(set.output) == table(written.output) && table(set.output).count > 2)
    // The report names the settings, and the traced user is simulated with them.
    let options =
      "--set users=1e3, --set faults[0].probability=0.25, --set designs[1].retry.delays=[\"3s\"]"
    #expect(set.output.contains("seed 1, 1,000 users, \(options)"))
    let command = try #require(set.output.split(separator: "\n").last)
    #expect(command.contains("lostorder trace s.json --set 'users=1e3' --set '"))
    let line = command.drop { $0 == " " }.dropFirst("lostorder ".count)
    let traced = try Executable.run(in: folder.path, shell: "exec \"$0\" " + String(line))
    #expect(traced.code == 0 && traced.output.contains(": lost, "))
    let summary = try folder.text("set/s/summary.json")
    #expect(summary.contains(#""set": ["users=1e3", "faults[0].probability=0.25","#))
    let other = try folder.text("written/s/summary.json")
    #expect(!other.contains(#""set""#))
  }

  @Test(
    "every command that reads a scenario takes settings",
    arguments: [
      "run", "compare", "trace", "funnel", "sweep", "attribute", "explore", "search",
      "fit", "log", "mutate", "shrink", "check", "benchmark",
    ])
  func everywhere(command: String) throws {
    let folder = try Scratch()
    try folder.write(Self.text, "s.json")
    let operands = ["s.json"] + (command == "fit" ? ["t.csv"] : [])
    let ending = try Executable.run(
      list: [command] + operands + ["--set", "horizon=nine"], in: folder.path)
    ending.expectErrors(
      "s.json: --set 'horizon=nine': 'nine' is not a duration; expected a duration such as"
        + " '5s' (units us, ms, s, m, h, d)\n", code: 65)
  }

  @Test("a sweep uses the settings")
  func swept() throws {
    let folder = try Scratch()
    try folder.write(Self.text, "s.json")
    let ending = try Executable.run("sweep", "s.json", "--set", "faults[0].at=tap", in: folder.path)
    #expect(ending.code == 0 && ending.output.contains(", --set faults[0].at=tap"))
    let other = try Executable.run("sweep", "s.json", in: folder.path)
    let rows = { (text: String) in text.split(separator: "\n").filter { $0.hasPrefix("  0.2 ") } }
    #expect(rows(ending.output) != rows(other.output) && !rows(other.output).isEmpty)
  }
}
