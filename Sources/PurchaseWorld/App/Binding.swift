internal import EventEngine

/// What a transaction was bound to (C5).
struct Bound {
  /// The item; nil if only an order or nothing is bound.
  var item: ItemID?
  /// The order; it decides item and owner, whatever else is bound (B6, B7).
  var order = OrderName.none
  /// The account, if one is named.
  var account: AccountID?
  /// The record that bound the item.
  var record: RecordID?
  /// The record that says whom the goods are for, if one does.
  var accountRecord: RecordID?
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
extension ClientHost where Self: ~Copyable {
  /// Binds by the two lists of the design.
  /// - Parameter reply: the request that read the records of the backend, if one did.
  @inline(__always) func bind(_ transaction: TransactionID, reply: RequestID? = nil) -> Bound {
    var bound = Bound()
    var found = RecordFound.none
    if design.usesRecords {
      let isUnread = reply == nil && design.records.place == .server
      found = isUnread ? .unread : record(for: transaction, in: reply).map { .one($0) } ?? .none
    }
    for place in design.itemSources.indices {
      bindItem(of: transaction, from: design.itemSources[place], record: found, into: &bound)
      if bound.isBound || bound.needsRead { break }
    }
    for place in design.accountSources.indices {
      let source = design.accountSources[place]
      if bindAccount(of: transaction, from: source, record: found, into: &bound) { break }
    }
    // An order's owner gets the goods, whatever account is named (B7).
    if bound.order.id != nil { bound.accountRecord = bound.record }
    return bound
  }

  /// Binds the item, or an order that has one, if a source has either; else leaves it to the next.
  private func bindItem(
    of transaction: TransactionID, from source: BindingRules.ItemSource, record found: RecordFound,
    into bound: inout Bound
  ) {
    switch source {
    case .payload:
      guard let payload = payload(of: transaction) else { return }
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
    case .product: bound.item = onlyItem(of: product(of: transaction))
    case .latestOrder: bound.order = .latest
    }
  }

  /// Returns whether the source binds the account.
  private func bindAccount(
    of transaction: TransactionID, from source: BindingRules.AccountSource,
    record found: RecordFound, into bound: inout Bound
  ) -> Bool {
    switch source {
    case .payload:
      guard let payload = payload(of: transaction), let account = payload.account else {
        return false
      }
      bound.account = account
    case .record:
      bound.accountNeedsRecord = true
      switch found {
      case .none: return false
      case .unread: bound.needsRead = true
      case .one(let record):
        bound.account = client.records[record].account
        bound.accountRecord = record
      }
    case .order:
      guard bound.order != .none else { return false }
      bound.accountIsOwners = true
    case .session: bound.account = session
    }
    return true
  }
}

/// The record that binds, as far as the client knows.
private enum RecordFound {
  /// No record fits, or the design has none.
  case none
  /// This one, by identifier, product or slot.
  case one(RecordID)
  /// The records have yet to be read.
  case unread
}
