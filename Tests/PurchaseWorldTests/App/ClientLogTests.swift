import EventEngine
import TestSupport
import Testing

@testable import PurchaseWorld

/// What clients log, under the names of the main article. [000]
@Suite struct ClientLogTests {
  private func counts(_ run: TracedOutcome) -> [String: Int] {
    var counts: [String: Int] = [:]
    for event in ClientLogEvent.allCases where run.outcome.log.count(event) > 0 {
      counts[event.name] = run.outcome.log.count(event)
    }
    return counts
  }

  @Test("a purchase without a fault logs each of its events once")
  func plain() {
    expectEqual(
      counts(simulate(.recordKeeper)),
      [
        "iap_purchase_click": 1, "iap_purchase_payment_added": 1,
        "iap_purchase_transaction_succeed": 1, "iap_verify_start": 1, "iap_verify_succeed": 1,
        "iap_transaction_finish": 1,
      ])
  }

  @Test("release 1.0 of the article logs click, cancel, and successes that find no item")
  func cancelThenSuccess() {
    let clearing = Design.recordKeeper.with { $0.records.clearOn = [.cancelled, .error] }
    let cancel = StoreInterruption(
      code: .cancelled, completes: true, resolutionDelay: 60, dropsPayload: true, kills: false,
      reopeningDelay: 60
    )
    let run = simulate(clearing, [tap(1)], [fault(.interruption(cancel), at: .sheet, after: 8)])
    let log = run.outcome.log
    expectEqual(log.count(.purchaseClick), 1)
    expectEqual(log.count(.transactionCancel), 1)
    expectEqual(log.count(.transactionSucceed), log.count(.transactionUnbound))
    #expect(log.count(.transactionSucceed) > 10, "once at the callback and once at every launch")
    expectEqual(log.count(.verifyStart), 0)
  }

  @Test("C7: a failed first try is on rung 0, its k-th retry on rung k; a launch starts again")
  func ladder() {
    // Down from the callback for 5 s: tries at 0, 1, 2 and 4 s fail, the one at 7 s succeeds.
    let down = simulate(.orderCarrier, [tap(1)], [fault(.networkLoss(lasts: 5), at: .callback)])
    expectEqual(Array(down.outcome.log.failedTries.prefix(5)), [1, 1, 1, 1, 0])
    expectEqual(down.outcome.log.count(.verifyFail), 1)
    expectEqual(down.outcome.log.count(.retryVerifyFail), 3)
    expectEqual(down.outcome.log.count(.retryVerifySucceed), 1)
    expectEqual(down.statuses, [.recovered])
  }

  @Test("C9: a try by hand is logged as a retry, even if it is the first")
  func byHand() {
    let present = Conditions.cases.with {
      $0.behavior.recoveryPageProbability = .always
      $0.behavior.noticeDelay = 60
    }
    let collecting = Design.orderCarrier.with { $0.binding.unbound = .collect }
    let run = simulate(
      collecting, [tap(1)], [fault(.payloadLoss(from: .callback), at: .charge)], in: present)
    expectEqual(run.statuses, [.rescued])
    let log = run.outcome.log
    #expect(log.count(.verifyStart) == 0 && log.count(.verifySucceed) == 0)
    #expect(log.count(.recoveryPageRetry) == 1 && log.count(.retryVerifySucceed) == 1)
  }

  @Test("a simulator with daily logs counts each day of simulated time separately")
  func days() throws {
    var simulator = Simulator(conditions: .cases, logsByDay: true)
    var outcome = UserOutcome()
    // The link is down for two days: the order is delivered on the third.
    let user = person([tap(1)], [fault(.networkLoss(lasts: 172_800), at: .callback)])
    try simulator.simulate(.recordKeeper, of: user, into: &outcome)
    expectEqual(outcome.log.dayCount, 8, "seven days and the instant of the horizon")
    expectEqual(outcome.log.count(.purchaseClick, day: 0), 1)
    expectEqual(outcome.log.count(.retryVerifySucceed, day: 0), 0)
    expectEqual(outcome.log.count(.retryVerifySucceed, day: 2), 1)
  }
}
