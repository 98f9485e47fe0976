import EventEngine
import TestSupport
import Testing

@testable import PurchaseWorld

extension Design {
  /// The non-blocking design with its records on the server.
  ///
  /// A record is sent at 21 and read at 31.2; the delivery is requested at 31.5, answered at 32.4.
  static let serverKeeper = nonBlocking.with {
    $0.name = "server keeper"
    $0.records.place = .server
  }

  /// The same with one try.
  static let serverOnce = serverKeeper.with { $0.retry.delays = [] }
}

/// Records on the backend: how they are written and read (article ServerRecords).
@Suite struct ServerRecordTests {
  private let keeper = Design.serverKeeper
  private let once = Design.serverOnce

  @Test("C3, C5, C7: records.in server writes, reads and wipes by requests, and delivers")
  func delivers() {
    let run = simulate(keeper)
    expectEqual(run.times(.recordSent(intent: 0)), [21, 31.5], "the record, then its identifier")
    expectEqual(run.times(.recordStored(intent: 0)), [21.15, 31.65])
    expectEqual(run.times(.sent(.records, transaction: 0)), [31.2])
    expectEqual(run.times(.answered(.records, .list, transaction: 0)), [31.5])
    expectEqual(run.times(.sent(.verify, transaction: 0)), [31.5])
    expectEqual(run.times(.wipeSent(intent: 0)), [32.4])
    expectEqual(run.times(.recordForgotten(intent: 0)), [32.55])
    expectEqual(run.count(.recordWritten(intent: 0)), 0, "nothing is written here")
    expectEqual(run.statuses, [.delivered])
    expectEqual(run.deliveries, [1.15])
  }

  @Test("C3, C8: records.in server with only a payment record: one write, one read, no list")
  func oneWriteOneRead() {
    let run = simulate(keeper.with { $0.records.at = .payment })
    expectEqual(run.times(.recordSent(intent: 0)), [21])
    expectEqual(run.times(.sent(.records, transaction: 0)), [31.2])
    expectEqual(run.times(.wipeSent(intent: 0)), [32.4])
    expectEqual(run.count(.sent(.records, transaction: nil)), 0, "nothing can wait")
    expectEqual(run.statuses, [.delivered])
  }

  @Test("C5: records.in server reads nothing if the lists bind without a record")
  func noRead() {
    let product = Design.separateOrder.with { $0.records.place = .server }
    let carrier = Design.orderCarrier.with {
      $0.records.place = .server
      $0.records.at = [.payment, .purchased]
      $0.binding.itemSources = [.payload, .record]
      $0.binding.accountSources = [.order, .record]
    }
    for design in [product, carrier] {
      let run = simulate(design)
      expectEqual(run.count(.sent(.records, transaction: 0)), 0)
      expectEqual(run.statuses, [.delivered])
    }
    // Only when the payload is empty is the record needed.
    let empty = simulate(carrier, [tap(1)], [fault(.payloadLoss(from: .callback), at: .charge)])
    expectEqual(empty.times(.sent(.records, transaction: 0)), [31.5], "the order took 0.3")
    expectEqual(empty.statuses, [.delivered])
    // The list of accounts needs it alone.
    let account = simulate(product.with { $0.binding.accountSources = [.record, .session] })
    expectEqual(account.times(.sent(.records, transaction: 0)), [31.2])
    expectEqual(account.statuses, [.delivered])
  }

  @Test("D2: records.in server keeps the order on a new device, where the keychain loses it")
  func newDevice() {
    let moves = fault(.newDevice(reopens: 60), at: .charge, after: 0.1)
    expectEqual(simulate(keeper, [tap(1)], [moves]).statuses, [.recovered])
    expectEqual(
      simulate(.nonBlocking, [tap(1)], [moves]).statuses, [.lost(.undelivered, .recordWiped)])
  }

  @Test(
    "D3: records.in server loses a write if the link is or goes down, and nothing is stored",
    arguments: [(0.0, 21.0), (0.1, 21.15)])
  func writeLost(after: Double, lost: Double) {
    let down = fault(.networkLoss(lasts: 5), at: .tap, after: Delay(roundingSeconds: after))
    let run = simulate(keeper, [tap(1)], [down])
    expectEqual(run.times(.recordChangeLost(intent: 0)), [lost])
    expectEqual(run.times(.unbound(transaction: 0)).first, 31.5, "in the process of the tap")
    expectEqual(run.statuses, [.lost(.undelivered, .unboundKept)])
    let relaunched = simulate(
      keeper, [tap(1)], [down, fault(.crash(reopens: 60), at: .charge, after: 0.1)])
    expectEqual(relaunched.statuses, [.lost(.undelivered, .unboundKept)])
    expectEqual(relaunched.count(.recordLost(intent: 0, .recordDied)), 0)
  }

