import EventEngine
import PurchaseWorld
import TestSupport
import Testing

/// The service that connects the app to Play (G12).
@Suite struct ServiceRuleTests {
  private let plain = Design.plain.on(.playBilling)
  private let never = Design.plain.on(.playBilling).with { $0.reconnect = .never }
  private let crash = fault(.crash(reopens: 60), at: .charge, after: 0.1)

  private func lost(_ lasts: Delay, at anchor: FaultAnchor, after: Delay = 0) -> PlannedFault {
    fault(.serviceDisconnect(lasts: lasts), at: anchor, after: after)
  }

  @Test("G1, G12: without the service, a flow fails with error at once and shows no sheet")
  func flowFails() {
    let run = simulate(plain.blocking, [tap(1), tap(2, at: 20)], [lost(10, at: .tap)])
    expectEqual(run.times(.failedCalledBack(transaction: 0, .error)), [21])
    expectEqual(run.count(.sheetShown(transaction: 0)), 0)
    expectEqual(run.times(.spinnerClosed).first, 21)
    expectEqual(run.times(.sheetShown(transaction: 1)), [41], "the service is there again")
    expectEqual(run.outcome.intents.map(\.isLostSale), [true, false])
  }

  @Test("G1: the service is needed when the sheet appears, and not at its confirmation")
  func confirmationNeedsNoService() {
    let run = simulate(plain, [tap(1)], [lost(9, at: .sheet, after: 1)])
    expectEqual(run.times(.serviceLost), [22])
    expectEqual(run.times(.charged(transaction: 0)), [31])
    expectEqual(run.callbacks(0), ["31.2 result"], "there again at 31")
  }

  @Test("G12, fault serviceDisconnect: no live call is made; reconnect auto queries afterwards")
  func reconnects() {
    let run = simulate(plain, [tap(1)], [lost(60, at: .sheet, after: 1)])
    expectEqual(run.times(.serviceUp), [82])
    expectEqual(run.callbacks(0), ["82.0 reconnectQuery"])
    expectEqual(run.statuses, [.delivered])
  }

  @Test("G12, reconnect never: the process stays without the service until the next launch")
  func neverReconnects() {
    let run = simulate(never, [tap(1), tap(2, 2, at: 100)], [lost(60, at: .sheet, after: 1)])
    expectEqual(run.times(.failedCalledBack(transaction: 1, .error)), [121])
    expectEqual(run.callbacks(0), ["28801.0 launchQuery"])
    expectEqual(run.statuses, [.recovered])
  }

  @Test("G12, reconnect never: a process launched during the loss has no service either")
  func launchedWithout() {
    // Launched at 91.1, the service is back at 101 or at 91.5, before the process is ready.
    for lasts in [70, 60.5] as [Delay] {
      let taps = [tap(1), tap(2, 2, at: 20)]
      let run = simulate(never, taps, [crash, lost(lasts, at: .charge)])
      expectEqual(run.times(.failedCalledBack(transaction: 1, .error)), [112.1])
      expectEqual(run.callbacks(0), ["28801.0 launchQuery"])
    }
    let auto = simulate(plain, [tap(1), tap(2, 2, at: 20)], [crash, lost(70, at: .charge)])
    expectEqual(auto.callbacks(0), ["101.0 reconnectQuery"])
    expectEqual(auto.times(.sheetShown(transaction: 1)), [112.1])
  }

  @Test("G12, reconnect never: a process launched after the loss has the service")
  func launchedAfter() {
    let run = simulate(never, [tap(1)], [crash, lost(50, at: .charge)])
    expectEqual(run.callbacks(0), ["92.1 launchQuery"])
  }

  @Test("G12: a callback in progress is not revoked, and its consumption fails")
  func callbackStays() {
    let run = simulate(plain, [tap(1)], [lost(600, at: .callback)])
    expectEqual(run.callbacks(0).first, "31.2 result")
    expectEqual(run.times(.answered(.verify, .delivered, transaction: 0)), [32.1])
    expectEqual(run.times(.consumptionFailed(transaction: 0)), [32.1])
    expectEqual(run.statuses, [.delivered])
  }

  @Test("G12: queries return nothing at an attachment, at a return, and when a sheet closes")
  func queriesGiveNothing() {
    let asks = plain.with { $0.routes = [.result, .launchQuery, .resumeQuery] }
    let attachment = simulate(asks, [tap(1)], [crash, lost(.seconds(9 * hour), at: .charge)])
    expectEqual(attachment.callbacks(0), ["57601.0 launchQuery"])
    let sheet = simulate(asks, [tap(1)], [lost(60, at: .sheet, after: 1)])
    expectEqual(sheet.callbacks(0), ["82.0 reconnectQuery"])
    let back = simulate(
      asks, [tap(1)], [lost(.seconds(9 * hour), at: .sheet, after: 1)], in: .background)
    expectEqual(back.callbacks(0).first, "57600.0 reconnectQuery")
  }

  @Test("G12: a return to the front starts a query if the service has come back")
  func backInBackground() {
    let run = simulate(plain, [tap(1)], [lost(600, at: .sheet, after: 1)], in: .background)
    expectEqual(run.callbacks(0), ["28800.0 reconnectQuery"])
  }

  @Test("G12: the return of the service starts a query only in an attached client with a query")
  func reconnectingProcess() {
    let listens = plain.with { $0.routes = [.result, .updates] }
    expectEqual(simulate(listens, [tap(1)], [lost(60, at: .sheet, after: 1)]).callbacks(0), [])
    // Ready again at 92.1, it has not been tapped.
    let late = plain.with { $0.observer = .purchase }
    expectEqual(simulate(late, [tap(1)], [crash, lost(70, at: .charge)]).callbacks(0), [])
  }

  @Test("G12: the later end of two losses applies")
  func overlapping() {
    let run = simulate(
      plain, [tap(1)], [lost(60, at: .sheet, after: 1), lost(60, at: .sheet, after: 30)])
    expectEqual(run.times(.serviceUp), [111])
    expectEqual(run.callbacks(0), ["111.0 reconnectQuery"])
    let within = simulate(
      plain, [tap(1)], [lost(60, at: .sheet, after: 1), lost(5, at: .sheet, after: 30)])
    expectEqual(within.times(.serviceUp), [82])
  }

  @Test("G12, G3: a purchase completed outside the app without the service is not called back")
  func outsideWithout() {
    let asked = fault(.askToBuy(approves: true, answers: 60), at: .sheet)
    let run = simulate(
      plain.with { $0.routes = [.result, .updates] }, [tap(1)], [asked, lost(10, at: .charge)])
    expectEqual(run.callbacks(0), [])
    expectEqual(run.statuses, [.autoRefunded(.lost(.undelivered, .observerMissing))])
  }

  @Test("G12: the backend does not need the service of the app")
  func backendNeedsNone() {
    let server = plain.with { $0.backend.completion = .consume }
    let run = simulate(server, [tap(1)], [lost(600, at: .callback)])
    expectEqual(run.times(.consumedByServer(transaction: 0)), [31.85])
    expectEqual(run.count(.consumptionFailed(transaction: 0)), 0)
  }

  @Test("fault serviceDisconnect: other stores have no service to lose")
  func otherStores() {
    for store in [Design.StoreKind.storeKit1, .storeKit2] {
      let run = simulate(Design.plain.on(store), [tap(1)], [lost(600, at: .tap)])
      expectEqual(run.outcome.occurredFaults, 0)
      expectEqual(run.statuses, [.delivered])
    }
  }
}
