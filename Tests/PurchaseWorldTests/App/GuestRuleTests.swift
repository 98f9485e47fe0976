import EventEngine
import PurchaseWorld
import TestSupport
import Testing

/// Users who buy before they log in (C10).
@Suite struct GuestRuleTests {
  /// Every user is a guest, who logs in a minute after the first charge at 31, at 91.
  private let guests = Conditions.cases.with { $0.behavior.guestShare = .always }

  /// Records in the keychain, under the account of the device (`zero-loss-guest`).
  private let keeper = Design.recordKeeper.with { $0.guest = .deviceAccount }

  /// The same without spinner, refusals and tries at once.
  private let nonBlocking = Design.nonBlocking.with {
    $0.guest = .deviceAccount
    $0.retry.delays = []
  }

  private func guests(logInAfter delay: Delay) -> Conditions {
    guests.with { $0.behavior.guestLogin = .constant(delay) }
  }

  private func goods(account: AccountID) -> Trace.Occurrence {
    .goodsDelivered(transaction: 0, item: 0, account: account)
  }

  private func login(_ account: AccountID) -> Trace.Occurrence {
    .accountSwitched(account: account)
  }

  // The account of the device.

  @Test("C10: a guest's purchase waits for the login, and its first try then delivers it")
  func loginDelivers() {
    let run = simulate(keeper, in: guests)
    expectEqual(run.times(.purchasedCalledBack(transaction: 0)), [31.2])
    expectEqual(run.times(.waitsForGuest(transaction: 0)), [31.2])
    expectEqual(run.times(.spinnerClosed), [31.2], "the user need not wait for the login")
    expectEqual(run.times(login(0)), [91])
    expectEqual(run.times(.movedFromDevice(account: 0)), [91])
    expectEqual(run.times(.sent(.verify, transaction: 0)), [91])
    expectEqual(run.times(goods(account: 0)), [91.65])
    expectEqual(run.statuses, [.delivered], "the first verification, in the process of the tap")
    expectEqual(run.deliveries, [60.65])
  }

  @Test("C10: users who are not guests never wait for a login")
  func noGuest() {
    let run = simulate(keeper)
    expectEqual(run.count(login(0)), 0)
    expectEqual(run.deliveries, [0.85])
  }

  @Test("C10: a guest outside the app at the time of the login logs in at the next visit")
  func loginAtNextVisit() {
    let run = simulate(keeper, in: guests(logInAfter: .seconds(10 * hour)))
    expectEqual(run.times(login(0)), [2 * secondVisit + 1])
    expectEqual(run.times(.sent(.verify, transaction: 0)), [2 * secondVisit + 1])
    expectEqual(run.statuses, [.recovered])
    let inBackground = guests(logInAfter: .seconds(10 * hour)).with {
      $0.behavior.evictionProbability = .never
    }
    let kept = simulate(keeper, in: inBackground)
    expectEqual(kept.times(login(0)), [2 * secondVisit])
    expectEqual(kept.statuses, [.delivered])
  }

  @Test("C10: a guest logs in once, after the first charge")
  func loginOnce() {
    let run = simulate(keeper, [tap(1), tap(2, 2, at: 40)], in: guests)
    expectEqual(run.times(login(0)), [91])
    expectEqual(run.times(.sent(.verify, transaction: 0)), [91])
    expectEqual(run.times(.sent(.verify, transaction: 1)), [91])
    expectEqual(run.statuses, [.delivered, .delivered])
    expectEqual(simulate(keeper, [tap(1, cancels: true)], in: guests).count(login(0)), 0)
  }

  @Test("C10: a waiting record is resumed when the guest taps again, and continues to wait")
  func resumes() {
    let run = simulate(keeper, [tap(1), tap(1, at: 30)], in: guests)
    expectEqual(run.times(.deliveryResumed), [51])
    expectEqual(run.times(.waitsForGuest(transaction: 0)), [31.2, 51])
    expectEqual(run.times(.spinnerClosed), [31.2, 51])
    expectEqual(run.times(.sent(.verify, transaction: 0)), [91])
    expectEqual(run.statuses, [.delivered])
  }

  @Test("C10: a record that waits for the login survives the death of the process")
  func death() {
    let run = simulate(
      keeper, [tap(1)], [fault(.crash(reopens: 60), at: .callback, after: 10)], in: guests)
    expectEqual(run.times(.waitsForGuest(transaction: 0)), [31.2, 102.2])
    expectEqual(run.times(login(0)), [102.2], "the app was dead at 91")
    expectEqual(run.times(.sent(.verify, transaction: 0)), [102.2])
    expectEqual(run.statuses, [.recovered])
  }

