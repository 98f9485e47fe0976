import TestSupport
import Testing

/// Output for CI services and spreadsheets of runs with a shared backend (B11).
@Suite("Reports with a shared backend") struct SharedReportsTests {
  private static func scenario(
    _ name: String, users: Int = 300, cancels: Int = 0, expect: String
  ) -> String {
    """
    { "name": "\(name)", "users": \(users), "replications": 3, "horizon": "2d",
      "designs": ["naive"], "catalog": [ { "product": "p", "price": 100 } ],
      "behavior": { "cancels": \(cancels) },
      "faults": [ { "fault": "crash", "probability": 0.3, "at": "charge" } ],
      "backend": { "capacity": { "workers": 4, "queue": 40, "service": { "verify": "100ms" } } },
      "expect": [ \(expect) ] }
    """
  }
  private static let pass = #"{ "design": "naive", "metric": "lostRate", "min": 0.001 }"#
  private static let fail = #"{ "design": "naive", "metric": "lostRate", "max": 0.001 }"#

  private func run(_ words: String..., in folder: Scratch) throws -> Ending {
    try Executable.run(list: ["run", "--quiet"] + words, in: folder.path)
  }

  private func text(_ path: String, in folder: Scratch) throws -> String {
    try folder.text("results/" + path)
  }

