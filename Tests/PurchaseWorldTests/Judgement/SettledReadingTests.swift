import EventEngine
import PurchaseWorld
import TestSupport
import Testing

/// The readings that were settled where two of the rules' text differed: a test for each sentence.
@Suite struct SettledReadingTests {
  private let offline = fault(.networkLoss(lasts: .seconds(hour)), at: .callback)
  private let checksOut = fault(.storeCheckOutage(lasts: .seconds(hour)), at: .callback)
  /// B logs in on the sheet of A.
  private let switched = fault(.accountSwitch(returns: nil), at: .sheet, after: 1)
  private let interrupted = fault(.interruption(.error), at: .sheet, after: 6)

  private func goods(_ transaction: TransactionID, item: ItemID, account: AccountID = 0)
    -> Trace.Occurrence
  { .goodsDelivered(transaction: transaction, item: item, account: account) }

  @Test("settled C7: the record does not store an order that a task made (separate)")
  func orderOfTask() {
    // The second visit tries from the record, which has no order, and requests an order again.
    let run = simulate(
      .separateOrder.with {
        $0.finish = .onCallback
        $0.retry.delays = [5.0]
        $0.retry.repeatsLastDelay = false
      }, [tap(1)], [checksOut])
    expectEqual(run.times(.sent(.createOrder, transaction: 0)), [31.2, secondVisit + 1])
    expectEqual(run.times(.sent(.verify, transaction: 0)).count, 3)
    expectEqual(run.statuses, [.recovered])
  }

  @Test("settled B5, B8: a notification is never a duplicate by the key receipt")
  func notificationByReceipt() {
    let design = Design.plain.with {
      $0.payload = .intent
      $0.backend.receivesNotifications = true
      $0.backend.dedupe = .receipt
    }
    let run = simulate(design)
    expectEqual(run.times(goods(0, item: 0)), [31.85, 41])
    #expect(run.outcome.charges[0].hasDuplicateDelivery)
  }

  @Test(
    "settled C5, C6: with onCallback, an unbound transaction kept or collected stays unfinished",
    arguments: BindingRules.UnboundRule.allCases)
  func unboundOnCallback(rule: BindingRules.UnboundRule) {
    let design = Design.plain.with {
      $0.finish = .onCallback
      $0.binding.itemSources = []
      $0.binding.unbound = rule
    }
    let isFinished = rule == .drop || rule == .submit
    expectEqual(simulate(design).count(.finished(transaction: 0)), (isFinished ? 1 : 0))
  }

  @Test("settled B4: with entry first, a first right delivery counts for the named charge")
  func creditedToNamed() {
    // At the second visit both requests find the second charge, the newest.
    let first = Design.plain.with {
      $0.backend.entry = .first
      $0.backend.checksProduct = false
      $0.backend.dedupe = .none
    }
    let run = simulate(first, [tap(1, 1), tap(2, 2, at: 20)], [offline])
    expectEqual(run.times(goods(1, item: 0)), [secondVisit + 1.65])
    expectEqual(run.statuses, [.recovered, .recovered])
  }

  @Test("settled B4: with entry first, another delivery counts only for the charge of the entry")
  func creditedToEntry() {
    // The first reply is lost; the second try names the first charge and finds the second.
    let first = Design.plain.with {
      $0.backend.entry = .first
      $0.backend.checksProduct = false
      $0.backend.dedupe = .none
      $0.retry.delays = [30.0]
    }
    let run = simulate(
      first, [tap(1, 1), tap(2, 2, at: 20)],
      [
        fault(.replyLoss(of: .verify), at: .callback),
        fault(.networkLoss(lasts: 10), at: .callback, after: 10),
        fault(.missedCallback, at: .charge, of: 2),
      ])
    expectEqual(run.times(goods(1, item: 0)), [76.85])
    expectEqual(run.statuses.first, .delivered)
    expectEqual(
      run.outcome.charges.map(\.hasDuplicateDelivery), [false, true], "wrong, then right")
    #expect(run.outcome.charges[1].hasAdditionalWrongDelivery)
  }

  @Test("settled C1, P2: with observer purchase, a tap attaches the observer before the spinner")
  func attachesBeforeSpinner() {
    let run = simulate(
      .plain.with {
        $0.observer = .purchase
        $0.purchasePage = .blocking
      })
    expectEqual(run.moments(at: 21).prefix(3), [.tapped(intent: 0), .attached, .spinnerOpened])
  }

