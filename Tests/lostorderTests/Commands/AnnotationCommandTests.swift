import Foundation
import LostOrder
import TestSupport
import Testing

/// A failed job has an annotation for every cause of a nonzero exit code.
@Suite struct AnnotationCommandTests {
  private static func scenario(_ name: String, probability: Double = 0.5, more: String = "")
    -> String
  {
    """
    { "name": "\(name)", "users": 400, "designs": ["naive"], "catalog": [ { "product": "p" } ],
      "faults": [{ "fault": "crash", "probability": \(probability), "at": "charge" }]\(more) }
    """
  }

  private func run(_ files: [String], _ service: String, _ options: [String], in folder: Scratch)
    throws -> Ending
  {
    try Command.run(
      list: ["run"] + files + ["--quiet", "--annotate", service, "--out", folder.path + "/out"]
        + options)
  }

  @Test func `damaged files are errors at their lines in the format of every service`() throws {
    let (folder, wrong) = try Scratch.with(
      "{ \"name\": \"s\",\n  \"designs\": [\"naiv\"], \"x\": 1 }", "w.json")
    let empty = try folder.write("", "e.json")
    let github = try run([wrong, empty], "github", [], in: folder)
    expectEqual(github.code, 65)
    #expect(
      github.output.hasPrefix(
        "::error file=\(wrong),line=2,col=15,title=\(wrong)%3A cannot be read::designs[0]: unknown"
          + " design 'naiv'"))
    let lines = github.output.split(separator: "\n")
    try #require(lines.count == 3)
    #expect(lines.allSatisfy { $0.hasPrefix("::error file=") })
    #expect(lines[2].hasPrefix("::error file=\(empty),line=1,col=1,"))
    // The output for people does not change.
    #expect(github.errors.hasPrefix("\(wrong):2:15: designs[0]: unknown design 'naiv'"))
    let gcc = try run([wrong], "gcc", [], in: folder)
    #expect(gcc.output.hasPrefix("\(wrong):2:15: error: designs[0]: unknown"))
    #expect(
      try run([wrong], "azure", [], in: folder).output.contains("linenumber=2;columnnumber=15;]"))
    let gitlab = try run([wrong], "gitlab", [], in: folder)
    #expect(gitlab.code == 65 && gitlab.output == "")
    let report = try folder.text("out/codequality.json")
    #expect(report.contains("\"begin\": 2") && report.contains("\"severity\": \"major\""))
    let set = try run([wrong], "gcc", ["--set", "users=0"], in: folder)
    #expect(set.output.contains("\(wrong):1:1: error: --set 'users=0': 0 is out of range"))
  }

  @Test func `a fault that never occurs, a time limit and an empty baseline are errors`() throws {
    let (folder, never) = try Scratch.with(Self.scenario("n", probability: 0), "n.json")
    let noFault = try run([never], "gcc", [], in: folder)
    expectEqual(noFault.code, 2)
    #expect(noFault.output.contains("\(never):1:1: error: fault 'crash' (faults[0]) did not occur"))
    let good = try folder.write(Self.scenario("g"), "g.json")
    let other = try folder.write(Self.scenario("o"), "o.json")
    #expect(try Command.run("run", other, "--quiet", "--out", folder.path + "/old").code == 0)
    let baseline = try run([good], "gcc", ["--baseline", folder.path + "/old"], in: folder)
    expectEqual(baseline.code, 2)
    #expect(baseline.output.contains("\(good):1:1: error: the baseline has nothing to compare\n"))
    let damaged = try folder.write("{}", "old/o/summary.json")
    let unread = try run([good], "gcc", ["--baseline", folder.path + "/old"], in: folder)
    expectEqual(unread.code, 65)
    #expect(unread.output.contains("\(damaged):1:1: error: 'format' is missing"))
    let long = try folder.write(Self.scenario("l").replacing("400", with: "100000000"), "l.json")
    let cut = try run([long, good], "github", ["--time-limit", "1s"], in: folder)
    expectEqual(cut.code, 2)
    for file in [long, good] {
      #expect(cut.output.contains("::error file=\(file),line=1,col=1,"), "\(cut.output)")
    }
  }
}