  @Test("C10: a guest's records survive a reinstallation only in the keychain")
  func reinstall() {
    func statuses(_ place: RecordRules.Place) -> [ChargeStatus] {
      simulate(
        nonBlocking.with { $0.records.place = place }, [tap(1)],
        [fault(.reinstall(reopens: 60), at: .callback, after: 10)], in: guests
      ).statuses
    }
    expectEqual(statuses(.keychain), [.recovered])
    expectEqual(statuses(.sandbox), [.lost(.undelivered, .recordWiped)])
    expectEqual(statuses(.memory), [.lost(.undelivered, .recordDied)])
  }

  @Test("C10: a guest who does not log in by the horizon loses the order: waitingForAccount")
  func neverLogsIn() {
    let never = guests(logInAfter: .seconds(30 * 24 * hour))
    expectEqual(simulate(keeper, in: never).statuses, [.lost(.undelivered, .waitingForAccount)])
    var user = person([tap(1)], [], in: guests(logInAfter: .seconds(hour)))
    user.neverReturns = true
    let gone = simulateToHorizon(keeper, user, in: guests(logInAfter: .seconds(hour)))
    expectEqual(gone.statuses, [.lost(.undelivered, .waitingForAccount)])
  }

  @Test("C10: an early finisher's record is tried at the login, even without another trigger")
  func earlyFinish() {
    let early = nonBlocking.with {
      $0.finish = .onCallback
      $0.binding.otherAccount = .deliver
      $0.retry.resumeOn = []
    }
    let crash = fault(.crash(reopens: 60), at: .callback, after: 10)
    let run = simulate(early, [tap(1)], [crash], in: guests)
    expectEqual(run.times(.sent(.verify, transaction: 0)), [102.2])
    expectEqual(run.count(.dropped(transaction: 0, .finishedEarly)), 0)
    expectEqual(run.statuses, [.recovered])
    let never = simulate(early, [tap(1)], [crash], in: guests(logInAfter: .seconds(30 * 24 * hour)))
    expectEqual(never.statuses, [.lost(.undelivered, .waitingForAccount)])
    let inMemory = early.with { $0.records.place = .memory }
    expectEqual(
      simulate(inMemory, [tap(1)], [crash], in: guests).statuses,
      [.lost(.undelivered, .recordDied)])
  }

  // What moves at the login.

  private let orderFirst = Design.orderCarrier.with { $0.guest = .deviceAccount }

  @Test("C10: a guest's order is made for the device, without a token, and moves at the login")
  func orderMoves() {
    let expired = fault(.tokenExpiry(lasts: 60), at: .tap)
    let run = simulate(orderFirst, [tap(1)], [expired], in: guests)
    expectEqual(run.times(.orderCreated(item: 0)), [21.15])
    expectEqual(run.count(.loginAsked), 0)
    expectEqual(run.times(goods(account: 0)), [91.95])
    expectEqual(run.statuses, [.delivered])
    expectEqual(simulate(orderFirst, [tap(1)], [expired]).count(.loginAsked), 1)
  }

  @Test("C10: an order request in flight at the login is for the account that logged in")
  func requestMoves() {
    let slow = guests.with { $0.backend.order = 10 }
    let early = [fault(.accountSwitch(returns: nil), at: .tap, after: 2)]
    let run = simulate(orderFirst, [tap(1)], early, in: slow)
    expectEqual(run.times(login(1)), [23])
    expectEqual(run.times(.orderCreated(item: 0)), [26])
    expectEqual(run.times(.sheetShown(transaction: 0)), [31])
    expectEqual(run.count(goods(account: 1)), 1)
    expectEqual(run.statuses, [.delivered])
    // Data that the client keeps in memory and passes to the store afterwards moves as well.
    let ordered = accountCarrier.with { $0.timing = .orderFirst }
    expectEqual(simulate(ordered, [tap(1)], early, in: slow).statuses, [.delivered])
  }

  /// The account travels with the payment.
  private let accountCarrier = Design.plain.with {
    $0.payload = .account
    $0.binding.accountSources = [.payload]
    $0.binding.otherAccount = .wait
    $0.guest = .deviceAccount
  }