  @Test("settled C7: retry.then drop also wipes the record")
  func dropWipes() {
    let drops = Design.nonBlocking.with {
      $0.finish = .onCallback
      $0.retry.delays = []
      $0.retry.onExhaustion = .drop
    }
    let run = simulate(drops, [tap(1)], [offline])
    expectEqual(run.count(.sent(.verify, transaction: 0)), 0, "nothing tries again")
    expectEqual(run.statuses, [.lost(.undelivered, .triesUsedUp)])
  }

  @Test("settled C7: a callback for a transaction whose task waits is ignored")
  func callbackWhileTaskWaits() {
    let ladder = Design.plain.with { $0.retry.delays = [20.0] }
    let run = simulate(
      ladder, [tap(1)],
      [
        fault(.storeCheckOutage(lasts: 5), at: .callback),
        fault(.duplicateCallback(copies: 1, gap: 10), at: .callback),
      ])
    expectEqual(run.times(.purchasedCalledBack(transaction: 0)), [31.2, 41.2])
    expectEqual(run.times(.sent(.verify, transaction: 0)), [31.2, 52.1])
  }

  @Test("settled B2: a new login clears the token fault")
  func loginClearsToken() {
    let expired = fault(.tokenExpiry(lasts: .seconds(24 * hour)), at: .sheet)
    expectEqual(simulate(.plain, [tap(1)], [expired]).count(.loginAsked), 1)
    let run = simulate(.orderCarrier, [tap(1)], [expired, switched])
    expectEqual(run.count(.loginAsked), 0)
    expectEqual(run.statuses, [.delivered])
  }

  @Test(
    "settled section 8: a destroyed record precedes its consequences, for every unbound rule",
    arguments: BindingRules.UnboundRule.allCases, Design.RejectionResponse.allCases)
  func destroyedComesFirst(rule: BindingRules.UnboundRule, response: Design.RejectionResponse) {
    let clears = Design.nonBlocking.with {
      $0.records.clearOn = .error
      $0.binding.unbound = rule
      $0.onRejection = response
    }
    expectEqual(
      simulate(clears, [tap(1)], [interrupted]).statuses, [.lost(.undelivered, .recordCleared)])
  }

  @Test(
    "settled section 8: a destroyed record precedes its consequences for each verification",
    arguments: BackendRules.Verification.allCases)
  func destroyedComesFirstAsynchronously(verification: BackendRules.Verification) {
    // The only slot has the second intent, of another product: the backend rejects its order.
    let slot = Design.singletonAsync.with { $0.backend.verification = verification }
    let taps = [tap(1, 1), tap(2, 2, at: 1, cancels: true)]
    expectEqual(simulate(slot, taps).statuses, [.lost(.undelivered, .recordOverwritten)])
    // Of the same product it would be crossed, but the check is abandoned.
    let abandoned = simulate(slot, taps, [fault(.storeCheckOutage(lasts: 60), at: .tap)], in: .many)
    expectEqual(abandoned.statuses, [.lost(.undelivered, .recordOverwritten)])
  }

  @Test("settled section 8: without a record, latestOrder finds another intent's order or none")
  func destroyedBeforeLatestOrder() {
    let falls = Design.nonBlocking.with {
      $0.timing = .orderFirst
      $0.records.clearOn = .error
      $0.binding.itemSources = [.record, .latestOrder]
      $0.binding.accountSources = [.session]
    }
    let crossed = simulate(
      falls, [tap(1, 1), tap(2, 2, at: 20, cancels: true)], [interrupted], in: .many)
    expectEqual(crossed.statuses, [.lost(.crossed, .recordCleared)])
    let none = simulate(falls, [tap(1)], [interrupted, switched])
    expectEqual(none.statuses, [.lost(.undelivered, .recordCleared)])
    // It finds the right order, so the loss has no effect.
    let stale = [interrupted, fault(.staleReceipt(lasts: 60), at: .charge)]
    let right = simulate(falls.with { $0.onRejection = .finish }, [tap(1)], stale)
    expectEqual(right.statuses, [.lost(.undelivered, .rejectedAndFinished)])
  }

