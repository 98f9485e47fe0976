import EventEngine
import Experiments
import PurchaseWorld
import Scenarios
import Statistics
import TestSupport
import Testing

@Suite("Ledger")
struct LedgerTests {
  static let deadlines = [Delay.seconds(1), .seconds(60)]
  static let shape = Shape(HandMade.conditions(deadlines: deadlines))

  static func ledger(_ lives: [(user: UInt64, outcome: Outcome)]) -> Ledger {
    var ledger = Ledger(shape)
    var count = UserCount(shape)
    for life in lives { ledger.add(life.outcome, of: life.user, using: &count) }
    return ledger
  }

  static func lives(_ count: Int, seed: UInt64) -> [(user: UInt64, outcome: Outcome)] {
    var luck = TestLuck(seed: seed)
    return (0..<UInt64(count)).map { number -> (user: UInt64, outcome: Outcome) in
      if number % 3 == 0 { return (number, HandMade.plain) }
      return luck.life(number)
    }
  }

  @Test("ledgers merge to the same counts in any order and any parts", arguments: 1...5)
  func merging(seed: UInt64) {
    let lives = LedgerTests.lives(200, seed: seed)
    let whole = LedgerTests.ledger(lives)
    var luck = TestLuck(seed: seed + 100)
    var parts = Array(repeating: [(user: UInt64, outcome: Outcome)](), count: 7)
    for life in lives { parts[luck.next(7)].append(life) }
    var forward = Ledger(LedgerTests.shape)
    for part in parts { forward += LedgerTests.ledger(part) }
    var backward = Ledger(LedgerTests.shape)
    for part in parts.reversed() { backward += LedgerTests.ledger(part.reversed()) }
    expectEqual(forward, whole)
    expectEqual(backward, whole)
  }

  @Test("products add up to all, except the squares of users")
  func products() {
    let ledger = LedgerTests.ledger(LedgerTests.lives(500, seed: 9))
    let (first, second) = (ledger.products[0], ledger.products[1])
    for base in Base.allCases {
      expectEqual(first.total(base) + second.total(base), ledger.all.total(base))
    }
    for share in Share.allCases {
      expectEqual(first.count(share) + second.count(share), ledger.all.count(share))
    }
    expectEqual(first.money.charged + second.money.charged, ledger.all.money.charged)
    expectEqual(first.times.count + second.times.count, ledger.all.times.count)
  }

  @Test("every charge ends in exactly one class, to the last minor unit")
  func classes() {
    let lives = LedgerTests.lives(500, seed: 4)
    let all = LedgerTests.ledger(lives).all
    let charges = lives.flatMap(\.outcome.charges)
    expectEqual(all.total(.charges), charges.count)
    expectEqual(all.money.charged, charges.reduce(0) { $0 + $1.price })
    let ways = DropTable.ways.reduce(0) { $0 + all.count($1.kind, $1.point) }
    expectEqual(all.count(.lost) - all.count(.rescued), ways)
    let kinds = all.count(.undelivered) + all.count(.crossed) + all.count(.misdelivered)
    expectEqual(kinds, ways)
    expectEqual(all.deliveredAtOnce, charges.count { $0.fate == .delivered })
    let recovered = charges.filter { $0.fate == .recovered }
    expectEqual(all.count(.recovered), recovered.count)
    expectEqual(all.count(.recoveredAfterRelaunch), recovered.count(where: \.afterRelaunch))
    expectEqual(all.count(.recoveredInProcess), recovered.count { !$0.afterRelaunch })
    #expect(all.count(.recoveredInProcess) > 0 && all.count(.recoveredAfterRelaunch) > 0)
  }

  @Test("a plain user is counted like any other")
  func plain() {
    // The second life differs by a delivery that misses a deadline, so it takes the long way.
    let user: UInt64 = 0
    let slow = HandMade.outcome([HandMade.charge(.delivered, after: 2)])
    let quick = LedgerTests.ledger([(user, HandMade.plain)])
    let counted = LedgerTests.ledger([(user, slow)])
    for share in Share.allCases {
      expectEqual(quick.all.moments(share), counted.all.moments(share))
    }
    expectEqual(quick.all.money, counted.all.money)
    #expect(quick.events == 10 && quick.users == 1 && quick.all.deliveredAtOnce == 1)
    let row = Share.allCases.count
    expectEqual(quick.all.moments(row: row, of: .charges).numerators, 0)
    expectEqual(counted.all.moments(row: row, of: .charges).numerators, 1)
    expectEqual(counted.all.moments(row: row + 1, of: .charges).numerators, 0)
  }

  @Test("what was never delivered misses every deadline")
  func late() {
    let ledger = LedgerTests.ledger([(0, HandMade.lost())])
    let row = Share.allCases.count
    expectEqual(ledger.all.moments(row: row, of: .charges).numerators, 1)
    expectEqual(ledger.all.moments(row: row + 1, of: .charges).numerators, 1)
  }

  @Test("lost and rescued charges count as lost, and only wishes can be lost sales")
  func shares() {
    var refused = HandMade.outcome([])
    refused.intents[0].flags = [.refused, .noOrder, .blocked, .hung, .ticket]
    var cancelled = HandMade.outcome([])
    cancelled.intents[0].wantsToPay = false
    let twice = HandMade.outcome([
      HandMade.charge(.rescued, after: 9), HandMade.charge(.lost(.crossed, .wrongRecord)),
    ])
    let user: UInt64 = 0
    let all = LedgerTests.ledger([(user, refused), (user, cancelled), (user, twice)]).all
    #expect(all.count(.lost) == 2 && all.count(.rescued) == 1 && all.count(.crossed) == 1)
    #expect(all.count(.doubleCharge) == 1 && all.count(.lostSale) == 1)
    #expect(all.total(.wishes) == 2 && all.total(.intents) == 3 && all.total(.charges) == 2)
    for share in [Share.refused, .noOrder, .blocked, .hung, .ticket] {
      expectEqual(all.count(share), 1)
    }
    #expect(all.count(.crossed, .wrongRecord) == 1 && all.count(.crossed, .wrongEntry) == 0)
    // Two charges of one user: Σn² = 4 for lost, where two users would have given 2.
    expectEqual(
      all.moments(.lost),
      RatioMoments(
        numerators: 2, denominators: 2, numeratorSquares: 4, products: 4, denominatorSquares: 4))
  }

  @Test("the first users of a way to lose are the lowest numbers, each once")
  func firstUsers() {
    let lives = [UInt64](arrayLiteral: 9, 4, 7, 4, 2, 8).map { ($0, HandMade.lost()) }
    let ledger = LedgerTests.ledger(lives)
    expectEqual(ledger.firstUsers(.undelivered, .recordDied).values, [2, 4, 7])
    expectEqual(ledger.firstUsers(.undelivered, .recordWiped).values, [])
  }
}
