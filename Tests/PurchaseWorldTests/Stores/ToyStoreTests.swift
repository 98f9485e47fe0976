import EventEngine
import TestSupport
import Testing

@testable import PurchaseWorld

/// A one-page store: every purchase is paid at once, and its proof is the list of payments.
private struct ToyStore: ~Copyable, StubClientHost {
  var client = Client()
  let design: CompiledDesign
  private var paid = List<Payment>()
  private var deterministic = ChargeSet()
  private var isListening = false
  private var calls = Table<EntityKind.Request, BackendCall>()

  init(_ design: Design) {
    var delays = List<Delay>()
    self.design = CompiledDesign(design, delays: &delays)
  }

  mutating func handle(_ moment: ClientEvent) {}
  mutating func pay(_ payment: Payment) {
    paid.append(payment)
    if isListening { receive(.paid, of: TransactionID(paid.count - 1), endsCall: nil) }
  }

  mutating func settle(paid transaction: TransactionID) -> Bool {
    guard case .paid = pendingState(transaction) else { return false }
    deterministic.enter(ChargeID(transaction.index))
    return true
  }

  mutating func settle(failed transaction: TransactionID) {}

  mutating func listen() {
    isListening = true
    for payment in payments {
      if case .paid = pendingState(payment) { receive(.paid, of: payment, endsCall: nil) }
    }
  }

  mutating func listenAgain() { listen() }

  func proof() -> Receipt {
    var proof = Receipt()
    for number in charges { proof.enter(number) }
    return proof
  }

  var payments: IDs<EntityKind.Transaction> { IDs(endIndex: paid.count) }
  var charges: IDs<EntityKind.Charge> { IDs(endIndex: paid.count) }
  func charge(_ number: ChargeID) -> TransactionID { TransactionID(number.index) }
  func number(of transaction: TransactionID) -> ChargeID? { ChargeID(transaction.index) }
  func pendingState(_ transaction: TransactionID) -> PendingState? {
    deterministic.lists(ChargeID(transaction.index)) ? nil : .paid
  }
  func isUnsettled(_ product: ProductID) -> Bool {
    for payment in payments where self.product(of: payment) == product {
      if case .paid = pendingState(payment) { return true }
    }
    return false
  }
  func product(of transaction: TransactionID) -> ProductID { paid[transaction.index].product }
  func payload(of transaction: TransactionID) -> Payload? { paid[transaction.index].payload }
  func flow(of transaction: TransactionID) -> FlowID? { paid[transaction.index].flow }
  func chargedAt(_ transaction: TransactionID) -> Instant { .start }

  mutating func ask(_ call: BackendCall) -> RequestID { calls.append(call) }

  /// The backend answers the last request.
  mutating func answer(_ answer: BackendAnswer) {
    receive(answer, to: calls[calls.last].asker, of: calls.last, alsoDelivered: ChargeSet())
  }

  var asked: Int { calls.count }
  var settledCount: Int { charges.count { deterministic.lists($0) } }
}

@Suite("A one-page store under the interpreter of designs") struct ToyStoreTests {
  @Test("The client buys, verifies the proof and settles, with any store")
  func buys() {
    var store = ToyStore(.cautious)
    store.resumeAtLaunch()
    store.handleTap(for: 0, of: 0)
    expectEqual(store.asked, 1, "the payment is verified at once")
    expectEqual(store.settledCount, 0, "and settled after that only")
    store.answer(.delivered)
    expectEqual(store.settledCount, 1)
    store.handleTap(for: 1, of: 1)
    store.answer(.error)
    expectEqual(store.settledCount, 1, "what is not delivered stays")
    let remain = (store.isUnsettled(0), store.isUnsettled(1))
    #expect(remain == (false, true))
  }

  @Test("A payment that was not settled is called back when the next process attaches")
  func comesAgain() {
    var store = ToyStore(.cautious)
    store.resumeAtLaunch()
    store.handleTap(for: 0, of: 0)
    store.loseMemory()
    store.resumeAtLaunch()
    expectEqual(store.asked, 2)
    store.answer(.delivered)
    expectEqual(store.settledCount, 1)
  }
}

extension Design {
  /// Binds by the product, and settles after the verification.
  fileprivate static var cautious: Design {
    var design = Design(name: "")
    design.binding.itemSources = [.product]
    design.binding.accountSources = [.session]
    design.finish = .afterVerification
    design.observer = .launch
    return design
  }
}
