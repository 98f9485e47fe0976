import Foundation
import LostOrder
import TestSupport
import Testing

/// Runs against earlier runs, from end to end.
@Suite("Baseline of runs") struct BaselineCommandTests {
  private static func scenario(_ finish: String) -> String {
    """
    { "name": "small", "seed": 1, "users": 600, "sampling": "plain",
      "designs": [ { "name": "early", "extends": "keep-2", "finish": "onCallback" },
                   { "name": "own", "extends": "keep-2", "finish": "\(finish)" }, "keep-2" ],
      "catalog": [ { "product": "p" } ],
      "faults": [ { "fault": "crash", "probability": 0.2, "at": "callback", "after": "100ms" } ] }
    """
  }

  @Test("a regression ends with 1 and names the design, the change and an order to replay")
  func regression() throws {
    let (folder, old) = try Scratch.with(Self.scenario("afterVerification"), "old.json")
    let new = try folder.write(Self.scenario("onCallback"), "new.json")
    let out = { folder.path + "/" + $0 }
    #expect(try Command.run("run", old, "--quiet", "--out", out("old")).code == 0)
    let ending = try Command.run(
      "run", new, "--quiet", "--out", out("new"), "--baseline", out("old"), "--annotate", "gcc")
    #expect(ending.code == 1 && ending.errors == "")
    let replay = try #require(
      ending.output.firstMatch(of: /\n    lostorder (trace .* --seed 1)\n/)?.1)
    #expect(ending.output.contains("  worse  own: lost orders "))
    #expect(ending.output.contains("design changed: finish is \"onCallback\", was the default"))
    #expect(ending.output.contains("\(new):1:1: error: own: lost orders "))
    let words = replay.split(separator: " ").map(String.init)
    #expect(try Command.run(list: words).output.contains("is now lost"))
    let report = try String(contentsOfFile: out("new/report.md"), encoding: .utf8)
    #expect(report.contains("<summary>one lost order: lostorder \(replay)</summary>"))
    for (first, second, code) in [("old", "new", 1 as Int32), ("new", "old", 0), ("old", "old", 0)]
    {
      let compared = try Command.run("diff", out(first), out(second))
      #expect(
        compared.code == code && compared.output.contains("\nbaseline: 1 ") == (first != second))
    }
    let file = out("old/small/summary.json")
    #expect(try Command.run("diff", file, out("new"), "--tolerance", "900").code == 0)
    #expect(try folder.list("new") == ["junit.xml", "report.md", "small"])
  }

  @Test("an invalid summary and an invalid tolerance are rejected")
  func refusals() throws {
    let (folder, file) = try Scratch.with(Self.scenario("onCallback"), "s.json")
    let empty = try Command.run("diff", folder.path, file)
    empty.expectErrors(
      """
      \(folder.path): there are no summaries here; expected a folder with NAME/summary.json
      \(file):1:1: 'format' is missing; expected 1

      """, code: 65)
    let missing = try Command.run("diff", folder.path, folder.path + "/none")
    expectEqual(missing.code, 65)
    #expect(missing.errors.contains("\n\(folder.path)/none: "), "\(missing.errors)")
    let number = try Command.run("diff", file, file, "--tolerance", "much")
    number.expectErrors(
      "lostorder: 'much' is not a value of '--tolerance'; expected a number"
        + " from 0 to 1000 (per mille)\n", code: 64)
    let alone = try Command.run("run", file, "--tolerance", "1", "--out", folder.path)
    alone.expectErrors("lostorder: option '--tolerance' needs '--baseline'\n", code: 64)
    // A message shortens long paths, such as that of this folder in some systems.
    let same = try Executable.run("run", file, "--baseline", ".", "--out", ".", in: folder.path)
    same.expectErrors(
      "lostorder: --baseline: results are also written to '.'; expected another --out\n", code: 64)
  }
}
