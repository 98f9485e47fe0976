import EventEngine
import PurchaseWorld
import TestSupport
import Testing

/// The behaviour of users (P1–P4).
@Suite struct UserRuleTests {
  private let offline = fault(.networkLoss(lasts: .seconds(hour)), at: .callback)
  private let reconsider = Conditions.cases.with { $0.behavior.retapProbability = .always }

  @Test("P1: a user pays on the sheet even if the app is closed")
  func paysWithoutApp() {
    let run = simulate(.plain, [tap(1)], [fault(.crash(reopens: 60), at: .sheet, after: 1)])
    expectEqual(run.times(.died).first, 22)
    expectEqual(run.times(.confirmed(transaction: 0)), [29])
    expectEqual(run.outcome.charges.count, 1)
  }

  @Test("P2: a spinner that exceeds the patience makes the user kill the app and reopen it")
  func patience() {
    // The timeout of the only try comes at 46.2, the next try times out too: three of 15 s.
    let run = simulate(.recordKeeper, [tap(1)], [fault(.backendOutage(lasts: 200), at: .callback)])
    expectEqual(run.times(.spinnerOpened), [21])
    expectEqual(run.times(.lostPatience), [59], "30 s after the sheet was gone at 29")
    expectEqual(run.times(.died).first, 59)
    expectEqual(run.times(.launched).prefix(2), [0, 119])
    expectEqual(run.flags(), .hung)
  }

  @Test("P2: patience counts from the tap when no sheet appears")
  func patienceWithoutSheet() {
    let blocking = Design.orderCarrier.with {
      $0.purchasePage = .blocking
      $0.retry.timeout = 60
    }
    let run = simulate(blocking, [tap(1)], [fault(.backendOutage(lasts: 100), at: .tap)])
    expectEqual(run.times(.lostPatience), [51])
  }

  @Test("P2: patience does not count while a sheet is open")
  func patienceOnSheet() {
    let slow = Conditions.cases.with { $0.behavior.sheet = 100 }
    let run = simulate(.recordKeeper, in: slow)
    expectEqual(run.count(.lostPatience), 0)
    expectEqual(run.statuses, [.delivered])
  }

  @Test("P2: patience does not count after a tap that is made while another sheet is open")
  func patienceBehindAnotherSheet() {
    // The app dies under a sheet that is up until 529; the tap after the relaunch is at 113.
    let slow = Conditions.cases.with { $0.behavior.sheet = 508 }
    let run = simulate(
      .recordKeeper, [tap(1, 1), tap(2, 2, at: 40)],
      [fault(.crash(reopens: 60), at: .sheet, after: 10)], in: slow)
    expectEqual(run.taps(of: 1).count, 1)
    expectEqual(run.times(.spinnerOpened).count, 2)
    expectEqual(run.count(.lostPatience), 0)
  }

  @Test("P2: a spinner that closes in time, or a design without one, leads to no kill")
  func noKill() {
    let run = simulate(.recordKeeper)
    expectEqual(run.times(.spinnerClosed), [32.1])
    expectEqual(run.flags(), [])
    let outage = fault(.backendOutage(lasts: 200), at: .callback)
    expectEqual(simulate(.nonBlocking, [tap(1)], [outage]).count(.lostPatience), 0)
  }

  @Test("P2: the alert of an unfinished charge leaves the spinner open forever")
  func hungBehindAlert() {
    let blocking = Design.plain.with { $0.purchasePage = .blocking }
    let run = simulate(blocking, [tap(1), tap(1, at: 60)], [offline])
    expectEqual(run.times(.blocked(transaction: 1, by: 0)), [89])
    expectEqual(run.times(.lostPatience), [119])
    expectEqual(run.flags(), [.blocked, .hung])
  }

  @Test("P3: goods that are missing after the notice delay lead to one reaction")
  func notices() {
    let run = simulate(.plain, [tap(1)], [offline], in: reacting([0, 1, 0, 0, 0], reactions: 1))
    expectEqual(run.times(.noticed(intent: 0)), [91])
    expectEqual(run.taps(of: 0), [21, 91])
    expectEqual(run.times(.tapped(intent: 0, isRepeated: true)), [91])
    let satisfied = simulate(.plain, in: reacting([0, 1, 0, 0, 0]))
    expectEqual(satisfied.count(.noticed(intent: 0)), 0)
    let passive = simulate(.plain, [tap(1)], [offline])
    expectEqual(passive.count(.noticed(intent: 0)), 0)
  }

