internal import EventEngine

/// What a transaction was bound to (C5).
struct Bound {
  /// The item; -1 if only an order or nothing is bound.
  var item: Int32 = -1
  /// The order; ``Order/none``, ``Order/latest`` or an index.
  var order = Order.none
  /// The account; -1 if none is named.
  var account: Int32 = -1
  /// The record that bound the item; -1 if none did.
  var record: Int32 = -1
  /// Whether the account came from a record.
  var accountIsRecorded = false
  /// Whether the account is left to the order's owner.
  var accountIsOwners = false
  /// Whether the binding needs records that the backend keeps, and has yet to read them.
  var needsRead = false

  /// Whether an item or an order is bound.
  var isBound: Bool { item >= 0 || order != Order.none }
}

/// Binding an item and an account to a transaction (C5).
extension World {
  /// Stands for the record that binds when the records have yet to be read.
  private static let unread = -2

  /// Binds by the two lists of the design.
  ///
  /// - Parameter reply: the request that read the records of the backend; -1 if none did.
  @inline(__always)
  mutating func bind(_ transaction: Int, reply: Int = -1) -> Bound {
    var bound = Bound()
    var found = -1
    if design.usesRecords {
      let isUnread = reply < 0 && design.records.place == .server
      found = isUnread ? World.unread : record(for: transaction, in: reply)
    }
    for place in design.binding.item.indices {
      bindItem(of: transaction, from: design.binding.item[place], record: found, into: &bound)
      if bound.isBound || bound.needsRead { break }
    }
    for place in design.binding.account.indices {
      let source = design.binding.account[place]
      if bindAccount(of: transaction, from: source, record: found, into: &bound) { break }
    }
    return bound
  }

  private mutating func bindItem(
    of transaction: Int, from source: BindingRules.ItemSource, record found: Int,
    into bound: inout Bound
  ) {
    switch source {
    case .payload:
      guard let payload = visiblePayload(of: transaction) else { return }
      bound.order = payload.order
      if payload.order == Order.none { bound.item = payload.item }
    case .record:
      guard found >= 0 else {
        bound.needsRead = found == World.unread
        return
      }
      bound.order = records[found].order
      bound.item = records[found].item
      bound.record = Int32(found)
    case .product:
      bound.item = shelf.products[Int(transactions[transaction].product)].onlyItem
    case .latestOrder:
      bound.order = Order.latest
    }
  }

  /// Returns whether the source binds the account.
  private mutating func bindAccount(
    of transaction: Int, from source: BindingRules.AccountSource, record found: Int,
    into bound: inout Bound
  ) -> Bool {
    switch source {
    case .payload:
      guard let payload = visiblePayload(of: transaction), payload.account >= 0 else {
        return false
      }
      bound.account = payload.account
    case .record:
      guard found >= 0 else {
        bound.needsRead = found == World.unread
        return bound.needsRead
      }
      bound.account = records[found].account
      bound.accountIsRecorded = true
    case .order:
      guard bound.order != Order.none else { return false }
      bound.accountIsOwners = true
    case .session:
      bound.account = session
    }
    return true
  }

  /// The payload as the device sees it (S8).
  mutating func visiblePayload(of transaction: Int) -> Transaction.Payload? {
    switch transactions[transaction].payloadLoss {
    case .none: break
    case .callback: return nil
    case .relaunch: if process != transactions[transaction].payloadLostIn { return nil }
    }
    return transactions[transaction].payload
  }
}
