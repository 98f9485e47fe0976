import EventEngine
import TestSupport
import Testing

@testable import PurchaseWorld

@Suite("From StoreKit 1 to StoreKit 2 (M2, M3)") struct MigrationRuleTests {
  private let second = 8.0 * 3_600
  private let never = Fault.appKill(reopens: .seconds(30 * 86_400))
  /// The process dies at the charge, and the app stays closed until the next visit.
  private var atCharge: [PlannedFault] { [fault(never, at: .charge)] }

  /// An old client that passes all data to the store, and the client after its update.
  private let old = Design(name: "old").with {
    $0.timing = .orderFirst
    $0.payload = .intent
    $0.binding.itemSources = [.payload]
    $0.binding.accountSources = [.payload]
  }
  private var next: Design { old.onStoreKit2.with { $0.routes = [.result, .updates] } }
  private func receiving(_ sources: Routes) -> Design {
    old.onStoreKit2.with { $0.routes = sources }
  }

  @Test("M2: a charged unfinished transaction arrives by every StoreKit 2 route and is finished")
  func unfinished() {
    for (sources, route) in [
      (Routes.updates, Route.updates), (.launchQuery, .launchQuery), (.resumeQuery, .launchQuery),
    ] {
      let run = simulate(old.updating(to: receiving([.result, sources])), [tap(1)], atCharge)
      expectEqual(run.times(.charged(transaction: 0)), [31.3])
      expectEqual(run.times(.purchasedCalledBack(transaction: 0, by: route)), [second + 1])
      expectEqual(run.count(.finished(transaction: 0)), 1)
      expectEqual(run.statuses, [.recovered])
    }
  }

  @Test("M2: a client that receives only its own calls is never called back: observerMissing")
  func observerMissing() {
    let run = simulate(old.updating(to: receiving(.result)), [tap(1)], atCharge)
    expectEqual(run.statuses, [.lost(.undelivered, .observerMissing)])
  }

  @Test("M2: a call for a product with an old transaction returns that transaction (K5)")
  func owned() {
    let taps = [tap(1), tap(2, visit: 1)]
    let run = simulate(old.updating(to: receiving(.result)), taps, atCharge)
    expectEqual(run.count(.answeredWithOwned(transaction: 1, owned: 0)), 1)
    expectEqual(run.count(.charged(transaction: 1)), 0)
    expectEqual(run.statuses, [.recovered])
  }

  @Test("M2: a failed transaction that waited no longer exists")
  func failed() {
    // The sheet is cancelled while no observer is attached, and StoreKit 1 keeps the failure.
    let dies = [fault(never, at: .sheet, after: 1)]
    let stays = simulate(old, [tap(1, cancels: true)], dies)
    expectEqual(stays.times(.failedCalledBack(transaction: 0, .cancelled)), [second + 1])
    let run = simulate(old.updating(to: next), [tap(1, cancels: true), tap(2, visit: 1)], dies)
    expectEqual(run.count(.failedCalledBack(transaction: 0, .cancelled)), 0)
    expectEqual(run.statuses, [.delivered])
  }

  @Test("M2: a transaction deferred at the update is charged later and arrives by updates")
  func deferred() {
    let approval = fault(.askToBuy(approves: true, answers: .seconds(9 * hour)), at: .sheet)
    let run = simulate(old.updating(to: next), [tap(1)], [approval])
    let charged: Double = 29.3 + 9 * 3_600
    expectEqual(run.times(.charged(transaction: 0)), [charged])
    // The app is closed at this time; the next visit receives it.
    expectEqual(run.times(.purchasedCalledBack(transaction: 0, by: .updates)), [2 * second + 1])
    expectEqual(run.statuses, [.recovered])
  }

  @Test("M2: an interruption completed after the update arrives by updates, in the same visit")
  func interrupted() {
    let later = fault(
      .interruption(
        .error, resolves: .seconds(8 * hour), dropsPayload: false, kills: true,
        reopens: .seconds(30 * 86_400)), at: .sheet, after: 1)
    let run = simulate(old.updating(to: next), [tap(1)], [later])
    expectEqual(run.times(.completedInStore(transaction: 1)), [second + 22.3])
    expectEqual(run.count(.purchasedCalledBack(transaction: 1, by: .updates)), 1)
    expectEqual(run.count(.purchasingCalledBack(transaction: 1)), 0)
    #expect(run.statuses.count == 1 && !run.statuses[0].countsAsLost)
  }

  @Test("M2: a purchase on the sheet at the update is charged and arrives by updates")
  func onSheet() {
    let slow = Conditions.cases.with { $0.behavior.sheet = .constant(.seconds(8 * hour)) }
    let run = simulate(
      old.updating(to: next), [tap(1)], [fault(never, at: .sheet, after: 1)], in: slow)
    expectEqual(run.times(.confirmed(transaction: 0)), [second + 21.3])
    expectEqual(run.count(.purchasedCalledBack(transaction: 0, by: .updates)), 1)
    #expect(run.statuses == [.delivered] || run.statuses == [.recovered])
  }

  @Test("M2: a callback of StoreKit 1 due after the update is not made under StoreKit 2")
  func lateCallbacks() {
    // Three copies are due after the death of the process.
    let copies = fault(.duplicateCallback(copies: 3, gap: .seconds(4 * hour)), at: .callback)
    let offline = fault(.networkLoss(lasts: .seconds(hour)), at: .callback)
    let run = simulate(old.updating(to: receiving(.result)), [tap(1)], [offline, copies])
    expectEqual(run.count(.purchasedCalledBack(transaction: 0, by: .updates)), 0)
    #expect(run.times(.purchasedCalledBack(transaction: 0)).allSatisfy { $0 < second })
    #expect(run.statuses.allSatisfy { $0.countsAsLost })
  }

  @Test("M3: a payload is kept only if it is a UUID")
  func payload() {
    expectEqual(simulate(old.updating(to: next), [tap(1)], atCharge).statuses, [.recovered])
    let lost = old.updating(to: next, payloadIsUUID: false)
    expectEqual(simulate(lost, [tap(1)], atCharge).statuses, [.lost(.undelivered, .unboundKept)])
    // By default an order number is not a UUID, and the token of an account is.
    let order = old.with { $0.payload = .order }
    expectEqual(AppUpdate(from: order, at: 2, to: next).payloadIsUUID, false)
    #expect(AppUpdate(from: old.with { $0.payload = .account }, at: 2, to: next).payloadIsUUID)
    #expect(simulate(order.updating(to: next), [tap(1)], atCharge).statuses[0].countsAsLost)
  }

  @Test("M3: the store's server has the same payload as the device")
  func payloadOfServer() {
    let new = next.with {
      $0.backend.receivesNotifications = true
      $0.routes = .result
      $0.backend.reconciliation = .seconds(6 * hour)
    }
    // A second user-made purchase names the customer; the first is fetched by its payload.
    let taps = [tap(1), tap(2, 2, visit: 1)]
    let known = simulate(old.updating(to: new), taps, atCharge, in: .many)
    expectEqual(known.statuses.first.map { !$0.countsAsLost }, true)
    let unknown = simulate(old.updating(to: new, payloadIsUUID: false), taps, atCharge, in: .many)
    expectEqual(unknown.statuses.first?.countsAsLost, true)
  }

  @Test("M3: a transaction that StoreKit 1 finished is in the history of StoreKit 2 (K6)")
  func history() {
    // Finished at the callback, and kept as a record that the new client tries.
    let early = Design.nonBlocking.with {
      $0.finish = .onCallback
      $0.retry.delays = []
    }
    let new = early.onStoreKit2.with { $0.finish = .afterVerification }
    let out = [fault(.backendOutage(lasts: .seconds(hour)), at: .callback)]
    expectEqual(simulate(early.updating(to: new), [tap(1)], out).statuses, [.recovered])
  }

  @Test(
    "M2: within StoreKit 2 and Play an update changes no transaction",
    arguments: [Design.StoreKind.storeKit2, .playBilling])
  func sameStore(store: Design.StoreKind) {
    let same = old.with {
      $0.store = store
      $0.routes = [.result, .updates, .launchQuery]
    }
    let run = simulate(same.updating(to: same), [tap(1)], atCharge)
    expectEqual(run.count(.updated), 1)
    expectEqual(run.statuses, [.recovered])
  }
}
