import EventEngine
import PurchaseWorld
import TestSupport
import Testing

/// Automatic refunds by Play, and how they are prevented (G10, B10, section 8).
@Suite struct AcknowledgementRuleTests {
  private let plain = Design.plain.on(.playBilling)
  /// Receives no callback after its process has died.
  private let resultOnly = Design.plain.on(.playBilling).with { $0.routes = .result }
  private let crash = fault(.crash(reopens: 60), at: .charge, after: 0.1)
  /// Dead between the delivery and its reply.
  private let crashAtReply = fault(.crash(reopens: 60), at: .callback, after: 0.7)
  private let gone = Conditions.cases.with { $0.behavior.neverReturningShare = .always }
  private let uncheckedForGood = fault(
    .storeCheckOutage(lasts: .seconds(1_000 * hour)), at: .callback)
  /// Three days after the charge at 31.
  private let lapse = 259_231.0

  @Test("G10: a charge neither acknowledged nor consumed is refunded three days after it")
  func lapsed() {
    let run = simulate(resultOnly, [tap(1)], [crash])
    expectEqual(run.times(.lapsed(transaction: 0)), [lapse])
    expectEqual(run.times(.refunded(transaction: 0)), [lapse])
    expectEqual(run.statuses, [.autoRefunded(.lost(.undelivered, .observerMissing))])
    let consumed = simulate(plain)
    expectEqual(consumed.count(.lapsed(transaction: 0)), 0)
    let elsewhere = simulate(resultOnly.on(.storeKit2), [tap(1)], [crash])
    expectEqual(elsewhere.statuses, [.lost(.undelivered, .observerMissing)])
  }

  @Test("G10: acknowledgeWithin is the time that the store waits for an acknowledgement")
  func acknowledgeWithin() {
    let tester = Conditions.cases.with { $0.store.acknowledgeWithin = 180 }
    let early = simulate(resultOnly, [tap(1)], [crash], in: tester)
    expectEqual(early.times(.lapsed(transaction: 0)), [211])
    let late = Conditions.cases.with { $0.store.acknowledgeWithin = 1 }
    let run = simulate(plain, in: late)
    expectEqual(run.times(.lapsed(transaction: 0)), [32])
    expectEqual(run.statuses, [.autoRefunded(.delivered)])
    let justInTime = Conditions.cases.with { $0.store.acknowledgeWithin = 1.2 }
    expectEqual(simulate(plain, in: justInTime).statuses, [.delivered])
  }

  @Test("G10: a charge refunded before its live call is not called back, and the sheet closes")
  func lapsedBeforeCall() {
    let quick = Conditions.cases.with { $0.store.acknowledgeWithin = 0.1 }
    let run = simulate(plain, [tap(1, 1), tap(2, 2, at: 1)], in: quick)
    expectEqual(run.callbacks(0), [])
    expectEqual(run.times(.sheetShown(transaction: 1)), [31.2])
  }

  @Test("G10, G9: the time counts from the charge, and not from deferred")
  func countsFromCharge() {
    let asked = fault(.askToBuy(approves: true, answers: 3_600), at: .sheet)
    let tester = Conditions.cases.with { $0.store.acknowledgeWithin = 600 }
    let run = simulate(resultOnly, [tap(1)], [asked], in: tester)
    expectEqual(run.times(.charged(transaction: 0)), [3_629])
    expectEqual(run.times(.lapsed(transaction: 0)), [4_229])
  }

  @Test("G10, acknowledge withFinish: a charge whose delivery fails permanently is refunded")
  func withFinish() {
    let run = simulate(plain, [tap(1)], [uncheckedForGood])
    expectEqual(run.count(.acknowledged(transaction: 0)), 0)
    expectEqual(run.statuses, [.autoRefunded(.lost(.undelivered, .hungBehindUnfinished))])
  }

