import PurchaseClientKit
import PurchaseWorld

extension HostedClient {
  /// The interface of the design's store.
  func storeInterface(_ process: ClientProcess) -> StoreInterface {
    switch store {
    case .storeKit1: .storeKit1(HostedQueue(process: process))
    case .storeKit2: .storeKit2(HostedStoreKit2(process: process))
    case .playBilling: .playBilling(HostedBilling(process: process))
    }
  }
}

/// A simulated store.
protocol HostedStore: SimulatedStore { var process: ClientProcess { get } }

// After the rejection, effects of the client are ignored.
extension HostedStore {
  /// Reports that the client uses StoreKit 1 in another store, and returns a queue without effect.
  package func inertPaymentQueue() -> any PaymentQueue {
    process.host.violation(.wantsStoreKit1)
    return HostedQueue(process: process)
  }
  package func inertStoreKit2() -> any StoreKit2 {
    process.host.violation(.wantsStoreKit2)
    return HostedStoreKit2(process: process)
  }
  package func inertBillingClient() -> any BillingClient {
    process.host.violation(.wantsPlayBilling)
    return HostedBilling(process: process)
  }
}

/// The simulated payment queue (S1–S11).
private struct HostedQueue: PaymentQueue, HostedStore {
  let process: ClientProcess

  func add(_ observer: any PaymentQueueObserver) {
    guard let door = process.host.effect(in: process) else { return }
    process.add(observer)
    if !door.isListening { door.listen() }
  }

  func add(_ payment: Payment) {
    guard let door = process.host.effect(in: process) else { return }
    guard let product = process.host.names.product(payment.product) else {
      // The payment fails. [D SKErrorDomain storeProductNotAvailable]
      return process.notifyObservers(
        PaymentTransaction(
          number: -1, payment: payment, state: .failed(.failed), transactionIdentifier: nil,
          transactionDate: nil))
    }
    _ = door.pay(
      product, process.host.payload(username: payment.applicationUsername), for: TaskTap.flow)
  }

  func finish(_ transaction: PaymentTransaction) {
    guard let door = process.host.effect(in: process) else { return }
    if transaction.state == .purchasing {
      fatalError("a transaction that is 'purchasing' cannot be finished [D finishTransaction]")
    }
    guard (0..<door.paymentCount).contains(transaction.number) else { return }
    door.finish(TransactionID(transaction.number))
  }

  func receipt() -> Proof {
    guard process.host.store == .storeKit1 else { return ClientNames.proof(0) }
    return ClientNames.proof(process.host.look(in: process)?.receipt ?? 0)
  }
}

/// The simulated StoreKit 2 (K1–K12).
private struct HostedStoreKit2: StoreKit2, HostedStore {
  let process: ClientProcess

  nonisolated(nonsending) func purchase(
    _ product: String, options: [PurchaseOption]
  ) async throws -> PurchaseResult {
    let host = process.host
    var token: AppAccountToken?
    for case .appAccountToken(let given) in options { token = given }
    let answer = try await host.wait(process) { [token] door in
      guard let product = host.names.product(product) else { return nil }
      return door.pay(product, host.payload(token), for: TaskTap.flow).map { .call($0) }
    }
    guard case .purchase(let end) = answer else { throw StoreError.failed }
    return try end.get()
  }

  var updates: TransactionSequence { TransactionSequence { [process] in HostedUpdates(process) } }
  var unfinished: TransactionSequence {
    TransactionSequence { [process] in HostedUnfinished(process) }
  }

  nonisolated(nonsending) func finish(_ transaction: Transaction) async {
    guard let door = process.host.effect(in: process),
      let payment = ClientNames.transaction(transaction.id).flatMap(door.transaction)
    else { return }
    door.finish(payment)
  }
}

/// The transactions that do not come from an awaited purchase (K3).
private final class HostedUpdates: TransactionSequence.Source {
  private let process: ClientProcess
  /// The number of the sequence in its process; nil before the first element is requested.
  private var number: Int?

  init(_ process: ClientProcess) { self.process = process }

  nonisolated(nonsending) func next() async -> VerificationResult? {
    let host = process.host
    if number == nil {
      guard let door = host.effect(in: process) else { return nil }
      number = process.updates.count
      process.updates.append([])
      // The first sequence attaches to the store.
      if !door.isListening { door.listen() }
    }
    guard let number, process.isAlive else { return nil }
    if !process.updates[number].isEmpty { return process.updates[number].removeFirst() }
    guard case .transaction(let result) = try? await host.wait(process, { _ in .update(number) })
    else { return nil }
    return result
  }
}

/// The unfinished transactions (K3).
private final class HostedUnfinished: TransactionSequence.Source {
  private let process: ClientProcess
  /// The remaining elements; nil before the first element is requested.
  private var left: ArraySlice<VerificationResult>?

  init(_ process: ClientProcess) { self.process = process }

  nonisolated(nonsending) func next() async -> VerificationResult? {
    if left == nil {
      guard let door = process.host.effect(in: process) else { return nil }
      left = process.host.query(door).map { process.host.result($0, door) }[...]
    }
    guard process.isAlive else { return nil }
    return left?.popFirst()
  }
}
