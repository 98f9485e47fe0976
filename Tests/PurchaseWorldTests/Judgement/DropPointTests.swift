import EventEngine
import PurchaseWorld
import TestSupport
import Testing

/// Every drop point of an order (section 8), and the flags of an intent.
@Suite struct DropPointTests {
  private let offline = fault(.networkLoss(lasts: .seconds(1_000 * hour)), at: .callback)
  private let interrupted = fault(.interruption(.error), at: .sheet, after: 6)

  private func lost(
    _ design: Design, _ faults: [PlannedFault], taps: [Tap] = [tap(1)],
    in conditions: Conditions = .cases
  ) -> ChargeStatus? { simulate(design, taps, faults, in: conditions).statuses.first }

  @Test("every drop point has a title of its own, in a few words")
  func titles() {
    let titles = DropPoint.allCases.map(\.title)
    expectEqual(Set(titles).count, titles.count)
    for title in titles { #expect((1...40).contains(title.count), "\(title)") }
  }

  @Test("every kind of loss has its own bit in a set of losses")
  func bits() {
    var all = LossSet()
    var lossOutcomes: [LossSet.LossOutcome] = []
    for kind in LossKind.allCases {
      for point in DropPoint.allCases {
        var one = LossSet()
        one.add(.lost(kind, point))
        expectEqual(one.allLossOutcomes, [.lost(kind, point)])
        all.add(.lost(kind, point))
        lossOutcomes.append(.lost(kind, point))
      }
    }
    #expect(!all.contains(.rescued))
    all.add(.rescued)
    expectEqual(all.allLossOutcomes, lossOutcomes + [.rescued])
  }

  @Test("drop point recordCleared: a failed callback wiped the record that would have bound")
  func recordCleared() {
    let clears = Design.nonBlocking.with { $0.records.clearOn = .error }
    expectEqual(lost(clears, [interrupted]), .lost(.undelivered, .recordCleared))
  }

  @Test("drop point recordDied: the record died with its process")
  func recordDied() {
    let memory = Design.nonBlocking.with { $0.records.place = .memory }
    let crash = fault(.crash(reopens: 60), at: .charge, after: 0.1)
    expectEqual(lost(memory, [crash]), .lost(.undelivered, .recordDied))
  }

  @Test("drop point recordDied: finished during its delivery, with the record in memory")
  func recordDiedUnderWay() {
    let early = Design.naive.with { $0.retry.delays = [300.0] }
    let crash = fault(.crash(reopens: 60), at: .callback, after: 100)
    expectEqual(lost(early, [offline, crash]), .lost(.undelivered, .recordDied))
  }

  @Test("drop point recordWiped: the record was removed with the installation")
  func recordWiped() {
    let sandbox = Design.nonBlocking.with { $0.records.place = .sandbox }
    let reinstall = fault(.reinstall(reopens: 60), at: .charge, after: 0.1)
    expectEqual(lost(sandbox, [reinstall]), .lost(.undelivered, .recordWiped))
  }

  @Test("drop point recordOverwritten: another intent took the only slot")
  func recordOverwritten() {
    let single = Design.nonBlocking.with { $0.records.key = .single }
    let taps = [tap(1, 1), tap(2, 2, at: 4, cancels: true)]
    // The backend rejects the item of the other product.
    let run = simulate(single.with { $0.onRejection = .finish }, taps)
    expectEqual(run.times(.recordLost(intent: 0, .recordOverwritten)), [25])
    expectEqual(run.statuses, [.lost(.undelivered, .recordOverwritten)])
    expectEqual(lost(single, [], taps: taps), .lost(.undelivered, .recordOverwritten))
    // In one product the other item is delivered instead.
    expectEqual(lost(single, [], taps: taps, in: .many), .lost(.crossed, .recordOverwritten))
  }

  @Test("drop point recordOverwritten: a second purchase of the same intent took the slot")
  func recordOverwrittenByItself() {
    let early = Design.nonBlocking.with {
      $0.records.key = .single
      $0.finish = .onCallback
      $0.retry.delays = []
      $0.retry.resumeOn = .network
    }
    let run = simulate(
      early, [tap(1), tap(1, at: 60)], [fault(.networkLoss(lasts: .seconds(hour)), at: .callback)])
    expectEqual(run.statuses.first, .lost(.undelivered, .recordOverwritten))
  }

  @Test("section 8: a correct binding replaces only the cause of a destroyed record")
  func rightBindingAfterFinish() {
    // The second tap finishes the charge while its records are read; then they bind it correctly,
    // and the backend rejects it, because a finished consumable has left the receipt.
    let finishes = Design.serverKeeper.with {
      $0.repurchase = .finishPending
      $0.onRejection = .finish
    }
    let run = simulate(finishes, [tap(1), tap(1, at: 10.3)])
    expectEqual(run.times(.finished(transaction: 0)), [31.3])
    expectEqual(run.count(.rejected(transaction: 0)), 1)
    expectEqual(run.times(.dropped(transaction: 0, .finishedEarly)), [31.3])
    expectEqual(run.statuses.first, .lost(.undelivered, .finishedEarly), "the earliest")
  }

  @Test("drop point finishedUnbound: finished without an item")
  func finishedUnbound() {
    expectEqual(lost(.orderCarrier, [interrupted]), .lost(.undelivered, .finishedUnbound))
  }

  @Test("drop point rejectedAndFinished: finished although the backend had rejected it")
  func rejectedAndFinished() {
    let stale = fault(.staleReceipt(lasts: 60), at: .charge)
    let gives = Design.plain.with { $0.onRejection = .finish }
    expectEqual(lost(gives, [stale]), .lost(.undelivered, .rejectedAndFinished))
  }

  @Test("drop point triesUsedUp: finished, and the last try failed")
  func triesUsedUp() {
    expectEqual(lost(.naive, [offline]), .lost(.undelivered, .triesUsedUp))
    let drops = Design.plain.with { $0.retry.onExhaustion = .drop }
    expectEqual(lost(drops, [offline]), .lost(.undelivered, .triesUsedUp))
  }

  @Test("drop point finishedEarly: finished before its delivery, and nothing tries again")
  func finishedEarly() {
    let early = Design.plain.with {
      $0.finish = .onCallback
      $0.retry.delays = [300.0]
    }
    let crash = fault(.crash(reopens: 60), at: .callback, after: 100)
    expectEqual(lost(early, [offline, crash]), .lost(.undelivered, .finishedEarly))
  }

  @Test("drop point checkAbandoned: finished, and the backend gave up checking")
  func checkAbandoned() {
    let outage = fault(.storeCheckOutage(lasts: 600), at: .callback)
    expectEqual(lost(.singletonAsync, [outage]), .lost(.undelivered, .checkAbandoned))
  }

  @Test("drop point wrongRecord: a record of another intent bound it")
  func wrongRecord() {
    let taps = [tap(1, 1), tap(2, 2, at: 20, cancels: true)]
    expectEqual(
      lost(.nonBlocking, [interrupted], taps: taps, in: .many), .lost(.crossed, .wrongRecord))
  }

  @Test("drop point wrongEntry: goods of one receipt entry were delivered for another entry")
  func wrongEntry() {
    // The first charge is delivered and its reply lost. Its second try, at 51.1, finds the entry of the second
    // charge and delivers the first item for it, before the second charge's own request.
    let first = Design.plain.with {
      $0.backend.entry = .first
      $0.backend.checksProduct = false
      $0.retry.delays = [4.9]
    }
    let run = simulate(
      first, [tap(1, 1), tap(2, 2, at: 20)], [fault(.replyLoss(of: .verify), at: .callback)])
    expectEqual(run.statuses, [.delivered, .lost(.crossed, .wrongEntry)])
  }

  @Test("drop point wrongAccount: the account was not the buyer's")
  func wrongAccount() {
    let switched = fault(.accountSwitch(returns: nil), at: .sheet, after: 1)
    expectEqual(lost(.plain, [switched]), .lost(.misdelivered, .wrongAccount))
  }

  @Test("drop point wrongAccount: entry all delivers to the account of the request (B4)")
  func wrongAccountThroughAll() {
    let all = Design.plain.with { $0.backend.entry = .all }
    let run = simulate(
      all, [tap(1, 1), tap(2, 2, at: 20)],
      [
        fault(.networkLoss(lasts: 10), at: .callback),
        fault(.accountSwitch(returns: nil), at: .callback, after: 1),
      ])
    expectEqual(run.statuses, [.lost(.misdelivered, .wrongAccount), .delivered])
  }

  @Test("drop point unboundKept: unfinished and without an item at the horizon")
  func unboundKept() { expectEqual(lost(.plain, [], in: .many), .lost(.undelivered, .unboundKept)) }

  @Test("drop point unboundCollected: listed for manual recovery at the horizon")
  func unboundCollected() {
    let collects = Design.plain.with { $0.binding.unbound = .collect }
    expectEqual(lost(collects, [], in: .many), .lost(.undelivered, .unboundCollected))
  }

  @Test("drop point waitingForAccount: the bound account has not returned")
  func waitingForAccount() {
    let switched = fault(.accountSwitch(returns: nil), at: .sheet, after: 1)
    expectEqual(lost(.nonBlocking, [switched]), .lost(.undelivered, .waitingForAccount))
  }

  @Test("drop point notForSale: the backend no longer sells the item")
  func notForSale() {
    let delisted = fault(.delisting, at: .sheet)
    expectEqual(lost(.plain, [delisted]), .lost(.undelivered, .notForSale))
  }

  @Test("drop point observerMissing: never called back, with or without its record")
  func observerMissing() {
    let crash = fault(.crash(reopens: 60), at: .charge, after: 0.1)
    expectEqual(lost(.naive, [crash]), .lost(.undelivered, .observerMissing))
  }

  @Test("drop point hungBehindUnfinished: unfinished, with tries that have all failed so far")
  func hungBehindUnfinished() {
    expectEqual(lost(.plain, [offline]), .lost(.undelivered, .hungBehindUnfinished))
  }

  @Test("drop point neverReopened: the app was never opened again")
  func neverReopened() {
    var user = person([tap(1)], [offline])
    user.neverReturns = true
    let tried = simulateToHorizon(.plain, user, in: .cases)
    expectEqual(
      tried.statuses, [.lost(.undelivered, .hungBehindUnfinished)], "the client was called back")
    user.plannedFaults = [fault(.crash(reopens: 60), at: .charge, after: 0.1)]
    let crashed = simulateToHorizon(.naive, user, in: .cases)
    expectEqual(crashed.statuses, [.lost(.undelivered, .neverReopened)])
  }

  @Test("flags: hung, refused, no order, blocked and ticket each have one meaning")
  func flags() {
    let outage = fault(.backendOutage(lasts: 200), at: .callback)
    expectEqual(simulate(.recordKeeper, [tap(1)], [outage]).flags(), .hung)
    expectEqual(simulate(.orderCarrier, [tap(1)], [fault(.delisting, at: .tap)]).flags(), .refused)
    expectEqual(
      simulate(.orderCarrier, [tap(1)], [fault(.networkLoss(lasts: 9), at: .tap)]).flags(), .noOrder
    )
    expectEqual(simulate(.plain, [tap(1), tap(1, at: 60)], [offline]).flags(), .blocked)
    let support = Conditions.cases.with { $0.behavior.reactions.shares = [0, 0, 0, 0, 1] }
    expectEqual(simulate(.plain, [tap(1)], [offline], in: support).flags(), .ticket)
    expectEqual(simulate(.plain).flags(), [])
  }

  @Test("flags: duplicateDelivery marks a charge with more than one delivery of any goods")
  func anySecondGoods() {
    // The backend's notification names no item, so item 1 is delivered in addition to 2.
    let notified = Design.nonBlocking.with {
      $0.payload = .account
      $0.backend.dedupe = .order
      $0.backend.allowsLateOrder = true
      $0.backend.receivesNotifications = true
    }
    let run = simulate(notified, [tap(1, 2)], in: .many)
    expectEqual(run.statuses, [.delivered])
    #expect(run.outcome.charges[0].hasAdditionalWrongDelivery)
    #expect(run.outcome.charges[0].hasDuplicateDelivery)
    expectEqual(run.outcome.charges[0].laterBookedAmount, 600)
  }

  @Test("classes: wrong goods in addition to the right goods set a flag and lose nothing")
  func wrongBeside() {
    // A dedupe-less backend delivers the slot's other item for the second callback.
    let withoutDedupe = Design.nonBlocking.with {
      $0.records.at = .payment
      $0.deliveryConcurrency = .perCallback
      $0.backend.dedupe = .none
    }
    let run = simulate(
      withoutDedupe, [tap(1, 1), tap(2, 2, at: 10.3, cancels: true)],
      [fault(.duplicateCallback(copies: 1, gap: 0.4), at: .callback)], in: .many)
    expectEqual(run.statuses, [.delivered])
    #expect(run.outcome.charges[0].hasAdditionalWrongDelivery)
    #expect(run.outcome.charges[0].hasDuplicateDelivery)
  }

  @Test("drop point hungBehindUnfinished: called back, tries used up, and the app not reopened")
  func hungThoughNeverReopened() {
    let gone = Conditions.cases.with { $0.behavior.neverReturningShare = .always }
    let out = fault(.backendOutage(lasts: 18), at: .charge)
    for store in Design.StoreKind.allCases {
      let run = simulate(.plain.on(store), [tap(1)], [out], in: gone)
      expectEqual(run.count(.ready), 1)
      expectEqual(
        run.statuses,
        [
          store == .playBilling
            ? .autoRefunded(.lost(.undelivered, .hungBehindUnfinished))
            : .lost(.undelivered, .hungBehindUnfinished)
        ])
    }
  }

  @Test("drop point hungBehindUnfinished, G10: also at an automatic refund before the next opening")
  func hungAtRefund() {
    let testers = Conditions.cases.with { $0.store.acknowledgeWithin = 180 }
    let run = simulate(
      .plain.on(.playBilling), [tap(1)], [fault(.networkLoss(lasts: 600), at: .callback)],
      in: testers)
    expectEqual(run.statuses, [.autoRefunded(.lost(.undelivered, .hungBehindUnfinished))])
  }

  @Test(
    "drop points observerMissing, neverReopened, G10: an app opened after the refund is reopened")
  func openedAfterRefund() {
    let missed = fault(.missedCallback, at: .charge)
    let testers = Conditions.cases.with { $0.store.acknowledgeWithin = 180 }
    let resultOnly = Design.plain.on(.playBilling).with { $0.routes = .result }
    expectEqual(
      simulate(resultOnly, [tap(1)], [missed], in: testers).statuses,
      [.autoRefunded(.lost(.undelivered, .observerMissing))])
    let gone = testers.with { $0.behavior.neverReturningShare = .always }
    expectEqual(
      simulate(resultOnly, [tap(1)], [missed], in: gone).statuses,
      [.autoRefunded(.lost(.undelivered, .neverReopened))])
  }

  @Test("drop point recordDied: a record after latestOrder could not bind and is not the cause")
  func recordBehindLatestOrder() {
    func statuses(_ sources: [BindingRules.ItemSource]) -> [ChargeStatus] {
      simulate(
        .plain.with {
          $0.records.at = .payment
          $0.binding.itemSources = sources
        }, [tap(1, 2)], [fault(.crash(reopens: 60), at: .charge, after: 0.1)], in: .many
      ).statuses
    }
    expectEqual(statuses([.latestOrder, .record]), [.lost(.undelivered, .hungBehindUnfinished)])
    expectEqual(statuses([.record, .latestOrder]), [.lost(.undelivered, .recordDied)])
  }

  @Test(
    "drop point recordDied: a record without item and order could not bind and is not the cause")
  func recordWithoutItem() {
    // At `purchased` only the word for the newest order is bound, and there is no order.
    for place in [RecordRules.Place.memory, .keychain] {
      let run = simulate(
        .plain.with {
          $0.records.place = place
          $0.records.at = .purchased
          $0.binding.itemSources = [.record, .latestOrder]
        }, [tap(1)], in: .many)
      expectEqual(run.statuses, [.lost(.undelivered, .hungBehindUnfinished)])
    }
  }

  @Test("drop point finishedEarly, C1 finishPending: a record after a payload is not the cause")
  func finishedPendingBehindPayload() {
    func statuses(_ sources: [BindingRules.ItemSource]) -> ChargeStatus? {
      lost(
        .plain.with {
          $0.payload = .intent
          $0.records.at = .payment
          $0.binding.itemSources = sources
          $0.repurchase = .finishPending
        },
        [
          fault(.crash(reopens: 60), at: .charge, after: 0.1),
          fault(.backendOutage(lasts: .seconds(1_000 * hour)), at: .charge),
        ], taps: [tap(1), tap(2, at: 400)])
    }
    expectEqual(statuses([.payload, .record]), .lost(.undelivered, .finishedEarly))
    expectEqual(statuses([.record]), .lost(.undelivered, .recordDied))
  }
}
