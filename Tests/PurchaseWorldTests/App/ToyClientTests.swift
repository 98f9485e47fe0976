import EventEngine
import TestSupport
import Testing

@testable import PurchaseWorld

/// A one-page client: it finishes every payment at once, without a request to a backend.
private struct ToyClient: ~Copyable, StubStoreHost {
  var store = Store()
  let conditions = Conditions.cases
  let design: CompiledDesign
  var randomDraws = RandomDraws(.cases)
  var calendar = EventCalendar<Event>(capacity: 8)
  /// Whether it settles.
  let settles: Bool
  private(set) var received: [String] = []

  init(settles: Bool) {
    var delays = List<Delay>()
    design = CompiledDesign(Design(name: ""), delays: &delays)
    self.settles = settles
  }

  mutating func receive(
    _ news: StoreCallback, of transaction: TransactionID, endsCall: TransactionID?
  ) {
    switch news {
    case .started: received.append("started")
    case .pending: received.append("pending")
    case .failed, .alreadyOwned: received.append("failed")
    case .unverified: received.append("unverified")
    case .paid:
      received.append("paid")
      if settles { _ = settle(paid: transaction) }
    }
  }

  mutating func buy(_ product: ProductID) {
    pay(Payment(flow: 0, product: product, payload: Payload()))
  }

  /// Another process listens.
  mutating func attachAgain() {
    detach()
    listen()
  }

  /// Handles the scheduled events.
  mutating func run() {
    while let event = calendar.next() {
      switch event {
      case .decide(let transaction): decide(transaction)
      case .charge(let transaction): charge(transaction)
      case .purchasing(let transaction): callBackPurchasing(transaction)
      case .purchased(let transaction): callBackLive(transaction)
      case .purchasedAgain(let transaction): callBackCopy(transaction)
      default: Issue.record("the store schedules no \(event)")
      }
    }
  }
}

@Suite("A one-page client on StoreKit 1") struct ToyClientTests {
  @Test("The client receives the results of its payments and finishes them")
  func settles() {
    var client = ToyClient(settles: true)
    client.listen()
    client.buy(0)
    client.run()
    expectEqual(client.received, ["started", "paid"])
    let remains = client.store.isUnsettled(0)
    #expect(!remains)
    client.attachAgain()
    expectEqual(client.received.count, 2, "what is settled does not come again")
  }

  @Test("An unfinished payment is called back again and blocks the next payment (S3, S5)")
  func leaves() {
    var client = ToyClient(settles: false)
    client.listen()
    client.buy(0)
    client.run()
    client.attachAgain()
    expectEqual(client.received, ["started", "paid", "paid"])
    client.buy(0)
    client.run()
    expectEqual(client.store.charges.count, 1)
    expectEqual(client.received.count { $0 == "started" }, 2)
  }
}
