import Foundation
import TestSupport
import Testing

/// `lostorder compare`, as a process of its own.
@Suite("Compare") struct CompareTests {
  @Test("each printed command replays a user who lost an order under the first design only")
  func replay() throws {
    let ending = try Command.run(
      "compare", "scenarios/keep.json", "keep-original", "keep-2", "--users", "2000")
    #expect(ending.code == 0 && ending.errors == "")
    let lines = ending.output.split(separator: "\n").map {
      $0.split(separator: " ").map(String.init)
    }
    let commands = lines.filter { $0.first == "lostorder" && $0.dropFirst().first == "trace" }
    expectEqual(commands.count, 20)
    for (turn, words) in commands.prefix(6).enumerated() {
      expectEqual(words.count, 9)
      let traced = try Command.run(list: Array(words.dropFirst()))
      expectEqual(traced.code, 0)
      expectEqual(words[4], (turn % 2 == 0 ? "keep-original" : "keep-2"))
      let end = traced.output.split(separator: "\n").filter { $0.hasPrefix("charge ") }
      expectEqual(
        end.contains { $0.contains(": lost, ") || $0.hasSuffix("rescued") }, (turn % 2 == 0))
    }
  }

  @Test("two designs are compared as among all designs, except for the number of pairs")
  func pair() throws {
    let all = try Command.run("compare", "scenarios/keep.json", "--users", "2000")
    let alone = try Command.run(
      "compare", "scenarios/keep.json", "keep-original", "keep-2", "--users", "2000")
    // Fewer designs give the strata other numbers of users, so counts of sampled users differ.
    let difference = { (text: String) in
      text.split(separator: "\n").first { $0.hasPrefix("keep-2 ") }?.split(separator: " ").prefix(5)
    }
    #expect(difference(all.output) != nil)
    expectEqual(difference(all.output), difference(alone.output))
    #expect(all.output.contains("adjusted for 2 pairs"))
    #expect(alone.output.contains("adjusted for 1 pair."))
  }

  @Test func `quiet prints only the tables of pairs`() throws {
    let ending = try Command.run(
      "compare", "scenarios/keep.json", "keep-original", "keep-2", "--users", "2000", "--quiet")
    #expect(ending.code == 0 && ending.errors == "")
    let lines = ending.output.split(separator: "\n", omittingEmptySubsequences: false)
    expectEqual(lines.first?.hasPrefix("A: keep-original "), true, "\(ending.output)")
    #expect(lines.count == 5 && lines[3].hasPrefix("keep-2 ") && lines[4] == "")
  }

  @Test("an invalid comparison is rejected")
  func refusals() throws {
    let file = "scenarios/keep.json"
    let refused = { (ending: Ending) in
      #expect(ending.code == 64 && ending.output == "")
      return ending.errors
    }
    let more = [[], ["--users", "9"], ["--format", "csv"], ["--workers=2", "--quiet"]]
    for options in more {
      expectEqual(
        refused(try Command.run(list: ["compare", file, "keep-1"] + options)),
        "lostorder: there is only one design; expected two designs, or none for every pair;"
          + " 'lostorder diff OLD NEW' compares two runs\n")
    }
    expectEqual(
      refused(try Command.run("compare", file, "keep-1", "keep-4")),
      "lostorder: the scenario has no design 'keep-4'; expected keep-original, keep-1 or keep-2;"
        + " did you mean 'keep-1'?\n")
    expectEqual(
      refused(try Command.run("compare", file, "keep-1", "keep-1")),
      "lostorder: design 'keep-1' is compared with itself; expected two different designs\n")
    expectEqual(
      refused(try Command.run("compare", file, "keep-1", "keep-2", "keep-1")),
      "lostorder: 'compare' does not take 'keep-1'\n")
    expectEqual(
      refused(try Command.run("compare", "scenarios/cases/F1.json")),
      "lostorder: 'scenarios/cases/F1.json' is a case with one user;"
        + " 'lostorder run' compares its designs\n")
    for operands in [["scenarios"], ["scenarios", "keep-1", "keep-2"]] {
      let folder = try Command.run(list: ["compare"] + operands)
      folder.expectErrors(
        "scenarios: this is a folder; expected a scenario file\n", code: 65, output: "")
    }
    let folder = try Scratch()
    let one = try folder.write(#"{ "name": "one", "designs": ["naive"] }"#, "one.json")
    expectEqual(
      refused(try Command.run("compare", one)),
      "lostorder: the scenario has only one design; expected at least two\n")
  }
}
