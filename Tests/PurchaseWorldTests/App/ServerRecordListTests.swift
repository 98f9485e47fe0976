import EventEngine
import PurchaseWorld
import TestSupport
import Testing

/// Records on the backend: how they are listed and wiped, and which of them a tap reads
/// (article ServerRecords).
@Suite struct ServerRecordListTests {
  private let keeper = Design.serverKeeper
  private let once = Design.serverOnce

  @Test("C5, C8: with records.in server and wait, a login lists the waiting records of its account")
  func waits() {
    let run = simulate(
      once, [tap(1)],
      [
        fault(.storeCheckOutage(lasts: 60), at: .callback),
        fault(.accountSwitch(returns: 100), at: .callback, after: 4.8),
      ])
    expectEqual(run.times(.sent(.records, transaction: nil)).prefix(3), [1, 36, 136])
    expectEqual(run.times(.sent(.verify, transaction: 0)), [31.5, 136.3], "B has nothing to list")
    expectEqual(run.statuses, [.recovered])
  }

  @Test("C7: with records.in server, a wipe sent in another session does not remove the record")
  func wipeOfOther() {
    let run = simulate(
      keeper, [tap(1)], [fault(.accountSwitch(returns: nil), at: .callback, after: 0.5)])
    expectEqual(run.times(.wipeSent(intent: 0)), [32.4])
    expectEqual(run.count(.recordForgotten(intent: 0)), 0)
    expectEqual(run.statuses, [.delivered])
  }

  @Test("C4: with records.in server, clearOn wipes on arrival, and not if the request is lost")
  func clearOn() {
    let clears = keeper.with { $0.records.clearOn = .cancelled }
    let cancel = fault(.interruption(.cancelled), at: .sheet, after: 6)
    let run = simulate(clears, [tap(1)], [cancel])
    expectEqual(run.times(.wipeSent(intent: 0)).first, 27)
    expectEqual(run.times(.recordLost(intent: 0, .recordCleared)), [27.15])
    expectEqual(run.statuses, [.lost(.undelivered, .recordCleared)])
    let offline = fault(.networkLoss(lasts: 1), at: .sheet, after: 5.9)
    expectEqual(simulate(clears, [tap(1)], [cancel, offline]).statuses, [.delivered])
  }

  @Test("C4: with records.in server, clearOn spares identifiers, other products and accounts")
  func clearOnSpares() {
    let clears = keeper.with { $0.records.clearOn = .cancelled }
    // Item 1 is bound at 31.5; item 2 is cancelled at 49, when its record is the newest.
    let waiting = simulate(
      clears, [tap(1, 1), tap(2, 2, at: 20, cancels: true)],
      [fault(.storeCheckOutage(lasts: 600), at: .callback)], in: .many)
    expectEqual(waiting.times(.recordLost(intent: 1, .recordCleared)), [49.15])
    expectEqual(waiting.statuses, [.recovered])
    let other = simulate(clears, [tap(1, 1), tap(2, 2, at: 1, cancels: true)])
    expectEqual(other.count(.recordLost(intent: 0, .recordCleared)), 0)
    expectEqual(other.count(.recordLost(intent: 1, .recordCleared)), 1)
    let switches = simulate(
      clears, [tap(1)],
      [
        fault(.interruption(.cancelled), at: .sheet, after: 6),
        fault(.accountSwitch(returns: 20), at: .sheet, after: 5),
      ])
    expectEqual(switches.times(.wipeSent(intent: 0)).first, 27)
    expectEqual(switches.count(.recordLost(intent: 0, .recordCleared)), 0)
    expectEqual(switches.statuses, [.delivered])
  }

  @Test("C1: with records.in server, resumeOrBlock sees what this process has read or written")
  func resumeOrBlock() {
    let blocks = once.with { $0.repurchase = .resumeOrBlock }
    let check = fault(.storeCheckOutage(lasts: .seconds(hour)), at: .callback)
    let written = simulate(blocks, [tap(1), tap(1, at: 40)], [check])
    expectEqual(written.times(.deliveryResumed), [61])
    // The next process is ready at 102.2 and has read at 102.5.
    let dies = fault(.crash(reopens: 60), at: .callback, after: 10)
    let read = simulate(blocks, [tap(1), tap(1, at: 89)], [check, dies])
    expectEqual(read.times(.deliveryResumed), [110])
    let other = simulate(blocks, [tap(1), tap(2, 2, at: 89)], [check, dies], in: .many)
    expectEqual(other.times(.tapRefused), [110])
    // Both replies are lost, so that the process has no record at 110: the store refuses, at 118.
    let lost = simulate(
      blocks, [tap(1), tap(1, at: 89)],
      [check, dies]
        + [71.05, 71.25].map { fault(.networkLoss(lasts: 0.1), at: .callback, after: $0) })
    expectEqual(lost.count(.messageLost(.records, transaction: 0)), 1)
    expectEqual(lost.count(.messageLost(.records, transaction: nil)), 1)
    expectEqual(lost.count(.deliveryResumed), 0)
    expectEqual(lost.times(.blocked(transaction: 1, by: 0)), [118])
  }

