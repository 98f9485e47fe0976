internal import EventEngine

/// The backend's handling of requests (B1–B12).
extension BackendHost where Self: ~Copyable {
  // The state and actions for other parts.
  /// Whether requests and posts get no answer (B8).
  var isBackendOut: Bool { isOut(.backend) }
  /// Whether the store's check fails, which also fetches what a message only names (B8).
  var isCheckOut: Bool { isOut(.storeCheck) }

  /// Starts an outage that lasts at least this long from now.
  mutating func takeOut(_ target: Outage.Target, for lasts: Delay) {
    switch target {
    case .backend: backend.state.outUntil = max(backend.state.outUntil, now + lasts)
    case .storeCheck: backend.state.checkOutUntil = max(backend.state.checkOutUntil, now + lasts)
    }
  }

  /// Expires the session's token for at least this long, or until a login (B2).
  mutating func expireToken(for lasts: Delay) {
    backend.state.tokenExpiredUntil = max(backend.state.tokenExpiredUntil, now + lasts)
  }

  /// Ends the expiry of the token, because a login brings a fresh one (B2).
  mutating func renewToken() { backend.state.tokenExpiredUntil = .start }

  /// The goods of an order (B6, B7).
  @inline(__always) func goods(of order: OrderID) -> Goods {
    Goods(item: backend.orders[order].item, account: backend.orders[order].account)
  }

  /// The newest undelivered order of an account for a product (B6, C5).
  func newestOpenOrder(of account: AccountID, product: ProductID) -> OrderID? {
    backend.orders.indices.last {
      !backend.orders[$0].isDelivered && backend.orders[$0].account == account
        && backend.availableCatalog.items[backend.orders[$0].item].product == product
    }
  }

  // Products and items in the catalog (B1).
  func type(of product: ProductID) -> Catalog.ProductType {
    backend.availableCatalog.products[product].type
  }
  func onlyItem(of product: ProductID) -> ItemID? {
    backend.availableCatalog.products[product].onlyItem
  }
  /// The price in the store, in minor units.
  func storePrice(of product: ProductID) -> Int {
    backend.availableCatalog.products[product].storePrice
  }
  /// The price that the company records for an item, in minor units.
  func price(of item: ItemID) -> Int {
    backend.availableCatalog.products[backend.availableCatalog.items[item].product].price
  }
  mutating func delist(_ item: ItemID) { backend.availableCatalog.delist(item) }

  /// Handles a request that arrives, unless it is lost (D1, D3) or the backend is out.
  @inline(__always) mutating func arrive(_ index: RequestID) {
    if request(index).call.changesRecords { return changeRecords(index, request(index)) }
    if reach(index) { serve(index) }
  }

  /// Whether a request has reached the backend and is to be answered (B2, D1, D3).
  @inline(__always) mutating func reach(_ index: RequestID) -> Bool {
    guard _fastPath(request(index).process == livingProcess) else {
      endWork(on: index)
      return false
    }
    guard _fastPath(!isLost(index) && !isOut(.backend)) else {
      if !isLost(index) { noteOutage(.backend, of: index) }
      endWork(on: index)
      loseMessage(of: index)
      return false
    }
    // A guest has no token that could expire (C10).
    guard _fastPath(now >= backend.state.tokenExpiredUntil || request(index).session.isDevice)
    else {
      endWork(on: index)
      reply(to: index, with: .unauthorised)
      return false
    }
    return true
  }

  @inline(__always) mutating func serve(_ index: RequestID) {
    switch request(index).call.asker {
    case .flow, .order:
      endWork(on: index)
      guard let item = request(index).call.item, let account = request(index).call.account else {
        preconditionFailure("an order needs an item and an account")
      }
      let order = order(item: item, account: account)
      reply(to: index, with: order.map { .order($0) } ?? .notForSale)
    case .verification:
      if let transaction = request(index).call.transaction {
        learnName(of: transaction)
        log(.verifyReceived, of: transaction, nil)
      }
      if design.backend.verification == .asynchronous { reply(to: index, with: .accepted) }
      calendar.schedule(.checked(index), after: request(index).check)
    case .reading, .listing:
      endWork(on: index)
      list(for: index, at: events)
      reply(to: index, with: .list)
    case .named(let place): answer(index, named: place)
    case .writing, .clearing, .settling, .wiping:
      preconditionFailure("changes of records have no answer")
    }
  }

