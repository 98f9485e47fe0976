import Foundation
import TestSupport
import Testing

/// Runs of users who share a backend against earlier runs (B11).
@Suite("Baselines with a shared backend") struct SharedBaselineTests {
  private static func scenario(crashes: Double, seed: Int = 1, isShared: Bool = true) -> String {
    let backend = #""capacity": { "workers": 4, "queue": 40, "service": { "verify": "100ms" } }"#
    return """
      { "name": "s", "users": 200, "seed": \(seed), "horizon": "2d",
        "designs": ["naive"], "catalog": [ { "product": "p", "price": 100 } ],
        "faults": [ { "fault": "crash", "probability": \(crashes), "at": "charge" } ],
        "backend": { \(isShared ? backend : "") } }
      """
  }

  private func run(_ words: String..., in folder: Scratch) throws -> Ending {
    try Executable.run(list: words + ["--quiet"], in: folder.path)
  }

  @Test("a regression over the replications ends with 1 and names a lost order")
  func worse() throws {
    let folder = try Scratch()
    try folder.write(Self.scenario(crashes: 0.3), "old.json")
    try folder.write(Self.scenario(crashes: 0.31), "new.json")
    try folder.write(Self.scenario(crashes: 0.31, seed: 2), "other.json")
    #expect(try run("run", "old.json", "--out", "old", in: folder).code == 0)
    let same = try run("run", "old.json", "--out", "same", "--baseline", "old", in: folder)
    #expect(same.code == 0 && same.errors == "")
    #expect(same.output.contains("\nbaseline: nothing changed in 1 scenario;"))
    let worse = try run(
      "run", "new.json", "--out", "new", "--baseline", "old", "--annotate", "gcc", in: folder)
    expectEqual(worse.code, 1)
    #expect(worse.output.contains(#/\n  worse  naive: lost orders [0-9.]+ ‰, was [0-9.]+ ‰; /#))
    #expect(
      worse.output.contains(
        #/\nnew.json:1:1: error: naive: lost orders .* more; lostorder trace new.json --design naive --user /#
      ))
    #expect(
      try folder.list("new/s") == [
        "comparisons.csv", "designs.csv", "report.html", "together.json",
      ])
    // With other users, random changes are as large.
    let other = try run("run", "other.json", "--out", "other", "--baseline", "old", in: folder)
    #expect(other.code == 0 && other.output.contains("  undecided  "))
    for (first, second, code, word) in [
      ("old", "new", 1 as Int32, "worse"), ("new", "old", 0, "better"),
    ] {
      let compared = try Executable.run("diff", first, second, in: folder.path)
      expectEqual(compared.code, code)
      #expect(compared.output.contains("\n  \(word)  naive: lost orders "))
      // More or less work is neither worse nor better.
      #expect(compared.output.contains("\n  changed  naive: workPerCharge "))
    }
    let file = "old/s/together.json"
    let tolerated = try Executable.run(
      "diff", file, "new/s/together.json", "--tolerance", "500", in: folder.path)
    expectEqual(tolerated.code, 0)
  }

  @Test("a run with a shared backend cannot be compared with one without")
  func incomparable() throws {
    let folder = try Scratch()
    try folder.write(Self.scenario(crashes: 0.3, isShared: false), "alone.json")
    try folder.write(Self.scenario(crashes: 0.3), "shared.json")
    #expect(try run("run", "alone.json", "--out", "alone", in: folder).code == 0)
    let shared = try run("run", "shared.json", "--out", "shared", "--baseline", "alone", in: folder)
    expectEqual(shared.code, 2)
    #expect(shared.output.contains("users of s share a backend now, but did not before"))
    let alone = try Executable.run("diff", "shared", "alone", in: folder.path)
    expectEqual(alone.code, 2)
    #expect(alone.output.contains("users of s shared a backend before, but do not now"))
  }

  @Test("a damaged together.json is rejected with its position")
  func damaged() throws {
    let folder = try Scratch()
    try folder.write(Self.scenario(crashes: 0.3), "s.json")
    #expect(try run("run", "s.json", "--set", "replications=3", in: folder).code == 0)
    let path = "results/s/together.json"
    let text = try folder.text(path)
    let parts = [
      (
        "\"refusedRequestRate\": [0, 0, 0]", "\"refusedRequestRate\": [0, 0]",
        "2 values of 'refusedRequestRate'; expected 3, one of each replication"
      ),
      (
        "\"refusedRequestRate\": [0, 0, 0]", "\"refusedRequestRate\": [0, \"late\", 0]",
        "refusedRequestRate[1]: "
      ),
      ("\"replications\": 3", "\"replications\": 1", "scenario.replications: 1 is out of range"),
    ]
    for (right, wrong, words) in parts {
      let range = try #require(text.ranges(of: right).last)
      try folder.write(text.replacingCharacters(in: range, with: wrong), "damaged.json")
      let ending = try Executable.run("diff", path, "damaged.json", in: folder.path)
      #expect(ending.code == 65 && ending.errors.contains(words), "\(ending.errors)")
    }
  }
}
