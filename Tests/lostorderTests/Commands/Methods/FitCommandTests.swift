import TestSupport
import Testing

/// `lostorder fit`.
@Suite struct FitCommandTests {
  private static let scenario = """
    { "name": "s", "seed": 3, "behavior": { "cancels": 0.5 },
      "faults": [
        { "fault": "spuriousCancel", "probability": 0.02, "after": "6s", "resolves": "5m" }],
      "designs": ["keep-1", "keep-2"],
      "fit": { "design": "keep-1", "free": [
        { "path": "behavior.cancels", "from": 0.3, "to": 0.7 },
        { "path": "faults[0].probability", "from": 0, "to": 0.3 }] } }
    """
  /// The counts of a dashboard for 20,000 users with other random draws.
  /// - Parameter events: the events of the table.
  private static func table(_ file: String, _ events: [String]? = nil) throws -> String {
    let funnel = try Command.run(
      "funnel", file, "--format", "csv", "--seed", "99", "--users", "20000")
    let rows = funnel.output.split(whereSeparator: \.isNewline).map {
      $0.split(separator: ",").map(String.init)
    }
    let own = rows.filter { row in
      row[0] == "keep-1" && row[1].hasPrefix("iap_") && events.map { $0.contains(row[1]) } ?? true
    }
    return (["event,count", "users,20000"] + own.map { "\($0[1]),\($0[2])" })
      .joined(separator: "\n") + "\n"
  }

  @Test func `a fit writes its findings, a page, and a scenario that runs`() throws {
    let (folder, file) = try Scratch.with(Self.scenario, "s.json")
    let table = try folder.write(try Self.table(file), "t.csv")
    let runs = try ["1", "3"].map { workers in
      let out = folder.path + "/" + workers
      let ending = try Command.run(
        "fit", file, table, "--out", out, "--users", "2500", "--workers", workers)
      expectEqual(ending.code, 0, "\(ending.output)\(ending.errors)")
      #expect(ending.output.contains("\ns: the fitted keep-1 explains the table (p = "))
      return try ["fit.json", "fit.html", "fitted.json"].map {
        try folder.bytes("\(workers)/s/\($0)")
      }
    }
    expectEqual(runs[0], runs[1])
    let page = String(decoding: runs[0][1], as: UTF8.self)
    #expect(page.contains("/s.json \(table) --users 2500 --seed 3"))
    let run = try Command.run(
      "run", folder.path + "/1/s/fitted.json", "--users", "4000", "--out", folder.path + "/run")
    expectEqual(run.code, 0, "\(run.errors)")
    #expect(run.output.contains("over the range that the data leave open"))
  }

  @Test func `a poor fit ends with 1, and an inconclusive fit with 2`() throws {
    let (folder, file) = try Scratch.with(Self.scenario, "s.json")
    let whole = try Self.table(file)
    let unbound = try #require(whole.firstMatch(of: /_unbound,([0-9]+)/)).1
    let poor = try folder.write(
      whole.replacing("_unbound,\(unbound)", with: "_unbound,1\(unbound)"), "poor.csv")
    let out = folder.path + "/out"
    let ending = try Command.run("fit", file, poor, "--out", out, "--users", "6000", "--quiet")
    expectEqual(ending.code, 1)
    #expect(ending.output.contains("does NOT explain the table"))
    let few = try Self.table(file, ["iap_purchase_click", "iap_purchase_transaction_cancel"])
    let open = try Command.run(
      "fit", file, try folder.write(few, "few.csv"), "--out", out, "--users", "12000")
    expectEqual(open.code, 2)
    #expect(
      open.output.contains(
        "Only a sum of behavior.cancels and faults[0].probability (spuriousCancel) can be estimated: "
      ))
    #expect(open.output.contains("To separate them, also count iap_purchase_transaction_unbound"))
  }

  @Test func `an interrupted fit reports the state of the search and the usual exit code`() throws {
    let (folder, file) = try Scratch.with(Self.scenario, "s.json")
    let table = try folder.write(try Self.table(file), "t.csv")
    let ending = try Command.runCut(
      "fit", file, table, "--out", folder.path, "--users", "4e6", until: "behavior.cancels ")
    expectEqual(ending.code, 2)
    #expect(
      ending.output.contains(
        "\ns: incomplete, the time limit was reached: it is unknown whether keep-1 explains the table\n"
      ))
    #expect(ending.output.contains(/\nbehavior\.cancels +0\.[0-9]+ +0\.3 to 0\.7\n/))
    #expect(!ending.output.contains("interval\n"))
    #expect(ending.errors.contains("inconclusive: the time limit was reached"))
    let json = try folder.text("s/fit.json")
    #expect(json.contains(#""cut": "timeLimit""#) && json.contains(#""reached": ["#))
    #expect(!json.contains(#""values""#) && !json.contains(#""fits""#))
    let page = try folder.text("s/fit.html")
    #expect(page.contains("verdict inconclusive") && page.contains("Current point of the search"))
    #expect(throws: (any Error).self) { try folder.bytes("s/fitted.json") }
  }

  @Test(arguments: [
    ("event,count\niap_purchase_clik,5\n", "t.csv:2:1: ", "did you mean 'iap_purchase_click'?"),
    ("event,count\niap_purchase_click,-5\n", "t.csv:2:20: ", "expected"),
    ("event,day,count\niap_purchase_click,99,5\n", "t.csv:2:", "day 99 is after the horizon"),
    ("", "t.csv", "expected"),
    ("event,count\nusers,2000\ndamaged,5\n", "t.csv", "the table has no counts"),
    (#"{ "users": 2000, "damaged": 5 }"#, "t.csv", "expected"),
  ])
  func `a damaged table is rejected with its position`(table: String, place: String, words: String)
    throws
  {
    let (folder, file) = try Scratch.with(Self.scenario, "s.json")
    let path = try folder.write(table, "t.csv")
    let ending = try Command.run("fit", file, path, "--out", folder.path + "/out")
    expectEqual(ending.code, 65)
    #expect(ending.errors.contains(place) && ending.errors.contains(words), "\(ending.errors)")
  }

  @Test func `a fit with too few simulated users for a covariance is rejected`() throws {
    let (folder, file) = try Scratch.with(Self.scenario, "s.json")
    let table = try folder.write("event,count\nusers,2000\niap_purchase_click,2000\n", "t.csv")
    for users in ["1", "2", "999", "1000"] {
      let few = try Command.run("fit", file, table, "--users", users, "--out", folder.path)
      let message = "--users is \(users); expected at least 1000 simulated users for a fit"
      expectEqual(few.errors.contains(message), (users != "1000"), "\(few.errors)")
      #expect(users == "1000" ? [0, 1, 2].contains(few.code) : few.code == 64, "\(users)")
    }
  }

  @Test func `a scenario without a fit and one table for two scenarios are rejected`() throws {
    let (folder, file) = try Scratch.with(#"{ "name": "s", "designs": ["naive"] }"#, "s.json")
    let table = try folder.write("event,count\niap_purchase_click,5\n", "t.csv")
    let ending = try Command.run("fit", file, table)
    expectEqual(ending.code, 64)
    #expect(ending.errors.contains("has no key 'fit'; expected one that says what to fit"))
    let missing = try Command.run("fit", file)
    expectEqual(missing.code, 64)
  }
}
