import EventEngine
import PurchaseWorld
import Testing
import TestSupport

/// The service that connects the app to Play (G12).
@Suite struct ServiceRuleTests {
  private let plain = Design.plain.on(.playBilling)
  private let never = Design.plain.on(.playBilling).with { $0.reconnect = .never }
  private let crash = fault(.crash(reopens: 60), at: .charge, after: 0.1)

  private func lost(_ lasts: Delay, at anchor: Anchor, after: Delay = 0) -> PlannedFault {
    fault(.serviceDisconnect(lasts: lasts), at: anchor, after: after)
  }

  @Test("G1, G12: without the service, a flow fails with error at once and shows no sheet")
  func flowFails() {
    let life = play(plain.blocking, [tap(1), tap(2, at: 20)], [lost(10, at: .tap)])
    expectEqual(life.times(.failedCalledBack(transaction: 0, .error)), [21])
    expectEqual(life.count(.sheetShown(transaction: 0)), 0)
    expectEqual(life.times(.spinnerClosed).first, 21)
    expectEqual(life.times(.sheetShown(transaction: 1)), [41], "the service is there again")
    expectEqual(life.outcome.intents.map(\.isLostSale), [true, false])
  }

  @Test("G1: the service is needed when the sheet appears, and not at its confirmation")
  func confirmationNeedsNoService() {
    let life = play(plain, [tap(1)], [lost(9, at: .sheet, after: 1)])
    expectEqual(life.times(.serviceLost), [22])
    expectEqual(life.times(.charged(transaction: 0)), [31])
    expectEqual(life.heard(0), ["31.2 result"], "there again at 31")
  }

  @Test("G12, fault serviceDisconnect: no live call is made; reconnect auto queries afterwards")
  func reconnects() {
    let life = play(plain, [tap(1)], [lost(60, at: .sheet, after: 1)])
    expectEqual(life.times(.serviceUp), [82])
    expectEqual(life.heard(0), ["82.0 reconnectQuery"])
    expectEqual(life.fates, [.delivered])
  }

  @Test("G12, reconnect never: the process stays without the service until the next launch")
  func neverReconnects() {
    let life = play(never, [tap(1), tap(2, 2, at: 100)], [lost(60, at: .sheet, after: 1)])
    expectEqual(life.times(.failedCalledBack(transaction: 1, .error)), [121])
    expectEqual(life.heard(0), ["28801.0 launchQuery"])
    expectEqual(life.fates, [.recovered])
  }

  @Test("G12, reconnect never: a process launched during the loss has no service either")
  func launchedWithout() {
    // Launched at 91.1, the service is back at 101 or at 91.5, before the process is ready.
    for lasts in [70, 60.5] as [Delay] {
      let taps = [tap(1), tap(2, 2, at: 20)]
      let life = play(never, taps, [crash, lost(lasts, at: .charge)])
      expectEqual(life.times(.failedCalledBack(transaction: 1, .error)), [112.1])
      expectEqual(life.heard(0), ["28801.0 launchQuery"])
    }
    let auto = play(plain, [tap(1), tap(2, 2, at: 20)], [crash, lost(70, at: .charge)])
    expectEqual(auto.heard(0), ["101.0 reconnectQuery"])
    expectEqual(auto.times(.sheetShown(transaction: 1)), [112.1])
  }

  @Test("G12, reconnect never: a process launched after the loss has the service")
  func launchedAfter() {
    let life = play(never, [tap(1)], [crash, lost(50, at: .charge)])
    expectEqual(life.heard(0), ["92.1 launchQuery"])
  }

  @Test("G12: a callback in progress is not revoked, and its consumption fails")
  func callbackStays() {
    let life = play(plain, [tap(1)], [lost(600, at: .callback)])
    expectEqual(life.heard(0).first, "31.2 result")
    expectEqual(life.times(.answered(.verify, .delivered, transaction: 0)), [32.1])
    expectEqual(life.times(.consumptionFailed(transaction: 0)), [32.1])
    expectEqual(life.fates, [.delivered])
  }

  @Test("G12: queries return nothing at an attachment, at a return, and when a sheet closes")
  func queriesGiveNothing() {
    let asks = plain.with { $0.sources = [.result, .launchQuery, .resumeQuery] }
    let attachment = play(asks, [tap(1)], [crash, lost(.seconds(9 * hour), at: .charge)])
    expectEqual(attachment.heard(0), ["57601.0 launchQuery"])
    let sheet = play(asks, [tap(1)], [lost(60, at: .sheet, after: 1)])
    expectEqual(sheet.heard(0), ["82.0 reconnectQuery"])
    let back = play(
      asks, [tap(1)], [lost(.seconds(9 * hour), at: .sheet, after: 1)], in: .background)
    expectEqual(back.heard(0).first, "57600.0 reconnectQuery")
  }

  @Test("G12: a return to the front starts a query if the service has come back")
  func backInBackground() {
    let life = play(plain, [tap(1)], [lost(600, at: .sheet, after: 1)], in: .background)
    expectEqual(life.heard(0), ["28800.0 reconnectQuery"])
  }

  @Test("G12: the return of the service starts a query only in an attached client with a query")
  func whoAsks() {
    let listens = plain.with { $0.sources = [.result, .updates] }
    expectEqual(play(listens, [tap(1)], [lost(60, at: .sheet, after: 1)]).heard(0), [])
    // Ready again at 92.1, it has not been tapped.
    let late = plain.with { $0.observer = .purchase }
    expectEqual(play(late, [tap(1)], [crash, lost(70, at: .charge)]).heard(0), [])
  }

  @Test("G12: the later end of two losses applies")
  func overlapping() {
    let life = play(
      plain, [tap(1)], [lost(60, at: .sheet, after: 1), lost(60, at: .sheet, after: 30)])
    expectEqual(life.times(.serviceUp), [111])
    expectEqual(life.heard(0), ["111.0 reconnectQuery"])
    let within = play(
      plain, [tap(1)], [lost(60, at: .sheet, after: 1), lost(5, at: .sheet, after: 30)])
    expectEqual(within.times(.serviceUp), [82])
  }

  @Test("G12, G3: a purchase completed outside the app without the service is not called back")
  func outsideWithout() {
    let asked = fault(.askToBuy(approves: true, answers: 60), at: .sheet)
    let life = play(
      plain.with { $0.sources = [.result, .updates] }, [tap(1)], [asked, lost(10, at: .charge)])
    expectEqual(life.heard(0), [])
    expectEqual(life.fates, [.takenBack(.lost(.undelivered, .observerMissing))])
  }

  @Test("G12: the backend does not need the service of the app")
  func backendNeedsNone() {
    let server = plain.with { $0.server.completes = .consume }
    let life = play(server, [tap(1)], [lost(600, at: .callback)])
    expectEqual(life.times(.consumedByServer(transaction: 0)), [31.85])
    expectEqual(life.count(.consumptionFailed(transaction: 0)), 0)
  }

  @Test("fault serviceDisconnect: other stores have no service to lose")
  func otherStores() {
    for store in [Design.StoreKind.storeKit1, .storeKit2] {
      let life = play(Design.plain.on(store), [tap(1)], [lost(600, at: .tap)])
      expectEqual(life.outcome.struck, 0)
      expectEqual(life.fates, [.delivered])
    }
  }
}