  @Test("P3: under a spinner, checks for the goods are at least one second apart")
  func noticesUnderSpinner() {
    let noticing = reacting([0, 0, 1, 0, 0], reactions: 1).with { $0.behavior.noticeDelay = 0 }
    let outage = fault(.backendOutage(lasts: 20), at: .callback)
    let run = simulate(
      .recordKeeper.with { $0.retry.delays = [] }, [tap(1)], [outage], in: noticing)
    expectEqual(run.times(.spinnerClosed), [46.2])
    expectEqual(run.times(.noticed(intent: 0)), [47], "the charge was at 31")
    #expect(run.outcome.eventCount < 100)
  }

  @Test("P3: an intent has at most reactions reactions, for any number of charges")
  func reactionsEnd() {
    let run = simulate(.plain, [tap(1)], [offline], in: reacting([0, 1, 0, 0, 0]))
    expectEqual(run.times(.noticed(intent: 0)), [91, 151, 211])
    // An early finisher's retaps are charged again, and the goods of each are missed.
    let early = Design.naive.with { $0.retry.resumeOn = [] }
    let days = fault(.networkLoss(lasts: .seconds(100 * hour)), at: .callback)
    let charged = simulate(early, [tap(1)], [days], in: reacting([0, 1, 0, 0, 0], reactions: 2))
    expectEqual(charged.count(.noticed(intent: 0)), 2)
    expectEqual(charged.outcome.intents[0].chargeCount, 3)
  }

  @Test("P3: the reaction retap taps the same item again, for the same intent")
  func retap() {
    let run = simulate(.plain, [tap(1)], [offline], in: reacting([0, 1, 0, 0, 0]))
    expectEqual(run.outcome.intents.count, 1)
    #expect(run.flags().contains(.blocked))
  }

  @Test("P3: the reaction relaunch kills the app and opens it again")
  func relaunch() {
    let run = simulate(
      .plain, [tap(1)], [fault(.networkLoss(lasts: 10), at: .callback)],
      in: reacting([0, 0, 1, 0, 0]))
    expectEqual(run.times(.died).first, 91)
    expectEqual(run.times(.ready).prefix(2), [1, 152])
    expectEqual(run.statuses, [.recovered])
    expectEqual(run.deliveries, [121.65])
  }

  @Test("P3: the reaction reinstall deletes the app and installs it again")
  func reinstall() {
    let run = simulate(
      .nonBlocking.with {
        $0.records.place = .sandbox; $0.retry.delays = []
      }, [tap(1)],
      [fault(.networkLoss(lasts: 10), at: .callback)], in: reacting([0, 0, 0, 1, 0], reactions: 1))
    expectEqual(run.times(.reinstalled), [91])
    expectEqual(run.statuses, [.lost(.undelivered, .recordWiped)])
  }

  @Test("P3: the reaction nothing has no effect")
  func nothing() {
    let run = simulate(.plain, [tap(1)], [offline], in: reacting([0.999, 0, 0.001, 0, 0]))
    expectEqual(run.times(.noticed(intent: 0)).first, 91)
    expectEqual(run.taps(of: 0), [21])
    expectEqual(run.count(.died), 0)
  }

  @Test("P4: visits continue every gap until the horizon")
  func visits() {
    let run = simulate(.plain)
    expectEqual(run.times(.launched), (0...21).map { Double($0) * secondVisit })
    let background = Conditions.cases.with { $0.behavior.evictionProbability = .never }
    let kept = simulate(.plain, in: background)
    expectEqual(kept.times(.launched), [0])
    expectEqual(kept.times(.cameToFront), (1...21).map { Double($0) * secondVisit })
  }

  @Test("P4: a visit lasts dwell from its last tap")
  func dwell() {
    expectEqual(simulate(.plain).times(.left).first, 141)
    expectEqual(simulate(.plain, [tap(1), tap(2, 2, at: 300)]).times(.left).first, 441)
  }

  @Test("P4: a user does not leave while a spinner, a sheet or an interruption is open")
  func staysForSheet() {
    let slow = Conditions.cases.with { $0.behavior.sheet = 500 }
    expectEqual(simulate(.plain, in: slow).times(.left).first, 523.85, "with the goods")
    expectEqual(simulate(.plain, [tap(1, cancels: true)], in: slow).times(.left).first, 521)
    let interrupted = simulate(
      .plain, [tap(1)], [fault(.interruption(.error, resolves: 300), at: .sheet, after: 6)])
    expectEqual(interrupted.times(.completedInStore(transaction: 1)), [327])
    expectEqual(interrupted.times(.left).first, 329.85, "when the goods have come")
    let givenUp = simulate(
      .plain, [tap(1)],
      [fault(.interruption(.error, resolves: 300, completes: false), at: .sheet, after: 6)])
    expectEqual(givenUp.times(.left).first, 327)
    let patient = Conditions.cases.with { $0.behavior.patience = .constant(.seconds(hour)) }
    let spinner = simulate(
      .recordKeeper.with { $0.retry.delays = [60, 60, 60, 60] }, [tap(1)],
      [fault(.networkLoss(lasts: 200), at: .callback)], in: patient)
    expectEqual(spinner.times(.spinnerClosed), [272.1])
    expectEqual(spinner.times(.left).first, 272.1)
  }

