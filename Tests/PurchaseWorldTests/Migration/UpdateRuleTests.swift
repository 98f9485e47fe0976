import EventEngine
import TestSupport
import Testing

@testable import PurchaseWorld

extension Design {
  /// The same design of StoreKit 2.
  var onStoreKit2: Design { with { $0.store = .storeKit2 } }

  /// The same design, updated to another from a visit on.
  func updating(
    to design: Design, at visit: Int = 2, readsRecords: Bool = true, payloadIsUUID: Bool? = nil
  ) -> Design {
    with {
      $0.update = AppUpdate(from: self, at: visit, to: design, payloadIsUUID: payloadIsUUID)
      $0.update?.readsRecords = readsRecords
    }
  }
}

/// An update between two visits, for all stores (M1).
@Suite("Updates between two visits") struct UpdateRuleTests {
  /// Visits begin at these seconds.
  private let second = 8.0 * 3_600
  private let third = 16.0 * 3_600
  /// Nothing is delivered in the first visit.
  private let offline = fault(.networkLoss(lasts: .seconds(hour)), at: .callback)
  private let alive = Conditions.cases.with { $0.behavior.evictionProbability = .never }

  @Test("M1: the first launch of the visit runs the new client")
  func launches() {
    let run = simulate(.plain.updating(to: .plain, at: 3), [tap(1), tap(2, 2, visit: 3)])
    #expect(run.count(.launched) > 3)
    expectEqual(run.times(.updated), [third])
    expectEqual(run.moments(at: third), [.launched, .updated])
  }

  @Test("M1: a relaunch in the visit before runs the old client, one in the visit the new client")
  func relaunches() {
    let run = simulate(
      .plain.updating(to: .plain.with { $0.purchasePage = .blocking }),
      [tap(1), tap(2, 2, at: 120), tap(3, 1, visit: 1)],
      [
        fault(.appKill(reopens: 60), at: .sheet, after: 1),
        fault(.appKill(reopens: 60), at: .sheet, after: 1, of: 3),
      ])
    #expect(run.count(.launched) > 4)
    expectEqual(run.times(.updated), [second])
    // Only the new one has a spinner.
    expectEqual(run.times(.spinnerOpened), [second + 21])
  }

  @Test("M1: an app in the background is ended by its update")
  func ends() {
    let design = Design.plain.updating(to: .plain, at: 3)
    let run = simulate(design, [tap(1), tap(2, 2, visit: 3)], in: alive)
    expectEqual(run.times(.cameToFront).prefix(2), [second, third + second])
    expectEqual(run.moments(at: third), [.evicted, .launched, .updated])
    expectEqual(run.times(.evicted), [third])
    expectEqual(run.statuses, [.delivered, .delivered])
  }

  @Test("M1: a user still in the app is not interrupted; the next launch runs the new client")
  func staysInFront() {
    // The dwell is longer than the gap.
    let conditions = Conditions.cases.with { $0.behavior.dwell = .constant(.seconds(9 * hour)) }
    let run = simulate(
      .plain.updating(to: .plain), [tap(1), tap(2, 2, visit: 2)],
      [fault(.appKill(reopens: 60), at: .tap, of: 2)], in: conditions)
    expectEqual(run.count(.launched), 2)
    expectEqual(run.times(.updated), [third + 80])
  }

  @Test("M1: taps, tasks and calls of the old client end with its process")
  func dies() {
    let old = Design.plain.onStoreKit2.with { $0.retry.delays = [.seconds(30_000)] }
    let run = simulate(old.updating(to: Design.plain.onStoreKit2), [tap(1)], [offline], in: alive)
    // The new client receives the transaction like any unfinished transaction.
    expectEqual(run.times(.goodsDelivered(transaction: 0, item: 0, account: 0)).count, 1)
    expectEqual(run.deliveries[0].map { $0 > second - 31 && $0 < second + 60 }, true)
    expectEqual(run.statuses, [.recovered])
  }

  @Test("M1: keychain and account remain, and the new client reads the records or discards them")
  func records() {
    let old = Design.nonBlocking.with {
      $0.binding.unbound = .keep
      $0.retry.resumeOn = []
    }
    let next = old.with { $0.name = "next" }
    let many = Conditions.many
    let loss = [fault(.appKill(reopens: .seconds(7 * 86_400)), at: .charge)]
    expectEqual(simulate(old.updating(to: next), [tap(1)], loss, in: many).statuses, [.recovered])
    let forgotten = simulate(old.updating(to: next, readsRecords: false), [tap(1)], loss, in: many)
    expectEqual(forgotten.statuses, [.lost(.undelivered, .unboundKept)])
    expectEqual(
      forgotten.count(.recordLost(intent: 0, .recordWiped)), 0, "they stay where they are")
  }

  @Test("M1: the new client receives the ledger together with the records")
  func ledger() {
    func isKept(_ readsRecords: Bool) -> Bool {
      var world = World(conditions: .cases)
      let keeper = Design.ledgerKeeper
      world.begin(keeper.updating(to: keeper, readsRecords: readsRecords), person([tap(1)], []))
      world.stopsEarly = false
      world.run()
      return !world.client.state.ledger.isEmpty
    }
    #expect(isKept(true) && !isKept(false))
  }

  @Test("M1: a finished transaction whose record is not read is lost from the update on")
  func finishedEarly() {
    let old = Design.nonBlocking.with { $0.finish = .onCallback }
    let week = fault(.backendOutage(lasts: .seconds(86_400)), at: .callback)
    let forgets = old.updating(to: old, readsRecords: false)
    let run = simulate(forgets, [tap(1)], [week])
    expectEqual(run.statuses, [.lost(.undelivered, .finishedEarly)])
    expectEqual(run.times(.dropped(transaction: 0, .finishedEarly)), [second])
    expectEqual(simulate(old.updating(to: old), [tap(1)], [week]).statuses, [.recovered])
  }

