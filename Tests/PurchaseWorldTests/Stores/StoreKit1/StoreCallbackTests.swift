import EventEngine
import PurchaseWorld
import TestSupport
import Testing

/// The backend's sources other than the client: notifications and reconciliation (B8, B9).
@Suite struct StoreCallbackTests {
  /// Passes order, item and account to the store; its app finishes unbound transactions.
  private let notified = Design.orderCarrier.with {
    $0.payload = .intent
    $0.backend.receivesNotifications = true
  }

  /// The app is killed before the charge, and never opened again.
  private func simulateKilled(
    _ design: Design, _ faults: [PlannedFault] = [], in conditions: Conditions = .cases
  ) -> TracedOutcome {
    let kill = fault(.appKill(reopens: 60), at: .sheet, after: 1)
    var user = person([tap(1)], [kill] + faults, in: conditions)
    user.neverReturns = true
    return simulateToHorizon(design, user, in: conditions)
  }

  @Test("B8: a charge is posted 10 s after it, and the item that its payload names is delivered")
  func delivered() {
    let run = simulateKilled(notified)
    expectEqual(run.statuses, [.recovered])
    expectEqual(run.deliveries, [10])
    expectEqual(run.count(.notified(transaction: 0, answered: true)), 1)
    expectEqual(simulateKilled(.orderCarrier).statuses, [.lost(.undelivered, .neverReopened)])
  }

  @Test("B8: a delivery without the client is recovered in the tap's process if that is alive")
  func processOfDelivery() {
    #expect(simulateKilled(notified).outcome.charges[0].isDeliveredAfterRelaunch)
    let lossy = [fault(.payloadLoss(from: .callback), at: .charge)]
    #expect(!simulate(notified, [tap(1)], lossy).outcome.charges[0].isDeliveredAfterRelaunch)
  }

  @Test("B8: an unanswered post is repeated 1, 12, 24, 48 and 72 h after the post before")
  func postedAgain() {
    let hours: (Int64) -> Delay = { .seconds($0 * 3_600) }
    let ways: [(Delay, [Double])] = [
      (hours(1), [10, 3_610]), (hours(2), [10, 3_610, 46_810]),
      (hours(150), [10, 3_610, 46_810, 133_210, 306_010, 565_210]),
    ]
    for (lasts, posts) in ways {
      let run = simulateKilled(notified, [fault(.backendOutage(lasts: lasts), at: .charge)])
      let charged = run.times(.charged(transaction: 0))[0]
      let answered = run.times(.notified(transaction: 0, answered: true))
      let unanswered = run.times(.notified(transaction: 0, answered: false))
      expectEqual((unanswered + answered).map { ($0 - charged).rounded() }, posts)
      #expect(answered.count == 1 && run.statuses == [.recovered], "outage of \(lasts.seconds) s")
    }
  }

  @Test("B8: after the sixth unanswered post the store gives up")
  func givenUp() {
    let long = Conditions.cases.with { $0.horizon = .seconds(14 * 86_400) }
    let run = simulateKilled(
      notified, [fault(.backendOutage(lasts: .seconds(200 * 3_600)), at: .charge)], in: long)
    expectEqual(run.count(.notified(transaction: 0, answered: false)), 6)
    expectEqual(run.count(.notified(transaction: 0, answered: true)), 0)
    expectEqual(run.statuses, [.lost(.undelivered, .neverReopened)])
  }

  @Test("B8: a notification without a payload delivers nothing: the charge has no account")
  func withoutPayload() {
    let run = simulateKilled(notified.with { $0.payload = .none })
    expectEqual(run.count(.notified(transaction: 0, answered: true)), 1)
    expectEqual(run.statuses, [.lost(.undelivered, .neverReopened)])
  }

  @Test("B8, S8: the store's server still has a payload that is lost on the device")
  func payloadLossOnTheDevice() {
    let lossy = [fault(.payloadLoss(from: .callback), at: .charge)]
    expectEqual(
      simulate(.orderCarrier, [tap(1)], lossy).statuses, [.lost(.undelivered, .finishedUnbound)])
    expectEqual(simulate(notified, [tap(1)], lossy).statuses, [.recovered])
  }

  @Test("B8, S7: the second transaction of an interruption has no payload on either side")
  func interruption() {
    let interrupted = [fault(.interruption(.error, dropsPayload: true), at: .sheet, after: 8)]
    expectEqual(
      simulate(notified, [tap(1)], interrupted).statuses, [.lost(.undelivered, .finishedUnbound)])
    let kept = [fault(.interruption(.error, dropsPayload: false), at: .sheet, after: 8)]
    expectEqual(simulateKilled(notified, kept).statuses, [.recovered])
  }

