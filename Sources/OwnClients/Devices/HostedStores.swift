import PurchaseClientKit
import PurchaseWorld

extension HostedClient {
  /// The store in its own terms.
  func storeInterface(_ place: HostedPlace) -> StoreInterface {
    switch store {
    case .storeKit1: .storeKit1(HostedQueue(place: place))
    case .storeKit2: .storeKit2(HostedStoreKit2(place: place))
    case .playBilling: .playBilling(HostedBilling(place: place))
    }
  }
}

/// The payment queue of a life (S1–S11).
private struct HostedQueue: PaymentQueue {
  let place: HostedPlace

  func add(_ observer: any PaymentQueueObserver) {
    guard let door = place.host.effect(in: place.process) else { return }
    place.process.observers.append(observer)
    if !door.isListening { door.listen() }
  }

  func add(_ payment: Payment) {
    guard let door = place.host.effect(in: place.process),
      let product = place.host.names.product(payment.product)
    else { return }
    _ = door.pay(
      product, place.host.payload(username: payment.applicationUsername),
      for: TapOfTask.flow)
  }

  func finish(_ transaction: PaymentTransaction) {
    guard let door = place.host.effect(in: place.process), transaction.number < door.payments
    else { return }
    door.finish(TransactionID(transaction.number))
  }

  func receipt() -> Proof {
    ClientNames.proof(place.host.look(in: place.process)?.receipt ?? 0)
  }
}

/// StoreKit 2 of a life (K1–K12).
private struct HostedStoreKit2: StoreKit2 {
  let place: HostedPlace

  nonisolated(nonsending) func purchase(
    _ product: String, options: [PurchaseOption]
  ) async throws -> PurchaseResult {
    let host = place.host
    var token: AppAccountToken?
    for case .appAccountToken(let given) in options { token = given }
    let answer = try await host.wait(place.process) { [token] door in
      guard let product = host.names.product(product) else { return nil }
      return door.pay(product, host.payload(token), for: TapOfTask.flow).map { .call($0) }
    }
    guard case .purchase(let end) = answer else { throw StoreError.failed }
    return try end.get()
  }

  var updates: TransactionSequence {
    let place = place
    return TransactionSequence { HostedUpdates(place) }
  }

  var unfinished: TransactionSequence {
    let place = place
    return TransactionSequence { HostedUnfinished(place) }
  }

  nonisolated(nonsending) func finish(_ transaction: Transaction) async {
    guard let door = place.host.effect(in: place.process),
      let payment = ClientNames.transaction(transaction.id).flatMap(door.transaction)
    else { return }
    door.finish(payment)
  }
}

/// What comes from elsewhere than an awaited purchase (K3).
private final class HostedUpdates: TransactionSequence.Source {
  private let place: HostedPlace
  /// Which of the process's sequences it is; nil before the first is asked for.
  private var number: Int?

  init(_ place: HostedPlace) { self.place = place }

  nonisolated(nonsending) func next() async -> VerificationResult? {
    let (host, process) = (place.host, place.process)
    if number == nil {
      guard let door = host.effect(in: process) else { return nil }
      number = host.beginUpdates(of: process, door)
    }
    guard let number, process.isAlive else { return nil }
    if !process.updates[number].isEmpty { return process.updates[number].removeFirst() }
    guard case .transaction(let result) = try? await host.wait(process, { _ in .update(number) })
    else { return nil }
    return result
  }
}

/// What nobody has finished yet (K3).
private final class HostedUnfinished: TransactionSequence.Source {
  private let place: HostedPlace
  /// What is left to be given; nil before the first is asked for.
  private var left: ArraySlice<VerificationResult>?

  init(_ place: HostedPlace) { self.place = place }

  nonisolated(nonsending) func next() async -> VerificationResult? {
    if left == nil {
      guard let door = place.host.effect(in: place.process) else { return nil }
      left = place.host.query(door).map { place.host.result($0, door) }[...]
    }
    guard place.process.isAlive else { return nil }
    return left?.popFirst()
  }
}
