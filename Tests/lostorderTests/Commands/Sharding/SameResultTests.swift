import Experiments
import Foundation
import LostOrder
import Reports
import TestSupport
import Testing

/// Every command that supports shards gives one result: run at once, resumed after a kill, or merged from shards.
@Suite(.serialized) struct SameResultTests {
  private static let files = [
    "small.json": """
    { "name": "small", "users": 60, "designs": ["zero-loss-1.0", "keep-2"],
      "catalog": [{ "product": "t", "price": 500, "items": ["a", "b"] }, { "product": "s" }],
      "faults": [
        { "fault": "crash", "probability": 0.1, "at": "charge" },
        { "fault": "networkLoss", "probability": 0.1, "lasts": { "lognormal": { "median": "10s", "sigma": 2 } } },
        { "fault": "spuriousCancel", "probability": 0.2, "after": "6s", "resolves": "5m" }],
      "expect": [{ "design": "keep-2", "metric": "lostRate", "max": 0.5 },
        { "metric": "lostRate", "design": "keep-2", "below": "zero-loss-1.0" }] }
    """,
    "swept.json": """
    { "name": "swept", "users": 60, "sampling": "plain", "designs": ["naive", "keep-1"],
      "faults": [{ "fault": "spuriousCancel", "probability": 0.2, "after": "6s", "resolves": "5m" }],
      "sweep": { "path": "faults[0].probability", "values": [0, 0.3] } }
    """,
    "shared.json": """
    { "name": "shared", "users": 40, "replications": 3, "designs": ["keep-1", "keep-2"],
      "backend": { "capacity": { "workers": 1, "service": { "verify": "1s" } } },
      "faults": [{ "fault": "networkLoss", "probability": 0.2 }],
      "sweep": { "path": "faults[0].probability", "values": [0.1, 0.3] } }
    """,
    "ladder.json": """
    { "name": "ladder", "seed": 3, "users": 300, "behavior": { "cancels": 0.5 }, "designs": ["keep-1"],
      "faults": [{ "fault": "spuriousCancel", "probability": 0.2, "after": "6s", "resolves": "5m" }],
      "fit": { "design": "keep-1", "free": [{ "path": "faults[0].probability", "from": 0, "to": 0.3 }] } }
    """,
    "counted.csv": """
    event,count
    iap_purchase_click,300
    iap_purchase_cancel,160
    iap_purchase_success,140
    """,
  ]

