internal import EventEngine

/// The next design of an app that updates, as a life reads it.
struct PlayedUpdate: Sendable {
  let design: PlayedDesign
  let readsRecords: Bool
  let payloadIsUUID: Bool
}

/// An update between two visits (M1–M3).
extension World {
  /// The design of the lives that begin now, which may have been updated in the last.
  mutating func take(_ design: PlayedDesign) {
    outdated = nil
    self.design = design
  }

  /// The next life begins with the first design again.
  @inline(__always) mutating func takeUpdateBack() {
    if let outdated { take(outdated) }
  }

  /// Runs the design that another life of the same user runs, before its update or after it.
  mutating func followUpdate(of other: borrowing World) {
    guard client.state.isUpdated != other.client.state.isUpdated else { return }
    turnUpdate(isUpdated: other.client.state.isUpdated)
  }

  /// Runs the design before the update, or after it.
  mutating func turnUpdate(isUpdated: Bool) {
    if isUpdated { _ = takeUpdate() } else { takeUpdateBack() }
  }

  /// Another design is that of this life from now on.
  private mutating func takeUpdate() -> PlayedUpdate {
    guard let update = design.update else { preconditionFailure("only some designs update") }
    (outdated, design) = (design, update.design)
    return update
  }

  /// The process that has just begun is the first of the new client (M1). Whatever the old one did died
  /// with its own; keychain, sandbox, account and backend stay.
  @inline(never) mutating func updateApp() {
    let old = design
    let update = takeUpdate()
    client.state.isUpdated = true
    note(.updated)
    if old.store != design.store { store.moveToStoreKit2(keepsPayloads: update.payloadIsUUID) }
    handOver(from: old, readsRecords: update.readsRecords)
    if old.server.reconciliation == nil, let period = design.server.reconciliation {
      calendar.schedule(.reconcile, after: period)
    }
  }

  /// What the old client remembers is the new one's, or nobody's: it stays where it is and binds nothing.
  private mutating func handOver(from old: PlayedDesign, readsRecords: Bool) {
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
    // On the backend a record has the place of the client's copy.
    if design.records.place == .server {
      while backend.storedRecords.next < client.records.next { expectRecord() }
    }
    // A finished payment whose record nobody reads, or tries again, has nothing else.
    for index in client.records.indices {
      if let transaction = client.records[index].transaction {
        noteEnd(of: transaction, at: .finishedEarly)
      }
    }
  }
}

extension Store {
  /// What StoreKit 1 left is what StoreKit 2 begins with: charges keep their identifiers, what is still to
  /// be charged completes outside of a call, and failures that waited are gone (M2).
  /// - Parameter keepsPayloads: whether what was handed over is kept, on both sides (M3).
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
