import EventEngine
import PurchaseWorld
import TestSupport
import Testing

/// Guests with a client that requires the login at the tap, before it buys (C10).
@Suite struct RequiredLoginRuleTests {
  /// Every user is a guest.
  private let guests = Conditions.cases.with { $0.behavior.guestShare = .always }

  private func goods(account: AccountID) -> Trace.Occurrence {
    .goodsDelivered(transaction: 0, item: 0, account: account)
  }

  private func login(_ account: AccountID) -> Trace.Occurrence {
    .accountSwitched(account: account)
  }

  @Test("C10: with requireLogin, a guest's tap continues after the login")
  func requireLogin() {
    let run = simulate(.recordKeeper, in: guests)
    expectEqual(run.taps(of: 0), [21])
    expectEqual(run.times(.loginAsked), [21])
    expectEqual(run.times(login(0)), [31])
    expectEqual(run.times(.spinnerOpened), [31])
    expectEqual(run.times(.sheetShown(transaction: 0)), [31])
    expectEqual(run.count(.movedFromDevice(account: 0)), 0)
    expectEqual(run.count(goods(account: 0)), 1)
    expectEqual(run.statuses, [.delivered])
    expectEqual(run.deliveries, [0.85])
    expectEqual(run.outcome.log.count(.purchaseClick), 1)
  }

  @Test("C10: with requireLogin, C1 is applied after the login")
  func judgedAfterLogin() {
    // The second tap occurs during the login; after the login the spinner of the first is open.
    let run = simulate(.recordKeeper, [tap(1), tap(1, at: 5)], in: guests)
    expectEqual(run.taps(of: 0), [21, 26])
    expectEqual(run.times(.loginAsked), [21])
    expectEqual(run.times(.tapIgnored), [31])
    expectEqual(run.statuses, [.delivered])
    // An observer that the tap attaches is attached when the tap continues.
    expectEqual(simulate(.naive, in: guests).times(.attached).first, 31)
  }

  @Test("C10: with requireLogin, a tap whose process dies waits for the next launch")
  func requireLoginDeath() {
    let crash = fault(.crash(reopens: 60), at: .tap, after: 3)
    let run = simulate(.recordKeeper, [tap(1)], [crash], in: guests)
    expectEqual(run.taps(of: 0), [21, 105])
    expectEqual(run.times(.loginAsked), [21, 105])
    expectEqual(run.times(login(0)), [115])
    expectEqual(run.statuses, [.delivered])
    var user = person([tap(1)], [crash], in: guests)
    user.neverReturns = true
    let gone = simulateToHorizon(.recordKeeper, user, in: guests).outcome
    #expect(gone.charges.isEmpty)
    expectEqual(gone.intents.map(\.wantsToPay), [true], "a lost sale")
  }

  @Test("C10: with requireLogin, the user stays until the tap has continued")
  func requireLoginStays() {
    let run = simulate(.recordKeeper, in: guests.with { $0.behavior.login = 500 })
    expectEqual(run.times(login(0)), [521])
    expectEqual(run.times(.left).first, 641)
    expectEqual(run.statuses, [.delivered])
  }

  @Test("C10: with requireLogin, accountSwitch is a login, and the tap continues for its account")
  func requireLoginSwitch() {
    let run = simulate(
      .recordKeeper, [tap(1)], [fault(.accountSwitch(returns: nil), at: .tap, after: 3)], in: guests
    )
    expectEqual(run.times(login(1)), [24])
    expectEqual(run.times(.sheetShown(transaction: 0)), [24])
    expectEqual(run.count(.loggedIn), 0, "the login that was asked for is not needed any more")
    expectEqual(run.count(goods(account: 1)), 1)
    expectEqual(run.statuses, [.delivered])
  }
}