  /// The arguments of each command, files first. A word that names a file of the folder gets its path.
  private static let options: [(command: [String], sets: [[String]])] = [
    (
      ["run"],
      [
        ["small.json"], ["small.json", "--quiet"], ["small.json", "--seed", "7"],
        ["small.json", "--users", "300"], ["small.json", "--exact"],
        ["small.json", "--format", "json"], ["small.json", "--format", "csv"],
        ["small.json", "--format", "losses"], ["small.json", "--language", "zh"],
        ["small.json", "--workers", "1"], ["small.json", "--workers", "3"],
        ["small.json", "--set", "sampling=plain"], ["small.json", "--annotate", "github"],
        ["small.json", "--annotate", "gitlab"], ["small.json", "swept.json"],
        ["small.json", "swept.json", "--format", "json"], ["F3.json"], ["F3.json", "small.json"],
        ["small.json", "--set", "users=400", "--set", "precision.relativeHalfWidth=0.5"],
        ["small.json", "--set", "behavior.patience=5s"], ["shared.json"],
        ["shared.json", "--quiet"], ["shared.json", "--format", "json"],
        ["shared.json", "small.json"], ["shared.json", "--set", "replications=2"],
        ["shared.json", "--exact"], ["small.json", "--set", "users=1"],
      ]
    ),
    (
      ["sweep"],
      [
        ["swept.json"], ["swept.json", "--quiet"], ["swept.json", "--seed", "7"],
        ["swept.json", "--users", "100"], ["swept.json", "--format", "json"],
        ["swept.json", "--format", "csv"], ["swept.json", "--language", "zh"],
        ["swept.json", "--workers", "1"], ["shared.json"], ["shared.json", "--format", "csv"],
        ["small.json"], ["F3.json"], ["swept.json", "--set", "behavior.patience=5s"],
      ]
    ),
    (
      ["explore"],
      [
        ["small.json", "--faults", "0"], ["small.json"], ["small.json", "--quiet"],
        ["small.json", "--expect", "none"], ["small.json", "--expect", "some"],
        ["small.json", "--unpruned", "--kinds", "crash"], ["small.json", "--language", "zh"],
        ["small.json", "--journey", "one"], ["small.json", "--journey", "two"],
        ["small.json", "--journey", "cancelled", "--workers", "1"],
        ["small.json", "--design", "keep-2"], ["F3.json"], ["F3.json", "--design", "keep-2"],
        ["F3.json", "--faults", "2", "--kinds", "crash"],
        ["small.json", "--faults", "2", "--kinds", "crash,networkLoss"],
        ["small.json", "--faults", "2", "--kinds", "spuriousCancel", "--expect", "none"],
        ["small.json", "--faults", "2", "--kinds", "crash", "--expect", "some"],
        ["small.json", "--faults", "2", "--kinds", "appKill", "--design", "keep-2"],
        ["small.json", "--faults", "2", "--kinds", "crash", "--unpruned", "--journey", "one"],
        ["small.json", "--faults", "3", "--kinds", "spuriousCancel", "--journey", "one"],
        ["small.json", "--faults", "3", "--kinds", "spuriousCancel,crash", "--journey", "one"],
        ["small.json", "--faults", "0", "--expect", "none"], ["small.json", "--kinds", "nothing"],
        ["small.json", "--seed", "7"], ["shared.json"],
      ]
    ),
    (
      ["explore", "--weigh"],
      [
        ["small.json"], ["small.json", "--quiet"], ["small.json", "--cells", "1"],
        ["small.json", "--cells", "2", "--faults", "2", "--design", "keep-2"],
        ["small.json", "--cells", "2", "--faults", "0"], ["small.json", "--kinds", "crash"],
        ["small.json", "--kinds", "crash,networkLoss", "--faults", "2", "--cells", "1"],
        ["small.json", "--seed", "7", "--cells", "1"],
        ["small.json", "--users", "5000", "--cells", "1"],
        ["small.json", "--language", "zh", "--cells", "1"],
        ["small.json", "--workers", "1", "--cells", "1"], ["F3.json"],
        ["small.json", "--expect", "none"],
      ]
    ),
    (
      ["search"],
      [
        ["small.json"], ["small.json", "--quiet"], ["small.json", "--faults", "1"],
        ["small.json", "--faults", "2", "--kinds", "crash"],
        ["small.json", "--faults", "2", "--kinds", "spuriousCancel", "--keep", "1"],
        ["small.json", "--faults", "0"], ["small.json", "--journey", "one"],
        ["small.json", "--keep", "1"], ["small.json", "--seed", "7"],
        ["small.json", "--users", "200"], ["small.json", "--language", "zh"],
        ["small.json", "--workers", "1"], ["swept.json"], ["F3.json"], ["shared.json"],
      ]
    ),
    (
      ["fit"],
      [
        ["ladder.json", "counted.csv", "--users", "1000", "--quiet"],
        ["ladder.json", "counted.csv", "--users", "1000", "--format", "json"],
        ["ladder.json", "counted.csv", "--users", "1200", "--language", "zh", "--seed", "7"],
        ["small.json", "counted.csv"], ["ladder.json", "small.json"],
      ]
    ),
  ]

  /// The output and the files of a call.
  private struct Result: Hashable {
    var code: Int32, output: String, errors: String, files: [String: Data] = [:]
  }

  /// Runs the command in this process.
  /// - Parameter out: the results folder; nil for commands that write none.
  private static func run(_ words: [String], out: String? = nil) -> Result {
    let (output, errors) = (SharedText(), SharedText())
    var console = Console { errors.append($0) }
    console.print = { output.append($0) }
    let code = console.run(words + (out.map { ["--out", $0] } ?? []))
    // The announced duration of an exploration is measured.
    let lines = errors.text.split(separator: "\n", omittingEmptySubsequences: false).filter {
      !$0.contains(" placements, which take up to ") && !$0.contains(" 种注入方式，最长需要")
    }
    var result = Result(
      code: code.rawValue, output: output.text, errors: lines.joined(separator: "\n"))
    guard let out, let names = FileManager.default.enumerator(atPath: out) else { return result }
    for case let name as String in names {
      result.files[name] = FileManager.default.contents(atPath: out + "/" + name)
    }
    return result
  }