  /// Answers a named call of a team's own client, or fails.
  @inline(never) private mutating func answer(_ index: RequestID, named place: Int32) {
    endWork(on: index)
    let fails = place < 0 ? .never : conditions.calls[Int(place)].failureProbability
    let level = conditions.jitterLevel ?? randomDraws.level(.jitter, 6 << 29 | index.index)
    reply(to: index, with: level < fails.probability ? .error : .called)
  }

  /// Whether there is an outage now, for this user or for all (scenario key `outages`).
  @inline(__always) func isOut(_ target: Outage.Target) -> Bool {
    let end = target == .backend ? backend.state.outUntil : backend.state.checkOutUntil
    return now < end || isOutForAll(target)
  }

  @inline(__always) private func isOutForAll(_ target: Outage.Target) -> Bool {
    for index in backend.outages.indices where backend.outages[index].target == target {
      let outage = backend.outages[index]
      if now >= outage.start && now < outage.start + outage.lasts { return true }
    }
    return false
  }

  /// Notes for an intent that its request failed in an outage for all users, if there is one.
  mutating func noteOutage(_ target: Outage.Target, of index: RequestID) {
    if isOutForAll(target) { hitOutage(request(index).call) }
  }

  private mutating func reply(
    to index: RequestID, with answer: BackendAnswer, alsoDelivered: ChargeSet = ChargeSet()
  ) {
    if case .verification = request(index).call.asker,
      let transaction = request(index).call.transaction
    {
      log(.verifyAnswered, of: transaction, answer)
    }
    self.answer(index, with: answer, alsoDelivered: alsoDelivered)
  }

  /// Refuses a request at once, because the queue is full (B12).
  mutating func refuse(_ index: RequestID) {
    endWork(on: index)
    reply(to: index, with: .refused)
  }

  /// Creates an order; nil if the item is not for sale (B1).
  @inline(__always) mutating func order(item: ItemID, account: AccountID) -> OrderID? {
    guard !backend.availableCatalog.items[item].isDelisted else { return nil }
    note(.orderCreated(item: item))
    return backend.orders.append(Order(item: item, account: account))
  }

  /// Ends the store's check of a receipt, which is judged by the current state (B3).
  @inline(__always) mutating func endCheck(_ index: RequestID) {
    let checks = countCheck(of: index)
    guard isOut(.storeCheck) else {
      let request = request(index)
      let deliversOthers = design.backend.entry == .all && design.store != .playBilling
      let others = deliversOthers ? deliverOthers(for: request, index) : ChargeSet()
      return conclude(index, checked: verify(request, index), alsoDelivered: others)
    }
    noteOutage(.storeCheck, of: index)
    if design.backend.onCheckError == .rejected {
      conclude(index, checked: .rejected)
    } else if wasAccepted(index), checks < design.backend.attemptCount {
      calendar.schedule(.checked(index), after: design.backend.attemptInterval)
    } else {
      conclude(index, checked: .error)
    }
  }

  /// Whether the client was answered before the check; the design may have changed since (B3, M1).
  @inline(__always) private func wasAccepted(_ index: RequestID) -> Bool {
    if case .accepted = request(index).answer { true } else { false }
  }

  /// Ends the handling of a request; only a synchronous client gets the answer (B3).
  private mutating func conclude(
    _ index: RequestID, checked: BackendAnswer, alsoDelivered: ChargeSet = ChargeSet()
  ) {
    endWork(on: index)
    guard wasAccepted(index) else {
      return reply(to: index, with: checked, alsoDelivered: alsoDelivered)
    }
    guard let transaction = request(index).call.transaction else {
      preconditionFailure("a verification names its transaction")
    }
    switch checked {
    case .error: endedCheck(of: transaction, .checkAbandoned)
    case .rejected, .notForSale: endedCheck(of: transaction, .rejectedAndFinished)
    case .order, .unauthorised, .accepted, .delivered, .duplicate, .list, .timeout, .called,
      .refused:
      endedCheck(of: transaction, nil)
    }
  }
}
