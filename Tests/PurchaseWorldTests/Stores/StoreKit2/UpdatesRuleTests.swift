import EventEngine
import PurchaseWorld
import TestSupport
import Testing

/// The sequence of updates and the queries of StoreKit 2, as a client receives them (K3).
@Suite struct UpdatesRuleTests {
  private let plain = Design.plain.on(.storeKit2)
  private let offline = fault(.networkLoss(lasts: .seconds(hour)), at: .callback)
  private let crash = fault(.crash(reopens: 60), at: .charge, after: 0.1)
  private let echoing = Conditions.cases.with { $0.store.echoProbability = .always }

  private func receiving(_ sources: Routes) -> Design { plain.with { $0.routes = sources } }

  @Test("K3: at the first attachment of a process, updates emits unfinished ones, oldest first")
  func firstAttachment() {
    let run = simulate(plain, [tap(1, 1), tap(2, 2, at: 20)], [offline])
    expectEqual(run.callbacks(0).first, "31.2 result", "updates does not speak of the call's own")
    expectEqual(
      run.callbacks(at: secondVisit + 1),
      [
        "0 updates", "1 updates", "0 launchQuery", "1 launchQuery",
      ], "the query follows and gives the same list")
    expectEqual(run.moments(at: secondVisit + 1).prefix(2), [.ready, .attached])
    expectEqual(run.statuses, [.recovered, .recovered])
  }

  @Test("K3: a transaction finished at the emission is not in the following query")
  func finishedBetween() {
    let early = plain.with { $0.finish = .onCallback }
    let run = simulate(early, [tap(1)], [crash])
    expectEqual(run.callbacks(0), ["92.1 updates"])
    expectEqual(run.times(.finished(transaction: 0)), [92.1])
  }

  @Test("K3: a later attachment in a process emits nothing by updates, and a query returns it")
  func laterAttachment() {
    // Another account logs in at 91.2, and a client that attaches for each session attaches again.
    let login = fault(.accountSwitch(returns: nil), at: .callback, after: 60)
    let asks = simulate(plain.with { $0.observer = .login }, [tap(1)], [offline, login])
    expectEqual(asks.times(.attached).prefix(2), [1, 91.2])
    expectEqual(asks.callbacks(0).prefix(2), ["31.2 result", "91.2 launchQuery"])
    let listens = simulate(
      receiving([.result, .updates]).with { $0.observer = .login }, [tap(1)], [offline, login])
    expectEqual(listens.callbacks(0).prefix(2), ["31.2 result", "28801.0 updates"])
  }

  @Test("K3: the first attachment of a process can be as late as its first tap")
  func lateFirstAttachment() {
    let late = receiving([.result, .updates]).with { $0.observer = .purchase }
    let run = simulate(late, [tap(1, 1), tap(2, 2, visit: 1)], [offline])
    expectEqual(run.callbacks(0), ["31.2 result", "28821.0 updates"])
    expectEqual(run.statuses, [.recovered, .delivered])
  }

  @Test("sources result: the client receives only the ends of its own calls")
  func sourcesResult() {
    let run = simulate(receiving(.result), [tap(1)], [offline])
    expectEqual(run.callbacks(0), ["31.2 result"])
    expectEqual(run.statuses, [.lost(.undelivered, .hungBehindUnfinished)])
  }

  @Test("sources updates: a client without result receives its purchase at the next launch")
  func sourcesUpdates() {
    let run = simulate(receiving(.updates))
    expectEqual(run.callbacks(0), ["28801.0 updates"])
    expectEqual(run.statuses, [.recovered])
  }

  @Test("sources launchQuery: a query at every attachment, and not at a return")
  func sourcesLaunchQuery() {
    let asks = receiving([.result, .launchQuery])
    expectEqual(
      simulate(asks, [tap(1)], [offline]).callbacks(0), ["31.2 result", "28801.0 launchQuery"])
    expectEqual(simulate(asks, [tap(1)], [offline], in: .background).callbacks(0), ["31.2 result"])
  }

  @Test("sources resumeQuery: a query at every attachment and every return from the background")
  func sourcesResumeQuery() {
    let asks = receiving([.result, .resumeQuery])
    let returns = simulate(asks, [tap(1)], [offline], in: .background)
    expectEqual(returns.callbacks(0), ["31.2 result", "28800.0 resumeQuery"])
    let attaches = simulate(asks, [tap(1)], [offline])
    expectEqual(attaches.times(.purchasedCalledBack(transaction: 0, by: .launchQuery)), [28_801])
  }

  @Test("sources launchQuery and resumeQuery: one query at an attachment, one at a return")
  func bothQueries() {
    let asks = receiving([.result, .launchQuery, .resumeQuery])
    let run = simulate(asks, [tap(1)], [offline])
    expectEqual(run.callbacks(at: secondVisit + 1), ["0 launchQuery"])
    let returns = simulate(asks, [tap(1)], [offline], in: .background)
    expectEqual(returns.callbacks(at: secondVisit), ["0 resumeQuery"])
  }