  @Test("expectations are in the reports of all files, beside those of independent users")
  func reports() throws {
    let folder = try Scratch()
    try folder.write(Self.scenario("good", expect: Self.pass), "g.json")
    try folder.write(Self.scenario("bad", expect: Self.fail), "b.json")
    try folder.write(
      #"{ "name": "alone", "users": 100, "designs": ["keep-2"], "catalog": [ { "product": "p" } ] }"#,
      "a.json")
    let ending = try run("g.json", "a.json", "b.json", "--annotate", "gcc", in: folder)
    expectEqual(ending.code, 1)
    #expect(ending.output.contains("3 files: 2 pass, 1 fail\n"))
    let note = try #require(
      ending.output.split(separator: "\n").first { $0.hasPrefix("b.json:6:15: error: ") })
    let junit = try text("junit.xml", in: folder)
    #expect(junit.contains("<testsuites name=\"lostorder\" tests=\"3\" failures=\"1\""))
    #expect(junit.contains("<testcase name=\"expect[0]: naive: lostRate\" classname=\"good\"/>"))
    #expect(junit.contains("<property name=\"replications\" value=\"3\"/>"))
    #expect(junit.contains("<failure type=\"fail\" message=\"naive: lostRate "))
    // The shown lost order is from the replication with the most losses.
    let command = try #require(note.split(separator: "; ").last.map(String.init))
    #expect(command.hasPrefix("lostorder trace b.json --design naive --user "))
    #expect(junit.contains("\n\(command)</failure>"))
    let words = command.split(separator: " ").dropFirst().map(String.init)
    let trace = try Executable.run(list: words, in: folder.path)
    #expect(trace.code == 0 && trace.output.contains("is lost"))
    let report = try text("report.md", in: folder)
    #expect(report.hasPrefix("# lostorder: 2 of 3 scenarios as expected\n\n## bad: fail\n"))
    #expect(report.contains("| b.json:6 naive: lostRate |"))
    #expect(report.contains("<details><summary>where expect[0] fails: \(command)</summary>"))
    #expect(report.contains(#/\| good \| 1 \| 1 \| naive, [0-9.]+ ‰ \|/#))
    _ = try run("b.json", "--annotate", "gitlab", in: folder)
    #expect(try text("codequality.json", in: folder).contains("\"begin\": 6"))
  }

  @Test("every report is inconclusive without a charge and after an interruption")
  func inconclusive() throws {
    let folder = try Scratch()
    try folder.write(Self.scenario("none", cancels: 1, expect: ""), "n.json")
    let none = try run("n.json", "--annotate", "gcc", in: folder)
    let words = "no design charged any user, so this run cannot measure lost orders"
    expectEqual(none.code, 2)
    #expect(none.output.contains("n.json:1:1: error: \(words)\n"))
    #expect(none.errors.contains("n.json: inconclusive: \(words)\n"))
    #expect(
      try text("junit.xml", in: folder).contains(
        "<failure type=\"inconclusive\" message=\"\(words)\">"))
    #expect(try text("report.md", in: folder).hasPrefix("# lostorder: 0 of 1 scenario"))
    let long = Self.scenario("long", users: 50_000_000, expect: Self.pass)
    try folder.write(long, "l.json")
    try folder.write(Self.scenario("more", expect: ""), "m.json")
    let cut = try run(
      "n.json", "l.json", "m.json", "--annotate", "gcc", "--time-limit", "1s", in: folder)
    expectEqual(cut.code, 2)
    let missing = "the time limit was reached before there was a result"
    for file in ["l.json", "m.json"] {
      #expect(cut.output.contains("\(file):1:1: error: \(missing)"), "\(cut.output)")
      #expect(cut.errors.contains("\(file): inconclusive: \(missing)\n"))
    }
    // Results before the interruption are reported.
    #expect(try text("junit.xml", in: folder).contains("testsuite name=\"none\""))
  }

  @Test("an undecided expectation states how many replications would decide it")
  func hint() throws {
    let folder = try Scratch()
    let open = #"{ "design": "naive", "metric": "lostRate", "min": 0.25, "max": 0.45 }"#
    try folder.write(Self.scenario("open", users: 20, expect: open), "o.json")
    let ending = try run("o.json", "--annotate", "gcc", in: folder)
    expectEqual(ending.code, 2)
    #expect(
      ending.output.contains(#/; about [0-9,]+ replications would decide it; lostorder trace/#))
  }

  @Test("designs.csv has the columns of other runs, and backend columns with their limits")
  func table() throws {
    let folder = try Scratch()
    try folder.write(Self.scenario("s", expect: ""), "s.json")
    try folder.write(
      #"{ "name": "alone", "users": 100, "designs": ["naive"], "catalog": [ { "product": "p" } ] }"#,
      "a.json")
    let ending = try run("s.json", "--format", "csv", in: folder)
    #expect(ending.code == 0 && ending.errors == "")
    expectEqual(ending.output, (try text("s/designs.csv", in: folder)))
    let alone = try run("a.json", "--format", "csv", in: folder)
    let heads = [alone, ending].map { ending in
      ending.output.split(separator: "\r\n")[0].split(separator: ",").map(String.init)
    }
    expectEqual(Array(heads[1].prefix(heads[0].count)), heads[0])
    let more = Array(heads[1].dropFirst(heads[0].count))
    expectEqual(more.prefix(3), ["recoveryTime", "recoveryTimeLow", "recoveryTimeHigh"])
    #expect(more.contains("overloadLostSaleRateHigh"))
    let cells = ending.output.split(separator: "\r\n")[1].split(
      separator: ",", omittingEmptySubsequences: false)
    #expect(cells.count == heads[1].count && cells[0] == "naive")
    let numbers = cells[2..<5].compactMap { Double($0) }
    #expect(numbers.count == 3 && numbers[1] < numbers[0] && numbers[0] < numbers[2])
    let charges = try #require(Int(cells[1]))
    let charged = try #require(heads[1].firstIndex(of: "charged"))
    expectEqual(cells[charged], "\(charges * 100)")
    let losses = try run("s.json", "--format", "losses", in: folder)
    #expect(losses.code == 64 && losses.errors.contains("expected text, json or csv"))
  }

  @Test("pairs of designs are in every report")
  func pairs() throws {
    let folder = try Scratch()
    let both = Self.scenario("s", expect: "").replacing(
      "[\"naive\"]", with: "[\"naive\", \"keep-2\"]")
    try folder.write(both, "s.json")
    let ending = try Executable.run("run", "s.json", in: folder.path)
    let head = "| design A | design B |"
    #expect(ending.output.contains("design A") && ending.output.contains("B compared with A"))
    #expect(try text("report.md", in: folder).contains("**Paired differences**\n\n" + head))
    #expect(try text("s/report.html", in: folder).contains("<section id=\"comparisons\""))
    #expect(try text("s/together.json", in: folder).contains("\"comparisons\": ["))
    let rows = try text("s/comparisons.csv", in: folder).split(separator: "\r\n")
    #expect(rows.count == 2 && rows[0].hasPrefix("first,second,lostRate,lostRateLow,"))
  }

  @Test("together.json has a schema that lists every member")
  func schema() throws {
    let folder = try Scratch()
    try folder.write(Self.scenario("s", expect: Self.pass), "s.json")
    let found = try run("s.json", "--format", "json", in: folder).output
    let schema = try Command.run("schema", "together").output
    expectEqual(schema, (try PackageFiles.text("results/together.schema.json")))
    let names = { (text: String) in Set(text.matches(of: /"([A-Za-z0-9_]+)":/).map { String($0.1) })
    }
    expectEqual(names(found).subtracting(names(schema)), [])
    #expect(schema.contains("\"additionalProperties\": false"))
  }

  @Test("problems of a shared run are on its page, in its numbers and in every report")
  func warnings() throws {
    let folder = try Scratch()
    let text = """
      { "name": "outage", "users": 400, "replications": 5, "designs": ["naive"],
        "faults": [{ "fault": "networkLoss", "probability": 0.1 }, { "fault": "crash", "probability": 0 }],
        "outages": [{ "from": "3000d", "lasts": "1h", "of": "backend" }],
        "backend": { "capacity": {} },
        "expect": [{ "design": "naive", "metric": "lostRate", "max": 0.5 }] }
      """
    try folder.write(text, "o.json")
    let ending = try run("o.json", "--annotate", "gcc", in: folder)
    expectEqual(ending.code, 2)
    let words = [
      "fault 'crash' (faults[1]) did not occur under any design; expected at least one occurrence",
      "outages[0] begins after the horizon and affects no user; expected an earlier 'from'",
    ]
    let page = try self.text("outage/report.html", in: folder)
    let report = try self.text("report.md", in: folder)
    for words in words {
      #expect(ending.errors.contains("o.json: inconclusive: \(words)\n"))
      #expect(ending.output.contains("error: \(words)"))
      #expect(page.contains(words.replacing("'", with: "&#39;")) || page.contains(words))
    }
    for phrase in ["did not occur under any design", "begins after the horizon"] {
      #expect(report.contains(phrase) && report.contains("Inconclusive: "))
    }
    let json = try self.text("outage/together.json", in: folder)
    #expect(
      json.contains(#""trouble": "neverStruck""#) && json.contains(#""trouble": "neverBegan""#))
    let chinese = try run("o.json", "--language", "zh", in: folder)
    #expect(chinese.errors.contains("outages[0] 在观察期末之后才开始"))
  }

  @Test("a draining queue is named in the report, the page, the numbers and the sweep")
  func draining() throws {
    let folder = try Scratch()
    let text = """
      { "name": "drain", "users": 12960, "replications": 2, "horizon": "1d", "seed": 5,
        "catalog": [{ "product": "p", "price": 100, "items": ["p"] }],
        "device": { "launch": "1s" }, "store": { "processing": "2s", "callback": "200ms" },
        "backend": { "order": "300ms", "verify": "500ms", "storeCheck": "400ms",
          "capacity": { "workers": 1, "queue": 100000000,
            "service": { "verify": "500ms", "createOrder": "0s" },
            "normal": { "wait": "10s", "for": "5m" } } },
        "behavior": { "starts": { "uniform": { "from": "0s", "to": "2h" } }, "browse": "20s",
          "sheet": "8s", "patience": "30s", "reopens": "1m", "dwell": "5h", "neverReturns": 1 },
        "designs": [{ "name": "d", "timing": "purchaseFirst",
          "binding": { "item": ["product"], "account": ["session"], "unbound": "keep" },
          "finish": "afterVerification",
          "retry": { "delays": ["2m"], "timeout": "10m", "resumeOn": [], "then": "wait" },
          "records": { "in": "keychain", "at": ["purchased"] } }],
        "outages": [{ "of": "backend", "from": "30m", "lasts": "10m" }],
        "sweep": { "value": "backend.capacity.queue", "values": [1000000, 100000000] } }
      """
    try folder.write(text, "d.json")
    let ending = try Executable.run("run", "d.json", in: folder.path)
    expectEqual(ending.code, 0, "\(ending.errors)")
    let line = #/d, outage 1: still draining, normal after about [0-9]+ (s|min|h), in 2 of 2/#
    #expect(ending.output.contains(line), "\(ending.output)")
    #expect(try self.text("drain/report.html", in: folder).contains(line))
    #expect(try self.text("drain/together.json", in: folder).contains(#""draining": "#))
    #expect(try self.text("report.md", in: folder).contains("still draining"))
    let chinese = try Executable.run("run", "d.json", "--language", "zh", in: folder.path)
    #expect(chinese.output.contains("仍在排空"))
    let sweep = try Executable.run("sweep", "d.json", in: folder.path)
    #expect(sweep.output.contains("draining in 2 of 2"), "\(sweep.output)")
    let rows = try self.text("drain/sweep.csv", in: folder).split(separator: "\r\n")
    #expect(rows[0].hasSuffix(",recoveries,metastable,undecided,draining"))
    #expect(rows[1].hasSuffix(",2,0,0,2"))
    let explained = try Command.run("explain", "draining")
    #expect(explained.code == 0 && explained.output.contains("estimates when it is normal"))
  }

  @Test("designs are compared over replications, with commands that replay users who lost")
  func compare() throws {
    let folder = try Scratch()
    try folder.write(
      Self.scenario("s", expect: "").replacing(
        #"["naive"]"#, with: #"["naive", "keep-2"]"#), "s.json")
    let found = try Executable.run("compare", "s.json", in: folder.path)
    #expect(found.code == 0 && found.errors == "")
    #expect(found.output.contains("lost under naive, not under keep-2:\n  user "))
    #expect(found.output.contains(#/naive +keep-2 +-.* 3 +0 +keep-2\n/#), "\(found.output)")
    let commands = found.output.split(separator: "\n").filter { $0.contains("lostorder trace ") }
    expectEqual(commands.count, 6)
    let endings = try commands.prefix(2).map { line in
      try Executable.run(
        list: line.split(separator: " ").dropFirst().map(String.init), in: folder.path)
    }
    #expect(endings.allSatisfy { $0.code == 0 })
    #expect(endings[0].output.contains("is lost") && !endings[1].output.contains("is lost"))
    let run = try run("s.json", "--out", "r", in: folder)
    expectEqual(run.code, 0)
    let quiet = try Executable.run("compare", "s.json", "--quiet", in: folder.path).output
    #expect(found.output.contains(quiet.dropLast()) && quiet.split(separator: "\n").count == 4)
    let json = try Executable.run("compare", "s.json", "--format", "json", in: folder.path)
    expectEqual(json.output, try folder.text("r/s/together.json"))
    let text = try Executable.run("run", "s.json", in: folder.path).output
    #expect(
      text.contains(
        "\nconclusion (95 % joint confidence, given the fault probabilities of this scenario):\n"))
    #expect(text.contains("fewest lost orders: keep-2"))
    let page = try folder.text("results/s/report.html")
    #expect(page.contains("<section id=\"conclusion\""))
  }

  @Test("designs without a charge in some replications are reported without a rank")
  func someReplications() throws {
    let folder = try Scratch()
    let text = Self.scenario("s", users: 2, cancels: 0, expect: "")
      .replacing(#""cancels": 0"#, with: #""cancels": 0.6"#)
      .replacing(#"["naive"]"#, with: #"["naive", "keep-2"]"#)
    try folder.write(text, "s.json")
    var unranked = 0
    for seed in 1...8 {
      let ending = try Executable.run("run", "s.json", "--seed", "\(seed)", in: folder.path)
      #expect([0, 2].contains(ending.code), "\(ending)")
      if !ending.output.contains("conclusion:") { unranked += 1 }
    }
    #expect(unranked > 0)
  }
}