  @Test("B8: an account alone delivers the product's only item, otherwise the late order of B6")
  func accountAlone() {
    let account = Design.plain.with {
      $0.payload = .account
      $0.backend.receivesNotifications = true
    }
    expectEqual(simulateKilled(account).statuses, [.recovered])
    expectEqual(simulateKilled(account, in: .many).statuses, [.lost(.undelivered, .neverReopened)])
    let late = account.with { $0.backend.allowsLateOrder = true }
    expectEqual(simulateKilled(late, in: .many).statuses, [.recovered], "the first item")
  }

  @Test("B8, B5: a delivered charge is not delivered again, except without a dedupe key")
  func dedupe() {
    expectEqual(simulate(notified).outcome.charges[0].hasDuplicateDelivery, false)
    let run = simulate(notified.with { $0.backend.dedupe = .none })
    #expect(run.outcome.charges[0].hasDuplicateDelivery)
    expectEqual(run.outcome.charges[0].laterBookedAmount, 600)
  }

  @Test("B8, B1: an order made after a notification is subject to the shelf")
  func offTheShelf() {
    let account = Design.plain.with {
      $0.payload = .account
      $0.backend.receivesNotifications = true
    }
    let run = simulateKilled(account, [fault(.delisting, at: .charge)])
    expectEqual(run.statuses, [.lost(.undelivered, .neverReopened)])
  }

  @Test("B9: in every period the backend fetches undelivered charges of its known customers")
  func reconciliation() {
    let fetching = Design.ledgerKeeper.with {
      $0.binding.itemSources = []
      $0.binding.unbound = .drop
      $0.backend.reconciliation = .seconds(3_600)
    }
    // Nothing was ever verified, so the backend has no customer.
    expectEqual(simulate(fetching).statuses, [.lost(.undelivered, .finishedUnbound)])
    // The first purchase succeeds and identifies the customer; the second loses its payload.
    let carrier = Design.orderCarrier.with { $0.backend.reconciliation = .seconds(3_600) }
    let lossy = [fault(.payloadLoss(from: .callback), at: .charge, of: 2)]
    let run = simulate(carrier, [tap(1), tap(2, at: 60)], lossy)
    expectEqual(run.statuses, [.delivered, .recovered])
    expectEqual(run.times(.reconciled(fetched: true)).first, 3_600)
    expectEqual(run.count(.goodsDelivered(transaction: 1, item: 0, account: 0)), 1)
    expectEqual(
      simulate(.orderCarrier, [tap(1), tap(2, at: 60)], lossy).statuses,
      [.delivered, .lost(.undelivered, .finishedUnbound)])
  }

  @Test("B9: nothing is fetched in an outage of backend or store check; the next period fetches")
  func reconciliationOut() {
    let carrier = Design.orderCarrier.with { $0.backend.reconciliation = .seconds(3_600) }
    for outage in [Fault.backendOutage(lasts: 4_000), .storeCheckOutage(lasts: 4_000)] {
      let run = simulate(
        carrier, [tap(1), tap(2, at: 60)],
        [
          fault(.payloadLoss(from: .callback), at: .charge, of: 2),
          fault(outage, at: .callback, after: 60, of: 2),
        ])
      expectEqual(run.statuses, [.delivered, .recovered])
      expectEqual(run.times(.reconciled(fetched: false)), [3_600])
      expectEqual(run.times(.reconciled(fetched: true)).first, 7_200)
    }
  }

  @Test("B9: a charge without a payload goes to the account of the last verified receipt")
  func reconciliationOfNewestAccount() {
    let carrier = Design.orderCarrier.with { $0.backend.reconciliation = .seconds(3_600) }
    // A buys, B logs in and buys, and B's next purchase is interrupted and loses its payload.
    let run = simulate(
      carrier, [tap(1), tap(2, at: 60), tap(3, at: 120)],
      [
        fault(.accountSwitch(returns: nil), at: .callback, after: 20),
        fault(.interruption(.error, resolves: 30), at: .sheet, after: 6, of: 3),
      ])
    expectEqual(run.statuses, [.delivered, .delivered, .recovered])
    expectEqual(run.count(.goodsDelivered(transaction: 3, item: 0, account: 1)), 1)
  }

  @Test("B8, B9: the account in a notification identifies the customer")
  func customerByNotification() {
    // The client drops every purchase; the second comes without a payload on either side.
    let dropping = Design.plain.with {
      $0.payload = .account
      $0.binding.itemSources = []
      $0.binding.unbound = .drop
      $0.backend.reconciliation = .seconds(3_600)
    }
    let withNotifications = dropping.with { $0.backend.receivesNotifications = true }
    let interrupted = [fault(.interruption(.error, resolves: 30), at: .sheet, after: 6, of: 2)]
    let taps = [tap(1), tap(2, at: 60)]
    expectEqual(simulate(withNotifications, taps, interrupted).statuses, [.recovered, .recovered])
    expectEqual(
      simulate(dropping, taps, interrupted).statuses,
      [.lost(.undelivered, .finishedUnbound), .lost(.undelivered, .finishedUnbound)])
  }

