import TestSupport
import Testing

@testable import PurchaseWorld

/// Rows in storage of their own.
@Suite struct TableTests {
  private func rows(_ table: borrowing List<Int>) -> [Int] {
    var rows: [Int] = []
    for place in table.indices { rows.append(table[place]) }
    return rows
  }

  @Test("a table keeps its rows in order while it grows")
  func growth() {
    var table = List<Int>(capacity: 1)
    #expect(rows(table).isEmpty)
    for row in 0..<100 { table.append(row * row) }
    expectEqual(rows(table), (0..<100).map { $0 * $0 })
    table[7] += 1
    expectEqual(rows(table)[6...8], [36, 50, 64])
  }

  @Test("removeFirst returns the first row, and the others move up")
  func first() {
    var table = List<Int>()
    table.replaceAll(with: [5, 6, 7])
    let first = table.removeFirst()
    expectEqual(first, 5)
    expectEqual(rows(table), [6, 7])
    table.append(8)
    expectEqual(rows(table), [6, 7, 8])
  }

  @Test("a table copies the rows of another table, and both change independently")
  func replacing() {
    var first = List<Int>(capacity: 1)
    for row in 1...20 { first.append(row) }
    var table = List<Int>(capacity: 1)
    for row in 0..<30 { table.append(row) }
    table.replaceAll(with: first)
    expectEqual(rows(table), Array(1...20))
    table[0] = 7
    table.append(21)
    expectEqual(rows(first), Array(1...20))
    expectEqual(rows(table), [7] + Array(2...21))
    var narrow = List<Int>(capacity: 1)
    narrow.replaceAll(with: first)
    expectEqual(rows(narrow), Array(1...20))
  }

  @Test("an emptied table has no rows")
  func emptied() {
    var table = List<Int>()
    table.replaceAll(with: [1, 2, 3])
    table.removeAll()
    let (isEmpty, indices) = (table.isEmpty, table.indices)
    #expect(isEmpty && indices.isEmpty)
    table.append(4)
    expectEqual(rows(table), [4])
    table.replaceAll(with: [])
    #expect(rows(table).isEmpty)
  }

  @Test("a place without a row is rejected")
  func bounds() async {
    await #expect(processExitsWith: .failure) {
      let table = List<Int>()
      _ = table[0]
    }
    await #expect(processExitsWith: .failure) {
      var table = List<Int>()
      table.append(1)
      table[-1] = 2
    }
  }
}
