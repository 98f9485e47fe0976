internal import EventEngine

/// What a transaction was bound to (C5).
struct Bound {
  /// The item; nil if only an order or nothing is bound.
  var item: ItemID?
  var order = OrderName.none
  /// The account, if one is named.
  var account: AccountID?
  /// The record that bound the item.
  var record: RecordID?
  /// Whether a record of another wish says whom the goods are for.
  var accountIsOthers = false
  /// Whether the account would have come from a record, if the wish's own had been there.
  var accountNeedsRecord = false
  /// Whether the account is left to the order's owner.
  var accountIsOwners = false
  /// Whether the binding needs records that the backend keeps, and has yet to read them.
  var needsRead = false

  /// Whether an item or an order is bound.
  var isBound: Bool { item != nil || order != .none }
}

/// Binding an item and an account to a transaction (C5).
extension World {
  /// The record that binds, as far as the client knows.
  private enum RecordFound {
    case none
    case one(RecordID)
    /// The records have yet to be read.
    case unread
  }

  /// Binds by the two lists of the design.
  ///
  /// - Parameter reply: the request that read the records of the backend, if one did.
  @inline(__always)
  mutating func bind(_ transaction: TransactionID, reply: RequestID? = nil) -> Bound {
    var bound = Bound()
    var found = RecordFound.none
    if design.usesRecords {
      let isUnread = reply == nil && design.records.place == .server
      found =
        isUnread ? .unread : record(for: transaction, in: reply).map { .one($0) } ?? .none
    }
    for place in design.binding.item.indices {
      bindItem(of: transaction, from: design.binding.item[place], record: found, into: &bound)
      if bound.isBound || bound.needsRead { break }
    }
    for place in design.binding.account.indices {
      let source = design.binding.account[place]
      if bindAccount(of: transaction, from: source, record: found, into: &bound) { break }
    }
    // An order's owner gets the goods, whatever account is named (B7).
    if bound.order.id != nil {
      bound.accountIsOthers = bound.record.map { isOthers($0, transaction) } ?? false
    }
    return bound
  }

  /// Whether a record is of another wish than a transaction.
  mutating func isOthers(_ record: RecordID, _ transaction: TransactionID) -> Bool {
    client.records[record].intent != store.transactions[transaction].intent
  }

  /// Notes that a transaction is bound wrongly, or not at all, because the record that would have bound
  /// it was destroyed; a right binding replaces that cause of an earlier one (section 8).
  @inline(__always)
  mutating func noteLostRecord(of transaction: TransactionID, _ bound: Bound) {
    let intent = store.transactions[transaction].intent
    // Mostly neither is there, and nothing would change.
    if user.intents[intent].recordLoss != nil || store.transactions[transaction].drop != nil {
      judgeBinding(of: transaction, bound)
    }
  }

  @inline(never)
  private mutating func judgeBinding(of transaction: TransactionID, _ bound: Bound) {
    let intent = store.transactions[transaction].intent
    let isWrongItem =
      design.bindsItemByRecord && boundItem(bound, transaction) != user.intents[intent].item
    let isWrongAccount =
      bound.isBound && bound.accountNeedsRecord && recipient(bound) != user.intents[intent].account
    if isWrongItem || isWrongAccount {
      if let loss = user.intents[intent].recordLoss { noteDrop(of: transaction, at: loss) }
    } else if store.transactions[transaction].wrong == nil,
      store.transactions[transaction].drop?.isOfRecord == true
    {
      store.transactions[transaction].drop = nil
    }
  }

  /// The item that the backend would hand out for a binding, if it knows one.
  private mutating func boundItem(_ bound: Bound, _ transaction: TransactionID) -> ItemID? {
    var order = bound.order.id
    if bound.order == .latest {
      let product = store.transactions[transaction].product
      order = newestOpenOrder(of: recipient(bound), product: product)
    }
    return order.map { backend.orders[$0].item } ?? bound.item
  }

  /// Whom the goods of a binding are for (B7).
  private mutating func recipient(_ bound: Bound) -> AccountID {
    if let order = bound.order.id { return backend.orders[order].account }
    return bound.account ?? device.state.session
  }

  private mutating func bindItem(
    of transaction: TransactionID, from source: BindingRules.ItemSource, record found: RecordFound,
    into bound: inout Bound
  ) {
    switch source {
    case .payload:
      guard let payload = visiblePayload(of: transaction) else { return }
      bound.order = OrderName(payload.order)
      if payload.order == nil { bound.item = payload.item }
    case .record:
      switch found {
      case .none: break
      case .unread: bound.needsRead = true
      case .one(let record):
        bound.order = client.records[record].order
        bound.item = client.records[record].item
        bound.record = record
      }
    case .product:
      bound.item = backend.shelf.products[store.transactions[transaction].product].onlyItem
    case .latestOrder:
      bound.order = .latest
    }
  }

  /// Returns whether the source binds the account.
  private mutating func bindAccount(
    of transaction: TransactionID, from source: BindingRules.AccountSource,
    record found: RecordFound,
    into bound: inout Bound
  ) -> Bool {
    switch source {
    case .payload:
      guard let payload = visiblePayload(of: transaction), let account = payload.account
      else { return false }
      bound.account = account
    case .record:
      bound.accountNeedsRecord = true
      switch found {
      case .none: return false
      case .unread: bound.needsRead = true
      case .one(let record):
        bound.account = client.records[record].account
        bound.accountIsOthers = isOthers(record, transaction)
      }
    case .order:
      guard bound.order != .none else { return false }
      bound.accountIsOwners = true
    case .session:
      bound.account = device.state.session
    }
    return true
  }

  /// The payload as the device sees it (S8).
  mutating func visiblePayload(of transaction: TransactionID) -> Transaction.Payload? {
    switch store.transactions[transaction].payloadLoss {
    case .none: break
    case .callback: return nil
    case .relaunch:
      if device.state.process != store.transactions[transaction].payloadLostIn { return nil }
    }
    return store.transactions[transaction].payload
  }
}
