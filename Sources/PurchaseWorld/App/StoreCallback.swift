internal import EventEngine

/// The client's reactions to callbacks of the store (C3–C6, C11).
extension ClientHost where Self: ~Copyable {
  /// Handles the state of a payment that the store reports.
  @inline(__always) mutating func receive(
    _ news: StoreCallback, of transaction: TransactionID, endsCall call: TransactionID?
  ) {
    if design.isOwn { return handOverNews(news, of: transaction, endsCall: call) }
    switch news {
    case .started: handleStarted(transaction)
    case .pending:
      // The flow of the tap ends; nothing is finished (C11).
      if design.onDeferred == .end { closeSpinner(of: product(of: transaction)) }
    case .failed(let code): handleFailed(transaction, code)
    case .alreadyOwned: handleAlreadyOwned(transaction)
    case .paid: handlePaid(transaction)
    case .unverified: handleUnverified(transaction)
    }
  }

  /// `purchasing`: only the process that started the payment has its purpose in memory (C3).
  @inline(__always) private mutating func handleStarted(_ transaction: TransactionID) {
    guard let flow = ownFlow(of: transaction) else { return }
    if design.records.at.contains(.purchasing), client.flows[flow].state == .paying {
      writeRecord(of: flow)
    }
    client.flows[flow].state = .ended
  }

  /// The flow of a payment, if this process has started it.
  @inline(__always) private func ownFlow(of transaction: TransactionID) -> FlowID? {
    flow(of: transaction).flatMap { client.flows[$0].process == process ? $0 : nil }
  }

  /// `failed`: the transaction is finished and a record may be wiped (C4).
  @inline(__always)
  private mutating func handleFailed(_ transaction: TransactionID, _ code: FailureCode) {
    let isCancelled = code == .cancelled
    log(
      isCancelled ? .transactionCancel : .transactionFail,
      of: .transaction(transaction, isCancelled ? .cancelled : .error))
    if design.onFailed == .finish { settle(failed: transaction) }
    if design.records.clearOn.contains(code: code) { clearRecord(after: transaction) }
    endPayment(of: transaction)
    closeSpinner(of: product(of: transaction))
  }

  /// A product that is owned is not sold again: an error (C4, G5).
  @inline(never) private mutating func handleAlreadyOwned(_ transaction: TransactionID) {
    handleFailed(transaction, .error)
  }

  /// `purchased` with a signature that the device cannot check (K12).
  @inline(never) private mutating func handleUnverified(_ transaction: TransactionID) {
    guard design.unverified != .submit else { return handlePaid(transaction) }
    log(.transactionSucceed, of: .transaction(transaction))
    note(.unverified(transaction: transaction))
    endPayment(of: transaction)
    if design.unverified == .finish {
      noteDrop(of: transaction, at: .unverifiedFinished)
      finish(transaction)
    } else {
      stands(transaction, .unverifiedKept)
    }
    closeSpinner(of: product(of: transaction))
  }

  /// `purchased`: bind, write a record, finish early or not, and deliver (C5, C6, C7).
  private mutating func handlePaid(_ transaction: TransactionID) {
    log(.transactionSucceed, of: .transaction(transaction))
    endPayment(of: transaction)
    if design.acknowledge == .onCallback { acknowledge(transaction) }
    if isInLedger(transaction) {
      finish(transaction)
      closeSpinner(of: product(of: transaction))
      return
    }
    if design.queue == .perTransaction, hasTask(for: transaction) { return }
    let bound = bind(transaction)
    if bound.needsRead {
      startTask(for: transaction, bound)
    } else if let kept = keep(transaction, bound) {
      startTask(for: transaction, bound, record: kept.record, receipt: kept.receipt)
    }
  }

  /// Writes the binding to a record and finishes early if the design does (C3, C6).
  /// - Returns: the record, if any, and the kept receipt; nil if nothing is to be delivered.
  @inline(__always) mutating func keep(_ transaction: TransactionID, _ bound: BindingResult) -> (
    record: RecordID?, receipt: Receipt?
  )? {
    guard bound.isBound || design.binding.unbound == .submit else {
      handleUnbound(transaction, bound)
      return nil
    }
    judgeBinding(of: transaction, bound)
    let receipt = design.finish == .onCallback ? proof() : nil
    let record = bound.isBound ? remember(transaction, bound, receipt) : nil
    if design.finish == .onCallback { finish(transaction) }
    return (record, receipt)
  }

  /// Ends the flow of a payment that has ended.
  @inline(__always) private mutating func endPayment(of transaction: TransactionID) {
    if let flow = ownFlow(of: transaction) { client.flows[flow].state = .ended }
  }

  /// Handles a transaction without an item (C5).
  private mutating func handleUnbound(_ transaction: TransactionID, _ bound: BindingResult) {
    note(.unbound(transaction: transaction))
    log(.transactionUnbound, of: .transaction(transaction))
    judgeBinding(of: transaction, bound)
    switch design.binding.unbound {
    case .drop:
      if canSettle(transaction) {
        noteDrop(of: transaction, at: .finishedUnbound)
      } else {
        stands(transaction, .unboundKept)
      }
      finish(transaction)
    case .keep: stands(transaction, .unboundKept)
    case .collect:
      stands(transaction, .unboundCollected)
      if let charge = number(of: transaction) { client.state.collected.enter(charge) }
      showRecoveryPage(transaction)
    case .submit: preconditionFailure("a design that submits without an item starts a delivery")
    }
    closeSpinner(of: product(of: transaction))
  }

  /// Adds the identifier to the record that bound, or to a new one (C3); returns it.
  private mutating func remember(
    _ transaction: TransactionID, _ bound: BindingResult, _ receipt: Receipt?
  ) -> RecordID? {
    guard design.records.at.contains(.purchased) else { return bound.record }
    if let record = bound.record {
      identify(record, as: transaction, receipt)
      return record
    }
    if let known = record(withIdentifierOf: transaction) { return known }
    return write(
      Record(
        product: product(of: transaction), item: bound.item, order: bound.order,
        account: bound.account ?? session, madeAt: now, transaction: transaction, receipt: receipt),
      for: .transaction(transaction))
  }
}