  @Test("B9: a refunded charge is not fetched")
  func reconciliationOfRefunds() {
    let carrier = Design.orderCarrier.with { $0.backend.reconciliation = .seconds(3_600) }
    let run = simulate(
      carrier, [tap(1), tap(2, at: 60)],
      [
        fault(.payloadLoss(from: .callback), at: .charge, of: 2),
        fault(.refund, at: .charge, after: 60, of: 2),
      ])
    expectEqual(run.statuses, [.delivered, .refunded])
    #expect(run.outcome.charges[1].bookedAmount == nil)
  }

  @Test("S10, B8: a refund that the backend has received is not delivered in another way")
  func nothingAfterRefund() {
    // The first charge is refunded before any delivery; the second request uses all entries.
    let all = Design.plain.with {
      $0.payload = .none
      $0.retry.resumeOn = []
      $0.backend.entry = .all
      $0.backend.receivesNotifications = true
    }
    let taps = [tap(1, 1), tap(2, 2, at: 60)]
    let faults = [
      fault(.networkLoss(lasts: 30), at: .callback), fault(.refund, at: .charge, after: 20),
    ]
    let run = simulate(all, taps, faults)
    expectEqual(run.statuses, [.refunded, .delivered])
    #expect(run.outcome.charges[0].bookedAmount == nil)
    let unnotified = simulate(all.with { $0.backend.receivesNotifications = false }, taps, faults)
    expectEqual(
      unnotified.outcome.charges[0].bookedAmount, 600, "S10: no notification of the refund")
    // Support has the same data: of two charges of one intent, it delivers the charge not refunded.
    let early = Design.naive.with {
      $0.retry.resumeOn = []
      $0.backend.receivesNotifications = true
    }
    let helped = Conditions.cases.with {
      $0.behavior.reactions.shares = [0, 0, 0, 0, 1]
      $0.behavior.supportResolutionProbability = .always
    }
    let offline = fault(.networkLoss(lasts: 86_400), at: .callback)
    let twice = simulate(early, [tap(1), tap(1, at: 60)], [offline, faults[1]], in: helped)
    expectEqual(twice.statuses, [.refunded, .rescued])
    #expect(twice.outcome.charges[0].bookedAmount == nil)
  }

  @Test("C5: the payload finds its record; without it, only unanimous records bind")
  func keyedRecords() {
    let cured = Design.nonBlocking.with {
      $0.payload = .intent
      $0.records.key = .payload
      $0.records.match = .unanimous
      $0.binding.itemSources = [.record, .payload]
      $0.binding.accountSources = [.record, .payload]
      $0.binding.unbound = .collect
    }
    // Item 2 is interrupted, item 1 of the same product tapped and cancelled, item 2 completes.
    let taps = [tap(1, 2), tap(2, 1, at: 30, cancels: true)]
    let faults = [fault(.interruption(.cancelled, resolves: 120), at: .sheet, after: 8)]
    let latest = simulate(.nonBlocking, taps, faults, in: .many)
    expectEqual(latest.statuses, [.lost(.crossed, .wrongRecord)])
    expectEqual(
      simulate(cured, taps, faults, in: .many).statuses, [.lost(.undelivered, .unboundCollected)])
    // A single record is unanimous, and so are two records of the same intent.
    expectEqual(simulate(cured, [tap(1, 2)], faults, in: .many).statuses, [.delivered])
    let twice = [tap(1, 2), tap(1, 2, at: 30, cancels: true)]
    expectEqual(simulate(cured, twice, faults, in: .many).statuses, [.delivered])
    // A payload names its record, for any number of other records.
    let cancelled = [tap(1, 1, cancels: true), tap(2, 2, at: 30)]
    expectEqual(simulate(cured, cancelled, in: .many).statuses, [.delivered])
  }

  @Test("C5, C9: a collected purchase can be claimed from the recovery page and is then rescued")
  func collected() {
    let present = Conditions.cases.with { $0.behavior.recoveryPageProbability = .always }
    let collecting = Design.orderCarrier.with { $0.binding.unbound = .collect }
    let lossy = [fault(.payloadLoss(from: .callback), at: .charge)]
    expectEqual(simulate(collecting, [tap(1)], lossy, in: present).statuses, [.rescued])
    expectEqual(
      simulate(collecting, [tap(1)], lossy).statuses, [.lost(.undelivered, .unboundCollected)])
  }
}
