import EventEngine
import Experiments
import Scenarios
import Statistics
import TestSupport
import Testing

@testable import PurchaseWorld

/// Lost orders by name, and the results of users with faults.
@Suite("Lost orders") struct LossListTests {
  private static func outcome(_ statuses: [ChargeStatus], occurredFaults: UInt64 = 0) -> UserOutcome
  {
    var outcome = UserOutcome()
    outcome.occurredFaults = occurredFaults
    outcome.charges = statuses.map {
      ChargeOutcome(
        intentIndex: 0, product: 0, price: 100, chargedAt: .start, status: $0, deliveredAfter: nil)
    }
    return outcome
  }

  private static let lost = ChargeStatus.lost(.undelivered, .recordDied)

  private static func list(_ users: some Sequence<UInt64>) -> LossSample {
    var list = LossSample()
    for user in users { list.add(outcome([.delivered, lost, .rescued]), of: user) }
    return list
  }

  @Test("a list keeps a hundred lost orders, by the hash of the user, for any order of insertion")
  func lowest() {
    let users = Array(0..<90 as Range<UInt64>)
    let first = users.sorted { LossSample.samplingRank($0) < LossSample.samplingRank($1) }.prefix(
      50)
    for order in [users, users.reversed(), users.map { $0 * 7 % 90 }] {
      let list = Self.list(order)
      expectEqual(list.values.map(\.user), first.flatMap { [$0, $0] })
      expectEqual(list.values.map(\.charge), (0..<50).flatMap { _ in [1, 2] })
      #expect(list.isTruncated)
    }
    expectEqual(Self.list([4]).values[0].status, Self.lost)
    #expect(!Self.list(0..<50).isTruncated && Self.list(0..<51).isTruncated)
  }

  @Test("partial lists merge into the list of all users, in any order")
  func merge() {
    let whole = Self.list(0..<80)
    let parts = (0..<3 as Range<UInt64>).map { rest in
      Self.list((0..<80).filter { $0 % 3 == rest })
    }
    for order in [[0, 1, 2], [2, 1, 0], [1, 2, 0]] {
      var merged = LossSample()
      for part in order { merged += parts[part] }
      #expect(merged == whole && merged.isTruncated)
    }
  }

  /// Crash is declared twice, and a refund between.
  private static func counterLayout() throws -> CounterLayout {
    CounterLayout(
      try ScenarioReader.read(
        Array(
          """
          { "name": "s", "users": 10, "designs": ["naive"], "catalog": [ { "product": "p" } ],
            "faults": [ { "fault": "refund", "probability": 0.1, "at": "delivery" },
              { "fault": "crash", "probability": 0.1 },
              { "fault": "crash", "probability": 0.1, "at": "charge" } ] }
          """.utf8), file: "s.json"))
  }

  @Test("a user counts once per kind of fault that occurred, with all charges not refunded")
  func faulted() throws {
    let counterLayout = try Self.counterLayout()
    expectEqual(counterLayout.faultKinds, [.crash, .refund])
    var faulted = FaultedUsers(counterLayout)
    faulted.add(Self.outcome([.delivered, .refunded], occurredFaults: 0b001), of: 7)
    faulted.add(Self.outcome([Self.lost, .delivered], occurredFaults: 0b111), of: 5)
    faulted.add(Self.outcome([.rescued], occurredFaults: 0b100), of: 3)
    let (crash, refund) = (faulted.rows[0], faulted.rows[1])
    #expect(
      crash.users == 2 && crash.moments.numeratorSum == 2 && crash.moments.denominatorSum == 3)
    #expect(crash.moments.denominatorSquareSum == 5 && crash.firstUser == 3)
    #expect(refund.users == 2 && refund.moments.numeratorSum == 1)
    #expect(refund.moments.denominatorSum == 3 && refund.firstUser == 5)
    var merged = FaultedUsers(counterLayout)
    merged += faulted
    merged += faulted
    #expect(merged.rows[0].users == 4 && merged.rows[0].firstUser == 3)
    #expect(FaultedUsers(counterLayout).rows[0].firstUser == nil)
  }
}
