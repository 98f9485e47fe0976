internal import EventEngine

/// The item, order and account to which a transaction was bound (C5).
struct BindingResult {
  /// The item; nil if only an order or nothing is bound.
  var item: ItemID?
  /// The order; if there is one, it decides item and owner (B6, B7).
  var order = OrderReference.none
  var account: AccountID?
  var record: RecordID?
  /// The record that names the recipient of the goods, if one does.
  var accountRecord: RecordID?
  /// Whether no source before the records bound an item, so that the intent's record would have.
  var itemNeedsRecord = false
  /// Whether the account would have come from a record, if the intent's own record had existed.
  var accountNeedsRecord = false
  /// Whether the order's owner decides the account.
  var accountIsOwners = false
  /// Whether the binding needs records of the backend that are not read yet.
  var needsRead = false

  var isBound: Bool { item != nil || order != .none }
}

/// Binding of an item and an account to a transaction (C5).
extension ClientHost where Self: ~Copyable {
  /// Binds by the two lists of the design.
  /// - Parameter reply: the request that read the records of the backend, if any.
  @inline(__always) func bind(_ transaction: TransactionID, reply: RequestID? = nil)
    -> BindingResult
  {
    var found = RecordMatch.none
    if design.usesRecords {
      let isUnread = reply == nil && design.records.place == .server
      found = isUnread ? .unread : record(for: transaction, in: reply).map { .one($0) } ?? .none
    }
    var bound = boundItem(of: transaction, record: found)
    bindAccount(of: transaction, record: found, into: &bound)
    // An order's owner receives the goods, whichever account is named (B7).
    if bound.order.id != nil { bound.accountRecord = bound.record }
    return bound
  }

  /// The result of the first source that has an item, or an order with an item.
  @inline(__always)
  private func boundItem(of transaction: TransactionID, record found: RecordMatch) -> BindingResult
  {
    var bound = BindingResult()
    for place in design.itemSources.indices {
      switch design.itemSources[place] {
      case .payload:
        guard let payload = payload(of: transaction) else { break }
        bound.item = payload.order == nil ? payload.item : nil
        bound.order = OrderReference(payload.order)
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
    of transaction: TransactionID, record found: RecordMatch, into bound: inout BindingResult
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

/// The record that binds, as far as the client can see.
private enum RecordMatch {
  /// No record matches, or the design has none.
  case none
  /// A record, found by identifier, product or slot.
  case one(RecordID)
  /// The records are not read yet.
  case unread
}