  @Test("B2, D3: records.in server loses a write to an outage or an expired token, silently")
  func writeRefused() {
    for status in [Fault.backendOutage(lasts: 5), .tokenExpiry(lasts: 5)] {
      let run = simulate(keeper, [tap(1)], [fault(status, at: .tap)])
      expectEqual(run.times(.recordChangeLost(intent: 0)), [21.15])
      expectEqual(run.count(.loginAsked), 0)
      expectEqual(run.statuses, [.lost(.undelivered, .unboundKept)])
    }
  }

  @Test(
    "D1: records.in server loses a write whose process dies before half of its round trip",
    arguments: [(0.1, false), (0.2, true)])
  func writeDies(after: Double, arrives: Bool) {
    let run = simulate(
      keeper, [tap(1)],
      [fault(.crash(reopens: 60), at: .tap, after: Delay(roundingSeconds: after))])
    expectEqual(run.times(.recordStored(intent: 0)).first, (arrives ? 21.15 : nil))
    expectEqual(run.statuses, [arrives ? .recovered : .lost(.undelivered, .unboundKept)])
  }

  @Test("C3: with records.in server, a flow that dies before its first record is recordDied")
  func flowDies() {
    let late = keeper.with { $0.records.at = [.purchasing, .purchased] }
    let dies = simulate(late, [tap(1)], [fault(.crash(reopens: 60), at: .tap, after: 0.1)])
    expectEqual(dies.statuses, [.lost(.undelivered, .recordDied)])
    let both = keeper.with { $0.records.at = [.payment, .purchasing, .purchased] }
    let sent = simulate(both, [tap(1)], [fault(.crash(reopens: 60), at: .tap, after: 0.1)])
    expectEqual(
      sent.statuses, [.lost(.undelivered, .unboundKept)], "it was on its way, and no more came")
  }

  @Test("C5, C7: records.in server repeats a failed read with the delays of retries")
  func readRetried() {
    let steps = keeper.with { $0.retry.delays = [5.0, 5.0] }
    let offline = simulate(steps, [tap(1)], [fault(.networkLoss(lasts: 8), at: .callback)])
    expectEqual(offline.times(.sent(.records, transaction: 0)), [41.2], "after 31.2 and 36.2")
    expectEqual(offline.statuses, [.recovered])
    let outage = simulate(steps, [tap(1)], [fault(.backendOutage(lasts: 10), at: .callback)])
    expectEqual(outage.times(.answered(.records, .timeout, transaction: 0)), [46.2])
    expectEqual(outage.times(.sent(.records, transaction: 0)), [31.2, 51.2])
    expectEqual(outage.statuses, [.recovered])
    let spent = simulate(once, [tap(1)], [fault(.backendOutage(lasts: 10), at: .callback)])
    expectEqual(spent.times(.triesUsedUp(transaction: 0)), [46.2])
    expectEqual(spent.statuses, [.recovered], "the next launch calls back, and reads again")
    let drops = simulate(
      once.with { $0.retry.onExhaustion = .drop }, [tap(1)],
      [fault(.backendOutage(lasts: 10), at: .callback)])
    expectEqual(drops.statuses, [.lost(.undelivered, .triesUsedUp)])
  }

  @Test("C7: a read of records.in server and the verify that follows it are one try")
  func oneLadder() {
    // The read fails once, the check of the verify once: the second delay is the ladder's second.
    let steps = keeper.with { $0.retry.delays = [5.0, 50.0] }
    let run = simulate(
      steps, [tap(1)],
      [
        fault(.networkLoss(lasts: 1), at: .callback),
        fault(.storeCheckOutage(lasts: 10), at: .callback),
      ])
    expectEqual(run.times(.sent(.records, transaction: 0)), [36.2])
    expectEqual(run.times(.sent(.verify, transaction: 0)), [36.5, 87.4])
  }

  @Test("D4: records.in server waits for a lost reply; a write has no reply to lose")
  func replyLost() {
    for kinds in [RequestKinds.records, .any] {
      let run = simulate(
        keeper.with { $0.retry.delays = [5.0] }, [tap(1)], [fault(.replyLoss(of: kinds), at: .tap)])
      expectEqual(run.times(.recordStored(intent: 0)).first, 21.15)
      expectEqual(run.times(.answered(.records, .timeout, transaction: 0)), [46.2])
      expectEqual(run.times(.sent(.records, transaction: 0)), [31.2, 51.2])
      expectEqual(run.statuses, [.recovered])
    }
  }

