import Foundation
import LostOrder
import TestSupport
import Testing

/// `lostorder explore --weigh` from end to end, as a process of its own.
@Suite("WeighCommand") struct WeighTests {
  private static let scenario = """
    { "name": "one", "seed": 1, "horizon": "2d", "users": 20000, "designs": ["keep-1", "keep-2"],
      "catalog": [ { "product": "tier" } ],
      "faults": [ { "fault": "spuriousCancel", "probability": 0.1, "at": "sheet", "after": "6s",
        "resolves": { "uniform": { "from": "1m", "to": "9m" } }, "completes": 0.9 } ] }
    """

  @Test("the weighed result is beside the drawn one, with a command that replays the loss")
  func replayed() throws {
    let (folder, file) = try Scratch.with(Self.scenario, "one.json")
    let ending = try Command.run(
      "explore", file, "--weigh", "--design", "keep-1", "--cells", "2", "--out", folder.path)
    #expect(ending.errors == "" && ending.code == 0)
    let plan =
      #"[{"tap": 1, "item": "tier"}, {"fault": "spuriousCancel", "at": "sheet", "after": "6s", "#
      + #""resolves": "3m"}]"#
    #expect(
      ending.output.hasPrefix(
        """
        one: keep-1 weighed with up to 1 fault per user
        5 timelines weighed, random delays in 2 parts; 20,000 users drawn

         faults  timelines     % of     lost ‰  lost ‰
                              users    weighed  drawn
              0          1   90.000     0.0000  0.00 (below 0.17)
              1          4   10.000  1000.0000  1000.00 (998.33–1000.00)
        up to 1          5  100.000    90.9091  90.53 (86.61–94.60)
            any             100.000             90.53 (86.61–94.60)

        lost by kinds of faults, per mille of charges and in percent of the lost orders:
          90.9091  100.0 %  spuriousCancel
            lostorder trace \(file) --design keep-1 --plan '\(plan)'

        verdict: the weighed 90.9091 ‰ is within the interval of the drawn users with up to 1 fault

        """), "\(ending.output)")
    let trace = try Command.run("trace", file, "--design", "keep-1", "--plan", plan)
    #expect(trace.code == 0 && trace.output.contains("T2 is now lost: finishedUnbound"))
    #expect(try folder.list("one") == ["weighing.json"])
  }

  @Test("the number of workers changes no byte, and --quiet prints one line per design")
  func bytes() throws {
    let (folder, file) = try Scratch.with(Self.scenario, "one.json")
    for workers in ["1", "3"] {
      let ending = try Command.run(
        "explore", file, "--weigh", "--quiet", "--workers", workers, "--out",
        folder.path + "/" + workers)
      expectEqual(ending.output.split(separator: "\n").count, 2)
    }
    #expect(try folder.bytes("1/one/weighing.json") == folder.bytes("3/one/weighing.json"))
  }

  @Test("incompatible options and endless work are rejected")
  func refusals() throws {
    let (folder, file) = try Scratch.with(Self.scenario, "one.json")
    let plan = #""plan": [ { "tap": 1, "item": "tier" } ]"#
    let written = try folder.write(
      #"{ "name": "c", "catalog": [ { "product": "tier" } ], "designs": ["naive"], "#
        + plan + " }", "c.json")
    let large = try folder.write(
      Self.scenario.replacingOccurrences(
        of: #""users""#, with: #""purchasesPerUser": 10, "behavior": { "cancels": 0.5 }, "users""#
      ).replacingOccurrences(of: #""tier" }"#, with: #""tier", "items": ["a", "b"] }"#),
      "large.json")
    for (arguments, message) in [
      ([file, "--cells", "2"], "lostorder: option '--cells' needs '--weigh'\n"),
      ([file, "--users", "2"], "lostorder: option '--users' needs '--weigh'\n"),
      (
        [file, "--weigh", "--journey", "one"],
        "lostorder: option '--journey' cannot be used with '--weigh'\n"
      ),
      (
        [written, "--weigh"],
        "lostorder: \(written): a case has no probabilities; expected a scenario\n"
      ),
      (
        [file, "--weigh", "--kinds", "crash"],
        "lostorder: \(file): declares none of these faults; expected one of spuriousCancel\n"
      ),
      (
        [large, "--weigh"],
        "lostorder: \(large): about 1.05e6 different users and 8.49e7 simulations are needed;"
          + " expected at most 1e6 and 1e9: reduce --faults, --cells or --kinds\n"
      ),
    ] {
      let ending = try Command.run(list: ["explore"] + arguments + ["--out", folder.path])
      ending.expectErrors(message, code: 64, output: "")
    }
  }
}