  @Test("C10: a payload that names the device is read as the account that logged in")
  func payloadMoves() {
    expectEqual(simulate(accountCarrier, in: guests).statuses, [.delivered])
    let dead = simulate(
      accountCarrier, [tap(1)], [fault(.crash(reopens: 60), at: .callback, after: 10)], in: guests)
    expectEqual(dead.count(goods(account: 0)), 1)
    expectEqual(dead.statuses, [.recovered])
    // The second purchase is completed in the store after the login, with its first payload.
    let late = simulate(
      accountCarrier, [tap(1), tap(2, 2, at: 20)],
      [fault(.interruption(.error, resolves: 80, dropsPayload: false), at: .sheet, of: 2)],
      in: guests)
    expectEqual(late.times(.completedInStore(transaction: 2)), [121])
    expectEqual(late.statuses, [.delivered, .delivered])
  }

  @Test("C10: the account of the session is the device until the login, and then the account")
  func sessionMoves() {
    let run = simulate(Design.plain.with { $0.guest = .deviceAccount }, in: guests)
    expectEqual(run.times(goods(account: 0)), [91.65])
    expectEqual(run.statuses, [.delivered])
  }

  @Test("C10: moved records wait for their account when another account logs in later")
  func anotherAccountLater() {
    // Down until 131, so that the tries at the login fail; then B logs in, for good or for a while.
    func run(returns: Delay?) -> TracedOutcome {
      simulate(
        nonBlocking, [tap(1)],
        [
          fault(.networkLoss(lasts: 100), at: .callback),
          fault(.accountSwitch(returns: returns), at: .callback, after: 80),
        ], in: guests)
    }
    let left = run(returns: nil)
    expectEqual(left.times(login(0)), [91])
    expectEqual(left.times(login(1)), [111.2])
    expectEqual(left.times(.waitsForAccount(transaction: 0)).first, secondVisit + 1)
    expectEqual(left.statuses, [.lost(.undelivered, .waitingForAccount)])
    let back = run(returns: .seconds(hour))
    expectEqual(back.times(login(0)), [91, 111.2 + 3_600])
    expectEqual(back.statuses, [.recovered])
  }

  @Test("C10: a new device has another identifier, and data with the old one stays with it")
  func newDevice() {
    let moves = [fault(.newDevice(reopens: 60), at: .callback, after: 10)]
    let order = simulate(orderFirst, [tap(1)], moves, in: guests)
    expectEqual(order.statuses, [.lost(.misdelivered, .wrongAccount)])
    expectEqual(order.count(goods(account: .device)), 1)
    let payload = simulate(accountCarrier, [tap(1)], moves, in: guests)
    expectEqual(payload.statuses, [.lost(.undelivered, .waitingForAccount)])
    let session = simulate(
      Design.plain.with { $0.guest = .deviceAccount }, [tap(1)], moves, in: guests)
    expectEqual(session.statuses, [.recovered])
  }

  @Test("C10, B8: a notification about a guest's charge delivers to the device")
  func notified() {
    let withNotifications = orderFirst.with { $0.backend.receivesNotifications = true }
    let run = simulate(withNotifications, in: guests)
    expectEqual(run.times(goods(account: .device)), [41.3])
    expectEqual(run.statuses, [.recovered])
    expectEqual(run.count(.answered(.verify, .duplicate, transaction: 0)), 1)
    // The account of the old device does not help on a new device.
    let moves = fault(.newDevice(reopens: 60), at: .callback, after: 5)
    let moved = simulate(withNotifications, [tap(1)], [moves], in: guests)
    expectEqual(moved.statuses, [.lost(.misdelivered, .wrongAccount)])
  }

  @Test("C10, B9: the backend's customer is the device, and from the login on the account")
  func reconciled() {
    // The second purchase is called back without a payload, so only the customer gives its account.
    // The link is down, so that no receipt gives it again.
    let fetches = orderFirst.with {
      $0.backend.receivesNotifications = true
      $0.backend.reconciliation = .seconds(hour)
    }
    let run = simulate(
      fetches, [tap(1), tap(2, 2, at: 5)],
      [
        fault(.networkLoss(lasts: .seconds(5 * hour)), at: .callback),
        fault(.interruption(.error, resolves: 30), at: .sheet, of: 2),
      ], in: guests)
    expectEqual(run.count(.goodsDelivered(transaction: 2, item: 1, account: 0)), 1)
    expectEqual(run.statuses, [.recovered, .recovered])
  }

