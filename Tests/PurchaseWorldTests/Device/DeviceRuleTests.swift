import EventEngine
import PurchaseWorld
import TestSupport
import Testing

/// Processes, storage and the link (D1–D5).
@Suite struct DeviceRuleTests {
  private let offline = fault(.networkLoss(lasts: .seconds(hour)), at: .callback)

  @Test("D1: a request whose process dies before half of its round trip is lost")
  func requestDiesWithProcess() {
    let run = simulate(.plain, [tap(1)], [fault(.crash(reopens: 60), at: .callback, after: 0.2)])
    expectEqual(run.times(.sent(.verify, transaction: 0)), [31.2, 92.4])
    expectEqual(run.times(.goodsDelivered(transaction: 0, item: 0, account: 0)), [93.05])
    expectEqual(run.statuses, [.recovered])
  }

  @Test("D1: after half of the round trip, the backend does the work and the reply is discarded")
  func requestOutlivesProcess() {
    let run = simulate(.plain, [tap(1)], [fault(.crash(reopens: 60), at: .callback, after: 0.3)])
    expectEqual(run.times(.goodsDelivered(transaction: 0, item: 0, account: 0)), [31.85])
    expectEqual(run.times(.answered(.verify, .duplicate, transaction: 0)), [93.4])
    expectEqual(run.count(.answered(.verify, .delivered, transaction: 0)), 0)
    expectEqual(run.times(.finished(transaction: 0)), [93.4])
    expectEqual(run.statuses, [.delivered])
  }

  @Test("D1: timers of a dead process are discarded")
  func timersDie() {
    // A retry is due at 91.2; the process dies at 32.2 and the next is ready at 83.2.
    let run = simulate(
      .plain.with { $0.retry.delays = [60.0] }, [tap(1)],
      [
        fault(.networkLoss(lasts: 300), at: .callback),
        fault(.crash(reopens: 50), at: .callback, after: 1),
      ])
    // The new process fails at 83.2 and at its own retry at 143.2, not at 91.2.
    expectEqual(run.times(.triesUsedUp(transaction: 0)).first, 143.2)
  }

  @Test("D1: memory lasts exactly as long as the process")
  func memoryDies() {
    let run = simulate(
      .naive.with { $0.observer = .launch }, [tap(1)],
      [fault(.crash(reopens: 60), at: .charge, after: 0.1)])
    expectEqual(run.times(.recordLost(intent: 0, .recordDied)), [31.1])
    expectEqual(run.statuses, [.lost(.undelivered, .recordDied)])
    let background = Conditions.cases.with { $0.behavior.evictionProbability = .never }
    let alive = simulate(
      .naive.with { $0.observer = .launch }, [tap(1)],
      [fault(.askToBuy(approves: true, answers: 600), at: .sheet)], in: background)
    expectEqual(alive.statuses, [.delivered], "the process continues in the background")
  }

  @Test(
    "D2: the sandbox survives death, the keychain also reinstallation, records.in server everything",
    arguments: [
      (RecordRules.Place.sandbox, Fault.crash(reopens: 60), true),
      (.sandbox, .reinstall(reopens: 60), false),
      (.sandbox, .newDevice(reopens: 60), false),
      (.keychain, .crash(reopens: 60), true),
      (.keychain, .reinstall(reopens: 60), true),
      (.keychain, .newDevice(reopens: 60), false),
      (.memory, .crash(reopens: 60), false),
      (.server, .crash(reopens: 60), true),
      (.server, .reinstall(reopens: 60), true),
      (.server, .newDevice(reopens: 60), true),
    ])
  func storage(place: RecordRules.Place, faultInjector: Fault, survives: Bool) {
    let run = simulate(
      .nonBlocking.with { $0.records.place = place }, [tap(1)],
      [fault(faultInjector, at: .sheet, after: 2)])
    let reason = place == .memory ? DropPoint.recordDied : .recordWiped
    expectEqual(run.count(.recordLost(intent: 0, reason)), (survives ? 0 : 1))
    expectEqual(run.statuses, [survives ? .recovered : .lost(.undelivered, reason)])
  }

  @Test("D3: a request sent while the link is down fails at once")
  func failsAtOnce() {
    let run = simulate(.plain, [tap(1)], [offline])
    expectEqual(run.times(.triesUsedUp(transaction: 0)).first, 31.2)
    let ladder = simulate(
      .plain.with { $0.retry.delays = [5.0, 5.0] }, [tap(1)],
      [fault(.networkLoss(lasts: 8), at: .callback)])
    expectEqual(ladder.times(.finished(transaction: 0)), [42.1], "tries at 31.2, 36.2 and 41.2")
  }

