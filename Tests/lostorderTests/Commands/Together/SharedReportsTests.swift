import TestSupport
import Testing

/// What CI services and spreadsheets read of runs whose users share a backend (B11).
@Suite("reports of users who share a backend") struct SharedReportsTests {
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

  private func run(_ words: String..., in folder: Scratch) throws -> Executable.Ending {
    try Executable.run(list: ["run", "--quiet"] + words, in: folder.path)
  }

  private func text(_ path: String, in folder: Scratch) throws -> String {
    String(decoding: try folder.bytes("results/" + path), as: UTF8.self)
  }

  @Test("expectations stand in the reports of all files, beside those of users one by one")
  func reports() throws {
    let folder = try Scratch()
    try folder.write(SharedReportsTests.scenario("good", expect: SharedReportsTests.pass), "g.json")
    try folder.write(SharedReportsTests.scenario("bad", expect: SharedReportsTests.fail), "b.json")
    try folder.write(
      #"{ "name": "alone", "users": 100, "designs": ["keep-2"], "catalog": [ { "product": "p" } ] }"#,
      "a.json")
    let ending = try run("g.json", "a.json", "b.json", "--annotate", "gcc", in: folder)
    #expect(ending.code == 1)
    #expect(ending.output.contains("3 files: 2 pass, 1 fail\n"))
    let note = try #require(
      ending.output.split(separator: "\n").first { $0.hasPrefix("b.json:6:15: error: ") })
    let junit = try text("junit.xml", in: folder)
    #expect(junit.contains("<testsuites name=\"lostorder\" tests=\"3\" failures=\"1\""))
    #expect(
      junit.contains("<testcase name=\"expect[0]: naive: lostRate\" classname=\"good\"/>"))
    #expect(junit.contains("<property name=\"replications\" value=\"3\"/>"))
    #expect(junit.contains("<failure type=\"fail\" message=\"naive: lostRate "))
    // Where to look: a lost order of the replication that lost most.
    let command = try #require(note.split(separator: "; ").last.map(String.init))
    #expect(command.hasPrefix("lostorder trace b.json --design naive --user "))
    #expect(junit.contains("\n\(command)</failure>"))
    let words = command.split(separator: " ").dropFirst().map(String.init)
    let life = try Executable.run(list: words, in: folder.path)
    #expect(life.code == 0 && life.output.contains("is lost"))
    let report = try text("report.md", in: folder)
    #expect(report.hasPrefix("# lostorder: 2 of 3 scenarios as expected\n\n## bad: fail\n"))
    #expect(report.contains("| b.json:6 naive: lostRate |"))
    #expect(report.contains("<details><summary>one lost order: \(command)</summary>"))
    #expect(report.contains(#/\| good \| 1 \| 1 \| naive, [0-9.]+ ‰ \|/#))
    _ = try run("b.json", "--annotate", "gitlab", in: folder)
    #expect(try text("codequality.json", in: folder).contains("\"begin\": 6"))
  }

  @Test("where nobody was charged, and where a run was cut short, every report cannot tell")
  func inconclusive() throws {
    let folder = try Scratch()
    try folder.write(SharedReportsTests.scenario("none", cancels: 1, expect: ""), "n.json")
    let none = try run("n.json", "--annotate", "gcc", in: folder)
    let words = "no design charged any user, so the run says nothing about lost orders"
    #expect(none.code == 2)
    #expect(none.output.contains("n.json:1:1: error: \(words)\n"))
    #expect(none.errors.contains("n.json: cannot tell: \(words)\n"))
    #expect(
      try text("junit.xml", in: folder).contains(
        "<failure type=\"inconclusive\" message=\"\(words)\">"))
    #expect(try text("report.md", in: folder).hasPrefix("# lostorder: 0 of 1 scenario"))
    let long = SharedReportsTests.scenario(
      "long", users: 50_000_000, expect: SharedReportsTests.pass)
    try folder.write(long, "l.json")
    try folder.write(SharedReportsTests.scenario("more", expect: ""), "m.json")
    let cut = try run(
      "n.json", "l.json", "m.json", "--annotate", "gcc", "--time-limit", "1s", in: folder)
    #expect(cut.code == 2)
    let missing = "the time limit was reached before anything was known"
    for file in ["l.json", "m.json"] {
      #expect(cut.output.contains("\(file):1:1: error: \(missing)"), "\(cut.output)")
      #expect(cut.errors.contains("\(file): cannot tell: \(missing)\n"))
    }
    // What was known before is reported.
    #expect(try text("junit.xml", in: folder).contains("testsuite name=\"none\""))
  }

  @Test("what too few replications leave open says how many would decide it")
  func hint() throws {
    let folder = try Scratch()
    let open = #"{ "design": "naive", "metric": "lostRate", "min": 0.25, "max": 0.45 }"#
    try folder.write(SharedReportsTests.scenario("open", users: 20, expect: open), "o.json")
    let ending = try run("o.json", "--annotate", "gcc", in: folder)
    #expect(ending.code == 2)
    #expect(
      ending.output.contains(#/; about [0-9,]+ replications would decide it; lostorder trace/#))
  }

  @Test("designs.csv has the columns of other runs, and those of the backend with their limits")
  func table() throws {
    let folder = try Scratch()
    try folder.write(SharedReportsTests.scenario("s", expect: ""), "s.json")
    try folder.write(
      #"{ "name": "alone", "users": 100, "designs": ["naive"], "catalog": [ { "product": "p" } ] }"#,
      "a.json")
    let ending = try run("s.json", "--format", "csv", in: folder)
    #expect(ending.code == 0 && ending.errors == "")
    #expect(ending.output == (try text("s/designs.csv", in: folder)))
    let alone = try run("a.json", "--format", "csv", in: folder)
    let heads = [alone, ending].map { ending in
      ending.output.split(separator: "\r\n")[0].split(separator: ",").map(String.init)
    }
    #expect(Array(heads[1].prefix(heads[0].count)) == heads[0])
    let more = Array(heads[1].dropFirst(heads[0].count))
    #expect(more.prefix(3) == ["recoveryTime", "recoveryTimeLow", "recoveryTimeHigh"])
    #expect(more.contains("overloadLostSaleRateHigh"))
    let cells = ending.output.split(separator: "\r\n")[1].split(
      separator: ",", omittingEmptySubsequences: false)
    #expect(cells.count == heads[1].count && cells[0] == "naive")
    let numbers = cells[2..<5].compactMap { Double($0) }
    #expect(numbers.count == 3 && numbers[1] < numbers[0] && numbers[0] < numbers[2])
    let charges = try #require(Int(cells[1]))
    let charged = try #require(heads[1].firstIndex(of: "charged"))
    #expect(cells[charged] == "\(charges * 100)")
    let losses = try run("s.json", "--format", "losses", in: folder)
    #expect(losses.code == 64 && losses.errors.contains("expected text, json or csv"))
  }

  @Test("together.json has a schema, which knows every member")
  func schema() throws {
    let folder = try Scratch()
    try folder.write(
      SharedReportsTests.scenario("s", expect: SharedReportsTests.pass), "s.json")
    let found = try run("s.json", "--format", "json", in: folder).output
    let schema = try Executable.run("schema", "together").output
    #expect(schema == (try PackageFiles.text("results/together.schema.json")))
    let names = { (text: String) in
      Set(text.matches(of: /"([A-Za-z0-9_]+)":/).map { String($0.1) })
    }
    #expect(names(found).subtracting(names(schema)) == [])
    #expect(schema.contains("\"additionalProperties\": false"))
  }
}
