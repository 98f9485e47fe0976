import Experiments
import Foundation
import JSONText
import LostOrder
import Methods
import PurchaseWorld
import Reports
import TestSupport
import Testing

/// `lostorder shrink`, as a process of its own.
@Suite("Shrink") struct ShrinkTests {
  @Test("the lost order of a user of a stratum becomes a case, with its trace")
  func story() throws {
    let ending = try Command.run(
      "shrink", "scenarios/zero-loss.json", "--design", "zero-loss-1.0", "--user", "1:1", "--name",
      "cleared")
    #expect(ending.code == 0 && ending.errors == "")
    #expect(try Golden.difference(ending.output, "shrink.txt") == nil)
  }

  @Test("the case is written to the requested folder and passes in run")
  func file() throws {
    let folder = try Scratch()
    let shrunk = try Command.run(
      "shrink", "scenarios/cases/crossed-order.json", "--design", "zero-loss-1.2", "--out",
      folder.path + "/cases")
    expectEqual(shrunk.code, 0)
    let file = folder.path + "/cases/crossed-order-zero-loss-1.2.json"
    #expect(shrunk.output.hasSuffix("\nwritten; to run it:\n  lostorder run \(file)\n"))
    let text = try String(contentsOfFile: file, encoding: .utf8)
    #expect(shrunk.output.contains("\n\n" + text + "\n"))
    let run = try Command.run("run", file, "--quiet", "--out", folder.path + "/results")
    expectEqual(run.code, 0)
    expectEqual(run.output, "crossed-order-zero-loss-1.2: pass (expectations: 1 pass)\n")
  }

  @Test("a case of a grid member has a valid file name, and the member is declared as a grid")
  func grid() throws {
    let ending = try Command.run(
      "shrink", "scenarios/finish-timing.json", "--design",
      "zero-loss repurchase=allow finish=onCallback", "--user", "84373")
    expectEqual(ending.code, 0)
    #expect(
      ending.output.contains(
        #"""
          "name": "finish-timing-zero-loss-repurchase-allow-finish-onCallback-84373",
        """#))
    #expect(
      ending.output.contains(
        #"{"name": "zero-loss", "extends": "zero-loss-1.2", "vary": "#
          + #"{"repurchase": ["allow"], "finish": ["onCallback"]}}"#))
  }

  @Test("without a user the first loser is taken, and --quiet prints only the case")
  func firstLoser() throws {
    let found = try Command.run(
      "shrink", "scenarios/zero-loss.json", "--design", "zero-loss-1.0", "--name", "cleared",
      "--quiet", "--users", "10000")
    let named = try Command.run(
      "shrink", "scenarios/zero-loss.json", "--design", "zero-loss-1.0", "--name", "cleared",
      "--quiet", "--user", "1:0")
    #expect(found.code == 0 && found.output == named.output)
    #expect(found.output.hasPrefix("{\n  \"format\": 1,\n  \"name\": \"cleared\",\n"))
    #expect(found.output.hasSuffix("}\n") && !found.output.contains("starts in a new process"))
  }

  @Test("if no user loses an order, the number of simulated users is reported")
  func nobodyLoses() throws {
    let ending = try Command.run(
      "shrink", "scenarios/keep.json", "--design", "keep-2", "--users", "20000")
    ending.expectErrors(
      "lostorder: scenarios/keep.json: none of 20000 users lost an order under 'keep-2' for"
        + " good; expected more users, another seed or another design\n", code: 2, output: "")
  }

  @Test("a user who lost no order is rejected with the outcome of the charges")
  func nothingLost() throws {
    let ending = try Command.run(
      "shrink", "scenarios/keep.json", "--design", "keep-2", "--user", "51")
    ending.expectErrors(
      "lostorder: keep: keep-2, user 51, seed 2019 lost no order:\ncharge 1 (T2): recovered\n",
      code: 64, output: "")
  }

  @Test("an invalid name is rejected with the allowed characters")
  func name() throws {
    let ending = try Command.run(
      "shrink", "scenarios/cases/F1.json", "--design", "naive", "--name", "a b")
    ending.expectErrors(
      "lostorder: --name: 'a b' is not a valid name; expected a name of at most 100 letters,"
        + " digits, '-', '_' or '.', not beginning with '.'\n", code: 64)
  }

  @Test("an unwritable folder is reported")
  func folder() throws {
    let ending = try Command.run(
      "shrink", "scenarios/cases/F1.json", "--design", "naive", "--out", "/dev/null/cases")
    ending.expectErrors(
      "lostorder: cannot write results: folder '/dev/null/cases': not a directory\n", code: 74)
  }

  @Test("a loss without a case is reported")
  func conversionFailed() {
    expectEqual(
      Loss(.crossed, .wrongRecord).conversionFailureMessage("a: naive, user 7, seed 1"),
      "a: naive, user 7, seed 1: lost, crossed, drop point wrongRecord: no case was found that"
        + " loses an order in this way")
  }

  @Test("if no case is found for one loser, the next one is tried and reported")
  func resists() throws {
    var output = "", tried: [UInt64] = []
    let work = { (user: UInt64) throws(CommandError) -> ExitCode in
      tried.append(user)
      if user < 9 {
        throw CommandError("user \(user) resists", user == 5 ? .badScenario : .undecided)
      }
      return .holds
    }
    let found = try CaseCandidates.firstMinimalCase(
      [3, 7, 9, 11], stop: CancellationToken(), .en, { output += $0 }, work)
    #expect(found == .holds && tried == [3, 7, 9])
    expectEqual(
      output,
      "lostorder: user 3 resists\ntrying the next user who loses an order: 7\n"
        + "lostorder: user 7 resists\ntrying the next user who loses an order: 9\n")
    // The last loser, any other error and a cancellation end the loop.
    for (users, last) in [([3, 7], 7), ([5, 9], 5)] as [([UInt64], UInt64)] {
      tried = []
      #expect(throws: CommandError.self) {
        try CaseCandidates.firstMinimalCase(users, stop: CancellationToken(), .zh, { _ in }, work)
      }
      expectEqual(tried.last, last)
    }
  }
}
