import Foundation
import JSONText
import LostOrder
import Reports
import Synchronization
import TestSupport
import Testing

/// Shards with endless work, and unusable partial results.
@Suite("Rejected shards") struct RefusedShardTests {
  private static let endless = """
    { "name": "h", "faults": [{ "fault": "networkLoss", "probability": 1, "lasts": "14d" }],
      "designs": [{ "name": "d", "extends": "keep-1", "retry": { "delays": ["1us"], "repeatLast": true } }] }
    """

  @Test("a shard with a runaway simulation prints the error of the run and ends with 2")
  func endless() throws {
    let scratch = try Scratch()
    try scratch.write(Self.endless, "h.json")
    let words = ["run", "h.json", "--users", "2000", "--set", "sampling=plain"]
    let whole = try Executable.run(list: words, in: scratch.path)
    #expect(whole.code == 2 && whole.errors.hasSuffix("--design d --user 0 --seed 1\n"))
    let shard = try Executable.run(list: words + ["--shard", "1/2"], in: scratch.path)
    #expect(shard.code == 2 && shard.errors == whole.errors)
    #expect(!shard.output.contains("the work is complete"))
  }

  @Test("a shard with a shared backend also reports a runaway simulation")
  func endlessTogether() throws {
    let scratch = try Scratch()
    let text = Self.endless.replacingOccurrences(
      of: #""name": "h","#,
      with: #"""
        "name": "h", "users": 2, "replications": 3,
        "backend": { "capacity": { "workers": 1, "service": { "verify": "1ms" } } },
        """#)
    try scratch.write(text, "h.json")
    let whole = try Executable.run("run", "h.json", in: scratch.path)
    #expect(whole.code == 2 && whole.errors.contains("retry.delays"), "\(whole.errors)")
    let shard = try Executable.run("run", "h.json", "--shard", "1/3", in: scratch.path)
    #expect(shard.code == 2 && shard.errors == whole.errors, "\(shard.output)")
  }

  @Test("a command that is rejected before the simulation leaves no partial result")
  func nothingSimulated() throws {
    let scratch = try Scratch()
    let file = Executable.package + "/scenarios/ordering.json"
    for words in [["--shard", "1/2"], ["--resume"]] {
      let ending = try Executable.run(list: ["sweep", file] + words, in: scratch.path)
      expectEqual(ending.code, 64, "\(ending.errors)")
      #expect(!FileManager.default.fileExists(atPath: scratch.path + "/parts"))
    }
  }

  @Test(
    "a partial result of a command that simulates nothing is rejected",
    arguments: [
      ["explore", "--help"], ["run", "--help"], ["run", "x.json", "-h"], ["--version"], ["--help"],
      ["help", "run"], ["merge", "parts"], [],
    ])
  func noWork(words: [String]) throws {
    let scratch = try Scratch()
    let file = Executable.package + "/scenarios/cases/F3.json"
    _ = try Executable.run("explore", file, "--faults", "1", "--shard", "1/1", in: scratch.path)
    let name = "parts/" + (try #require(try scratch.list("parts").first))
    var part = try PartialResultFile(Array(try scratch.bytes(name)), file: name)
    part.work.arguments = words
    var hash = SHA256()
    for word in [part.work.version, "1"] + words { hash.add(Array(word.utf8) + [0]) }
    part.work.fingerprint = hash.hex
    try scratch.write(part.text, "hostile.json")
    let ending = try Executable.run("merge", "hostile.json", in: scratch.path)
    #expect(ending.code == 65 && ending.output.isEmpty, "\(ending.output)\(ending.errors)")
    #expect(ending.errors.contains("hostile.json"), "\(ending.errors)")
  }

  @Test("partial results may have any file name")
  func oddName() throws {
    let scratch = try Scratch()
    let file = Executable.package + "/scenarios/cases/F3.json"
    let words = ["explore", file, "--faults", "1", "--quiet"]
    let whole = try Executable.run(list: words, in: scratch.path)
    _ = try Executable.run(list: words + ["--shard", "1/1"], in: scratch.path)
    let name = try #require(try scratch.list("parts").first)
    try FileManager.default.moveItem(
      atPath: scratch.path + "/parts/" + name, toPath: scratch.path + "/-odd-part.json")
    let merged = try Executable.run("merge", "--quiet", "--", "-odd-part.json", in: scratch.path)
    #expect(merged.code == whole.code && merged.output == whole.output, "\(merged.errors)")
  }

  @Test("a wrong option of a merge is reported, and partial results are not called foreign")
  func wrongOption() throws {
    let scratch = try Scratch()
    let file = Executable.package + "/scenarios/cases/F3.json"
    _ = try Executable.run(
      "run", Executable.package + "/scenarios/ordering.json", file, "--users", "600", "--shard",
      "1/1", in: scratch.path)
    let merged = try Executable.run("merge", "parts", "--baseline", "nowhere", in: scratch.path)
    #expect(merged.code == 65 && merged.errors.hasPrefix("nowhere"), "\(merged.errors)")
  }

  @Test("a shard prints its progress and leaves all other output to the merge")
  func progress() throws {
    let scratch = try Scratch()
    let printed = Mutex<[String]>([])
    let console = Console(showsProgress: true) { text in printed.withLock { $0.append(text) } }
    let file = Executable.package + "/scenarios/ordering.json"
    let code = console.run([
      "run", file, "--users", "4000", "--shard", "1/2", "--parts", scratch.path + "/parts",
      "--set", "sampling=plain", "--out", scratch.path + "/out",
    ])
    let lines = printed.withLock { $0 }
    #expect(code == .holds && lines.contains { $0.contains("ordering: ") && $0.contains(" %") })
    #expect(lines.allSatisfy { $0.hasPrefix("\r") }, "\(lines)")
    #expect(!FileManager.default.fileExists(atPath: scratch.path + "/out"))
  }
}
