internal import EventEngine

/// The next design of an app with an update, compiled for runs.
struct CompiledUpdate: Sendable {
  let design: CompiledDesign
  let readsRecords: Bool
  let payloadIsUUID: Bool
}

/// An update between two visits (M1–M3).
extension World {
  /// Sets the design of a run that begins, after a run that may have been updated.
  mutating func take(_ design: CompiledDesign) {
    outdated = nil
    self.design = design
  }

  /// Starts the next run with the first design again.
  @inline(__always) mutating func takeUpdateBack() { if let outdated { take(outdated) } }

  /// Sets the design of another run of the same user, before its update or after it.
  mutating func followUpdate(of other: borrowing World) {
    guard client.state.isUpdated != other.client.state.isUpdated else { return }
    turnUpdate(isUpdated: other.client.state.isUpdated)
  }

  /// Sets the design before the update, or after it.
  mutating func turnUpdate(isUpdated: Bool) {
    if isUpdated { _ = takeUpdate() } else { takeUpdateBack() }
  }

  /// Sets the next design of this run.
  private mutating func takeUpdate() -> CompiledUpdate {
    guard let update = design.update else { preconditionFailure("the design has an update") }
    (outdated, design) = (design, update.design)
    return update
  }

  /// Switches a process that has just begun to the new client (M1). The old client's memory is lost
  /// with its process; keychain, sandbox, account and backend stay.
  @inline(never) mutating func updateApp() {
    let old = design
    let update = takeUpdate()
    client.state.isUpdated = true
    note(.updated)
    if old.store != design.store { store.moveToStoreKit2(keepsPayloads: update.payloadIsUUID) }
    handOver(from: old, readsRecords: update.readsRecords)
    if old.backend.reconciliation == nil, let period = design.backend.reconciliation {
      calendar.schedule(.reconcile, after: period)
    }
  }

  /// Passes the old client's data to the new one, or leaves it unread where it is.
  private mutating func handOver(from old: CompiledDesign, readsRecords: Bool) {
    if !readsRecords {
      for index in client.records.indices { client.records[index].exists = false }
      for index in backend.storedRecords.indices { backend.storedRecords[index].exists = false }
      client.state.ledger = ChargeSet()
      backend.storedLedgers.removeAll()
    }
    if !readsRecords || design.binding.unbound != .collect { client.state.collected = ChargeSet() }
    if !design.hasRecoveryPage {
      for intent in user.intents.indices { user.intents[intent].knowsRecoveryPage = false }
    }
    // On the backend a record has the index of the client's copy.
    if design.records.place == .server {
      while backend.storedRecords.next < client.records.next { expectRecord() }
    }
    // A finished payment without a record that is read or retried has nothing else.
    for index in client.records.indices {
      if let transaction = client.records[index].transaction {
        noteEnd(of: transaction, at: .finishedEarly)
      }
    }
  }
}

extension Store {
  /// Moves the data of StoreKit 1 to StoreKit 2: charges keep their identifiers, pending charges
  /// complete outside of a call, and waiting failures are dropped (M2).
  /// - Parameter keepsPayloads: whether payloads are kept, on both sides (M3).
  fileprivate mutating func moveToStoreKit2(keepsPayloads: Bool) {
    precondition(calls.isEmpty, "StoreKit 1 has no calls")
    for transaction in transactions.indices {
      // No process made a call for it, and none awaits one.
      calls.append(PurchaseCall(process: ProcessID(0), isOver: true))
      if transactions[transaction].state == .failed { transactions[transaction].state = .gone }
      transactions[transaction].queued.waits = false
      if !keepsPayloads { transactions[transaction].payload = Payload() }
    }
  }
}