  @Test("C5, acknowledge onCallback: it precedes everything else, so that a lost order stays lost")
  func onCallback() {
    let first = plain.with { $0.acknowledge = .onCallback }
    let run = simulate(first, [tap(1)], [uncheckedForGood])
    expectEqual(run.times(.acknowledged(transaction: 0)), [31.2])
    expectEqual(
      run.moments(at: 31.2).suffix(2),
      [.acknowledged(transaction: 0), .sent(.verify, transaction: 0)])
    expectEqual(run.count(.lapsed(transaction: 0)), 0)
    expectEqual(run.statuses, [.lost(.undelivered, .hungBehindUnfinished)])
    let unbound = simulate(first, in: .many)
    expectEqual(unbound.times(.acknowledged(transaction: 0)), [31.2])
    expectEqual(unbound.statuses, [.lost(.undelivered, .unboundKept)])
  }

  @Test("C5, G12: without link or service acknowledging fails, and the next callback repeats it")
  func onCallbackFails() {
    let first = plain.with { $0.acknowledge = .onCallback }
    for cut in [Fault.networkLoss(lasts: 600), .serviceDisconnect(lasts: 600)] {
      let run = simulate(first, [tap(1)], [fault(cut, at: .callback), uncheckedForGood])
      expectEqual(run.times(.acknowledged(transaction: 0)), [secondVisit + 1])
    }
  }

  @Test("G10: an acknowledged purchase is still owned, and queries return it until it is consumed")
  func acknowledgedIsOwned() {
    let first = plain.with { $0.acknowledge = .onCallback }
    let run = simulate(first, [tap(1), tap(2, at: 20)], [uncheckedForGood])
    expectEqual(run.times(.failedCalledBack(transaction: 1, .error)), [41])
    expectEqual(run.callbacks(0).prefix(2), ["31.2 result", "28801.0 launchQuery"])
  }

  @Test("server.completes nothing: an order that the client never consumes is refunded")
  func serverNothing() {
    let run = simulate(plain, [tap(1)], [crashAtReply], in: gone)
    expectEqual(run.deliveries, [0.85])
    expectEqual(run.times(.lapsed(transaction: 0)), [lapse])
    expectEqual(run.statuses, [.autoRefunded(.delivered)])
  }

  @Test("B10, server.completes acknowledge: the backend acknowledges at the delivery")
  func serverAcknowledges() {
    let server = plain.with { $0.backend.completion = .acknowledge }
    let run = simulate(server, [tap(1)], [crashAtReply], in: gone)
    expectEqual(run.times(.acknowledgedByServer(transaction: 0)), [31.85])
    expectEqual(run.count(.lapsed(transaction: 0)), 0)
    expectEqual(run.statuses, [.delivered])
    let back = simulate(server, [tap(1)], [crashAtReply])
    expectEqual(back.callbacks(0), ["31.2 result", "92.9 launchQuery"], "it is still owned")
    expectEqual(back.times(.finished(transaction: 0)), [93.8])
    let undelivered = simulate(server, [tap(1)], [uncheckedForGood])
    expectEqual(undelivered.statuses, [.autoRefunded(.lost(.undelivered, .hungBehindUnfinished))])
  }

  @Test("B10, server.completes consume: the backend consumes, and no route returns the purchase")
  func serverConsumes() {
    let server = plain.with { $0.backend.completion = .consume }
    let run = simulate(server, [tap(1), tap(2, at: 20)], [crashAtReply])
    expectEqual(run.times(.consumedByServer(transaction: 0)), [31.85])
    expectEqual(run.callbacks(0), ["31.2 result"])
    expectEqual(run.count(.finished(transaction: 0)), 0)
    expectEqual(run.times(.charged(transaction: 1)), [122.9], "the product can be bought again")
    expectEqual(run.statuses, [.delivered, .delivered])
  }

  @Test("B10: a copy of a purchase that the backend has consumed is not called back")
  func consumedHasNoCopy() {
    let server = plain.with { $0.backend.completion = .consume }
    let run = simulate(
      server, [tap(1)], [fault(.duplicateCallback(copies: 2, gap: 0.4), at: .callback)])
    expectEqual(run.callbacks(0), ["31.2 result", "31.6 result"])
    expectEqual(run.statuses, [.delivered])
  }

