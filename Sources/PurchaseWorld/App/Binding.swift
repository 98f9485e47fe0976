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
    let isUnread = design.usesRecords && reply == nil && design.records.place == .server
    let found = design.usesRecords && !isUnread ? record(for: transaction, in: reply) : nil
    var bound = boundItem(of: transaction, record: found, isUnread: isUnread)
    bindAccount(of: transaction, record: found, isUnread: isUnread, into: &bound)
    // An order's owner receives the goods, whichever account is named (B7).
    if bound.order.id != nil { bound.accountRecord = bound.record }
    return bound
  }

  /// The result of the first source that has an item, or an order with an item.
  /// - Parameter isUnread: whether the records that may bind are not read yet.
  @inline(__always) private func boundItem(
    of transaction: TransactionID, record found: RecordID?, isUnread: Bool
  ) -> BindingResult {
    var bound = BindingResult()
    for place in design.itemSources.indices {
      switch design.itemSources[place] {
      case .payload:
        guard let payload = payload(of: transaction) else { break }
        bound.item = payload.order == nil ? payload.item : nil
        bound.order = OrderReference(payload.order)
      case .record:
        bound.itemNeedsRecord = true
        bound.needsRead = isUnread
        guard let found else { break }
        bound.record = found
        bound.item = client.records[found].item
        bound.order = client.records[found].order
      case .product: bound.item = onlyItem(of: product(of: transaction))
      case .latestOrder: bound.order = .latest
      }
      if bound.isBound || bound.needsRead { return bound }
    }
    return bound
  }

  /// Binds the account that the first source names, or leaves it to the owner of the order.
  @inline(__always) private func bindAccount(
    of transaction: TransactionID, record found: RecordID?, isUnread: Bool,
    into bound: inout BindingResult
  ) {
    for place in design.accountSources.indices {
      switch design.accountSources[place] {
      case .payload:
        guard let account = payload(of: transaction)?.account else { break }
        bound.account = account
        return
      case .record:
        bound.accountNeedsRecord = true
        if isUnread {
          bound.needsRead = true
          return
        }
        guard let found else { break }
        bound.account = client.records[found].account
        bound.accountRecord = found
        return
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
