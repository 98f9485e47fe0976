import EventEngine
import PurchaseClientKit
import PurchaseWorld

/// Notifications of the store, in the terms of each store.
extension HostedClient {
  func receive(
    _ news: StoreCallback, _ transaction: TransactionID, _ call: TransactionID?, _ port: ClientPort
  ) {
    switch store {
    case .storeKit1: notifyObservers(news, transaction, port)
    case .storeKit2: notifyCaller(news, transaction, call, port)
    case .playBilling: notifyListener(news, transaction, port)
    }
  }

  private func notifyObservers(
    _ news: StoreCallback, _ transaction: TransactionID, _ port: ClientPort
  ) {
    guard let process else { return }
    let state: PaymentTransaction.State =
      switch news {
      case .started: .purchasing
      case .pending: .deferred
      case .paid, .unverified: .purchased
      case .failed(let code): .failed(code == .cancelled ? .cancelled : .failed)
      case .alreadyOwned: .failed(.failed)
      }
    process.notifyObservers(payment(transaction, state, port))
  }

  private func notifyCaller(
    _ news: StoreCallback, _ transaction: TransactionID, _ call: TransactionID?, _ port: ClientPort
  ) {
    let end: Result<PurchaseResult, StoreError>
    switch news {
    case .started: return
    case .pending: end = .success(.pending)
    case .failed(.cancelled): end = .success(.userCancelled)
    case .failed, .alreadyOwned: end = .failure(.failed)
    case .paid, .unverified:
      let found = QueriedPayment(transaction: transaction, isVerified: news.isVerified)
      if call == nil, collected != nil {
        collected?.append(found)
        return
      }
      end = .success(.success(result(found, port)))
    }
    if let call {
      if !resume(.call(call), .purchase(end)) { early.append((call, end)) }
    } else if case .success(.success(let result)) = end {
      update(result)
    }
  }

  /// The transaction, with the result of its signature check.
  func result(_ found: QueriedPayment, _ port: ClientPort) -> VerificationResult {
    let transaction = signed(found.transaction, port)
    return found.isVerified ? .verified(transaction) : .unverified(transaction)
  }

  /// Delivers a transaction to every sequence of updates.
  private func update(_ result: VerificationResult) {
    guard let process else { return }
    for number in process.updates.indices where !resume(.update(number), .transaction(result)) {
      process.updates[number].append(result)
    }
  }

  private func payment(
    _ transaction: TransactionID, _ state: PaymentTransaction.State, _ port: ClientPort
  ) -> PaymentTransaction {
    let number = port.chargeID(of: transaction)
    let username = value(port.payload(of: transaction), among: usernames, \.id, \.id)
    return PaymentTransaction(
      number: transaction.index,
      payment: Payment(
        product: names.product(port.product(of: transaction)), applicationUsername: username),
      state: state, transactionIdentifier: number.map(ClientNames.transaction),
      transactionDate: number.map { _ in port.chargeTime(of: transaction).sinceStart })
  }

  /// The client's own value that a payment carries, or the value of its order or account.
  private func value<Value>(
    _ payload: ClientPayload?, among own: [Value], _ ofOrder: (Order) -> Value,
    _ ofAccount: (Account) -> Value
  ) -> Value? {
    if let word = payload?.customWord { return own[Int(word)] }
    return payload?.order.map { ofOrder(ClientNames.order($0)) }
      ?? payload?.account.map { ofAccount(ClientNames.account($0)) }
  }

  private func signed(_ transaction: TransactionID, _ port: ClientPort) -> Transaction {
    guard let number = port.chargeID(of: transaction) else {
      preconditionFailure("a charged transaction has an identifier")
    }
    let token = value(port.payload(of: transaction), among: tokens, \.token, \.token)
    return Transaction(
      id: ClientNames.transaction(number), product: names.product(port.product(of: transaction)),
      appAccountToken: token, jws: ClientNames.proof(1 << UInt128(number.index)),
      purchaseDate: port.chargeTime(of: transaction).sinceStart)
  }
}

extension StoreCallback {
  /// Whether the signature is valid (K12).
  var isVerified: Bool { if case .unverified = self { false } else { true } }
}

extension Instant {
  /// The time since the start of the simulation, in the client's units.
  var sinceStart: Duration { .microseconds((self - .start).microseconds) }
}
