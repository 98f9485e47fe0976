import PurchaseWorld
import Testing
import TestSupport

/// Whatever the articles state, some test names.
@Suite struct RuleCoverageTests {
  @Test func `every rule of the articles that is built is named by a test`() throws {
    let words = try TestNames.words()
    let missing = try Rule.all()
      .filter { !$0.isPostponed && !words.contains($0.number) }
      .map(\.number)
    #expect(missing == [], "rules without a test: \(missing.joined(separator: ", "))")
  }

  @Test func `every kind of fault is named by a test`() throws {
    let words = try TestNames.words()
    let missing = FaultKind.allCases.map(\.rawValue).filter { !words.contains($0) }
    #expect(missing == [], "faults without a test: \(missing.joined(separator: ", "))")
  }

  @Test func `every drop point is named by a test`() throws {
    let words = try TestNames.words()
    let missing = DropPoint.allCases.map(\.rawValue).filter { !words.contains($0) }
    #expect(missing == [], "drop points without a test: \(missing.joined(separator: ", "))")
  }

  @Test func `the articles number their rules without a gap`() throws {
    let numbers = try Rule.all().map(\.number)
    let expected = [("S", 11), ("D", 5), ("B", 9), ("C", 11), ("P", 4)]
      .flatMap { letter, last in (1...last).map { "\(letter)\($0)" } }
    #expect(numbers == expected)
  }

  @Test func `every rule is in this version`() throws {
    let postponed = try Rule.all().filter(\.isPostponed).map(\.number)
    #expect(postponed == [])
  }

  @Test func `test names are found as raw identifiers and as display names`() {
    let source = """
      @Test func `X1 is raw`() {}
      @Test(.tags(.slow), arguments: ["a", "b"])
      func `X2 has traits`(letter: String) {}
      @Test("X3 is displayed") func third() {}
      @Test(
        "X4 stands \\"on\\" a line of its own",
        arguments: [1, 2])
      func fourth(number: Int) {}
      // @Test func `X5 is commented out`() {}
      func `X6 is no test`() {}
      """
    #expect(
      TestNames.names(in: source) == [
        "X1 is raw", "X2 has traits", "X3 is displayed",
        #"X4 stands \"on\" a line of its own"#,
      ])
  }
}
