internal import EventEngine

/// What the backend does with requests (section 4).
extension BackendHost where Self: ~Copyable {
  // What others may ask and do.
  /// Whether whoever asks or posts waits in vain (B8).
  var isBackendOut: Bool { isOut(.backend) }
  /// Whether the store's check fails, by which the backend fetches what a message only names (B8).
  var isCheckOut: Bool { isOut(.storeCheck) }

  /// Something is out for so long from now, at least (section 7).
  mutating func takeOut(_ target: Outage.Target, for lasts: Delay) {
    switch target {
    case .backend: backend.state.outUntil = max(backend.state.outUntil, now + lasts)
    case .storeCheck: backend.state.checkOutUntil = max(backend.state.checkOutUntil, now + lasts)
    }
  }

  /// The session's token is expired for so long from now, at least, or until a login (B2).
  mutating func expireToken(for lasts: Delay) {
    backend.state.tokenExpiredUntil = max(backend.state.tokenExpiredUntil, now + lasts)
  }

  /// A login brings a fresh token, whatever the fault meant it to last (B2).
  mutating func renewToken() { backend.state.tokenExpiredUntil = .start }

  /// What an order hands out (B6, B7).
  @inline(__always) func goods(of order: OrderID) -> Goods {
    Goods(item: backend.orders[order].item, account: backend.orders[order].account)
  }

  /// The newest undelivered order of an account for a product (B6, C5).
  func newestOpenOrder(of account: AccountID, product: ProductID) -> OrderID? {
    backend.orders.indices.last {
      !backend.orders[$0].isDelivered && backend.orders[$0].account == account
        && backend.shelf.items[backend.orders[$0].item].product == product
    }
  }

  // What the catalog says of products and items (B1).
  func type(of product: ProductID) -> Catalog.ProductType { backend.shelf.products[product].type }
  /// Its item; nil if the product is many-to-one.
  func onlyItem(of product: ProductID) -> ItemID? { backend.shelf.products[product].onlyItem }
  /// What the store takes for it, in minor units.
  func storePrice(of product: ProductID) -> Int { backend.shelf.products[product].storePrice }
  /// What the company books for an item, in minor units.
  func price(of item: ItemID) -> Int {
    backend.shelf.products[backend.shelf.items[item].product].price
  }
  mutating func delist(_ item: ItemID) { backend.shelf.delist(item) }

  /// A request reaches the backend, unless it is lost on the way (D1, D3) or the backend is out.
  @inline(__always) mutating func arrive(_ index: RequestID) {
    if request(index).call.changesRecords { return changeRecords(index, request(index)) }
    if reach(index) { serve(index) }
  }

  /// Whether a question has reached the backend and is to be answered (B2, D1, D3).
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

  /// Does what a question asks for.
  @inline(__always) mutating func serve(_ index: RequestID) {
    switch request(index).call.asker {
    case .flow, .order:
      endWork(on: index)
      guard let item = request(index).call.item, let account = request(index).call.account else {
        preconditionFailure("an order is for an item and somebody")
      }
      let order = order(item: item, account: account)
      reply(to: index, with: order.map { .order($0) } ?? .notForSale)
    case .verification:
      if let transaction = request(index).call.transaction {
        learnName(of: transaction)
        log(.verifyReceived, of: transaction, nil)
      }
      if design.server.verification == .asynchronous { reply(to: index, with: .accepted) }
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

  /// Answers what a team's own client asks by a name, or fails.
  @inline(never) private mutating func answer(_ index: RequestID, named place: Int32) {
    endWork(on: index)
    let fails = place < 0 ? .never : conditions.calls[Int(place)].fails
    let level = conditions.jitter ?? luck.level(.jitter, 6 << 29 | index.place)
    reply(to: index, with: level < fails.probability ? .error : .called)
  }

  /// Whether something is out now, for this user or for all (section 7, `outages`).
  @inline(__always) func isOut(_ target: Outage.Target) -> Bool {
    let end = target == .backend ? backend.state.outUntil : backend.state.checkOutUntil
    return now < end || isOutForAll(target)
  }

  @inline(__always) private func isOutForAll(_ target: Outage.Target) -> Bool {
    for index in backend.outages.indices where backend.outages[index].target == target {
      let outage = backend.outages[index]
      if now >= outage.from && now < outage.from + outage.lasts { return true }
    }
    return false
  }

  /// A request that reached the backend has failed: its wish has met an outage, if there is one.
  mutating func noteOutage(_ target: Outage.Target, of index: RequestID) {
    if isOutForAll(target) { metOutage(request(index).call) }
  }

  /// Answers a request.
  private mutating func reply(to index: RequestID, with answer: Answer) {
    reply(to: index, with: answer, alsoDelivered: ChargeSet())
  }

  private mutating func reply(to index: RequestID, with answer: Answer, alsoDelivered: ChargeSet) {
    if case .verification = request(index).call.asker,
      let transaction = request(index).call.transaction
    {
      log(.verifyAnswered, of: transaction, answer)
    }
    self.answer(index, with: answer, alsoDelivered: alsoDelivered)
  }

  /// The queue is full: whoever asks is told so at once (B12).
  mutating func refuse(_ index: RequestID) {
    endWork(on: index)
    reply(to: index, with: .refused)
  }

  /// Makes an order; nil when the item is off the shelf (B1).
  @inline(__always) mutating func order(item: ItemID, account: AccountID) -> OrderID? {
    guard !backend.shelf.items[item].isDelisted else { return nil }
    note(.orderCreated(item: item))
    return backend.orders.append(Order(item: item, account: account))
  }

  /// The store's check of a receipt has ended and is judged by the state of the moment (B3).
  @inline(__always) mutating func endCheck(_ index: RequestID) {
    let checks = countCheck(of: index)
    guard isOut(.storeCheck) else {
      let (answer, others) = verify(request(index), index)
      return conclude(index, checked: answer, alsoDelivered: others)
    }
    noteOutage(.storeCheck, of: index)
    let isAsynchronous = wasAccepted(index)
    if design.server.onCheckError == .rejected {
      conclude(index, checked: .rejected)
    } else if isAsynchronous, checks < design.server.attempts {
      calendar.schedule(.checked(index), after: design.server.attemptInterval)
    } else {
      conclude(index, checked: .error)
    }
  }

  /// Whether a client was answered before the check, by a backend that may be another since (B3, M1).
  @inline(__always) private func wasAccepted(_ index: RequestID) -> Bool {
    if case .accepted = request(index).answer { true } else { false }
  }

  /// The backend has done what it can; only a synchronous client is told (B3).
  private mutating func conclude(
    _ index: RequestID, checked: Answer, alsoDelivered: ChargeSet = ChargeSet()
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
