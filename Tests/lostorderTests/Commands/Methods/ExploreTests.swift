import Foundation
import LostOrder
import TestSupport
import Testing

/// `lostorder explore` from end to end, as a process of its own.
@Suite("ExploreCommand") struct ExploreTests {
  private static let scenario = """
    { "name": "small", "horizon": "1d", "designs": ["keep-1", "keep-2", "zero-loss-1.2"],
      "catalog": [ { "product": "tier", "items": ["it's two", "one"] } ] }
    """

  @Test("a loss is printed with a command that replays it and shows the loss")
  func replay() throws {
    let (folder, file) = try Scratch.with(Self.scenario, "small.json")
    let ending = try Command.run(
      "explore", file, "--design", "keep-1", "--kinds", "payloadLoss,missedCallback", "--journey",
      "one", "--out", folder.path)
    #expect(ending.errors == "" && ending.code == 0)
    #expect(
      ending.output.hasPrefix(
        """
        small: keep-1 with 1 fault, injected before each event
        one purchase: 11 events without a fault; 3 variants of 2 kinds of faults

        faults  placements  lost  minimal  alike  left out
                                     sets
             0           1     0
             1          33     9        9      0         0

        undelivered, finishedUnbound: 9 minimal sets
          payloadLoss (from callback) at 00:00:31.500, before the store reports 'purchased' (9 sets)
            lostorder trace \(file) --design keep-1 --plan '[{"tap": 1, "item": "one"}, \
        {"fault": "payloadLoss", "at": {"step": 9}}]'

        verdict: keep-1 loses orders with 1 fault; 33 placements, 1 kind of loss

        """))
    let plan = #"[{"tap": 1, "item": "one"}, {"fault": "payloadLoss", "at": {"step": 9}}]"#
    let trace = try Command.run("trace", file, "--design", "keep-1", "--plan", plan)
    expectEqual(trace.code, 0)
    #expect(trace.output.contains("T1 is now lost: finishedUnbound"))
    #expect(try folder.list("small") == ["exploration.html", "exploration.json"])
  }

  @Test("an expectation decides the exit code, and several processes write the same bytes")
  func expectation() throws {
    let (folder, file) = try Scratch.with(Self.scenario, "small.json")
    let lossless = [
      "explore", file, "--design", "zero-loss-1.2", "--kinds", "spuriousCancel,spuriousFailure",
      "--journey", "one", "--faults", "2", "--quiet",
    ]
    for (turn, workers) in ["1", "3"].enumerated() {
      let ending = try Command.run(
        list: lossless + [
          "--workers", workers, "--expect", "none", "--out", folder.path + "/\(turn)",
        ])
      expectEqual(ending.code, 0)
      #expect(
        ending.output.hasPrefix(
          "one: verdict: no loss under zero-loss-1.2 with up to 2 faults of these 2 kinds, "))
    }
    #expect(
      try folder.bytes("0/small/exploration.json") == folder.bytes("1/small/exploration.json"))
    let wrong = try Command.run(list: lossless + ["--expect", "some", "--out", folder.path])
    expectEqual(wrong.code, 1)
    for (expected, code) in [("none", Int32(1)), ("some", 0)] {
      let ending = try Command.run(
        "explore", file, "--journey", "one", "--kinds", "payloadLoss", "--quiet", "--expect",
        expected, "--out", folder.path)
      expectEqual(ending.code, code, "an order is lost, and \(expected) was expected")
    }
  }

  @Test("invalid names are rejected with the allowed values and the nearest name")
  func refusals() throws {
    let (folder, file) = try Scratch.with(Self.scenario, "small.json")
    for (option, value, message) in [
      (
        "--kinds", "crash,payloadLos",
        "lostorder: 'payloadLos' is not a fault of '--kinds'; expected one of crash, appKill,"
      ),
      (
        "--journey", "tow",
        "lostorder: 'tow' is not a journey of '--journey'; expected one of one, two, cancelled; did"
          + " you mean 'two'?\n"
      ),
      (
        "--expect", "all",
        "lostorder: 'all' is not a value of '--expect'; expected one of none, some\n"
      ),
      (
        "--faults", "5",
        "lostorder: '5' is not a value of '--faults'; expected a whole number from 0 to 4\n"
      ),
    ] {
      let ending = try Command.run("explore", file, option, value, "--out", folder.path)
      #expect(ending.code == 64 && ending.output == "")
      #expect(ending.errors.hasPrefix(message), "\(ending.errors)")
    }
  }
}
