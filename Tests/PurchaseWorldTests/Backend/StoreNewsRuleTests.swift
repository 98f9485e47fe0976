import EventEngine
import PurchaseWorld
import TestSupport
import Testing

/// Notifications that the backend receives from each store, and queries that it can send (B8, B9).
@Suite struct StoreNewsRuleTests {
  private let carrier = Design.orderCarrier.with { $0.backend.receivesNotifications = true }
  /// The client never has a connection.
  private let offline = fault(.networkLoss(lasts: .seconds(1_000 * hour)), at: .callback)

  private func posts(_ run: TracedOutcome, answered: Bool) -> [Double] {
    run.times(.notified(transaction: 0, answered: answered))
  }

  @Test("B8: every store posts a charge 10 s after it", arguments: Design.StoreKind.allCases)
  func firstPost(store: Design.StoreKind) {
    let run = simulate(carrier.on(store), [tap(1)], [offline])
    expectEqual(posts(run, answered: true), [41.3])
    expectEqual(run.times(.goodsDelivered(transaction: 0, item: 0, account: 0)), [41.3])
  }

  @Test("B8: Play publishes again every 10 min while the backend or the store's check is out")
  func publishedAgain() {
    for outage in [Fault.backendOutage(lasts: 1_500), .storeCheckOutage(lasts: 1_500)] {
      let run = simulate(carrier.on(.playBilling), [tap(1)], [offline, fault(outage, at: .charge)])
      expectEqual(posts(run, answered: false), [41.3, 641.3, 1_241.3])
      expectEqual(posts(run, answered: true), [1_841.3])
      expectEqual(run.statuses.first?.isRefunded, true, "nobody acknowledges it")
    }
  }

  @Test("B8: StoreKit 2 repeats posts after hours, and an outage of the check does not matter")
  func postedAgain() {
    let store = carrier.on(.storeKit2)
    let unchecked = simulate(
      store, [tap(1)], [offline, fault(.storeCheckOutage(lasts: 1_500), at: .charge)])
    expectEqual(posts(unchecked, answered: true), [41.3])
    let out = simulate(
      store, [tap(1)], [offline, fault(.backendOutage(lasts: 1_500), at: .charge)])
    expectEqual(posts(out, answered: false), [41.3])
    expectEqual(posts(out, answered: true), [3_641.3])
  }

  @Test("B8: Play gives up after seven days")
  func givesUp() {
    let long = Conditions.cases.with { $0.horizon = .seconds(9 * 86_400) }
    let out = fault(.backendOutage(lasts: .seconds(1_000 * hour)), at: .charge)
    let run = simulate(carrier.on(.playBilling), [tap(1)], [out], in: long)
    expectEqual(posts(run, answered: false).last, 604_841.3)
    expectEqual(posts(run, answered: false).count, 1_009)
  }

  @Test("B8, G10: a message names only the token: a charge refunded by then is not delivered")
  func refundedByThen() {
    let refund = fault(.refund, at: .charge, after: 5)
    let run = simulate(carrier.on(.playBilling), [tap(1)], [offline, refund])
    expectEqual(posts(run, answered: true), [41.3])
    expectEqual(run.count(.goodsDelivered(transaction: 0, item: 0, account: 0)), 0)
  }

  /// The first charge is delivered, so the backend has the customer; the client loses the second.
  private func reconciled(_ store: Design.StoreKind, _ cut: Fault) -> TracedOutcome {
    let early = Design.plain.with {
      $0.finish = .onCallback
      $0.backend.reconciliation = .seconds(6 * hour)
    }
    return simulate(
      early.on(store), [tap(1, 1), tap(2, 2, at: 30)], [fault(cut, at: .callback, of: 2)])
  }

  private let second = Trace.Occurrence.goodsDelivered(transaction: 1, item: 1, account: 0)

  @Test("B9: on StoreKit 2 the backend fetches finished transactions that no client reported")
  func historyFound() {
    let run = reconciled(.storeKit2, .networkLoss(lasts: 600))
    expectEqual(run.times(.finished(transaction: 1)), [61.2])
    expectEqual(run.times(second), [21_600])
    expectEqual(run.statuses, [.delivered, .recovered])
  }

  @Test("B9: on Play the backend fetches only purchases that a verify has named")
  func verifiedNamed() {
    // No message arrives, and nothing is consumed either, so that a later visit would find it.
    let unnamed = reconciled(.playBilling, .networkLoss(lasts: .seconds(1_000 * hour)))
    expectEqual(unnamed.count(second), 0)
    let named = reconciled(.playBilling, .storeCheckOutage(lasts: 600))
    expectEqual(named.times(second), [21_600])
    expectEqual(named.statuses, [.delivered, .recovered])
  }

  @Test("B9: on Play the backend also fetches a purchase that a notification has named")
  func notificationNamed() {
    // The notification names no account; the backend has the customer from the first purchase.
    let notified = Design.plain.on(.playBilling).with {
      $0.backend.reconciliation = .seconds(6 * hour)
      $0.backend.receivesNotifications = true
    }
    let run = simulate(
      notified, [tap(1, 1), tap(2, 2, at: 30)],
      [fault(.networkLoss(lasts: .seconds(1_000 * hour)), at: .callback, of: 2)])
    expectEqual(run.times(.notified(transaction: 1, answered: true)), [71])
    expectEqual(run.times(second), [21_600])
  }

  @Test(
    "B8, fault missedNotification: the notification is lost and not posted again",
    arguments: Design.StoreKind.allCases)
  func missedNotification(store: Design.StoreKind) {
    let run = simulate(
      carrier.on(store), [tap(1)], [offline, fault(.missedNotification, at: .charge)])
    expectEqual(run.times(.notificationMissed(transaction: 0)), [41.3])
    expectEqual(posts(run, answered: true) + posts(run, answered: false), [])
    expectEqual(run.count(.goodsDelivered(transaction: 0, item: 0, account: 0)), 0)
  }

  @Test("B8, fault lateNotification: the post is `by` later", arguments: Design.StoreKind.allCases)
  func lateNotification(store: Design.StoreKind) {
    let run = simulate(
      carrier.on(store), [tap(1)], [offline, fault(.lateNotification(by: 3_600), at: .charge)])
    expectEqual(posts(run, answered: true), [3_641.3])
    expectEqual(run.times(.goodsDelivered(transaction: 0, item: 0, account: 0)), [3_641.3])
  }

  @Test("B8, faults missedNotification, lateNotification: they affect the next post, first or not")
  func nextNotification() {
    let out = fault(.backendOutage(lasts: 600), at: .charge)
    let late = simulate(
      carrier, [tap(1)], [out, offline, fault(.lateNotification(by: 60), at: .charge, after: 100)])
    expectEqual(posts(late, answered: false), [41.3])
    expectEqual(posts(late, answered: true), [3_701.3])
    let missed = simulate(
      carrier, [tap(1)], [out, offline, fault(.missedNotification, at: .charge, after: 100)])
    expectEqual(posts(missed, answered: true), [])
    expectEqual(missed.times(.notificationMissed(transaction: 0)), [3_641.3])
  }

  @Test("B8, fault missedNotification: planned before the payment, it waits for a notification")
  func missedNotificationAtTap() throws {
    let missed = fault(.missedNotification, at: .tap)
    let run = simulate(carrier, [tap(1)], [offline, missed])
    expectEqual(run.count(.notificationMissed(transaction: 0)), 1)
    let user = person([tap(1)], [offline, missed])
    #expect(try simulateToEnd(carrier, user, in: .cases).charges.map(\.status) == run.statuses)
  }
}
