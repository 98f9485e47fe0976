import JSONText
import Scenarios
import TestSupport
import Testing

@testable import Reports

@Suite("Tables in every output format") struct ReportTableTests {
  private struct Row {
    var name: String
    var share: Double?
    var users: Int
  }

  private static let users: [Member<Row, Never>] = [.count("all") { $0.users }]

  private static let sheet = ReportTable<[Row]>(
    "things", { $0("Money") }, "what there is", isOptional: true,
    rows: { $0 }, legend: { rows, _ in ["\(rows.count) rows"] },
    columns: [
      ReportTableColumn([.text("name") { $0.name }]) { _, language in
        [.words(language("design")) { $0.name }]
      },
      ReportTableColumn([
        Member("rate", .orNull(.interval(.share))) { row in
          .some(row.share) { .array([.share($0), .share(0), .share(1)]) }
        }
      ]) { _, _ in [.cells("rate") { .share($0.share) }] },
      ReportTableColumn([.object("users", users) { $0 }, .users("list") { _ in [1, 2] }]),
    ])

  private static let rows = [
    Row(name: "a, b", share: 0.25, users: 7), Row(name: "c", share: nil, users: 8),
  ]

  @Test func `a table that is declared once appears in every output format`() throws {
    let (all, rows) = ([Self.sheet], Self.rows)
    expectEqual(all.text(of: rows, .en)[1], ["2 rows"])
    expectEqual(all.text(of: rows, .en)[0].count, 3)
    let section = try #require(all.sections(of: rows, .zh).first)
    expectEqual([section.name, section.note], ["things", "2 rows"])
    #expect(section.title != "Money" && section.body.contains("a, b"))
    let shown = try #require(all.markdown(of: rows).first)
    expectEqual(shown.title, "Money")
    expectEqual(shown.table.rows.map { $0.map(\.text) }, [["a, b", "250.00"], ["c", "–"]])
    expectEqual(
      Self.sheet.json(rows)?.line,
      #"[{"name": "a, b", "rate": [0.25, 0, 1], "users": {"all": 7}, "list": [1, 2]}, "#
        + #"{"name": "c", "rate": null, "users": {"all": 8}, "list": [1, 2]}]"#)
    expectEqual(
      all.files(of: rows),
      ["name,rate,rateLow,rateHigh,usersAll\r\n\"a, b\",0.25,0,1,7\r\nc,,,,8\r\n"])
    expectEqual(all.fileNames(), ["things.csv"])
  }

  @Test func `a table without rows is omitted from reports, and its file has only a header`() {
    let all = [Self.sheet]
    #expect(all.text(of: [], .en).isEmpty && all.sections(of: [], .en).isEmpty)
    #expect(all.markdown(of: []).isEmpty && Self.sheet.json([]) == nil)
    expectEqual(all.files(of: []), ["name,rate,rateLow,rateHigh,usersAll\r\n"])
  }
}

extension ReportTable {
  fileprivate func json(_ run: Run) -> JSONOutput? {
    let member: Member<Run, Never> = member()
    return member.value(run)
  }
}