  /// The dwell is over when the user pays.
  private let shortDwell = Conditions.cases.with { $0.behavior.dwell = 5 }

  @Test("P4: a user stays for waits after paying on a sheet, unless the goods arrive before")
  func waitsAfterPaying() {
    expectEqual(simulate(.plain, in: shortDwell).times(.left).first, 31.85, "with the goods")
    expectEqual(simulate(.plain, [tap(1)], [offline], in: shortDwell).times(.left).first, 39)
    let brief = shortDwell.with { $0.behavior.deliveryWait = 1 }
    expectEqual(simulate(.plain, in: brief).times(.left).first, 30)
    let none = shortDwell.with { $0.behavior.deliveryWait = 0 }
    expectEqual(simulate(.plain, in: none).times(.left).first, 29)
  }

  @Test("P4: a user stays for waits after completing an interruption, unless the goods arrive")
  func waitsAfterCompleting() {
    let interruption = fault(.interruption(.error, resolves: 300), at: .sheet, after: 6)
    let missing = simulate(.plain, [tap(1)], [interruption, offline])
    expectEqual(missing.times(.completedInStore(transaction: 1)), [327])
    expectEqual(missing.times(.left).first, 337)
    // A record in memory still exists at the callback.
    let records = simulate(.naive, [tap(1)], [interruption])
    expectEqual(records.times(.purchasedCalledBack(transaction: 1)), [329.2])
    expectEqual(records.statuses, [.delivered])
  }

  @Test("P4: a user who has paid twice waits for both goods, each for its own time")
  func waitsForBoth() {
    // Paid at 29 and 37; the second is missing.
    let second = fault(.networkLoss(lasts: .seconds(hour)), at: .callback, of: 2)
    let taps = [tap(1, 1), tap(2, 2, at: 1)]
    expectEqual(simulate(.plain, taps, [second], in: shortDwell).times(.left).first, 47)
    // The first is missing, and the user waits for it until 39; the second arrives at 39.85.
    let first = fault(.networkLoss(lasts: 5), at: .callback)
    expectEqual(simulate(.plain, taps, [first], in: shortDwell).times(.left).first, 39.85)
    // The second arrives at 39.85, and the user waits for the first until 59.
    let patient = shortDwell.with { $0.behavior.deliveryWait = 30 }
    expectEqual(simulate(.plain, taps, [first], in: patient).times(.left).first, 59)
  }

  @Test("P4: a user who has not paid, for any reason, does not wait for goods")
  func waitsForNothing() {
    let blocked = simulate(.plain, [tap(1), tap(1, at: 60)], [offline], in: shortDwell)
    expectEqual(blocked.times(.blocked(transaction: 1, by: 0)), [89])
    expectEqual(blocked.times(.left).first, 89)
    let asks = fault(.askToBuy(approves: true, answers: 50), at: .sheet)
    expectEqual(simulate(.plain, [tap(1)], [asks], in: shortDwell).times(.left).first, 29)
    expectEqual(simulate(.plain, [tap(1, cancels: true)], in: shortDwell).times(.left).first, 29)
    let linked = shortDwell.with { $0.store.confirmationNeedsNetwork = true }
    let down = fault(.networkLoss(lasts: .seconds(hour)), at: .tap)
    expectEqual(simulate(.plain, [tap(1)], [down], in: linked).times(.left).first, 29)
  }

  @Test("P4: the wait for goods is drawn like any delay")
  func waitsAreDrawn() {
    let drawn = shortDwell.with { $0.behavior.deliveryWait = .uniform(from: 1, to: 20) }
    let lefts = (0..<20).map { number in
      let script = Population.Script(
        intents: [Intent(item: 0, pays: true)],
        taps: [PlannedTap(intent: 0, visit: 0, after: 0, pays: true)], plan: [offline])
      return simulateToHorizon(.plain, person(script, number: UInt64(number), in: drawn), in: drawn)
        .times(.left)[0]
    }
    #expect(lefts.allSatisfy { $0 > 30 && $0 < 49 } && Set(lefts).count == 20)
  }

  @Test("P4: a relaunch after a death is not a visit and does not shift the visits")
  func relaunchIsNoVisit() {
    let run = simulate(.plain, [tap(1)], [fault(.crash(reopens: 60), at: .callback, after: 1)])
    expectEqual(run.times(.launched).prefix(3), [0, 92.2, secondVisit])
  }

