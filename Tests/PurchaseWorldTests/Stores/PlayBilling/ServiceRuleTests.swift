import EventEngine
import PurchaseWorld
import Testing
import TestSupport

/// The service through which the app talks to Play (G12).
@Suite struct ServiceRuleTests {
  private let plain = Design.plain.on(.playBilling)
  private let never = Design.plain.on(.playBilling).with { $0.reconnect = .never }
  private let crash = fault(.crash(reopens: 60), at: .charge, after: 0.1)

  private func lost(_ lasts: Delay, at anchor: Anchor, after: Delay = 0) -> PlannedFault {
    fault(.serviceDisconnect(lasts: lasts), at: anchor, after: after)
  }

  @Test("G1, G12: without the service a flow fails with error at once, and shows no sheet")
  func flowFails() {
    let life = play(plain.blocking, [tap(1), tap(2, at: 20)], [lost(10, at: .tap)])
    #expect(equal(life.times(.failedCalledBack(transaction: 0, .error)), [21]))
    #expect(equal(life.count(.sheetShown(transaction: 0)), 0))
    #expect(equal(life.times(.spinnerClosed).first, 21))
    #expect(equal(life.times(.sheetShown(transaction: 1)), [41]), "the service is there again")
    #expect(equal(life.outcome.intents.map(\.isLostSale), [true, false]))
  }

  @Test("G1: the service is asked when the sheet would appear, not at its confirmation")
  func confirmationNeedsNoService() {
    let life = play(plain, [tap(1)], [lost(9, at: .sheet, after: 1)])
    #expect(equal(life.times(.serviceLost), [22]))
    #expect(equal(life.times(.charged(transaction: 0)), [31]))
    #expect(equal(life.heard(0), ["31.2 result"]), "there again at 31")
  }

  @Test("G12, fault serviceDisconnect: no live call is made; reconnect auto asks when it is back")
  func reconnects() {
    let life = play(plain, [tap(1)], [lost(60, at: .sheet, after: 1)])
    #expect(equal(life.times(.serviceUp), [82]))
    #expect(equal(life.heard(0), ["82.0 reconnectQuery"]))
    #expect(equal(life.fates, [.delivered]))
  }

  @Test("G12, reconnect never: the process stays without the service until the next launch")
  func neverReconnects() {
    let life = play(never, [tap(1), tap(2, 2, at: 100)], [lost(60, at: .sheet, after: 1)])
    #expect(equal(life.times(.failedCalledBack(transaction: 1, .error)), [121]))
    #expect(equal(life.heard(0), ["28801.0 launchQuery"]))
    #expect(equal(life.fates, [.recovered]))
  }

  @Test("G12, reconnect never: so does a process that is launched while the service is out")
  func launchedWithout() {
    // Launched at 91.1, the service is back at 101 or at 91.5, before the process is ready.
    for lasts in [70, 60.5] as [Delay] {
      let taps = [tap(1), tap(2, 2, at: 20)]
      let life = play(never, taps, [crash, lost(lasts, at: .charge)])
      #expect(equal(life.times(.failedCalledBack(transaction: 1, .error)), [112.1]))
      #expect(equal(life.heard(0), ["28801.0 launchQuery"]))
    }
    let auto = play(plain, [tap(1), tap(2, 2, at: 20)], [crash, lost(70, at: .charge)])
    #expect(equal(auto.heard(0), ["101.0 reconnectQuery"]))
    #expect(equal(auto.times(.sheetShown(transaction: 1)), [112.1]))
  }

  @Test("G12, reconnect never: a process that is launched after the loss has the service")
  func launchedAfter() {
    let life = play(never, [tap(1)], [crash, lost(50, at: .charge)])
    #expect(equal(life.heard(0), ["92.1 launchQuery"]))
  }

  @Test("G12: a callback that is being handled is not taken back, and its consumption fails")
  func callbackStays() {
    let life = play(plain, [tap(1)], [lost(600, at: .callback)])
    #expect(equal(life.heard(0).first, "31.2 result"))
    #expect(equal(life.times(.answered(.verify, .delivered, transaction: 0)), [32.1]))
    #expect(equal(life.times(.consumptionFailed(transaction: 0)), [32.1]))
    #expect(equal(life.fates, [.delivered]))
  }

  @Test("G12: queries give nothing at an attachment, at a return, and when a sheet closes")
  func queriesGiveNothing() {
    let asks = plain.with { $0.sources = [.result, .launchQuery, .resumeQuery] }
    let attachment = play(asks, [tap(1)], [crash, lost(.seconds(9 * hour), at: .charge)])
    #expect(equal(attachment.heard(0), ["57601.0 launchQuery"]))
    let sheet = play(asks, [tap(1)], [lost(60, at: .sheet, after: 1)])
    #expect(equal(sheet.heard(0), ["82.0 reconnectQuery"]))
    let back = play(
      asks, [tap(1)], [lost(.seconds(9 * hour), at: .sheet, after: 1)], in: .background)
    #expect(equal(back.heard(0).first, "57600.0 reconnectQuery"))
  }

  @Test("G12: a return to the front asks when the service has come back meanwhile")
  func backInBackground() {
    let life = play(plain, [tap(1)], [lost(600, at: .sheet, after: 1)], in: .background)
    #expect(equal(life.heard(0), ["28800.0 reconnectQuery"]))
  }

  @Test("G12: only a client with a query asks when the service is back, and only if it listens")
  func whoAsks() {
    let listens = plain.with { $0.sources = [.result, .updates] }
    #expect(equal(play(listens, [tap(1)], [lost(60, at: .sheet, after: 1)]).heard(0), []))
    // Ready again at 92.1, it has not been tapped.
    let late = plain.with { $0.observer = .purchase }
    #expect(equal(play(late, [tap(1)], [crash, lost(70, at: .charge)]).heard(0), []))
  }

  @Test("G12: of two losses the later end counts")
  func overlapping() {
    let life = play(
      plain, [tap(1)], [lost(60, at: .sheet, after: 1), lost(60, at: .sheet, after: 30)])
    #expect(equal(life.times(.serviceUp), [111]))
    #expect(equal(life.heard(0), ["111.0 reconnectQuery"]))
    let within = play(
      plain, [tap(1)], [lost(60, at: .sheet, after: 1), lost(5, at: .sheet, after: 30)])
    #expect(equal(within.times(.serviceUp), [82]))
  }

  @Test("G12, G3: a purchase that completes outside without the service is not called back")
  func outsideWithout() {
    let asked = fault(.askToBuy(approves: true, answers: 60), at: .sheet)
    let life = play(
      plain.with { $0.sources = [.result, .updates] }, [tap(1)], [asked, lost(10, at: .charge)])
    #expect(equal(life.heard(0), []))
    #expect(equal(life.fates, [.takenBack(.lost(.undelivered, .observerMissing))]))
  }

  @Test("G12: the backend does not need the service of the app")
  func backendNeedsNone() {
    let server = plain.with { $0.server.completes = .consume }
    let life = play(server, [tap(1)], [lost(600, at: .callback)])
    #expect(equal(life.times(.consumedByServer(transaction: 0)), [31.85]))
    #expect(equal(life.count(.consumptionFailed(transaction: 0)), 0))
  }

  @Test("fault serviceDisconnect: other stores have no service that could be lost")
  func otherStores() {
    for store in [Design.StoreKind.storeKit1, .storeKit2] {
      let life = play(Design.plain.on(store), [tap(1)], [lost(600, at: .tap)])
      #expect(equal(life.outcome.struck, 0))
      #expect(equal(life.fates, [.delivered]))
    }
  }
}