  @Test("C10, C9: a collected purchase of a guest is claimed after the login")
  func claimed() {
    let collects = nonBlocking.with {
      $0.binding.itemSources = []
      $0.binding.unbound = .collect
    }
    let claims = guests(logInAfter: 100).with {
      $0.behavior.recoveryPageProbability = .always
      $0.behavior.noticeDelay = 60
      $0.behavior.dwell = 300
    }
    let run = simulate(collects, in: claims)
    // The login is at 131 s, and the user browses for 20 s.
    expectEqual(run.times(.retriedByHand(intent: 0)), [151])
    expectEqual(run.times(.sent(.verify, transaction: 0)), [151])
    expectEqual(run.statuses, [.rescued])
  }

  // Other accounts.

  @Test("C10: accountSwitch makes a guest log in as another account, to which everything moves")
  func switchIsLogin() {
    let run = simulate(
      keeper, [tap(1)], [fault(.accountSwitch(returns: 60), at: .callback, after: 10)],
      in: guests.with { $0.behavior.accountCount = 3 })
    expectEqual(run.times(login(1)), [41.2])
    expectEqual(run.times(login(0)), [101.2], "the login planned for 91 is not needed any more")
    expectEqual(run.times(.movedFromDevice(account: 1)), [41.2])
    expectEqual(run.times(goods(account: 1)), [41.85])
    expectEqual(run.statuses, [.delivered], "the intent is of the account that logged in first")
  }

  @Test("C10: accountSwitch on a closed app is a login that the next process finds")
  func switchWhileAway() {
    let run = simulate(
      keeper, [tap(1)], [fault(.accountSwitch(returns: nil), at: .callback, after: 200)],
      in: guests(logInAfter: 300))
    expectEqual(run.times(login(1)), [231.2])
    expectEqual(run.count(login(0)), 0)
    expectEqual(run.count(goods(account: 1)), 1)
    expectEqual(run.statuses, [.recovered])
  }

  // The observer.

  @Test("C10: with observer login, a guest has no observer until the login")
  func observerLogin() {
    let run = simulate(nonBlocking.with { $0.observer = .login }, in: guests)
    expectEqual(run.times(.attached).first, 91)
    expectEqual(run.purchased(at: 91), [0])
    expectEqual(run.times(.sent(.verify, transaction: 0)), [91])
    expectEqual(run.statuses, [.delivered])
    let never = simulate(
      nonBlocking.with { $0.observer = .login }, in: guests(logInAfter: .seconds(30 * 24 * hour)))
    expectEqual(never.count(.attached), 0)
    expectEqual(never.statuses, [.lost(.undelivered, .observerMissing)])
  }

  // The share of guests.

  @Test("C10: guests is the fraction of users who are guests, drawn once per user")
  func share() {
    func count(_ guests: Probability) -> Int {
      let population = Population(conditions: .cases.with { $0.behavior.guestShare = guests })
      var user = VirtualUser(number: 0, draws: KeyedDraws(seed: 1, user: 0))
      return (UInt64(0)..<10_000).count {
        population.draw($0, seed: 1, into: &user)
        return user.isGuest
      }
    }
    expectEqual(count(.never), 0)
    expectEqual(count(.always), 10_000)
    #expect(abs(count(Probability(0.3)) - 3_000) < 200)
  }

  @Test("C10, P3: a guest does not miss goods that arrive with the login")
  func noticesAfterLogin() {
    let waiting = Conditions.cases.with {
      $0.behavior.guestShare = .always
      $0.behavior.guestLogin = 3_600
      $0.behavior.reactions.shares = [0, 0, 0, 0, 1]
      $0.behavior.supportResolutionProbability = .always
      $0.behavior.supportAfter = 0
    }
    let open = Design.nonBlocking.with { $0.guest = .deviceAccount }
    expectEqual(simulate(open, in: waiting).statuses, [.recovered])
    // Goods that do not arrive with the login are missed afterwards.
    let lost = open.with { $0.records.place = .sandbox }
    let reinstalls = [fault(.reinstall(reopens: 60), at: .callback, after: 60)]
    let run = simulate(lost, [tap(1)], reinstalls, in: waiting)
    expectEqual(run.statuses, [.rescued])
    expectEqual(run.outcome.log.count(.supportTicket), 1)
  }
}