  @Test("B2: an expired token stops the read of records.in server until the login")
  func readUnauthorised() {
    let expires = fault(.tokenExpiry(lasts: .seconds(hour)), at: .callback)
    let run = simulate(once, [tap(1)], [expires])
    expectEqual(run.times(.answered(.records, .unauthorised, transaction: 0)), [31.5])
    expectEqual(run.times(.loggedIn), [41.5])
    expectEqual(run.times(.sent(.records, transaction: 0)), [31.2, 41.5])
    expectEqual(run.count(.triesUsedUp(transaction: 0)), 0)
    expectEqual(run.statuses, [.recovered])
    let unrecognised = simulate(once.with { $0.recognisesExpiry = false }, [tap(1)], [expires])
    expectEqual(unrecognised.times(.triesUsedUp(transaction: 0)), [31.5])
  }

  @Test("C5, D2: with records.in server, account B does not see a record of account A")
  func otherAccount() {
    let away = fault(.accountSwitch(returns: nil), at: .sheet, after: 1)
    expectEqual(simulate(keeper, [tap(1)], [away]).statuses, [.lost(.undelivered, .unboundKept)])
    expectEqual(
      simulate(.nonBlocking, [tap(1)], [away]).statuses, [.lost(.undelivered, .waitingForAccount)])
    let back = fault(.accountSwitch(returns: .seconds(24 * hour)), at: .sheet, after: 1)
    expectEqual(simulate(keeper, [tap(1)], [back]).statuses, [.recovered])
  }

  @Test("C5: a delivery that records.in server postpones until a login has made no try yet")
  func putOff() {
    // B logs in while the record of A is read, and A is back at 51.3.
    let run = simulate(
      once, [tap(1)], [fault(.accountSwitch(returns: 20), at: .callback, after: 0.1)])
    expectEqual(run.times(.waitsForAccount(transaction: 0)), [31.5])
    expectEqual(run.times(.sent(.verify, transaction: 0)), [51.3])
    expectEqual(run.statuses, [.delivered])
  }

  @Test("C10: a guest's records on records.in server belong to the device and move at the login")
  func guests() {
    let guests = Conditions.cases.with { $0.behavior.guestShare = .always }
    let device = once.with { $0.guest = .deviceAccount }
    let run = simulate(device, in: guests)
    expectEqual(run.times(.recordStored(intent: 0)), [21.15, 31.65])
    expectEqual(run.times(.waitsForGuest(transaction: 0)), [31.5], "bound before the login")
    expectEqual(run.times(.sent(.verify, transaction: 0)), [91])
    expectEqual(run.count(.recordForgotten(intent: 0)), 1)
    expectEqual(run.statuses, [.delivered])
    // Whether or not a login is a trigger, it lists the waiting records once.
    let early = device.with { $0.finish = .onCallback }
    let anew = fault(.reinstall(reopens: 20), at: .callback, after: 10)
    for rule in BindingRules.OtherAccountRule.allCases {
      let again = simulate(
        early.with { $0.binding.otherAccount = rule }, [tap(1)], [anew], in: guests)
      expectEqual(again.times(.sent(.records, transaction: nil)).prefix(3), [1, 62.2, 91])
      expectEqual(again.statuses, [.recovered])
    }
    // A write in flight at the login moves as well: it arrives at 96, before the read at 106.2.
    let late = guests.with {
      $0.backend.order = 150
      $0.behavior.dwell = 300
    }
    let slow = simulate(device.with { $0.retry.timeout = 200 }, in: late)
    expectEqual(slow.times(.recordStored(intent: 0)).first, 96)
    expectEqual(slow.statuses, [.delivered])
    // A guest has no token that could expire.
    let expired = simulate(device, [tap(1)], [fault(.tokenExpiry(lasts: 30), at: .tap)], in: guests)
    expectEqual(expired.statuses, [.delivered])
    // Another device has another identifier.
    let moves = fault(.newDevice(reopens: 60), at: .charge, after: 0.1)
    expectEqual(
      simulate(device, [tap(1)], [moves], in: guests).statuses, [.lost(.undelivered, .unboundKept)])
  }