  @Test("B10: a purchase already consumed, acknowledged or refunded is not completed again")
  func serverDoesNothing() {
    let early = plain.with { $0.finish = .onCallback }
    let consumed = simulate(early.with { $0.backend.completion = .consume })
    expectEqual(consumed.count(.consumedByServer(transaction: 0)), 0)
    let acknowledged = simulate(
      plain.with {
        $0.acknowledge = .onCallback
        $0.backend.completion = .acknowledge
      })
    expectEqual(acknowledged.count(.acknowledgedByServer(transaction: 0)), 0)
    // Refunded between the arrival of the request and the end of its check: rejected.
    let quick = Conditions.cases.with { $0.store.acknowledgeWithin = 0.6 }
    let refunded = simulate(plain.with { $0.backend.completion = .acknowledge }, in: quick)
    expectEqual(refunded.count(.acknowledgedByServer(transaction: 0)), 0)
    expectEqual(refunded.times(.answered(.verify, .rejected, transaction: 0)).first, 32.1)
  }

  @Test("B10, B8: a delivery after a notification also completes the purchase")
  func notificationCompletes() {
    let server = Design.orderCarrier.on(.playBilling).with {
      $0.backend.receivesNotifications = true
      $0.backend.completion = .consume
    }
    let run = simulate(server, [tap(1)], [crash], in: gone)
    expectEqual(run.times(.consumedByServer(transaction: 0)), [41.3])
    expectEqual(run.statuses, [.recovered])
  }

  @Test("B10, D2: the backend completes a purchase that no device can see")
  func leftBehindCompletes() {
    let forgets = Conditions.cases.with { $0.store.unfinishedSurviveNewDevice = false }
    let moves = [
      fault(.networkLoss(lasts: .seconds(10)), at: .charge),
      fault(.newDevice(reopens: 60), at: .charge, after: 1),
    ]
    let server = Design.orderCarrier.on(.playBilling).with {
      $0.backend.receivesNotifications = true
      $0.backend.completion = .consume
    }
    let run = simulate(server, [tap(1)], moves, in: forgets)
    expectEqual(run.count(.consumedByServer(transaction: 0)), 1)
    expectEqual(run.statuses, [.recovered])
  }

  @Test("G10, G6: after a refund the product is free, no query returns it, and verify is rejected")
  func afterwards() {
    let out = fault(.networkLoss(lasts: .seconds(96 * hour)), at: .callback)
    let keeper = Design.nonBlocking.on(.playBilling).with { $0.retry.delays = [] }
    let run = simulate(keeper, [tap(1), tap(2, visit: 11)], [out])
    let rejected = run.times(.answered(.verify, .rejected, transaction: 0))
    expectEqual(rejected.first, 374_401.9, "the record waits, and is tried when the link is back")
    expectEqual(run.callbacks(0).last, "259201.0 launchQuery")
    expectEqual(run.times(.charged(transaction: 1)), [316_831])
  }

  @Test("G10, B8: with notifications the backend takes the goods back, without them it books them")
  func goodsRevoked() {
    let notified = plain.with { $0.backend.receivesNotifications = true }
    let run = simulate(notified, [tap(1)], [crashAtReply], in: gone)
    expectEqual(run.times(.goodsRevoked(transaction: 0)), [lapse])
    #expect(run.outcome.charges[0].bookedAmount == nil)
    let unnotified = simulate(plain, [tap(1)], [crashAtReply], in: gone)
    expectEqual(unnotified.outcome.charges[0].bookedAmount, 600)
    let unchecked = fault(.storeCheckOutage(lasts: .seconds(96 * hour)), at: .callback)
    let none = simulate(notified, [tap(1)], [unchecked])
    expectEqual(none.count(.refunded(transaction: 0)), 1)
    expectEqual(none.count(.goodsRevoked(transaction: 0)), 0, "where none are out, none come back")
  }

  @Test("G10, P3: after the refund the user does not miss the goods")
  func missesNothing() {
    func writes(after notices: Distribution) -> Int {
      let waits = Conditions.cases.with {
        $0.behavior.noticeDelay = notices
        $0.behavior.reactions.shares = [0, 0, 0, 0, 1]
      }
      return simulate(resultOnly, [tap(1)], [crash], in: waits).count(.wroteToSupport(intent: 0))
    }
    expectEqual(writes(after: 200_000), 1)
    expectEqual(writes(after: 260_000), 0)
  }