  @Test("M1: records on the server have their own places after an app that kept its own records")
  func toTheServer() {
    let old = Design.nonBlocking
    let new = old.with { $0.records.place = .server }
    let run = simulate(
      old.updating(to: new, readsRecords: false), [tap(1), tap(2, 2, visit: 1)], [offline])
    expectEqual(run.statuses, [.lost(.undelivered, .unboundKept), .delivered])
    #expect(run.count(.recordStored(intent: 1)) > 0)
  }

  @Test("M1: after the update the server has the axes of the new design, and orders remain")
  func server() {
    let old = Design.plain.with {
      $0.payload = .account
      $0.finish = .onCallback
      $0.retry.resumeOn = []
    }
    let new = old.with { $0.backend.reconciliation = .seconds(6 * hour) }
    let out = [fault(.backendOutage(lasts: .seconds(hour)), at: .callback)]
    #expect(simulate(old, [tap(1), tap(2, 2, visit: 1)], out).statuses[0].countsAsLost)
    let run = simulate(old.updating(to: new), [tap(1), tap(2, 2, visit: 1)], out)
    // The second purchase identifies the customer to the backend.
    expectEqual(run.deliveries[0].map { $0 > second && $0 < second + 8 * 3_600 }, true)
    let back = simulate(
      new.updating(to: old), [tap(1), tap(2, 2, visit: 1)],
      [fault(.backendOutage(lasts: .seconds(9 * hour)), at: .callback)])
    expectEqual(back.times(.reconciled(fetched: true)).filter { $0 > second }, [])
  }

  @Test("M1: a simulation does not stop before an update that can still change it")
  func continues() {
    let old = Design.plain.with {
      $0.payload = .account
      $0.finish = .onCallback
      $0.retry.resumeOn = []
    }
    let design = old.updating(
      to: old.with { $0.backend.reconciliation = .seconds(6 * hour) }, at: 4)
    let taps = [tap(1), tap(2, 2, at: 4_000)]
    let out = [fault(.backendOutage(lasts: .seconds(hour)), at: .callback)]
    var simulator = Simulator(conditions: .cases)
    var outcome = UserOutcome()
    try? simulator.simulate(design, of: person(taps, out), into: &outcome)
    expectEqual(outcome.charges.map(\.status), simulate(design, taps, out).statuses)
  }

  @Test("M1: a fault that the current store does not have does not occur")
  func faults() {
    let design = Design.plain.updating(to: .plain.onStoreKit2)
    let stale = Fault.staleReceipt(lasts: .seconds(60))
    let cancelled = Fault.taskCancelled
    func occurredFaults(_ fault: Fault, _ visit: Int) -> Int {
      let plan = [PurchaseWorldTests.fault(fault, at: .sheet)]
      return simulate(design, [tap(1, visit: visit)], plan).count(.faultOccurred(planned: 0))
    }
    expectEqual([occurredFaults(stale, 0), occurredFaults(stale, 1)], [1, 0])
    expectEqual([occurredFaults(cancelled, 0), occurredFaults(cancelled, 1)], [0, 1])
    expectEqual(FaultKind.serviceDisconnect.applies(to: design), false)
    #expect(FaultKind.unverified.applies(to: design) && FaultKind.staleReceipt.applies(to: design))
  }

  @Test("M1: every simulation begins with the old client, in any order of designs")
  func begins() throws {
    let plain = Design.plain
    let updating = plain.updating(to: plain.with { $0.purchasePage = .blocking })
    var simulator = Simulator(conditions: .cases, designs: [updating, plain])
    let user = person([tap(1), tap(2, 2, visit: 1)], [offline])
    var (first, other, again) = (UserOutcome(), UserOutcome(), UserOutcome())
    simulator.setUser(user)
    try simulator.simulate(designAt: 0, into: &first)
    try simulator.simulate(designAt: 1, into: &other)
    try simulator.simulate(designAt: 0, into: &again)
    #expect(first.charges == again.charges && first.eventCount == again.eventCount)
    var alone = UserOutcome()
    try simulator.simulate(updating, of: user, into: &alone)
    #expect(alone.charges == first.charges && alone.eventCount == first.eventCount)
    try simulator.simulate(designAt: 0, into: &again)
    expectEqual(first.eventCount, again.eventCount)
  }

  @Test("M1: a copied simulation runs the client of the original")
  func restored() throws {
    let design = Design.plain.updating(to: .plain.onStoreKit2)
    let user = person([tap(1), tap(2, 2, visit: 1)], [])
    var original = PurchaseWorld.StepwiseRun(design, of: user, conditions: .cases)
    var branch = PurchaseWorld.StepwiseRun(design, of: user, conditions: .cases)
    var prints: [Fingerprint] = []
    for _ in 0..<60 where try original.advance() != nil {
      branch.restore(from: original)
      expectEqual(branch.fingerprint(), original.fingerprint())
      prints.append(original.fingerprint())
    }
    // And back to a client before the update, in two ways.
    branch.restart(with: user)
    _ = try branch.advance()
    expectEqual(branch.fingerprint(), prints[0])
    branch.restore(from: original)
    var fresh = PurchaseWorld.StepwiseRun(design, of: user, conditions: .cases)
    _ = try fresh.advance()
    branch.restore(from: fresh)
    expectEqual(branch.fingerprint(), prints[0])
    #expect(try branch.finish() == original.finish())
  }
}
