import Foundation
import TestSupport
import Testing

/// `--format`, which prints results for programs.
@Suite("Result formats") struct ResultFormatTests {
  private static let text = """
    { "name": "s", "users": 300, "designs": ["naive", "ledger"],
      "faults": [{ "fault": "crash", "probability": 0.5, "at": "charge" }],
      "sweep": { "value": "faults[0].probability", "values": [0.1, 0.2] },
      "expect": [{ "design": "naive", "metric": "lostRate", "max": 0.001 }] }
    """

  private func run(_ words: String..., in folder: Scratch) throws -> Ending {
    try folder.write(Self.text, "s.json")
    return try Executable.run(list: words, in: folder.path)
  }

  @Test(
    "the printed output equals the file in the results folder",
    arguments: [
      ("run", "json", "summary.json", 1), ("run", "csv", "designs.csv", 1),
      ("run", "losses", "losses.csv", 1), ("sweep", "json", "sweep.json", 0),
      ("attribute", "json", "attribution.json", 0), ("attribute", "csv", "attribution.csv", 0),
    ])
  func files(command: String, form: String, file: String, code: Int32) throws {
    let folder = try Scratch()
    let ending = try run(command, "s.json", "--format", form, in: folder)
    expectEqual(
      ending.output, try folder.text("results/s/" + file))
    #expect(ending.code == code && ending.errors == "")
  }

  @Test("several files print one JSON text each but no two tables, and nothing else")
  func several() throws {
    let folder = try Scratch()
    try folder.write(Self.text.replacing("\"s\"", with: "\"t\""), "t.json")
    let both = try run("run", "s.json", "t.json", "--format", "json", in: folder)
    let texts = try ["s", "t"].map {
      try folder.text("results/\($0)/summary.json")
    }
    #expect(both.output == texts.joined() && both.code == 1)
    let refused = try run("run", "s.json", "t.json", "--format", "csv", in: folder)
    expectEqual(
      refused.errors,
      "lostorder: --format csv: there are 2 files; expected one, or --format json\n")
    let noted = try run("run", "s.json", "--format=json", "--annotate=gcc", in: folder)
    expectEqual(
      noted.errors,
      "lostorder: --annotate gcc and --format both print to standard output; expected one of them\n"
    )
    #expect(refused.code == 64 && noted.code == 64)
    let compared = try run(
      "run", "s.json", "--format=json", "--baseline=results", "--out=new", in: folder)
    expectEqual(compared.output, texts[0])
    #expect(compared.errors.contains("baseline: "))
  }

  @Test("a comparison prints the summary and the table of its designs")
  func compare() throws {
    let folder = try Scratch()
    let json = try run("compare", "s.json", "--format", "json", in: folder)
    #expect(json.output.hasPrefix("{\n  \"format\": 1,") && json.output.contains("\"flips\""))
    let csv = try run("compare", "s.json", "ledger", "naive", "--format", "csv", in: folder)
    let rows = csv.output.split(separator: "\r\n")
    expectEqual(rows.map { $0.prefix { $0 != "," } }, ["design", "ledger", "naive"])
    _ = try run("run", "s.json", in: folder)
    let runs = try run("diff", "results", "results", "--format", "csv", in: folder)
    #expect(runs.code == 64 && runs.errors.hasPrefix("lostorder: unknown option '--format'"))
  }

  @Test("a funnel has every event and rung, as CSV and as JSON")
  func funnel() throws {
    let folder = try Scratch()
    let rows = try run("funnel", "s.json", "--format", "csv", in: folder).output
      .split(separator: "\r\n")
    expectEqual(rows[0], "design,logged,count")
    #expect(rows.count { $0.hasPrefix("naive,") } >= 23)
    let json = try run("funnel", "s.json", "--format", "json", in: folder).output
    let name = "iap_purchase_payment_added"
    let counted = try #require(rows.first { $0.hasPrefix("naive,\(name),") })
    let count = counted.split(separator: ",")[2]
    #expect(count != "0" && json.contains("\"\(name)\": \(count)"))
    #expect(rows.contains { $0.hasPrefix("naive,abnormalUsers,") })
  }

  @Test("a digest has every day of its design, and the days add up to the funnel")
  func digest() throws {
    let folder = try Scratch()
    let rows = try run(
      "funnel", "s.json", "--by", "day", "--design", "ledger", "--format", "csv", in: folder
    ).output.split(separator: "\r\n").map { $0.split(separator: ",") }
    expectEqual(rows[0].prefix(3), ["design", "day", "iap_purchase_click"])
    #expect(rows.count > 10 && rows.dropFirst().allSatisfy { $0[0] == "ledger" })
    let clicks = rows.dropFirst().compactMap { Int($0[2]) }.reduce(0, +)
    let funnel = try run("funnel", "s.json", "--format", "csv", in: folder).output
    #expect(funnel.contains("ledger,iap_purchase_click,\(clicks)\r\n"))
    let json = try run(
      "funnel", "s.json", "--by", "day", "--design", "ledger", "--format", "json", in: folder
    ).output
    #expect(json.contains("\"day\": \(rows.count - 1),"))
    #expect(!json.contains("\"day\": \(rows.count),") && !json.contains("naive"))
  }

  @Test("a sweep has a row per value and design; commands without a table name their formats")
  func sweep() throws {
    let folder = try Scratch()
    let rows = try run("sweep", "s.json", "--format", "csv", in: folder).output
      .split(separator: "\r\n")
    let shares = ["lostRate", "lostSaleRate", "doubleChargeRate"].flatMap { share in
      ["", "Low", "High"].map { share + $0 }
    }
    let head = ["value", "design", "charges"] + shares + ["least"]
    #expect(rows.count == 5 && rows[0] == head.joined(separator: ","))
    #expect(rows[1].hasPrefix("0.1,naive,") && rows[4].hasPrefix("0.2,ledger,"))
    let refused = try run("mutate", "s.json", "--format", "csv", in: folder)
    expectEqual(
      refused.errors, "lostorder: 'csv' is not a value of '--format'; expected text or json\n")
  }
}
