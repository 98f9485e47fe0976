import Scenarios
import TestSupport
import Testing

@testable import Reports

@Suite("Table")
struct TableTests {
  private let table = Table(
    [.words("design"), .numbers("charges"), .numbers("lost\n‰"), .words("字 drop point")],
    [["naive", "1,000", "12.00", "recordDied"], ["方案", "9", "1.00", ""]])

  @Test("a table is as wide as it needs to be where nobody says how wide the page is")
  func wide() {
    expectEqual(
      table.lines,
      [
        "design  charges   lost  字 drop point", "                     ‰",
        "naive     1,000  12.00  recordDied", "方案          9   1.00",
      ])
  }

  @Test("on a narrow page columns follow below, each block with the first column")
  func folded() {
    let lines = Page.$columns.withValue(24) { table.lines }
    expectEqual(
      lines,
      [
        "design  charges   lost", "                     ‰", "naive     1,000  12.00",
        "方案          9   1.00", "", "design  字 drop point", "", "naive   recordDied", "方案",
      ])
    for columns in 21...60 {
      let lines = Page.$columns.withValue(columns) { table.lines }
      #expect(lines.allSatisfy { DisplayWidth.of($0) <= columns }, "\(columns)")
      for cell in ["1,000", "12.00", "recordDied"] { #expect(lines.contains { $0.contains(cell) }) }
    }
  }

  @Test("long words go on below where the page has no room for them, and nothing else does")
  func foldedWords() {
    let table = Table(
      [.words("what"), .numbers("n"), .words("why")],
      [["a b c d e f g h", "1", "i j k l m n"], ["o", "2", "p"]])
    expectEqual(table.folded(by: [0: 0.5, 2: 0.5]).lines, table.lines)
    let lines = Page.$columns.withValue(20) { table.folded(by: [0: 0.6, 2: 0.4]).lines }
    #expect(lines.count > 3 && lines.last?.hasPrefix("o ") == true)
    for columns in 16...40 {
      let lines = Page.$columns.withValue(columns) { table.folded(by: [0: 0.5, 2: 0.5]).lines }
      #expect(lines.allSatisfy { DisplayWidth.of($0) <= columns }, "\(columns)")
    }
  }

  @Test("a page that has no room for two columns gets two all the same")
  func narrow() {
    let lines = Page.$columns.withValue(3) { table.lines }
    expectEqual(lines.filter { $0.hasPrefix("design") }.count, 3)
  }

  @Test("a share is a column of every table of rates, with a head or its name")
  func shares() {
    expectEqual(Share.noOrder.title(.en), "no\norder\n‰")
    expectEqual(Share.hung.title(.zh), "loading 卡住\n\n‰")
    let named = Explanation.named([.recoveredInProcess, .lost, .duplicate])
    expectEqual(named.map(\.0), ["recovered in process"])
    expectEqual(named.map(\.1), ["recoveredInProcessRate"])
    #expect(Share.columnsOfFiles.allSatisfy { $0.row.isMetric })
    #expect(Set(Share.criteria).isSubset(of: Share.columns))
  }
}
