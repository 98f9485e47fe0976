import Foundation
import Testing

/// Shards whose work comes to no end, and parts that nothing can be told from.
@Suite("Shards that are refused")
struct RefusedShardTests {
  private static let endless = """
    { "name": "h", "faults": [{ "fault": "networkLoss", "probability": 1, "lasts": "14d" }],
      "designs": [{ "name": "d", "extends": "keep-1", "retry": { "delays": ["1us"], "repeatLast": true } }] }
    """

  @Test("a shard with an endless life says so as the run does, with 2")
  func endless() throws {
    let scratch = try Scratch()
    try scratch.write(RefusedShardTests.endless, "h.json")
    let words = ["run", "h.json", "--users", "2000", "--set", "sampling=plain"]
    let whole = try Executable.run(list: words, in: scratch.path)
    #expect(whole.code == 2 && whole.errors.hasSuffix("--design d --user 0 --seed 1\n"))
    let shard = try Executable.run(list: words + ["--shard", "1/2"], in: scratch.path)
    #expect(shard.code == 2 && shard.errors == whole.errors)
    #expect(!shard.output.contains("everything is known"))
  }

  @Test("so does a shard of users who share a backend")
  func endlessTogether() throws {
    let scratch = try Scratch()
    let text = RefusedShardTests.endless.replacingOccurrences(
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
}