  @Test("C6: with onCallback and records.in server, the binding precedes the finish")
  func finishesEarly() {
    let early = once.with { $0.finish = .onCallback }
    let run = simulate(early)
    expectEqual(run.times(.finished(transaction: 0)), [31.5])
    expectEqual(run.statuses, [.delivered])
    // The receipt is kept with the record, and found by the list of the next launch.
    let check = fault(.storeCheckOutage(lasts: 60), at: .callback)
    let dies = fault(.newDevice(reopens: 60), at: .callback, after: 30)
    expectEqual(simulate(early, [tap(1)], [check, dies]).statuses, [.recovered])
    // The identifier does not arrive.
    let dead = fault(.crash(reopens: 60), at: .callback, after: 0.4)
    expectEqual(simulate(early, [tap(1)], [dead]).statuses, [.lost(.undelivered, .finishedEarly)])
  }

  @Test("C7: triesUsedUp if the write to records.in server is lost after the last try")
  func writeLostAfterTries() {
    let slow = Conditions.cases.with { $0.backend.order = 20 }
    let early = once.with {
      $0.finish = .onCallback
      $0.retry.timeout = 30
    }
    let check = fault(.storeCheckOutage(lasts: 60), at: .callback)
    let asynchronous = simulate(early, [tap(1)], [check], in: slow)
    expectEqual(asynchronous.times(.triesUsedUp(transaction: 0)), [52.1])
    expectEqual(asynchronous.times(.recordStored(intent: 0)), [31, 61.2])
    expectEqual(asynchronous.statuses, [.recovered])
    let dies = fault(.crash(reopens: 60), at: .callback, after: 24)
    let run = simulate(early, [tap(1)], [check, dies], in: slow)
    expectEqual(run.times(.dropped(transaction: 0, .triesUsedUp)), [61.2])
    expectEqual(run.statuses, [.lost(.undelivered, .triesUsedUp)])
  }

  @Test("C3: records.in server keeps one record per transaction, even if it is written again")
  func oneRecord() {
    let run = simulate(
      .separateOrder.with {
        $0.records.place = .server
        $0.retry.repeatsLastDelay = false
        $0.retry.delays = []
      }, [tap(1)], [fault(.storeCheckOutage(lasts: .seconds(10 * hour)), at: .callback)])
    expectEqual(run.times(.recordSent(intent: 0)), [31.2, 28_801, 57_601])
    expectEqual(run.times(.recordStored(intent: 0)), [31.35])
    expectEqual(run.count(.recordForgotten(intent: 0)), 1)
    expectEqual(run.statuses, [.recovered])
  }

  @Test("C5: with records.in server, the ledger is on the server and is used after it is read")
  func ledger() {
    let remembers = keeper.with { $0.hasLedger = true }
    var world = World(conditions: .cases)
    world.begin(remembers, person([tap(1)], []))
    world.run()
    expectEqual(world.backend.storedLedgers.count, 1)
    #expect(world.backend.storedLedgers[0].lists(0), "the wipe has entered it")
    // An entry of another device: its transaction is finished at the callback if the list of the
    // launch contained it, otherwise as soon as it is read; B's entry is not for A.
    let lists: [(AccountID, RetryRules.Triggers, Double)] = [
      (0, .launch, 31.2), (0, [], 31.5), (1, .launch, 32.4),
    ]
    for (account, triggers, finished) in lists {
      var world = World(conditions: .cases)
      world.begin(remembers.with { $0.retry.resumeOn = triggers }, person([tap(1)], []))
      world.backend.storedLedgers.replaceAll(with: [ChargeSet(), ChargeSet()])
      world.backend.storedLedgers[account].enter(0)
      world.trace = Trace()
      world.run()
      let times = (world.trace?.entries ?? []).filter { $0.occurrence == .finished(transaction: 0) }
      expectEqual(times.map(\.time), [Instant.start + Delay(roundingSeconds: finished)])
    }
  }

  @Test("C5: a reply of records.in server lists the records at the moment of the answer")
  func snapshot() {
    // T1 is read from 31.2 to 31.5; the record of item 2 arrives at 31.45.
    let run = simulate(keeper, [tap(1, 1), tap(2, 2, at: 10.3)], in: .many)
    expectEqual(run.times(.recordStored(intent: 1)).first, 31.45)
    expectEqual(run.statuses, [.delivered, .delivered])
  }

  @Test("each request about records has its own random draw")
  func draws() {
    var world = World(conditions: .cases)
    world.begin(keeper, person([tap(1, 1), tap(2, 2)], []))
    var asked: Set<Int> = []
    for _ in 0..<3 {
      for intent: IntentID in [0, 1] {
        for asker in [
          Request.Requester.reading(task: 0), .writing(record: 0), .settling(record: 0),
        ] { asked.insert(world.link.nextDraw(for: asker, of: intent).occurrence) }
        asked.insert(world.link.nextDraw(for: .listing, of: nil).occurrence)
      }
    }
    expectEqual(asked.count, 24)
  }
}