  @Test("G10, S10: a charge that the user had refunded is not refunded again")
  func refundedBefore() {
    let refund = fault(.refund, at: .delivery, after: 3_600)
    let run = simulate(plain, [tap(1)], [crashAtReply, refund], in: gone)
    expectEqual(run.times(.refunded(transaction: 0)), [3_631.85])
    expectEqual(run.count(.lapsed(transaction: 0)), 0)
    expectEqual(run.statuses, [.refunded])
  }

  @Test("section 8: a refund is delivered, misdelivered or crossed if goods were handed out")
  func kinds() {
    let away = fault(.accountSwitch(returns: nil), at: .sheet, after: 1)
    let misdelivered = simulate(plain, [tap(1)], [away, crashAtReply], in: gone)
    expectEqual(misdelivered.statuses, [.autoRefunded(.lost(.misdelivered, .wrongAccount))])
    let guesses = plain.with {
      $0.binding.unbound = .submit
      $0.backend.allowsLateOrder = true
    }
    let many = Conditions.many.with { $0.behavior.neverReturningShare = .always }
    let crossed = simulate(guesses, [tap(1, 2)], [crashAtReply], in: many)
    expectEqual(crossed.statuses, [.autoRefunded(.lost(.crossed, .wrongRecord))])
    let right = simulate(guesses, [tap(1, 1)], [crashAtReply], in: many)
    expectEqual(right.statuses, [.autoRefunded(.delivered)])
  }

  @Test("section 8: a refund keeps the drop point that the charge had at that moment")
  func dropPointAtRefund() {
    let never = simulate(plain, [tap(1)], [crash], in: gone)
    expectEqual(never.statuses, [.autoRefunded(.lost(.undelivered, .neverReopened))])
    // The app is opened again after the refund, so it was not left for good: the client has no route.
    let rare = Conditions.cases.with { $0.behavior.visitInterval = .constant(.seconds(73 * hour)) }
    let dead = fault(.crash(reopens: .seconds(150 * hour)), at: .charge, after: 0.1)
    let late = simulate(resultOnly, [tap(1)], [dead], in: rare)
    expectEqual(late.times(.lapsed(transaction: 0)), [lapse])
    expectEqual(late.statuses, [.autoRefunded(.lost(.undelivered, .observerMissing))])
  }

  @Test("G10: a simulation does not end before a purchase on an old device is refunded")
  func leftBehind() throws {
    let forgets = Conditions.cases.with { $0.store.unfinishedSurviveNewDevice = false }
    let moves = [uncheckedForGood, fault(.newDevice(reopens: 60), at: .callback, after: 1)]
    var simulator = Simulator(conditions: forgets)
    var outcome = UserOutcome()
    try simulator.simulate(plain, of: person([tap(1)], moves, in: forgets), into: &outcome)
    expectEqual(outcome.charges.map(\.status), [.autoRefunded(.lost(.undelivered, .recordWiped))])
  }

  @Test("section 8: automatic refunds are a lost sale only without a right delivery")
  func lostSale() {
    let lost = simulate(resultOnly, [tap(1)], [crash])
    expectEqual(lost.outcome.intents[0].autoRefundCount, 1)
    #expect(lost.outcome.intents[0].isLostSale)
    #expect(lost.outcome.charges[0].status.isRefunded)
    #expect(!lost.outcome.charges[0].status.countsAsLost)
    let delivered = simulate(plain, [tap(1)], [crashAtReply], in: gone)
    #expect(!delivered.outcome.intents[0].isLostSale)
    // Refunded, and bought again in the twelfth visit.
    let again = simulate(resultOnly, [tap(1), tap(1, visit: 11)], [crash])
    expectEqual(again.outcome.intents.map(\.chargeCount), [2])
    #expect(!again.outcome.intents[0].isLostSale)
    let refund = simulate(plain, [tap(1)], [fault(.refund, at: .delivery)])
    #expect(!refund.outcome.intents[0].isLostSale)
  }
}
