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
  /// Whether a record of another wish says whom the goods are for.
  var accountIsOthers = false
  /// Whether the account would have come from a record, if the wish's own had been there.
  var accountNeedsRecord = false
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
    // An order's owner gets the goods, whatever account is named (B7).
    if bound.order >= 0 {
      bound.accountIsOthers = bound.record >= 0 && isOthers(Int(bound.record), transaction)
    }
    return bound
  }

  /// Whether a record is of another wish than a transaction.
  mutating func isOthers(_ record: Int, _ transaction: Int) -> Bool {
    records[record].intent != transactions[transaction].intent
  }

  /// Notes that a transaction is bound wrongly, or not at all, because the record that would have bound
  /// it was destroyed; a right binding replaces that cause of an earlier one (section 8).
  @inline(__always)
  mutating func noteLostRecord(of transaction: Int, _ bound: Bound) {
    let intent = Int(transactions[transaction].intent)
    // Mostly neither is there, and nothing would change.
    if intents[intent].recordLoss != nil || transactions[transaction].drop != nil {
      judgeBinding(of: transaction, bound)
    }
  }

  @inline(never)
  private mutating func judgeBinding(of transaction: Int, _ bound: Bound) {
    let intent = Int(transactions[transaction].intent)
    let isWrongItem =
      design.bindsItemByRecord && boundItem(bound, transaction) != intents[intent].item
    let isWrongAccount =
      bound.isBound && bound.accountNeedsRecord && recipient(bound) != intents[intent].account
    if isWrongItem || isWrongAccount {
      if let loss = intents[intent].recordLoss { noteDrop(of: transaction, at: loss) }
    } else if transactions[transaction].wrong == nil,
      transactions[transaction].drop?.isOfRecord == true
    {
      transactions[transaction].drop = nil
    }
  }

  /// The item that the backend would hand out for a binding; -1 if it knows none.
  private mutating func boundItem(_ bound: Bound, _ transaction: Int) -> Int32 {
    var order = bound.order
    if order == Order.latest {
      let product = transactions[transaction].product
      order = newestOpenOrder(of: recipient(bound), product: product) ?? Order.none
    }
    return order >= 0 ? orders[Int(order)].item : bound.item
  }

  /// Whom the goods of a binding are for (B7).
  private mutating func recipient(_ bound: Bound) -> Int32 {
    if bound.order >= 0 { return orders[Int(bound.order)].account }
    return bound.account >= 0 ? bound.account : session
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
      bound.accountNeedsRecord = true
      guard found >= 0 else {
        bound.needsRead = found == World.unread
        return bound.needsRead
      }
      bound.account = records[found].account
      bound.accountIsOthers = isOthers(found, transaction)
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
