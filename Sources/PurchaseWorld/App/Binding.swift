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
  /// Whether no source before the records bound an item, so that the wish's own record would have.
  var itemNeedsRecord = false
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
    var found = RecordFound.none
    if design.usesRecords {
      let isUnread = reply == nil && design.records.place == .server
      found = isUnread ? .unread : record(for: transaction, in: reply).map { .one($0) } ?? .none
    }
    var bound = boundItem(of: transaction, record: found)
    bindAccount(of: transaction, record: found, into: &bound)
    // An order's owner gets the goods, whatever account is named (B7).
    if bound.order.id != nil { bound.accountRecord = bound.record }
    return bound
  }

  /// What the first source binds that has an item, or an order that has one.
  @inline(__always)
  private func boundItem(of transaction: TransactionID, record found: RecordFound) -> Bound {
    var bound = Bound()
    for place in design.itemSources.indices {
      switch design.itemSources[place] {
      case .payload:
        guard let payload = payload(of: transaction) else { break }
        bound.item = payload.order == nil ? payload.item : nil
        bound.order = OrderName(payload.order)
        if bound.isBound { return bound }
      case .record:
        bound.itemNeedsRecord = true
        switch found {
        case .none: break
        case .unread:
          bound.needsRead = true
          return bound
        case .one(let record):
          bound.record = record
          bound.item = client.records[record].item
          bound.order = client.records[record].order
          if bound.isBound { return bound }
        }
      case .product:
        guard let item = onlyItem(of: product(of: transaction)) else { break }
        bound.item = item
        return bound
      case .latestOrder:
        bound.order = .latest
        return bound
      }
    }
    return bound
  }

  /// Binds the account that the first source names, or leaves it to the owner of the order.
  @inline(__always) private func bindAccount(
    of transaction: TransactionID, record found: RecordFound, into bound: inout Bound
  ) {
    for place in design.accountSources.indices {
      switch design.accountSources[place] {
      case .payload:
        guard let account = payload(of: transaction)?.account else { break }
        bound.account = account
        return
      case .record:
        bound.accountNeedsRecord = true
        switch found {
        case .none: break
        case .unread:
          bound.needsRead = true
          return
        case .one(let record):
          bound.account = client.records[record].account
          bound.accountRecord = record
          return
        }
      case .order:
        guard bound.order != .none else { break }
        bound.accountIsOwners = true
        return
      case .session:
        bound.account = session
        return
      }
    }
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
