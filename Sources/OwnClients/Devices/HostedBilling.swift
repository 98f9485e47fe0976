import EventEngine
import PurchaseClientKit
import PurchaseWorld

/// The simulated Play Billing (G1–G12).
struct HostedBilling: BillingClient, HostedStore {
  let process: ClientProcess

  nonisolated(nonsending) func startConnection(
    _ listener: any BillingListener, reconnectsAutomatically reconnects: Bool
  ) async -> BillingResponse {
    do {
      _ = try await process.host.wait(process) { door in
        (process.listener, process.staysConnected) = (listener, reconnects)
        if !door.isListening { door.listen() }
        process.isConnected = door.connect(staysConnected: reconnects)
        // An automatic reconnection is awaited; otherwise the client must connect again (G12).
        return process.isConnected || !reconnects ? nil : .service
      }
      return process.isConnected ? .ok : .serviceDisconnected
    } catch { return .serviceDisconnected }
  }

  var isReady: Bool {
    guard process.host.store == .playBilling else { return false }
    return process.host.look(in: process)?.isConnectedToPlay ?? false
  }

  func launchBillingFlow(_ flow: BillingFlowParams) -> BillingResponse {
    guard let door = process.host.effect(in: process) else { return .serviceDisconnected }
    guard let product = process.host.names.product(flow.product) else { return .developerError }
    let payload = process.host.payload(flow.obfuscatedAccountID, flow.obfuscatedProfileID)
    return door.pay(product, payload, for: TaskTap.flow) == nil ? .developerError : .ok
  }

  nonisolated(nonsending) func queryPurchases() async throws(BillingResponse) -> [Purchase] {
    guard let door = process.host.effect(in: process), door.isConnectedToPlay else {
      throw .serviceDisconnected
    }
    let host = process.host
    let paid = host.query(door).map { host.purchase($0.transaction, .purchased, door) }
    // If the process dies at its callback, the query returns nothing.
    guard process.isAlive else { throw .serviceDisconnected }
    return paid + door.pending.map { host.purchase($0, .pending, door) }
  }

  nonisolated(nonsending) func acknowledgePurchase(
    _ purchaseToken: String
  ) async -> BillingResponse { complete(purchaseToken) { $0.acknowledge($1) } }

  nonisolated(nonsending) func consumePurchase(_ purchaseToken: String) async -> BillingResponse {
    complete(purchaseToken) { $0.finish($1) }
  }

  /// Completes an owned purchase, unless Play cannot be reached (G11).
  private func complete(
    _ purchaseToken: String, _ what: (ClientPort, TransactionID) -> Void
  ) -> BillingResponse {
    let host = process.host
    guard let door = host.effect(in: process) else { return .serviceDisconnected }
    guard let payment = host.payment(purchaseToken, door), door.isOwned(payment) else {
      return .itemNotOwned
    }
    let isReached = door.reachesPlay
    what(door, payment)
    return isReached ? .ok : door.isConnectedToPlay ? .networkError : .serviceDisconnected
  }
}

extension HostedClient {
  /// Notifies the listener about the state of a payment (G2, G3).
  func notifyListener(_ news: StoreCallback, _ transaction: TransactionID, _ port: ClientPort) {
    guard collected == nil else {
      collected?.append(QueriedPayment(transaction: transaction, isVerified: true))
      return
    }
    guard let listener = process?.listener else { return }
    let response: BillingResponse, purchases: [Purchase]
    switch news {
    case .started: return
    case .pending: (response, purchases) = (.ok, [purchase(transaction, .pending, port)])
    case .paid, .unverified:
      (response, purchases) = (.ok, [purchase(transaction, .purchased, port)])
    case .failed(.cancelled): (response, purchases) = (.userCanceled, [])
    case .alreadyOwned: (response, purchases) = (.itemAlreadyOwned, [])
    case .failed:
      (response, purchases) = (port.isConnectedToPlay ? .error : .serviceDisconnected, [])
    }
    Task { listener.purchasesUpdated(response, purchases) }
  }

  /// Handles the loss of the service: it reconnects automatically, or when the client connects
  /// again (G12).
  func loseService(_ port: ClientPort) {
    guard let process, process.isConnected, let listener = process.listener else { return }
    process.isConnected = process.staysConnected && port.connect(staysConnected: true)
    Task { listener.billingServiceDisconnected() }
  }

  /// Connects if the service is available and a connection is awaited or reconnects automatically.
  func connect(_ port: ClientPort) {
    guard let process, process.listener != nil, !process.isConnected else { return }
    let isAwaited = waiters.contains { $0.key == .service }
    guard isAwaited || process.staysConnected, port.connect(staysConnected: process.staysConnected)
    else { return }
    process.isConnected = true
    while resume(.service, .time) {}
  }

  fileprivate func purchase(
    _ transaction: TransactionID, _ state: Purchase.State, _ port: ClientPort
  ) -> Purchase {
    let ids = identifiers(port.payload(of: transaction))
    return Purchase(
      purchaseToken: ClientNames.purchaseToken(transaction),
      product: names.product(port.product(of: transaction)), state: state,
      obfuscatedAccountID: ids.account, obfuscatedProfileID: ids.profile,
      isAcknowledged: port.isAcknowledged(transaction),
      purchaseTime: state == .purchased ? port.chargeTime(of: transaction).sinceStart : nil)
  }

  /// The two identifiers of a flow: of an account and of an order of the backend, or other texts.
  fileprivate func payload(_ accountID: String?, _ profileID: String?) -> ClientPayload {
    let account = accountID.flatMap { ClientNames.account(id: $0) }
    let order = profileID.flatMap { self.order($0) }
    if (accountID == nil) == (account == nil), (profileID == nil) == (order == nil) {
      return ClientPayload(order: order, account: account)
    }
    identifiers.append((accountID, profileID))
    return ClientPayload(order: order, account: account, custom: Int32(identifiers.count - 1))
  }

  private func identifiers(_ payload: ClientPayload?) -> (account: String?, profile: String?) {
    guard let payload else { return (nil, nil) }
    if let custom = payload.customWord { return identifiers[Int(custom)] }
    return (
      payload.account.map { ClientNames.account($0).id },
      payload.order.map { ClientNames.order($0).id }
    )
  }

  // MARK: Payments by their names

  /// The client's name of a payment; nil if it has no name yet.
  func name(of transaction: TransactionID, _ port: ClientPort) -> String? {
    if store == .playBilling { return ClientNames.purchaseToken(transaction) }
    return port.chargeID(of: transaction).map(ClientNames.transaction)
  }

  /// The payment with a name, if it was charged.
  func payment(_ name: String, _ port: ClientPort) -> TransactionID? {
    guard store == .playBilling else {
      return ClientNames.transaction(name).flatMap(port.transaction)
    }
    guard let found = ClientNames.purchaseToken(name), found.index < port.paymentCount,
      port.chargeID(of: found) != nil
    else { return nil }
    return found
  }
}