  @Test("settled section 8: replacing the identifier in the only slot overwrites the record")
  func identifierReplaced() {
    let slot = Design.nonBlocking.with {
      $0.records.key = .single
      $0.finish = .onCallback
      $0.retry.delays = []
      $0.retry.resumeOn = .network
    }
    // Both purchases of the intent are in progress when the first is called back.
    let taps = [tap(1), tap(1, at: 1)]
    let replaced = simulate(slot, taps, [fault(.networkLoss(lasts: 60), at: .callback)])
    expectEqual(replaced.statuses, [.lost(.undelivered, .recordOverwritten), .recovered])
    // The second try of the first comes back at 101.6 and wipes the slot, in which the second waits
    // after its last try at 100.1.
    let wiped = simulate(
      slot.with {
        $0.retry.delays = [60.0]
        $0.retry.resumeOn = .launch
      }, taps,
      [
        fault(.networkLoss(lasts: 59), at: .callback),
        fault(.weakNetwork(lasts: 5, slowdown: 20_000), at: .callback, after: 59.5),
        fault(.storeCheckOutage(lasts: 7), at: .callback, after: 66.8),
      ])
    expectEqual(wiped.statuses, [.recovered, .lost(.undelivered, .finishedEarly)])
  }

  @Test("settled section 8: wrongRecord needs a record of another intent, otherwise wrongAccount")
  func recordOfAnotherIntent() {
    // A buys, B logs in and buys for the same intent again: bound by its own record, of account B.
    let named = Design.nonBlocking.with { $0.binding.otherAccount = .deliver }
    let again = simulate(
      named, [tap(1), tap(1, at: 60)], [fault(.accountSwitch(returns: nil), at: .callback)])
    expectEqual(again.statuses, [.delivered, .lost(.misdelivered, .wrongAccount)])
    // B's own intent for the same item leaves the record that binds A's interrupted purchase: both
    // records have the item, so the account is wrong.
    let other = simulate(
      named, [tap(1), tap(2, at: 30, cancels: true)],
      [interrupted, fault(.accountSwitch(returns: nil), at: .sheet, after: 10)])
    expectEqual(other.statuses, [.lost(.misdelivered, .wrongAccount)])
    // With another item in B's record, the goods of A's payload go to B by the wrong record.
    let carried = named.with {
      $0.payload = .intent
      $0.binding.itemSources = [.payload]
    }
    let kept = fault(.interruption(.error, dropsPayload: false), at: .sheet, after: 6)
    let mixed = simulate(
      carried, [tap(1, 1), tap(2, 2, at: 30, cancels: true)],
      [kept, fault(.accountSwitch(returns: nil), at: .sheet, after: 10)], in: .many)
    expectEqual(mixed.statuses, [.lost(.misdelivered, .wrongRecord)])
  }

  @Test("settled section 8: a record that binds correctly replaces the cause of a destroyed one")
  func replacedCause() {
    // Cleared at 27, unbound at 89.2; the second tap's record binds at the next launch, but the
    // item has left the shelf.
    let clears = Design.nonBlocking.with { $0.records.clearOn = .error }
    let run = simulate(
      clears, [tap(1), tap(1, at: 300)], [interrupted, fault(.delisting, at: .callback, after: 60)])
    expectEqual(run.times(.recordLost(intent: 0, .recordCleared)), [27])
    expectEqual(run.statuses, [.lost(.undelivered, .notForSale)])
    let alone = simulate(
      clears, [tap(1)], [interrupted, fault(.delisting, at: .callback, after: 60)])
    expectEqual(alone.statuses, [.lost(.undelivered, .recordCleared)])
  }

  @Test(
    "settled C1: finishPending is finishedEarly unless a usable record for binding.item was lost")
  func finishPendingWithoutUse() {
    let finishes = Design.nonBlocking.with { $0.repurchase = .finishPending }
    let moved = [offline, fault(.newDevice(reopens: 30), at: .callback, after: 1)]
    let taps = [tap(1, 1), tap(2, 2, at: 120, cancels: true)]
    expectEqual(simulate(finishes, taps, moved).statuses, [.lost(.undelivered, .recordWiped)])
    let useless = finishes.with { $0.binding.itemSources = [.product] }
    expectEqual(simulate(useless, taps, moved).statuses, [.lost(.undelivered, .finishedEarly)])
  }

