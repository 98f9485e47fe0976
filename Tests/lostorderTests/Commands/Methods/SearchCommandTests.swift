import Foundation
import LostOrder
import TestSupport
import Testing

/// `lostorder search` from end to end, as a process of its own.
@Suite("SearchCommand") struct SearchCommandTests {
  private static let scenario = """
    { "name": "small", "horizon": "2d", "users": 500,
      "catalog": [ { "product": "tier", "items": ["one", "two", "three"] } ],
      "faults": [ { "fault": "payloadLoss", "probability": 0.05 },
                  { "fault": "spuriousCancel", "probability": 0.05 } ],
      "designs": ["keep-1", "keep-2", "zero-loss-1.0",
        { "name": "grid", "extends": "keep-2", "vary": { "ledger": [false, true] } } ] }
    """

  @Test("a search lists the survivors of a file, the simplest of them, and the next command")
  func survivors() throws {
    let (folder, file) = try Scratch.with(Self.scenario, "small.json")
    let ending = try Command.run("search", file, "--journey", "one", "--out", folder.path)
    #expect(ending.errors == "" && ending.code == 0)
    #expect(
      ending.output.hasPrefix(
        """
        small
        lostorder 0.1.0, seed 1; 1 fault of 2 kinds before any event of journey one

                                           designs
        the designs of the file                  5
        lose an order without any fault          0
        lose an order with 1 fault               2
        survive                                  3
        simulated with 500 users (seed 1)        3
        """))
    #expect(
      ending.output.hasSuffix(
        """
        simplest: keep-2, 7 axes away from the defaults; to see what loses its orders:
          lostorder explore \(file) --design keep-2 --faults 2

        """))
    #expect(try folder.list("small") == ["search.html", "search.json"])
    let next = try Command.run(
      "explore", file, "--design", "keep-2", "--faults", "1", "--journey", "one", "--kinds",
      "payloadLoss,spuriousCancel", "--expect", "none", "--quiet", "--out", folder.path)
    expectEqual(next.code, 0)
  }

  @Test("several processes write the same bytes, on one worker and on three")
  func workers() throws {
    let (folder, file) = try Scratch.with(Self.scenario, "small.json")
    var outputs: [String] = []
    for (turn, workers) in ["1", "3"].enumerated() {
      let ending = try Command.run(
        "search", file, "--faults", "2", "--workers", workers, "--out", folder.path + "/\(turn)")
      expectEqual(ending.code, 0)
      outputs.append(ending.output)
    }
    #expect(outputs[0] == outputs[1] && outputs[0].contains("lose an order with 2"))
    #expect(try folder.bytes("0/small/search.json") == folder.bytes("1/small/search.json"))
  }

  @Test("with --quiet the result is one line")
  func quiet() throws {
    let (folder, file) = try Scratch.with(Self.scenario, "small.json")
    let ending = try Command.run(
      "search", file, "--journey", "one", "--faults", "0", "--users", "50", "--quiet", "--out",
      folder.path)
    expectEqual(ending.code, 0)
    #expect(
      ending.output.hasPrefix("small: 5 of 5 designs lose nothing with no fault; the simplest"))
  }

  @Test("a case and invalid values are rejected with the allowed values")
  func refusals() throws {
    let (folder, file) = try Scratch.with(Self.scenario, "small.json")
    let planned = try Command.run("search", "scenarios/cases/F3m.json", "--out", folder.path)
    planned.expectErrors(
      "lostorder: 'scenarios/cases/F3m.json' is a case, which has no users to draw; expected a"
        + " scenario\n", code: 64, output: "")
    for (option, value, message) in [
      (
        "--kinds", "payloadLos",
        "lostorder: 'payloadLos' is not a fault of '--kinds'; expected one of crash, appKill,"
      ),
      (
        "--journey", "planned",
        "lostorder: 'planned' is not a journey of '--journey'; expected one of one, two, cancelled\n"
      ),
      (
        "--faults", "4",
        "lostorder: '4' is not a value of '--faults'; expected a whole number from 0 to 3\n"
      ),
      (
        "--keep", "0",
        "lostorder: '0' is not a value of '--keep'; expected a whole number from 1 to 1000\n"
      ),
      ("--users", "0", "lostorder: '0' is not a value of '--users'; expected a whole number from"),
    ] {
      let ending = try Command.run("search", file, option, value, "--out", folder.path)
      #expect(ending.code == 64 && ending.output == "")
      #expect(ending.errors.hasPrefix(message), "\(ending.errors)")
    }
    let space = try Command.run("search", file, "--space=yes", "--out", folder.path)
    #expect(space.code == 64 && space.errors == "lostorder: option '--space' takes no value\n")
  }

  @Test("a search without a charge is inconclusive")
  func noCharge() throws {
    let (folder, file) = try Scratch.with(
      #"{ "name": "none", "users": 20, "behavior": { "cancels": 1 }, "designs": ["keep-2"] }"#,
      "none.json")
    let ending = try Command.run("search", file, "--faults", "0", "--quiet", "--out", folder.path)
    ending.expectErrors("\(file): inconclusive: no user was charged\n", code: 2)
  }

  @Test("an interrupted search prints and writes its results so far, marked")
  func cut() throws {
    let (folder, file) = try Scratch.with(
      Self.scenario.replacingOccurrences(of: "500", with: "100000000"), "small.json")
    let ending = try Command.runCut(
      "search", file, "--journey", "one", "--out", folder.path, until: "survive  ")
    ending.expectErrors("\(file): inconclusive: the time limit was reached\n", code: 2)
    expectEqual(
      ending.output,
      """
      small
      lostorder 0.1.0, seed 1; 1 fault of 2 kinds before any event of journey one, stopped by the \
      time limit

                                       designs
      the designs of the file                5
      lose an order without any fault        0
      lose an order with 1 fault             2
      survive                                3

      """)
    let found = try folder.text("small/search.json")
    for member in [
      #""cut": "timeLimit""#, #""losing": [0, 2]"#, #""survivors": 3"#, #""rounds": []"#,
      #""points": []"#,
    ] { #expect(found.contains(member), "\(found)") }
    #expect(!found.contains("plainest"))
    let early = try Command.run(
      "search", file, "--space", "--time-limit", "1ms", "--out", folder.path + "/early")
    #expect(early.code == 2 && early.output == "")
    #expect(early.errors.hasSuffix("the time limit was reached before there was a result\n"))
  }

  @Test("a search that may take long is announced as an exploration is")
  func estimate() throws {
    let (folder, file) = try Scratch.with(Self.scenario, "small.json")
    // So few single faults that they are all simulated before the time is up.
    let ending = try Command.runCut(
      "search", file, "--space", "--faults", "3", "--kinds", "crash", "--journey", "one",
      "--out", folder.path, until: "up to ")
    expectEqual(ending.code, 2)
    #expect(ending.errors.hasPrefix("lostorder: small: up to "), "\(ending.errors)")
    #expect(ending.errors.contains(" placements, which take up to "))
  }
}