  @Test("K3: on StoreKit 2, the closing of a sheet starts no query")
  func sheetAsksNothing() {
    let asks = receiving([.result, .launchQuery, .resumeQuery])
    let run = simulate(asks, [tap(1, 1), tap(2, 2, at: 20, cancels: true)], [offline])
    expectEqual(run.callbacks(0).prefix(2), ["31.2 result", "28801.0 launchQuery"])
  }

  @Test("K3: the live call of a dead process goes by updates to an attached process")
  func liveCallByUpdates() {
    // Dead at 24, ready at 30, charged at 31 while the next process listens.
    let reopened = fault(.crash(reopens: 5), at: .sheet, after: 3)
    let run = simulate(plain, [tap(1)], [reopened])
    expectEqual(run.callbacks(0), ["31.2 updates"])
    expectEqual(run.statuses, [.recovered])
    let unattached = simulate(plain.with { $0.observer = .purchase }, [tap(1)], [reopened])
    expectEqual(unattached.callbacks(0), [])
    expectEqual(unattached.statuses, [.lost(.undelivered, .observerMissing)])
    let launching = fault(.crash(reopens: 6.9), at: .sheet, after: 3)
    expectEqual(
      simulate(plain, [tap(1)], [launching]).callbacks(0), ["31.9 updates", "31.9 launchQuery"],
      "no observer is attached at the live call, and the attachment queries")
  }

  @Test("K3: a live call by updates waits while its process is in the background")
  func updateWaits() {
    let asked = fault(.askToBuy(approves: true, answers: 600), at: .sheet)
    let run = simulate(plain, [tap(1)], [asked], in: .background)
    expectEqual(run.times(.charged(transaction: 0)), [629])
    expectEqual(run.callbacks(0), ["28800.0 updates"])
    expectEqual(run.statuses, [.delivered])
    let dead = simulate(plain, [tap(1)], [asked])
    expectEqual(dead.callbacks(0), ["28801.0 updates", "28801.0 launchQuery"])
  }

  @Test("K3, D5: at a return, waiting callbacks precede the query")
  func returnInOrder() {
    let asked = fault(.askToBuy(approves: true, answers: 600), at: .sheet)
    let asks = receiving([.result, .updates, .resumeQuery])
    let run = simulate(asks, [tap(1)], [asked], in: .background)
    expectEqual(run.callbacks(at: secondVisit), ["0 updates", "0 resumeQuery"])
  }

  @Test("K3: with echo, updates repeats the call's own purchase echoAfter after the live call")
  func echo() {
    let run = simulate(plain, [tap(1)], [offline], in: echoing)
    expectEqual(run.callbacks(0).prefix(2), ["31.2 result", "33.2 updates"])
    let soon = echoing.with { $0.store.echoAfter = 0.5 }
    expectEqual(simulate(plain, in: soon).callbacks(0), ["31.2 result", "31.7 updates"])
    expectEqual(simulate(plain, [tap(1)], [offline]).callbacks(0).first, "31.2 result")
    expectEqual(simulate(plain, in: .cases).callbacks(0), ["31.2 result"], "none by default")
  }

  @Test("K3, S11: an echo due after the finish is called back and delivers twice without dedupe")
  func echoAfterFinish() throws {
    let run = simulate(plain, in: echoing)
    expectEqual(run.times(.finished(transaction: 0)), [32.1])
    expectEqual(run.callbacks(0), ["31.2 result", "33.2 updates"])
    #expect(!run.outcome.charges[0].hasDuplicateDelivery, "the backend has the transaction")
    let twice = plain.with { $0.backend.dedupe = .none }
    #expect(simulate(twice, in: echoing).outcome.charges[0].hasDuplicateDelivery)
    // A run that ends when nothing can change any more waits for the echo.
    let user = person([tap(1)], [], in: echoing)
    #expect(try simulateToEnd(twice, user, in: echoing).charges[0].hasDuplicateDelivery)
  }

  @Test("K3: an echo after an early finish is another try for an undelivered purchase")
  func echoAfterEarlyFinish() {
    let early = plain.with { $0.finish = .onCallback }
    let cut = fault(.networkLoss(lasts: 1), at: .callback)
    let run = simulate(early, [tap(1)], [cut], in: echoing)
    expectEqual(run.times(.finished(transaction: 0)), [31.2])
    expectEqual(run.callbacks(0), ["31.2 result", "33.2 updates"])
    expectEqual(run.statuses, [.recovered])
  }

  @Test("K3: an echo needs updates and an observer, and waits for the foreground")
  func echoNeedsUpdates() {
    expectEqual(
      simulate(receiving(.result), [tap(1)], [offline], in: echoing).callbacks(0), ["31.2 result"])
    let late = Conditions.background.with {
      $0.store.echoProbability = .always
      $0.store.echoAfter = 600
    }
    let run = simulate(plain, [tap(1)], [offline], in: late)
    expectEqual(run.callbacks(0), ["31.2 result", "28800.0 updates"])
  }

