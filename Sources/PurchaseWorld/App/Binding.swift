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
    var record: RecordID?
    for place in design.itemSources.indices {
      switch design.itemSources[place] {
      case .payload:
        guard let payload = payload(of: transaction) else { break }
        if payload.order != nil { return Bound(order: OrderName(payload.order), record: record) }
        if let item = payload.item { return Bound(item: item, record: record) }
      case .record:
        switch found {
        case .none: break
        case .unread: return Bound(record: record, needsRead: true)
        case .one(let one):
          record = one
          let bound = Bound(
            item: client.records[one].item, order: client.records[one].order, record: one)
          if bound.isBound { return bound }
        }
      case .product:
        guard let item = onlyItem(of: product(of: transaction)) else { break }
        return Bound(item: item, record: record)
      case .latestOrder: return Bound(order: .latest, record: record)
      }
    }
    return Bound(record: record)
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