  @Test("D3: a message in flight when the link goes down is lost, and the client times out")
  func inFlightIsLost() {
    let request = simulate(
      .plain, [tap(1)], [fault(.networkLoss(lasts: 5), at: .callback, after: 0.1)])
    expectEqual(request.times(.answered(.verify, .timeout, transaction: 0)), [46.2])
    expectEqual(request.times(.goodsDelivered(transaction: 0, item: 0, account: 0)), [28_801.65])
    let reply = simulate(
      .plain, [tap(1)], [fault(.networkLoss(lasts: 5), at: .callback, after: 0.8)])
    expectEqual(reply.times(.goodsDelivered(transaction: 0, item: 0, account: 0)), [31.85])
    expectEqual(reply.times(.answered(.verify, .timeout, transaction: 0)), [46.2])
  }

  @Test("D3: a weak link multiplies latencies, and not the work of the backend")
  func weakLink() {
    let weak = fault(.weakNetwork(lasts: 60, slowdown: 3_000), at: .callback)
    let run = simulate(.plain, [tap(1)], [weak])
    expectEqual(run.times(.goodsDelivered(transaction: 0, item: 0, account: 0)), [32.35])
    expectEqual(run.times(.answered(.verify, .delivered, transaction: 0)), [33.1])
    expectEqual(run.times(.purchasedCalledBack(transaction: 0)), [31.2])
  }

  @Test("D3: with usesLink, a confirmation without link fails with error instead of a charge")
  func usesLink() {
    let loss = fault(.networkLoss(lasts: 20), at: .sheet, after: 1)
    let needs = Conditions.cases.with { $0.store.confirmationNeedsNetwork = true }
    let failed = simulate(.plain, [tap(1)], [loss], in: needs)
    expectEqual(failed.times(.failedCalledBack(transaction: 0, .error)), [29])
    #expect(failed.statuses.isEmpty)
    expectEqual(simulate(.plain, [tap(1)], [loss]).times(.charged(transaction: 0)), [31])
  }

  @Test("D3: callbacks and the receipt are local and need no link")
  func callbacksAreLocal() {
    // The early finisher reads its receipt while the link is down and finishes.
    let early = Design.plain.with {
      $0.finish = .onCallback
      $0.retry.delays = [60.0]
    }
    let run = simulate(early, [tap(1)], [fault(.networkLoss(lasts: 20), at: .callback)])
    expectEqual(run.times(.purchasedCalledBack(transaction: 0)), [31.2])
    expectEqual(run.times(.finished(transaction: 0)), [31.2])
    expectEqual(run.times(.answered(.verify, .delivered, transaction: 0)), [92.1])
  }

  @Test("D4: after a lost reply, the backend has done the work and the client times out")
  func replyLost() {
    let run = simulate(
      .plain.with { $0.retry.delays = [5.0] }, [tap(1)],
      [fault(.replyLoss(of: .verify), at: .callback)])
    expectEqual(run.times(.goodsDelivered(transaction: 0, item: 0, account: 0)), [31.85])
    expectEqual(run.times(.answered(.verify, .timeout, transaction: 0)), [46.2])
    expectEqual(run.times(.answered(.verify, .duplicate, transaction: 0)), [52.1])
    expectEqual(run.statuses, [.delivered])
  }

  /// The user leaves at 31.5, while the first request (31.2 to 32.1) is under way.
  private let leavesEarly = Conditions.cases.with {
    $0.behavior.evictionProbability = .never
    $0.behavior.dwell = 10.5
    $0.behavior.deliveryWait = 0
  }

  @Test("D5: a reply waits for the foreground")
  func replyWaits() {
    let run = simulate(.plain, in: leavesEarly)
    expectEqual(run.times(.left).first, 31.5)
    expectEqual(run.times(.goodsDelivered(transaction: 0, item: 0, account: 0)), [31.85])
    expectEqual(run.times(.answered(.verify, .delivered, transaction: 0)), [secondVisit])
  }

  @Test("D5: a timer waits for the foreground")
  func timerWaits() {
    let run = simulate(
      .plain.with { $0.retry.delays = [60.0] }, [tap(1)],
      [fault(.networkLoss(lasts: 10), at: .callback)], in: leavesEarly)
    expectEqual(run.times(.sent(.verify, transaction: 0)), [secondVisit])
  }

  @Test("D5: timeouts continue in the background")
  func timeoutCountsOn() {
    let run = simulate(
      .plain, [tap(1)], [fault(.replyLoss(of: .verify), at: .callback)], in: leavesEarly)
    expectEqual(run.times(.answered(.verify, .timeout, transaction: 0)), [secondVisit])
  }

  @Test("D3, D5: a reply that has arrived in the background survives a later loss of the link")
  func arrivedReplySurvives() {
    let later = fault(.networkLoss(lasts: 60), at: .charge, after: .seconds(hour))
    let run = simulate(.plain, [tap(1)], [later], in: leavesEarly)
    expectEqual(run.count(.messageLost(.verify, transaction: 0)), 0)
    expectEqual(run.times(.answered(.verify, .delivered, transaction: 0)), [secondVisit])
  }
}