  @Test("K3, K7: a purchase completed outside a call has no echo, because updates emitted it")
  func echoOfOutside() {
    let interruption = fault(.interruptionOfStore(.error), at: .sheet, after: 6)
    let run = simulate(plain, [tap(1)], [interruption, offline], in: echoing)
    expectEqual(run.callbacks(1).prefix(2), ["89.2 updates", "28801.0 updates"])
  }

  @Test("fault missedCallback: neither the live call nor its echo is made")
  func missedCallback() {
    let run = simulate(plain, [tap(1)], [fault(.missedCallback, at: .charge)], in: echoing)
    expectEqual(run.times(.callbackMissed(transaction: 0)), [31.2])
    expectEqual(run.callbacks(0), ["28801.0 updates", "28801.0 launchQuery"])
    expectEqual(run.statuses, [.recovered])
  }

  @Test("fault duplicateCallback: the copies use the same route to the same process")
  func copies() {
    let copies = fault(.duplicateCallback(copies: 3, gap: 40), at: .callback)
    let alive = simulate(plain, [tap(1)], [offline, copies])
    expectEqual(alive.callbacks(0).prefix(3), ["31.2 result", "71.2 result", "111.2 result"])
    // Dead at 61.2 and ready at 122.2: no copy reaches the next process.
    let crash = fault(.crash(reopens: 60), at: .callback, after: 30)
    let dead = simulate(plain, [tap(1)], [offline, copies, crash])
    expectEqual(
      dead.callbacks(0).prefix(4),
      ["31.2 result", "122.2 updates", "122.2 launchQuery", "28801.0 updates"])
  }

  @Test("fault duplicateCallback: a copy waits for the foreground and is not made after the finish")
  func copyWaits() {
    let late = fault(.duplicateCallback(copies: 1, gap: 300), at: .callback)
    let waits = simulate(receiving(.result), [tap(1)], [offline, late], in: .background)
    expectEqual(waits.callbacks(0), ["31.2 result", "28800.0 result"])
    let finished = fault(.duplicateCallback(copies: 3, gap: 0.4), at: .callback)
    expectEqual(
      simulate(plain, [tap(1)], [finished]).callbacks(0),
      ["31.2 result", "31.6 result", "32.0 result"])
  }

  @Test("fault missedReplay: by default, updates omits the intent's transactions, queries do not")
  func missedReplay() {
    let missed = fault(.missedReplay(of: nil, lasts: .seconds(720 * hour)), at: .charge)
    let asks = simulate(plain, [tap(1)], [missed, crash])
    expectEqual(asks.callbacks(0), ["92.1 launchQuery"])
    let listens = simulate(receiving([.result, .updates]), [tap(1)], [missed, crash])
    expectEqual(listens.callbacks(0), [])
    expectEqual(listens.statuses, [.lost(.undelivered, .observerMissing)])
  }

  @Test("fault missedReplay: it affects updates, query or both, while it lasts")
  func missedReplayOf() {
    func callbacks(_ of: RedeliveryRoutes, _ lasts: Delay) -> [String] {
      simulate(plain, [tap(1)], [fault(.missedReplay(of: of, lasts: lasts), at: .charge), crash])
        .callbacks(0)
    }
    let long = Delay.seconds(720 * hour)
    expectEqual(callbacks(.updates, long), ["92.1 launchQuery"])
    expectEqual(callbacks(.query, long), ["92.1 updates"])
    expectEqual(callbacks([.updates, .query], long), [])
    expectEqual(callbacks([.updates, .query], 61), ["92.1 updates", "92.1 launchQuery"])
  }

  @Test("fault missedReplay: a live call by updates is made, and other intents are not affected")
  func missedReplayIsOfReplays() {
    let missed = fault(.missedReplay(of: .updates, lasts: .seconds(720 * hour)), at: .sheet)
    let asked = fault(.askToBuy(approves: true, answers: 60), at: .sheet)
    expectEqual(simulate(plain, [tap(1)], [missed, asked]).callbacks(0), ["89.2 updates"])
    let two = simulate(plain, [tap(1, 1), tap(2, 2, at: 20)], [missed, offline])
    expectEqual(
      two.callbacks(at: secondVisit + 1), ["1 updates", "0 launchQuery", "1 launchQuery"])
  }

  @Test("K3: transactions survive reinstallation, and a new device unless the store forgets")
  func survives() {
    let reinstalled = simulate(
      plain, [tap(1)], [offline, fault(.reinstall(reopens: 60), at: .callback, after: 1)])
    expectEqual(
      reinstalled.callbacks(0).prefix(3), ["31.2 result", "93.2 updates", "93.2 launchQuery"])
    let moves = [offline, fault(.newDevice(reopens: 60), at: .callback, after: 1)]
    expectEqual(
      simulate(plain, [tap(1)], moves).callbacks(0).prefix(2), ["31.2 result", "93.2 updates"])
    let forgets = Conditions.cases.with { $0.store.unfinishedSurviveNewDevice = false }
    let gone = simulate(plain, [tap(1)], moves, in: forgets)
    expectEqual(gone.callbacks(0), ["31.2 result"])
    expectEqual(gone.statuses, [.lost(.undelivered, .recordWiped)])
  }
}