  @Test("P4: a user who never returns stays away after the first death or visit")
  func neverReturns() {
    var user = person([tap(1)], [fault(.crash(reopens: 60), at: .charge, after: 0.1)])
    user.neverReturns = true
    let run = simulateToHorizon(.plain, user, in: .cases)
    expectEqual(run.times(.launched), [0])
    expectEqual(run.statuses, [.lost(.undelivered, .neverReopened)])
    user.plannedFaults = []
    expectEqual(simulateToHorizon(.plain, user, in: .cases).times(.launched), [0])
  }

  @Test("P4: a tap on a dead process waits for the next launch and browse")
  func tapWaits() {
    let run = simulate(
      .plain, [tap(1), tap(2, 2, at: 40)], [fault(.crash(reopens: 60), at: .callback, after: 1)])
    expectEqual(run.taps(of: 1), [113.2])
    expectEqual(run.statuses, [.delivered, .delivered])
  }

  @Test("P4: after a cancel, users can reconsider, for the same or another item of the product")
  func reconsiders() {
    let run = simulate(.plain, [tap(1, cancels: true)], in: reconsider)
    expectEqual(run.taps(of: 0), [21, 49])
    expectEqual(run.statuses, [.delivered])
    #expect(run.outcome.intents[0].wantsToPay)
  }

  @Test("P4: a user who reopens the app leaves after a dwell, even if the last visit has ended")
  func leavesAfterReopening() {
    // Dead at 59.5 s, opened again at 119.5 s, ready at 121.5 s; the first dwell ends at 120 s.
    let slow = Conditions.cases.with { $0.device.launch = 2 }
    let kill = fault(.appKill(reopens: 60), at: .tap, after: 37.5)
    let run = simulate(.plain, [tap(1)], [kill], in: slow)
    let opened = run.times(.launched)[1]
    expectEqual(run.times(.left)[0], opened + 120)
  }

  @Test("P4: an intent with two cancelled sheets is reconsidered once")
  func reconsidersOnce() {
    let run = simulate(
      .plain, [tap(1, cancels: true)], [fault(.doubleTap(gap: 0.2, pays: false), at: .tap)],
      in: reconsider)
    expectEqual(run.count(.cancelled(transaction: 0)) + run.count(.cancelled(transaction: 1)), 2)
    expectEqual(run.taps(of: 0).count, 3, "the two taps, and one after thinking again")
    expectEqual(run.outcome.charges.count, 1)
  }

  @Test("P4: a user who has paid does not reconsider after cancelling a second sheet")
  func paidIsNotReconsidered() {
    let run = simulate(
      .orderCarrier, [tap(1)], [fault(.doubleTap(gap: 0.2, pays: false), at: .tap)], in: reconsider)
    expectEqual(run.taps(of: 0).count, 2)
    expectEqual(run.outcome.charges.count, 1)
  }

  @Test("P4: a reconsidered purchase of another item is an intent with its own faults")
  func reconsideredHasFaults() throws {
    var conditions = Conditions.many
    conditions.behavior.cancelProbability = .always
    conditions.behavior.retapProbability = .always
    var population = Population(conditions: conditions)
    population.faults = [
      FaultDeclaration(
        kind: .crash, probability: .always, at: .charge, after: 0,
        parameters: FaultParameters(reopens: 60))
    ]
    var simulator = Simulator(conditions: conditions)
    var (outcome, others) = (UserOutcome(), 0)
    for number in 0..<50 {
      var user = VirtualUser(number: 0, draws: KeyedDraws(seed: 1, user: 0))
      population.draw(UInt64(number), seed: 1, into: &user)
      try simulator.simulate(.recordKeeper, of: user, into: &outcome)
      #expect(outcome.charges.count == 1 && outcome.occurredFaults == 1, "user \(number)")
      others += outcome.intents.count - 1
    }
    #expect(others > 10 && others < 40, "about half want the other item")
  }

  @Test("P4: an intent that failed starts again for the account of its next tap")
  func reconsidersUnderAnotherAccount() {
    let switched = fault(.accountSwitch(returns: nil), at: .sheet, after: 10)
    let run = simulate(.recordKeeper, [tap(1, cancels: true)], [switched], in: reconsider)
    expectEqual(run.statuses, [.delivered])
    // A purchase in progress keeps the account of its first tap.
    let paying = fault(.accountSwitch(returns: nil), at: .sheet, after: 1)
    let twice = simulate(.naive, [tap(1), tap(1, at: 5)], [paying], in: reconsider)
    expectEqual(twice.statuses.first, .lost(.misdelivered, .wrongAccount))
  }
}