  @Test("C8: with records.in server, each trigger sends one list request and does not repeat it")
  func triggers() {
    let check = fault(.storeCheckOutage(lasts: 60), at: .callback)
    let network = once.with { $0.retry.resumeOn = .network }
    let run = simulate(
      network, [tap(1)], [check, fault(.networkLoss(lasts: 10), at: .callback, after: 60)])
    expectEqual(run.times(.sent(.records, transaction: nil)), [101.2])
    expectEqual(run.times(.sent(.verify, transaction: 0)), [31.5, 101.5])
    expectEqual(run.statuses, [.recovered])
    // Without a callback, only the list returns it; the first list has no reply.
    let early = once.with { $0.finish = .onCallback }
    let lost = simulate(
      early, [tap(1)],
      [check, fault(.replyLoss(of: .records), at: .callback, after: .seconds(hour))])
    expectEqual(lost.times(.answered(.records, .timeout, transaction: nil)), [28_816])
    expectEqual(lost.times(.sent(.verify, transaction: 0)), [31.5, 57_601.3])
    expectEqual(lost.statuses, [.recovered])
  }

  @Test("B2, C8: records.in server repeats a list request after a login if the token expired")
  func listUnauthorised() {
    let early = once.with { $0.finish = .onCallback }
    let run = simulate(
      early, [tap(1)],
      [
        fault(.storeCheckOutage(lasts: 60), at: .callback),
        fault(.tokenExpiry(lasts: .seconds(24 * hour)), at: .callback, after: .seconds(hour)),
      ])
    expectEqual(run.times(.loggedIn), [28_811.3])
    expectEqual(run.times(.sent(.records, transaction: nil)).prefix(3), [1, 28_801, 28_811.3])
    expectEqual(run.statuses, [.recovered])
  }

  @Test("C1, C7: after a lost wipe, records.in server keeps a record that blocks later purchases")
  func wipeLost() {
    let run = simulate(
      keeper.with { $0.repurchase = .resumeOrBlock }, [tap(1), tap(2, at: 300)],
      [fault(.crash(reopens: 60), at: .callback, after: 1.25)])
    expectEqual(run.times(.wipeSent(intent: 0)), [32.4])
    expectEqual(run.count(.recordForgotten(intent: 0)), 0)
    #expect(run.count(.rejected(transaction: 0)) > 1, "its transaction is finished")
    expectEqual(run.times(.deliveryResumed), [321])
    expectEqual(run.statuses, [.delivered])
    expectEqual(run.outcome.intents[1].chargeCount, 0)
  }

  @Test("C5: with records.in server, key single is one slot per account, overwritten on arrival")
  func oneSlot() {
    let slot = keeper.with { $0.records.key = .single }
    let asks = fault(.askToBuy(approves: true, answers: 600), at: .sheet)
    let run = simulate(slot, [tap(1, 1), tap(2, 2, at: 60)], [asks], in: .many)
    expectEqual(run.times(.recordLost(intent: 0, .recordOverwritten)), [81.15])
    expectEqual(run.statuses, [.delivered, .lost(.undelivered, .recordOverwritten)])
    // B's record is stored in B's slot.
    let switches = fault(.accountSwitch(returns: 100), at: .sheet, after: 20)
    let two = simulate(slot, [tap(1, 1), tap(2, 2, at: 60)], [asks, switches], in: .many)
    expectEqual(two.count(.recordLost(intent: 0, .recordOverwritten)), 0)
    expectEqual(two.statuses, [.delivered, .recovered])
  }

  @Test("C8: a process ignores a record of records.in server that it has requested to wipe")
  func wipedIsLeftAlone() {
    // A comes back at 32.2 and lists; the delivery ends at 32.4, and the list comes at 32.5.
    let run = simulate(
      keeper, [tap(1)], [fault(.accountSwitch(returns: 0.1), at: .callback, after: 0.9)])
    expectEqual(
      run.times(.answered(.records, .list, transaction: nil)).prefix(3), [1.3, 32.4, 32.5])
    expectEqual(run.times(.recordForgotten(intent: 0)), [32.55])
    expectEqual(run.times(.sent(.verify, transaction: 0)), [31.5])
  }

  @Test("C7: a delivery listed in another reply ends its own read of records.in server")
  func settledWhileReading() {
    // Both are called back at 28,801; the reply for the first is lost, the second delivers both.
    let all = once.with {
      $0.backend.entry = .all
      $0.retry.resumeOn = []
    }
    let run = simulate(
      all, [tap(1, 1), tap(2, 2, at: 60)],
      [
        fault(.storeCheckOutage(lasts: 200), at: .callback),
        fault(.replyLoss(of: .records), at: .callback, after: .seconds(hour)),
      ])
    expectEqual(run.times(.finished(transaction: 0)), [28_802.2])
    expectEqual(run.times(.answered(.records, .timeout, transaction: 0)), [28_816])
    expectEqual(run.times(.triesUsedUp(transaction: 0)), [32.4], "the timeout finds it ended")
    expectEqual(run.statuses, [.recovered, .recovered])
  }