  @Test("settled section 8: misdelivered goods take the cause of the record that had their account")
  func accountOfDestroyedRecord() {
    let sandbox = Design.plain.with {
      $0.records.place = .sandbox
      $0.records.at = .payment
      $0.binding.accountSources = [.record, .session]
    }
    let wiped = fault(.reinstall(reopens: 60), at: .charge, after: 0.1)
    let run = simulate(sandbox, [tap(1)], [switched, wiped])
    expectEqual(run.statuses, [.lost(.misdelivered, .recordWiped)])
    let unused = simulate(
      sandbox.with { $0.binding.accountSources = [.session] }, [tap(1)], [switched, wiped])
    expectEqual(unused.statuses, [.lost(.misdelivered, .wrongAccount)])
    // Without an item, the account would have had no effect.
    expectEqual(
      simulate(sandbox, [tap(1)], [switched, wiped], in: .many).statuses,
      [.lost(.undelivered, .unboundKept)])
  }

  @Test("settled C7: repeating the same receipt does not count as something that tries again")
  func unchangedCause() {
    let early = Design.nonBlocking.with { $0.finish = .onCallback }
    let stale = fault(.staleReceipt(lasts: 60), at: .charge)
    for verification in BackendRules.Verification.allCases {
      let run = simulate(early.with { $0.backend.verification = verification }, [tap(1)], [stale])
      #expect(run.count(.sent(.verify, transaction: 0)) > 1, "the same receipt at each launch")
      expectEqual(run.statuses, [.lost(.undelivered, .rejectedAndFinished)], "\(verification)")
    }
  }

  @Test(
    "settled C1: resumeOrBlock refuses a record without an item instead of resuming it",
    arguments: [Design.RepurchaseRule.resume, .resumeOrBlock])
  func recordWithoutItem(rule: Design.RepurchaseRule) {
    // The payload holds the order alone, and so does the record that is made from it.
    let design = Design.orderCarrier.with {
      $0.binding.accountSources = [.session]
      $0.records.place = .keychain
      $0.records.at = .purchased
      $0.retry.delays = []
      $0.repurchase = rule
    }
    let run = simulate(
      design, [tap(1), tap(1, at: 60)], [fault(.storeCheckOutage(lasts: 9), at: .callback)])
    expectEqual(run.count(.deliveryResumed), 0)
    expectEqual(run.count(.tapRefused), (rule == .resumeOrBlock ? 1 : 0))
  }

  @Test("settled B4: with entry first, one delivery counts for one charge; its entry stays open")
  func creditedOnce() {
    // The newest entry is of the second intent, which has no payload after its interruption.
    let first = Design.plain.with {
      $0.payload = .intent
      $0.binding.itemSources = [.payload]
      $0.backend.entry = .first
    }
    let interruption = fault(
      .interruption(.error, resolves: 1, kills: true, reopens: 60), at: .sheet, of: 2)
    let run = simulate(first, [tap(1, 1), tap(2, 2, at: 1)], [interruption], in: .many)
    expectEqual(run.count(goods(2, item: 0)), 1)
    expectEqual(run.statuses, [.recovered, .lost(.undelivered, .unboundKept)])
  }

  @Test(
    "settled wrongAccount before wrongRecord: if both records hold the item, the account is wrong")
  func sameItemInBothRecords() {
    // Two accounts buy the same item; the newer record, which is the other's, binds the first charge.
    let design = Design.plain.with {
      $0.records.place = .keychain
      $0.records.at = .payment
      $0.records.match = .latest
      $0.binding.itemSources = [.record]
      $0.binding.accountSources = [.record]
    }
    let switched = fault(.accountSwitch(returns: nil), at: .tap, after: 4)
    let run = simulate(design, [tap(1, 1), tap(2, 1, at: 5)], [switched])
    expectEqual(run.statuses.first, .lost(.misdelivered, .wrongAccount))
    let others = simulate(
      design.with { $0.binding.itemSources = [.product] }, [tap(1, 1), tap(2, 2, at: 5)], [switched]
    )
    expectEqual(others.statuses.first, .delivered, "records of other products do not bind")
  }
}
