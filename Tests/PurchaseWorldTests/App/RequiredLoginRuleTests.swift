import EventEngine
import Testing
import TestSupport

import PurchaseWorld

/// Guests with a client that requires the login at the tap, before it buys (C10).
@Suite struct RequiredLoginRuleTests {
  /// Every user is a guest.
  private let guests = Conditions.cases.with { $0.behavior.guests = .always }

  private func goods(account: AccountID) -> Trace.Moment {
    .goodsDelivered(transaction: 0, item: 0, account: account)
  }

  private func login(_ account: AccountID) -> Trace.Moment { .accountSwitched(account: account) }

  @Test("C10: with requireLogin, a guest's tap continues after the login")
  func requireLogin() {
    let life = play(.recordKeeper, in: guests)
    expectEqual(life.times(.tapped(intent: 0)), [21])
    expectEqual(life.times(.loginAsked), [21])
    expectEqual(life.times(login(0)), [31])
    expectEqual(life.times(.spinnerOpened), [31])
    expectEqual(life.times(.sheetShown(transaction: 0)), [31])
    expectEqual(life.count(.movedFromDevice(account: 0)), 0)
    expectEqual(life.count(goods(account: 0)), 1)
    expectEqual(life.fates, [.delivered])
    expectEqual(life.deliveries, [0.85])
    expectEqual(life.outcome.log.count(.purchaseClick), 1)
  }

  @Test("C10: with requireLogin, C1 is applied after the login")
  func judgedAfterLogin() {
    // The second tap occurs during the login; after the login the spinner of the first is open.
    let life = play(.recordKeeper, [tap(1), tap(1, at: 5)], in: guests)
    expectEqual(life.times(.tapped(intent: 0)), [21, 26])
    expectEqual(life.times(.loginAsked), [21])
    expectEqual(life.times(.tapIgnored), [31])
    expectEqual(life.fates, [.delivered])
    // An observer that the tap attaches is attached when the tap goes on.
    expectEqual(play(.naive, in: guests).times(.attached).first, 31)
  }

  @Test("C10: with requireLogin, a tap whose process dies waits for the next launch")
  func requireLoginDeath() {
    let crash = fault(.crash(reopens: 60), at: .tap, after: 3)
    let life = play(.recordKeeper, [tap(1)], [crash], in: guests)
    expectEqual(life.times(.tapped(intent: 0)), [21, 105])
    expectEqual(life.times(.loginAsked), [21, 105])
    expectEqual(life.times(login(0)), [115])
    expectEqual(life.fates, [.delivered])
    var user = person([tap(1)], [crash], in: guests)
    user.neverReturns = true
    let gone = playToHorizon(.recordKeeper, user, in: guests).outcome
    #expect(gone.charges.isEmpty)
    expectEqual(gone.intents.map(\.wantsToPay), [true], "a lost sale")
  }

  @Test("C10: with requireLogin, the user stays until the tap has continued")
  func requireLoginStays() {
    let life = play(.recordKeeper, in: guests.with { $0.behavior.login = 500 })
    expectEqual(life.times(login(0)), [521])
    expectEqual(life.times(.left).first, 641)
    expectEqual(life.fates, [.delivered])
  }

  @Test("C10: with requireLogin, accountSwitch is a login, and the tap continues for its account")
  func requireLoginSwitch() {
    let life = play(
      .recordKeeper, [tap(1)], [fault(.accountSwitch(returns: nil), at: .tap, after: 3)], in: guests
    )
    expectEqual(life.times(login(1)), [24])
    expectEqual(life.times(.sheetShown(transaction: 0)), [24])
    expectEqual(life.count(.loggedIn), 0, "the login that was asked for is not needed any more")
    expectEqual(life.count(goods(account: 1)), 1)
    expectEqual(life.fates, [.delivered])
  }
}