  @Test("C1: a tap does not disturb a delivery that reads from records.in server")
  func resumedWhileReading() {
    // At 102.2 the list is answered and the read is not; the tap at 110 finds the record.
    let run = simulate(
      once.with { $0.repurchase = .resumeOrBlock }, [tap(1), tap(1, at: 89)],
      [
        fault(.storeCheckOutage(lasts: .seconds(hour)), at: .callback),
        fault(.crash(reopens: 60), at: .callback, after: 10),
        fault(.replyLoss(of: .records), at: .callback, after: 20),
      ])
    expectEqual(run.times(.deliveryResumed), [110])
    expectEqual(run.times(.sent(.verify, transaction: 0)).prefix(2), [31.5, secondVisit + 1.3])
  }

  @Test("C7: with then drop, a wipe of records.in server in flight is not a pending retry")
  func droppedWhileWiping() {
    let run = simulate(
      once.with { $0.retry.onExhaustion = .drop }, [tap(1)],
      [fault(.storeCheckOutage(lasts: .seconds(hour)), at: .callback)])
    expectEqual(run.times(.dropped(transaction: 0, .triesUsedUp)), [32.4])
    expectEqual(run.times(.recordForgotten(intent: 0)), [32.55])
    expectEqual(run.statuses, [.lost(.undelivered, .triesUsedUp)])
  }

  @Test("B3, C7: a wipe of records.in server in flight is not work on a delivery")
  func wipeIsNoWork() {
    // The backend gives up at 39.85, while the wipe travels from 39.7 to 43.7.
    let submits = once.with {
      $0.finish = .afterSubmission
      $0.backend.verification = .asynchronous
    }
    let abandoned = simulate(
      submits, [tap(1)], [fault(.storeCheckOutage(lasts: 600), at: .callback)],
      in: Conditions.cases.with { $0.backend.order = 8 })
    expectEqual(abandoned.times(.dropped(transaction: 0, .checkAbandoned)), [39.85])
    // The receipt of the first charge arrives for the second, and was already served.
    let duplicate = keeper.with {
      $0.backend.entry = .first
      $0.backend.dedupe = .receipt
    }
    let stays = Conditions.many.with { $0.catalog.products[0].type = .nonRenewing }
    let run = simulate(
      duplicate, [tap(1, 1), tap(2, 2, at: 60)],
      [fault(.staleReceipt(lasts: 600), at: .charge, of: 2)], in: stays)
    expectEqual(run.statuses, [.delivered, .lost(.undelivered, .finishedEarly)])
  }

  @Test("C3: a record that arrives at records.in server replaces a cleared record")
  func writtenAgain() {
    // The first sheet is interrupted for good, the second is paid; at its callback B is logged in.
    let run = simulate(
      keeper.with { $0.records.clearOn = .cancelled }, [tap(1), tap(1, at: 60)],
      [
        fault(.interruption(.cancelled, resolves: 10, completes: false), at: .sheet, after: 6),
        fault(.accountSwitch(returns: nil), at: .sheet, after: 65),
      ])
    expectEqual(run.times(.recordLost(intent: 0, .recordCleared)), [27.15])
    expectEqual(run.times(.recordStored(intent: 0)), [21.15, 81.15])
    expectEqual(run.statuses, [.lost(.undelivered, .unboundKept)])
  }

  @Test("C9: the recovery page shows records of records.in server that this process has seen")
  func recoveryPage() {
    let tries = Conditions.cases.with {
      $0.behavior.recoveryPageProbability = .always
      $0.behavior.noticeDelay = .constant(100)
    }
    let page = once.with { $0.retry.onExhaustion = .recoveryPage }
    let run = simulate(
      page, [tap(1)], [fault(.storeCheckOutage(lasts: 60), at: .callback)], in: tries)
    expectEqual(run.count(.retriedByHand(intent: 0)), 1)
    expectEqual(run.times(.sent(.verify, transaction: 0)), [31.5, 131])
    expectEqual(run.statuses, [.rescued])
  }

  @Test("with records.in server, an early stop has the same outcome as the whole simulation")
  func stoppingEarly() throws {
    var differing: [UInt64] = []
    for number in UInt64(0)..<3_000 {
      var random = RandomSimulation(label: 0x5E4F, number: number)
      var conditions = random.conditions()
      if number % 3 == 0 {
        conditions.backend.order = .exponential(mean: .seconds(1 << Int(number % 7)))
      }
      let design = random.design().with {
        $0.records.place = .server
        if number % 2 == 0 { $0.binding.itemSources.insert(.record, at: 0) }
      }
      let user = random.user(number, in: conditions)
      var simulator = Simulator(conditions: conditions)
      var early = UserOutcome()
      try simulator.simulate(design, of: user, into: &early)
      let whole = simulateToHorizon(design, user, in: conditions).outcome
      early.eventCount = whole.eventCount
      if early != whole { differing.append(number) }
    }
    expectEqual(differing, [], "the simulations with another outcome")
  }
}
