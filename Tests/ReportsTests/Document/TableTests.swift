import Scenarios
import TestSupport
import Testing

@testable import Reports

@Suite("Table") struct TableTests {
  private let table = Table(
    [.words("design"), .numbers("charges"), .numbers("lost\n‰"), .words("字 drop point")],
    [["naive", "1,000", "12.00", "recordDied"], ["方案", "9", "1.00", ""]])

  @Test("a table takes its natural width if the page width is unknown")
  func wide() {
    expectEqual(
      table.lines,
      [
        "design  charges   lost  字 drop point", "                     ‰",
        "naive     1,000  12.00  recordDied", "方案          9   1.00",
      ])
  }

  @Test("on a narrow page columns continue below, each block with the first column")
  func folded() {
    let lines = OutputWidth.$columns.withValue(24) { table.lines }
    expectEqual(
      lines,
      [
        "design  charges   lost", "                     ‰", "naive     1,000  12.00",
        "方案          9   1.00", "", "design  字 drop point", "", "naive   recordDied", "方案",
      ])
    for columns in 21...60 {
      let lines = OutputWidth.$columns.withValue(columns) { table.lines }
      #expect(lines.allSatisfy { DisplayWidth.of($0) <= columns }, "\(columns)")
      for cell in ["1,000", "12.00", "recordDied"] { #expect(lines.contains { $0.contains(cell) }) }
    }
  }

  @Test("long words wrap only if the page is too narrow for them")
  func foldedWords() {
    let table = Table(
      [.words("what"), .numbers("n"), .words("why")],
      [["a b c d e f g h", "1", "i j k l m n"], ["o", "2", "p"]])
    expectEqual(table.folded(by: [0: 0.5, 2: 0.5]).lines, table.lines)
    let lines = OutputWidth.$columns.withValue(20) { table.folded(by: [0: 0.6, 2: 0.4]).lines }
    #expect(lines.count > 3 && lines.last?.hasPrefix("o ") == true)
    for columns in 16...40 {
      let lines = OutputWidth.$columns.withValue(columns) {
        table.folded(by: [0: 0.5, 2: 0.5]).lines
      }
      #expect(lines.allSatisfy { DisplayWidth.of($0) <= columns }, "\(columns)")
    }
  }

  @Test("a page too narrow for two columns still gets two columns")
  func narrow() {
    let lines = OutputWidth.$columns.withValue(3) { table.lines }
    expectEqual(lines.filter { $0.hasPrefix("design") }.count, 3)
  }

  @Test("every table of rates has a column for each share, titled by its header or its name")
  func shares() {
    expectEqual(ShareMetric.noOrder.title(.en), "no\norder\n‰")
    expectEqual(ShareMetric.hung.title(.zh), "loading 卡住\n\n‰")
    let named = Explanation.named([.recoveredInProcess, .lost, .duplicate])
    expectEqual(named.map(\.0), ["recovered in process"])
    expectEqual(named.map(\.1), ["recoveredInProcessRate"])
    #expect(ShareMetric.columnsOfFiles.allSatisfy { $0.row.canBeExpected })
    #expect(Set(ShareMetric.criteria).isSubset(of: ShareMetric.columns))
  }
}
