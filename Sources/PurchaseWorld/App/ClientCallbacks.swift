internal import EventEngine

/// What the client does when the store calls back (C3–C6, C11).
extension World {
  /// `purchasing`: only the process that started the payment knows what it is for (C3).
  mutating func handlePurchasing(_ transaction: TransactionID) {
    guard let flow = store.transactions[transaction].flow,
      client.flows[flow].process == device.state.process
    else {
      return
    }
    if design.records.at.contains(.purchasing), client.flows[flow].state == .paying {
      writeRecord(of: flow)
    }
    client.flows[flow].state = .ended
  }

  /// `failed`: the transaction is finished and a record may be wiped (C4).
  @inline(__always)
  mutating func handleFailed(_ transaction: TransactionID) {
    let failed = store.transactions[transaction]
    if design.onFailed == .finish { store.transactions[transaction].state = .gone }
    if design.records.clearOn.contains(code: failed.code) { clearRecord(after: transaction) }
    endPayment(of: failed)
    closeSpinner(of: failed.product)
  }

  /// `deferred`: the flow of the tap ends; nothing is finished (C11).
  mutating func handleDeferred(_ transaction: TransactionID) {
    if design.onDeferred == .end { closeSpinner(of: store.transactions[transaction].product) }
  }

  /// `purchased`: bind, remember, finish early or not, and deliver (C5, C6, C7).
  mutating func handlePurchased(_ transaction: TransactionID) {
    endPayment(of: store.transactions[transaction])
    if isInLedger(transaction) {
      finish(transaction)
      closeSpinner(of: store.transactions[transaction].product)
      return
    }
    if design.queue == .perTransaction, hasTask(for: transaction) { return }
    let bound = bind(transaction)
    if bound.needsRead {
      startTask(for: transaction, bound, record: nil, receipt: nil)
    } else if let kept = keep(transaction, bound) {
      startTask(for: transaction, bound, record: kept.record, receipt: kept.receipt)
    }
  }

  /// Remembers what was bound and finishes early if the design does (C3, C6).
  ///
  /// - Returns: the record, if there is one, and the receipt that was kept; nil if
  ///   nothing was bound and nothing is to be delivered.
  @inline(__always)
  mutating func keep(_ transaction: TransactionID, _ bound: Bound) -> (
    record: RecordID?, receipt: Receipt?
  )? {
    guard bound.isBound || design.binding.unbound == .submit else {
      handleUnbound(transaction, bound)
      return nil
    }
    noteLostRecord(of: transaction, bound)
    let receipt = design.finish == .onCallback ? readReceipt() : nil
    let record = bound.isBound ? remember(transaction, bound, receipt) : nil
    if design.finish == .onCallback { finish(transaction) }
    return (record, receipt)
  }

  /// The payment of a flow has an end, so its memory is no longer needed.
  private mutating func endPayment(of transaction: Transaction) {
    guard let flow = transaction.flow, client.flows[flow].process == device.state.process else {
      return
    }
    client.flows[flow].state = .ended
  }

  /// No item was bound (C5).
  private mutating func handleUnbound(_ transaction: TransactionID, _ bound: Bound) {
    note(.unbound(transaction: transaction))
    log(.transactionUnbound)
    noteLostRecord(of: transaction, bound)
    switch design.binding.unbound {
    case .drop:
      noteDrop(of: transaction, at: .finishedUnbound)
      finish(transaction)
    case .keep:
      store.transactions[transaction].standing = .unboundKept
    case .collect:
      store.transactions[transaction].standing = .unboundCollected
      user.intents[store.transactions[transaction].intent].knowsRecoveryPage = true
    case .submit:
      preconditionFailure("a design that submits without an item delivers without one")
    }
    closeSpinner(of: store.transactions[transaction].product)
  }

  /// Adds the identifier to the record that bound, or to a new one (C3); returns it.
  private mutating func remember(
    _ transaction: TransactionID, _ bound: Bound, _ receipt: Receipt?
  ) -> RecordID? {
    guard design.records.at.contains(.purchased) else { return bound.record }
    if let record = bound.record {
      identify(record, as: transaction, receipt)
      return record
    }
    if let known = record(withIdentifierOf: transaction) { return known }
    return write(
      Record(
        intent: store.transactions[transaction].intent,
        product: store.transactions[transaction].product,
        item: bound.item, order: bound.order,
        account: bound.account ?? device.state.session, madeAt: now,
        transaction: transaction, receipt: receipt))
  }
}
