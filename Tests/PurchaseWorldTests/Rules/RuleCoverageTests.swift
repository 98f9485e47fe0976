import PurchaseWorld
import TestSupport
import Testing

/// Every rule of the articles is in the name of a test.
@Suite struct RuleCoverageTests {
  @Test func `every rule of the articles is named by a test`() throws {
    let words = try TestNames.words()
    let missing = try Rule.all().filter { !$0.isPostponed && !words.contains($0.number) }.map(
      \.number)
    expectEqual(missing, [], "rules without a test: \(missing.joined(separator: ", "))")
  }

  @Test func `every kind of fault is named by a test`() throws {
    let words = try TestNames.words()
    let missing = FaultKind.allCases.map(\.rawValue).filter { !words.contains($0) }
    expectEqual(missing, [], "faults without a test: \(missing.joined(separator: ", "))")
  }

  @Test func `every drop point is named by a test`() throws {
    let words = try TestNames.words()
    let missing = DropPoint.allCases.map(\.rawValue).filter { !words.contains($0) }
    expectEqual(missing, [], "drop points without a test: \(missing.joined(separator: ", "))")
  }

  @Test func `every rule of StoreKit 2 and Play Billing is named by a test`() throws {
    let words = try TestNames.words()
    let numbers =
      [1, 2, 3, 5, 6, 7, 8, 9, 11, 12].map { "K\($0)" }
      + [1, 2, 3, 5, 6, 7, 8, 9, 10, 11, 12].map { "G\($0)" } + ["B10"]
    let missing = numbers.filter { !words.contains($0) }
    expectEqual(missing, [], "rules without a test: \(missing.joined(separator: ", "))")
  }

  @Test func `every value of their axes is named by a test, together with its axis`() throws {
    func words<Value: AxisValue>(_: Value.Type) -> [String] { Value.allCases.map(\.word) }
    let axes: KeyValuePairs<String, [String]> = [
      "sources": ["result", "updates", "launchQuery", "resumeQuery"],
      "unverified": words(Design.UnverifiedRule.self),
      "acknowledge": words(Design.AcknowledgementTime.self),
      "onAlreadyOwned": words(Design.AlreadyOwnedResponse.self),
      "reconnect": words(Design.ReconnectRule.self),
      "completes": words(BackendRules.Completion.self),
      "missedReplay": ["updates", "query"], "jitter": words(RetryRules.Jitter.self),
      "afterRefusal": words(RetryRules.RefusalRule.self),
    ]
    let names = try TestNames.wordsByName()
    let missing = axes.flatMap { axis, values in
      values.filter { value in !names.contains { $0.contains(axis) && $0.contains(value) } }
        .map { "\(axis) \($0)" }
    }
    expectEqual(missing, [], "values without a test: \(missing.joined(separator: ", "))")
  }

  @Test func `every parameter of these stores is named by a test`() throws {
    let words = try TestNames.words()
    let missing = [
      "echo", "echoAfter", "acknowledgeWithin", "approvalExpires", "survivesNewDevice",
    ].filter { !words.contains($0) }
    expectEqual(missing, [], "parameters without a test: \(missing.joined(separator: ", "))")
  }

  @Test func `the rules of the articles have consecutive numbers, except shared ones`() throws {
    let numbers = try Rule.all().map(\.number)
    let shared = ["K4", "K10", "G4"]
    let expected = [
      ("S", 11), ("K", 12), ("G", 12), ("D", 5), ("B", 12), ("C", 11), ("P", 4), ("M", 3),
    ].flatMap { letter, last in (1...last).map { "\(letter)\($0)" } }
      .filter { !shared.contains($0) }
    expectEqual(numbers, expected)
  }

  @Test func `no rule is postponed to a later version`() throws {
    let postponed = try Rule.all().filter(\.isPostponed).map(\.number)
    expectEqual(postponed, [])
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
    expectEqual(
      TestNames.names(in: source),
      ["X1 is raw", "X2 has traits", "X3 is displayed", #"X4 stands \"on\" a line of its own"#])
  }
}