  /// Keeps the first batches of a partial result, as a kill would.
  private static func cut(_ folder: String, _ turn: Int) throws {
    for name in try FileManager.default.contentsOfDirectory(atPath: folder) {
      let path = folder + "/" + name
      let bytes = Array(try Data(contentsOf: URL(fileURLWithPath: path)))
      var file = try PartialResultFile(bytes, file: path)
      let kept = file.part.batches.count * (turn % 3) / 3
      file.part = PartialResult(file.part.shard, Array(file.part.batches.prefix(kept)))
      try file.text.write(toFile: path, atomically: true, encoding: .utf8)
    }
  }

  @Test(arguments: options.indices)
  func `plain, resumed and merged runs are equal`(command: Int) throws {
    let (first, sets) = Self.options[command]
    for (turn, set) in sets.enumerated() {
      let scratch = try Scratch()
      for (name, text) in Self.files { try scratch.write(text, name) }
      try FileManager.default.copyItem(
        atPath: Executable.package + "/scenarios/cases/F3.json", toPath: scratch.path + "/F3.json")
      let words =
        first
        + set.map { $0.contains(".json") || $0.contains(".csv") ? scratch.path + "/" + $0 : $0 }
      let parts = { (name: String) in ["--parts", scratch.path + "/" + name] }
      let out = { (name: String) in scratch.path + "/out-" + name }
      let plain = Self.run(words, out: out("plain"))
      #expect(plain.code != ExitCode.bug.rawValue && plain.code >= 0)
      let resumed = Self.run(words + ["--resume"] + parts("resumed"), out: out("resumed"))
      expectEqual(resumed, plain, "\(words) --resume")
      let shard = Self.run(words + ["--shard", "1/1"] + parts("killed"), out: out("none"))
      // A command that is rejected before the simulation leaves no partial result.
      guard FileManager.default.fileExists(atPath: scratch.path + "/killed") else {
        #expect(shard.code == plain.code && shard.errors == plain.errors, "\(words) --shard 1/1")
        continue
      }
      try Self.cut(scratch.path + "/killed", turn)
      let again = Self.run(words + ["--resume"] + parts("killed"), out: out("killed"))
      expectEqual(again, plain, "\(words) --resume, after a kill")
      #expect(!FileManager.default.fileExists(atPath: scratch.path + "/killed"))
      let count = 2 + turn % 2
      for round in 0... {
        try #require(round < 60, "\(words): the rounds come to no end")
        for number in 1...count {
          let shard = Self.run(
            words + ["--shard", "\(number)/\(count)"] + parts("shards"), out: out("none"))
          expectEqual(shard.code, 0, "\(words): \(shard.errors)")
        }
        let next = Self.run(["merge", "--next", scratch.path + "/shards"])
        #expect(next.code == 0 && next.errors.isEmpty, "\(words): \(next.errors)")
        if next.output.isEmpty { break }
      }
      // Options that do not apply to a shard are options of the merge.
      let mergeOptions = Self.mergeOptions(of: set)
      let merged = Self.run(["merge", scratch.path + "/shards"] + mergeOptions, out: out("merged"))
      expectEqual(merged, plain, "\(words), merged")
    }
  }

  private static func mergeOptions(of set: [String]) -> [String] {
    let valued: Set = ["--format", "--language", "--annotate", "--expect"]
    var result: [String] = []
    for (place, word) in set.enumerated() {
      if ["--quiet", "--exact"].contains(word) { result.append(word) }
      if valued.contains(word) { result += [word, set[place + 1]] }
    }
    return result
  }

  @Test func `commands that cannot resume reject --resume`() throws {
    let divided = Set(Self.options.map { $0.command[0] })
    for command in Subcommand.all where !divided.contains(command.name) {
      let found = Self.run([command.name, "x.json", "--resume"])
      #expect(found.code == 64 && found.output.isEmpty, "\(command.name)")
      #expect(found.errors.contains("'--resume'"), "\(command.name): \(found.errors)")
    }
  }
}
