import Experiments
import Foundation
import Reports
import TestSupport
import Testing

/// Commands in shards, as job engines run them: each shard is a process that leaves files.
@Suite("Sharded commands") struct MergeCommandTests {
  private static let small = ["scenarios/keep.json", "--users", "1200"]

  /// A folder from which the paths of the shipped scenarios are valid.
  private static func folder() throws -> Scratch {
    let scratch = try Scratch()
    try FileManager.default.createSymbolicLink(
      atPath: scratch.path + "/scenarios", withDestinationPath: Executable.package + "/scenarios")
    return scratch
  }

  private static func run(_ words: [String], in scratch: Scratch) throws -> Ending {
    try Executable.run(list: words, in: scratch.path)
  }

  /// Runs a command whole, then in shards and rounds; output and files must be equal.
  /// - Parameter options: the options of the whole run and the merge that do not apply to a shard.
  private static func compare(
    _ words: [String], shards: Int, _ options: [String] = [], files: [String: String] = [:]
  ) throws {
    let scratch = try folder()
    for (name, text) in files { try scratch.write(text, name) }
    let whole = try run(words + options + ["--out", "whole"], in: scratch)
    for number in (1...shards).shuffled() {
      let shard = try run(words + ["--shard", "\(number)/\(shards)"], in: scratch)
      expectEqual(shard.code, 0, "\(shard.errors)")
    }
    for round in 0... {
      let next = try run(["merge", "--next", "parts"], in: scratch)
      #expect(next.code == 0 && next.errors.isEmpty)
      if next.output.isEmpty { break }
      try #require(round < 40, "the work comes to no end")
      // Not yet a result, and never a pass.
      let early = try run(["merge", "parts"], in: scratch)
      #expect(early.code == 2 && early.output.isEmpty, "\(early.errors)")
      for line in next.output.split(separator: "\n") {
        let command = line.split(separator: " ").map(String.init)
        expectEqual(command.first, "lostorder")
        #expect(try run(Array(command.dropFirst()), in: scratch).code == 0)
      }
    }
    let merged = try run(["merge", "parts", "--out", "merged"] + options, in: scratch)
    #expect(merged.code == whole.code && merged.errors == whole.errors)
    expectEqual(merged.output, whole.output)
    let files = try FileManager.default.subpathsOfDirectory(atPath: scratch.path + "/whole")
      .sorted()
    #expect(
      try FileManager.default.subpathsOfDirectory(atPath: scratch.path + "/merged").sorted()
        == files)
    for file in files where !isFolder(scratch.path + "/whole/" + file) {
      #expect(try scratch.bytes("merged/" + file) == scratch.bytes("whole/" + file), "\(file)")
    }
  }

  private static func isFolder(_ path: String) -> Bool {
    var isFolder: ObjCBool = false
    return FileManager.default.fileExists(atPath: path, isDirectory: &isFolder)
      && isFolder.boolValue
  }

  private static let more: [([String], Int)] = [
    (["run"] + small, 3), (["run", "scenarios/ordering.json", "--users", "800"], 2),
    (["explore", "scenarios/ordering.json", "--faults", "2", "--kinds", "crash,networkLoss"], 4),
    (["explore", "--weigh"] + small, 2), (["search", "--faults", "2"] + small, 2),
    (["sweep", "scenarios/spinner.json", "--users", "500"], 3),
    (["sweep", "scenarios/storm.json", "--users", "300", "--set", "replications=2"], 3),
  ]

  @Test(
    "the merged shards equal the bytes of one run",
    // The nightly run also includes what SameResultTests runs in one process.
    arguments: [
      (["run", "scenarios/keep.json", "scenarios/cases/F3.json", "--users", "400"], 3),
      (["run", "scenarios/storm.json", "--users", "150", "--set", "replications=3"], 2),
    ] + (Nightly.isOn ? more : []))
  func same(words: [String], shards: Int) throws { try Self.compare(words, shards: shards) }

  @Test(
    "a fit in shards equals the fit: each point it reaches is a round", .enabled(if: Nightly.isOn))
  func fit() throws {
    let fit = """
      { "name": "fit", "designs": ["keep-1"], "behavior": { "cancels": 0.5 },
        "faults": [{ "fault": "spuriousCancel", "probability": 0.1, "after": "6s", "resolves": "5m" }],
        "fit": { "design": "keep-1", "free": [
          { "path": "behavior.cancels", "from": 0.1, "to": 0.9 },
          { "path": "faults[0].probability", "from": 0, "to": 0.3 }] } }
      """
    let counts = "event,count\niap_purchase_click,6000\niap_purchase_transaction_cancel,3300\n"
    try Self.compare(
      ["fit", "fit.json", "counts.csv", "--users", "3000"], shards: 2, ["--quiet"],
      files: ["fit.json": fit, "counts.csv": counts])
  }

  @Test("damaged or mixed partial results never merge to a result")
  func damages() throws {
    let scratch = try Self.folder()
    let words = ["explore", "scenarios/cases/F3.json", "--faults", "1"]
    for number in 1...3 {
      _ = try Self.run(words + ["--shard", "\(number)/3"], in: scratch)
      _ = try Self.run(
        words + ["--kinds", "crash", "--shard", "\(number)/3", "--parts", "foreign"], in: scratch)
    }
    let names = try scratch.list("parts").map { "parts/" + $0 }
    let foreign = try scratch.list("foreign").map { "foreign/" + $0 }
    #expect(try Self.run(["merge"] + names + ["--out", "merged"], in: scratch).code == 0)
    // D. E. Knuth's MMIX generator.
    var state: UInt64 = 3
    func below(_ count: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(state >> 33) % count
    }
    for number in 0..<50 {
      var parts = names
      let (place, other) = (below(3), below(3))
      switch number % 5 {
      case 0: parts[place] = foreign[other]
      case 1: parts.append(names[place])
      case 2: parts.remove(at: place)
      default:
        var bytes = Array(try scratch.bytes(names[place]))
        let byte = below(bytes.count - 1)
        if number % 5 == 3 {
          bytes.removeLast(bytes.count - byte)
        } else {
          bytes[byte] ^= 1 << UInt8(below(7))
        }
        parts[place] = "damaged-\(number).json"
        try Data(bytes).write(to: URL(fileURLWithPath: scratch.path + "/" + parts[place]))
      }
      let ending = try Self.run(["merge"] + parts + ["--out", "wrong"], in: scratch)
      #expect(ending.code == 65 && ending.output.isEmpty, "\(number): \(ending.errors)")
      #expect(ending.errors.contains(parts.count == 2 ? "are missing" : ".json"))
    }
    #expect(!FileManager.default.fileExists(atPath: scratch.path + "/wrong"))
  }

  @Test("missing, duplicate, foreign and damaged partial results end with 65 and write nothing")
  func wrongParts() throws {
    let scratch = try Self.folder()
    let words = ["run"] + Self.small + ["--set", "sampling=plain"]
    for number in 1...3 { _ = try Self.run(words + ["--shard", "\(number)/3"], in: scratch) }
    _ = try Self.run(words + ["--seed", "7", "--shard", "2/3", "--parts", "foreign"], in: scratch)
    _ = try Self.run(words + ["--shard", "1/2", "--parts", "two"], in: scratch)
    let (names, foreign) = (try scratch.list("parts"), try scratch.list("foreign"))
    let two = try scratch.list("two")
    #expect(names.count == 3 && foreign.count == 1 && two.count == 1)
    func merge(_ parts: [String]) throws -> Ending {
      try Self.run(["merge"] + parts + ["--out", "merged"], in: scratch)
    }
    let paths = names.map { "parts/" + $0 }
    let text = try scratch.text(paths[1])
    try scratch.write(String(text.dropLast(40)), "short.json")
    try scratch.write(
      text.replacingOccurrences(of: "\"found\": \"", with: "\"found\": \"1 "), "other.json")
    try scratch.write("{}", "empty.json")
    let sets: [(parts: [String], named: String)] = [
      (Array(paths.dropLast()), "1 of 3 shards are missing: 3"),
      (paths + [paths[0]], "shard 1/3 is also in '\(paths[0])'; expected each once"),
      (paths + ["foreign/" + foreign[0]], "foreign/\(foreign[0])"),
      (paths + ["two/" + two[0]], "two/\(two[0])"),
      ([paths[0], "short.json", paths[2]], "short.json:1:"),
      ([paths[0], "other.json", paths[2]], "the partial result is damaged"),
      (["empty.json"] + paths, "empty.json:1:1: 'format' is missing"),
      (["nowhere"], "nowhere"), (["scenarios/ordering.json"], "scenarios/ordering.json"),
    ]
    for (parts, named) in sets {
      let ending = try merge(parts)
      #expect(ending.code == 65 && ending.output.isEmpty, "\(parts)")
      #expect(ending.errors.contains(named), "\(ending.errors)")
    }
    #expect(!FileManager.default.fileExists(atPath: scratch.path + "/merged"))
    let whole = try Self.run(words + ["--out", "whole"], in: scratch)
    // The variants of the best design of a run are a second round.
    #expect(try merge(paths).code == 2)
    for number in 1...3 { _ = try Self.run(words + ["--shard", "\(number)/3"], in: scratch) }
    #expect(try merge(paths).output == whole.output)
    // Partial results with more rounds than the others still belong to the same work.
    let missing = try merge([paths[0], paths[2]])
    #expect(
      missing.code == 65 && missing.errors.hasPrefix("lostorder: 1 of 3 shards are missing: 2\n"))
    try FileManager.default.removeItem(atPath: scratch.path + "/" + paths[1])
    let rest = try scratch.list("parts").filter { $0.hasSuffix("whole.json") }
    for name in rest { try FileManager.default.removeItem(atPath: scratch.path + "/parts/" + name) }
    #expect(try Self.run(words + ["--shard", "1/3"], in: scratch).code == 0)
  }

  @Test("a partial result is invalid after a change of its file")
  func changedFiles() throws {
    let scratch = try Scratch()
    let text = try PackageFiles.text("scenarios/ordering.json")
    try scratch.write(text, "it.json")
    let words = ["run", "it.json", "--users", "1000"]
    _ = try Self.run(words + ["--shard", "1/1"], in: scratch)
    try scratch.write(text + " ", "it.json")
    let merged = try Self.run(["merge", "parts"], in: scratch)
    expectEqual(merged.code, 65)
    #expect(merged.errors.contains("the files have changed since the shards ran"))
  }

  @Test("a partial result sets neither the results folder nor the options of the merge")
  func hostileArguments() throws {
    let scratch = try Self.folder()
    let words = ["explore", "scenarios/cases/F3.json", "--faults", "1"]
    _ = try Self.run(words + ["--shard", "1/1"], in: scratch)
    let name = "parts/" + (try #require(try scratch.list("parts").first))
    let file = try PartialResultFile(Array(try scratch.bytes(name)), file: name)
    var work = file.work
    work.arguments += ["--out", "elsewhere"]
    try scratch.write(PartialResultFile(work, file.part).text, "hostile.json")
    let ending = try Self.run(["merge", "hostile.json"], in: scratch)
    #expect(ending.code == 65 && ending.output.isEmpty, "\(ending.errors)")
    #expect(!FileManager.default.fileExists(atPath: scratch.path + "/elsewhere"))
  }

  @Test(.timeLimit(.minutes(2)))
  func `a partial result with a forged count is rejected, and the merge ends`() throws {
    let scratch = try Self.folder()
    let words = [
      "explore", "scenarios/ordering.json", "--weigh", "--cells", "1", "--users", "500",
      "--design", "order-first-record",
    ]
    _ = try Self.run(words + ["--shard", "1/1"], in: scratch)
    let name = "parts/" + (try #require(try scratch.list("parts").first))
    let file = try PartialResultFile(Array(try scratch.bytes(name)), file: name)
    let drawn = try #require(file.part.batches.firstIndex { $0.name.hasSuffix("drawn") })
    var refused = 0
    for place in file.part.batches[drawn].numbers.indices {
      var part = file.part
      part.batches[drawn].numbers[place] = 1 << 31
      try scratch.write(PartialResultFile(file.work, part).text, name)
      let ending = try Self.run(["merge", "parts", "--out", "merged"], in: scratch)
      #expect([0, 1, 2, 65].contains(ending.code), "\(place): \(ending.code) \(ending.errors)")
      if ending.code == 65 { refused += 1 }
      expectEqual((ending.code == 65), ending.errors.contains(name), "\(place): \(ending.errors)")
    }
    #expect(refused > 8)
  }

  @Test func `a file name that begins with a dash is not an option of printed commands`() throws {
    let scratch = try Self.folder()
    let text = try PackageFiles.text("scenarios/ordering.json")
    try scratch.write(text, "-x.json")
    let words = ["run", "--users", "4000"]
    for number in 1...2 {
      let shard = try Self.run(
        words + ["--shard", "\(number)/2", "--parts", "-p", "--", "-x.json"], in: scratch)
      #expect(shard.code == 0 && shard.output.contains("merge --next ./-p"), "\(shard.output)")
    }
    let next = try Self.run(["merge", "--next", "./-p"], in: scratch)
    let lines = next.output.split(separator: "\n")
    #expect(next.code == 0 && lines.count == 2, "\(next.errors)")
    for line in lines {
      let command = line.split(separator: " ").dropFirst().map(String.init)
      let ending = try Self.run(command, in: scratch)
      expectEqual(ending.code, 0, "\(line): \(ending.errors)")
    }
    let run = try Self.run(
      ["run", "--users", "300", "--set", "sampling=plain", "--", "-x.json"], in: scratch)
    #expect(run.output.contains("trace ./-x.json"), "\(run.output)")
  }

  @Test func `a partial result of an earlier run is named with the difference`() throws {
    let scratch = try Scratch()
    let text = try PackageFiles.text("scenarios/ordering.json")
    try scratch.write(text, "it.json")
    let words = ["run", "it.json", "--users", "300", "--set", "sampling=plain"]
    _ = try Self.run(words + ["--shard", "1/1"], in: scratch)
    let left = "parts/" + (try #require(try scratch.list("parts").first))
    func resume(_ words: [String]) throws -> Ending {
      try Self.run(words + ["--resume", "--quiet"], in: scratch)
    }
    try scratch.write(text + " ", "it.json")
    let changed = try resume(words)
    #expect(
      changed.errors.hasPrefix("\(left): fingerprint: ")
        && changed.errors.contains("the files changed"), "\(changed.errors)")
    try scratch.write(text, "it.json")
    let other = try resume(words + ["--seed", "7"])
    #expect(
      other.errors.hasPrefix(left) && other.errors.contains("from 'run it.json --users 300"),
      "\(other.errors)")
    let file = try PartialResultFile(Array(try scratch.bytes(left)), file: left)
    var old = file.work
    old.version = "0.0.9"
    try scratch.write(PartialResultFile(old, file.part).text, "parts/run-older-1-of-1.json")
    let older = try resume(words + ["--seed", "7"])
    #expect(older.errors.contains("from version 0.0.9 of the command"), "\(older.errors)")
    // There is no message about a partial result that is used, or about one of other files.
    try FileManager.default.removeItem(atPath: scratch.path + "/parts/run-older-1-of-1.json")
    try scratch.write(text.replacingOccurrences(of: "\"ordering\"", with: "\"else\""), "else.json")
    let elsewhere = try resume(["run", "else.json", "--users", "300", "--set", "sampling=plain"])
    #expect(!elsewhere.errors.contains("fingerprint"), "\(elsewhere.errors)")
    let same = try resume(words)
    #expect(!same.errors.contains("fingerprint"), "\(same.errors)")
  }

  @Test("a partial result is kept if the results cannot be written")
  func partStays() throws {
    let scratch = try Self.folder()
    let words = [
      "run", "scenarios/ordering.json", "--users", "300000000", "--set", "sampling=plain",
      "--resume", "--out", "out", "--time-limit",
    ]
    // On a busy machine the first limits may end before any result, so nothing is written.
    for limit in ["1500ms", "10s", "60s"]
    where (try? scratch.bytes("out/ordering/summary.json")) == nil {
      #expect(try Self.run(words + [limit], in: scratch).code == 2)
    }
    let part = try #require(try scratch.list("parts").first)
    let bytes = try scratch.bytes("parts/" + part)
    try FileManager.default.removeItem(atPath: scratch.path + "/out/ordering/summary.json")
    try FileManager.default.createDirectory(
      atPath: scratch.path + "/out/ordering/summary.json", withIntermediateDirectories: true)
    let ending = try Self.run(words + ["10s"], in: scratch)
    #expect(ending.code == 74 && ending.errors.contains("summary.json"), "\(ending.errors)")
    #expect(try scratch.bytes("parts/" + part) == bytes && bytes.count > 1_000)
  }

  /// A checkpoint is written every five seconds, so the run must take longer.
  @Test("a killed run resumes from its partial result to the same end", .enabled(if: Nightly.isOn))
  func resume() throws {
    let scratch = try Self.folder()
    let words = ["run", "scenarios/keep.json", "--users", "6000000", "--set", "sampling=plain"]
    let whole = try Self.run(words + ["--out", "whole"], in: scratch)
    let killed = try Executable.run(
      list: words + ["--resume", "--out", "resumed", "--workers", "1"], in: scratch.path,
      shell: #""$0" "$@" & sleep 6.5; kill -9 $!; wait"#)
    #expect(killed.output.isEmpty)
    let part = try #require(try scratch.list("parts").first)
    let text = try scratch.text("parts/" + part)
    #expect(text.contains(#""done": [["#), "nothing was kept within 6.5 s")
    let resumed = try Self.run(words + ["--resume", "--out", "resumed"], in: scratch)
    #expect(resumed.output == whole.output && resumed.code == whole.code)
    for file in Scratch.filesOfRun {
      #expect(try scratch.bytes("resumed/keep/" + file) == scratch.bytes("whole/keep/" + file))
    }
    #expect(!FileManager.default.fileExists(atPath: scratch.path + "/parts"))
  }

  @Test("incompatible options are rejected")
  func rejected() throws {
    let scratch = try Self.folder()
    let run = ["run"] + Self.small
    #expect(try Self.run(run + ["--shard", "1/2", "--resume"], in: scratch).code == 64)
    #expect(try Self.run(run + ["--parts", "x"], in: scratch).code == 64)
    #expect(try Self.run(["run", "-", "--shard", "1/2"], in: scratch).code == 64)
    let endless = try Self.run(["run", "none.json", "--shard", "1/2"], in: scratch)
    #expect(endless.code == 65 && endless.errors.contains("none.json"))
  }
}
