import EventEngine
import TestSupport
import Testing

@testable import PurchaseWorld

/// How a transaction finds its item and its account (C5).
@Suite struct BindingRuleTests {
  private let offline = fault(.networkLoss(lasts: .seconds(hour)), at: .callback)
  private let switched = fault(.accountSwitch(returns: nil), at: .sheet, after: 1)

  @Test("C5: a transaction that the ledger lists as delivered is finished without a request")
  func listedInLedger() {
    var world = World(conditions: .cases)
    world.begin(.ledgerKeeper, person([tap(1)], []))
    world.client.state.ledger.enter(0)
    world.trace = Trace()
    world.run()
    let run = TracedOutcome(outcome: UserOutcome(), trace: world.trace ?? Trace())
    expectEqual(run.times(.finished(transaction: 0)), [31.2])
    expectEqual(run.count(.sent(.verify, transaction: 0)), 0)
    let fresh = simulate(.ledgerKeeper)
    expectEqual(fresh.times(.finished(transaction: 0)), [32.1])
  }

  @Test("C5: item and account bind separately, each by the first source in its list that binds")
  func listsInOrder() {
    // The payload is lost: the item comes from the record, the account from the session.
    let design = Design.plain.with {
      $0.payload = .intent
      $0.records.place = .keychain
      $0.records.at = .payment
      $0.binding.itemSources = [.payload, .record, .product]
      $0.binding.accountSources = [.payload, .session]
    }
    let whole = simulate(design, [tap(1, 2)], [switched], in: .many)
    expectEqual(whole.statuses, [.delivered])
    let lost = simulate(
      design, [tap(1, 2)], [switched, fault(.payloadLoss(from: .callback), at: .callback)],
      in: .many)
    expectEqual(lost.count(.goodsDelivered(transaction: 0, item: 1, account: 1)), 1)
    expectEqual(lost.statuses, [.lost(.misdelivered, .wrongAccount)])
  }

  @Test(
    "C5: each kind of payload binds the data that it carries",
    arguments: Design.PayloadContent.allCases, Design.OrderTiming.allCases)
  func payloads(payload: Design.PayloadContent, timing: Design.OrderTiming) {
    let design = Design.plain.with {
      $0.timing = timing
      $0.payload = payload
      $0.binding.itemSources = [.payload]
      $0.binding.accountSources = [.payload, .order]
    }
    let binds = payload == .intent || payload == .order && timing == .orderFirst
    let run = simulate(design)
    expectEqual(run.statuses, [binds ? .delivered : .lost(.undelivered, .unboundKept)])
  }

  @Test("C5: a record binds by identifier first, then by product among records without one")
  func recordByIdentifier() {
    // Item 1 waits with an identifier; item 2 of the same product binds its own record.
    let design = Design.nonBlocking.with { $0.retry.delays = [] }
    let run = simulate(
      design, [tap(1, 1), tap(2, 2, at: 20)],
      [offline, fault(.interruption(.error, resolves: 5), at: .sheet, after: 1, of: 2)], in: .many)
    expectEqual(run.statuses, [.recovered, .recovered])
  }

  @Test(
    "C5: match selects the latest or oldest record without identifier, or one if all agree",
    arguments: RecordRules.Match.allCases)
  func match(rule: RecordRules.Match) {
    // Item 1 is interrupted, item 2 of the same product is cancelled, item 1 completes.
    let design = Design.nonBlocking.with { $0.records.match = rule }
    let run = simulate(
      design, [tap(1, 1), tap(2, 2, at: 20, cancels: true)],
      [fault(.interruption(.error, resolves: 60), at: .sheet, after: 6)], in: .many)
    let statuses: [RecordRules.Match: ChargeStatus] = [
      .latest: .lost(.crossed, .wrongRecord), .oldest: .delivered,
      .unanimous: .lost(.undelivered, .unboundKept),
    ]
    expectEqual(run.statuses, [statuses[rule]])
  }

  @Test("C5: key single binds the only slot for any product")
  func singleSlot() {
    let design = Design.nonBlocking.with {
      $0.records.key = .single
      $0.backend.checksProduct = false
    }
    // Item 2 of another product takes the slot while item 1 is on its way.
    let run = simulate(design, [tap(1, 1), tap(2, 2, at: 4, cancels: true)])
    expectEqual(run.times(.recordLost(intent: 0, .recordOverwritten)), [25])
    expectEqual(run.statuses, [.lost(.crossed, .recordOverwritten)])
    let byProduct = simulate(
      design.with { $0.records.key = .product }, [tap(1, 1), tap(2, 2, at: 4, cancels: true)])
    expectEqual(byProduct.statuses, [.delivered])
  }

  @Test("C5: a record older than recordWindow at the charge binds only by its identifier")
  func recordWindow() {
    let design = Design.nonBlocking.with {
      $0.binding.recordWindow = .seconds(hour)
      $0.retry.delays = []
    }
    let late = fault(.askToBuy(approves: true, answers: .seconds(3 * hour)), at: .sheet)
    expectEqual(simulate(design, [tap(1)], [late]).statuses, [.lost(.undelivered, .unboundKept)])
    let early = fault(.askToBuy(approves: true, answers: 600), at: .sheet)
    expectEqual(simulate(design, [tap(1)], [early]).statuses, [.recovered])
    // Bound at 31.2, delivered hours later at the second visit.
    expectEqual(simulate(design, [tap(1)], [offline]).statuses, [.recovered])
  }

  @Test("C5: product binds only when the product has exactly one item")
  func product() {
    expectEqual(simulate(.plain).statuses, [.delivered])
    expectEqual(simulate(.plain, in: .many).statuses, [.lost(.undelivered, .unboundKept)])
  }

  /// The backend finds the order.
  private let latest = Design.plain.with {
    $0.timing = .orderFirst
    $0.binding.itemSources = [.latestOrder]
    $0.binding.accountSources = [.order, .session]
  }

  @Test("C5: latestOrder takes the newest undelivered order of account and product, or is rejected")
  func latestOrder() {
    expectEqual(simulate(latest).statuses, [.delivered])
    // A cancelled tap leaves a newer order of the same product.
    let crossed = simulate(
      latest, [tap(1, 1), tap(2, 2, at: 20, cancels: true)],
      [fault(.interruption(.error, resolves: 60), at: .sheet, after: 6)], in: .many)
    expectEqual(crossed.statuses, [.lost(.crossed, .wrongRecord)])
    let none = simulate(latest.with { $0.timing = .purchaseFirst })
    expectEqual(none.times(.answered(.verify, .rejected, transaction: 0)).first, 32.1)
    // B has no order.
    let other = simulate(latest, [tap(1)], [switched])
    expectEqual(other.count(.goodsDelivered(transaction: 0, item: 0, account: 1)), 0)
    expectEqual(other.times(.answered(.verify, .rejected, transaction: 0)).first, 32.4)
  }

  @Test("C5: order in the account list names no account, and otherAccount does not apply")
  func orderBindsAccount() {
    let design = Design.orderCarrier.with { $0.binding.otherAccount = .wait }
    let run = simulate(design, [tap(1)], [switched])
    expectEqual(run.count(.waitsForAccount(transaction: 0)), 0)
    expectEqual(run.statuses, [.delivered])
    // Without an order it does not bind, and the session does.
    let purchaseFirst = Design.plain.with { $0.binding.accountSources = [.order, .session] }
    expectEqual(simulate(purchaseFirst).statuses, [.delivered])
  }

  @Test(
    "C5: an unbound transaction is dropped, kept, collected or submitted",
    arguments: BindingRules.UnboundRule.allCases)
  func unbound(rule: BindingRules.UnboundRule) {
    let design = Design.plain.with {
      $0.binding.itemSources = []
      $0.binding.unbound = rule
    }
    let run = simulate(design)
    switch rule {
    case .drop:
      expectEqual(run.times(.finished(transaction: 0)), [31.2])
      expectEqual(run.statuses, [.lost(.undelivered, .finishedUnbound)])
    case .keep:
      expectEqual(run.count(.finished(transaction: 0)), 0)
      expectEqual(run.statuses, [.lost(.undelivered, .unboundKept)])
    case .collect:
      expectEqual(run.count(.finished(transaction: 0)), 0)
      expectEqual(run.statuses, [.lost(.undelivered, .unboundCollected)])
    case .submit:
      expectEqual(run.times(.sent(.verify, transaction: 0)).first, 31.2)
      expectEqual(run.times(.answered(.verify, .rejected, transaction: 0)).first, 32.1)
    }
  }

  @Test("C5: if bound to another account, deliver delivers and wait waits for its login")
  func otherAccount() {
    let back = fault(.accountSwitch(returns: 100), at: .sheet, after: 1)
    let waits = simulate(.nonBlocking, [tap(1)], [back])
    expectEqual(waits.times(.waitsForAccount(transaction: 0)), [31.2])
    expectEqual(waits.times(.accountSwitched(account: 0)), [122])
    expectEqual(waits.times(.finished(transaction: 0)), [122.9])
    expectEqual(waits.count(.goodsDelivered(transaction: 0, item: 0, account: 0)), 1)
    let delivers = simulate(
      .nonBlocking.with { $0.binding.otherAccount = .deliver }, [tap(1)], [back])
    expectEqual(delivers.times(.finished(transaction: 0)), [32.1])
    expectEqual(delivers.statuses, [.delivered])
    expectEqual(
      simulate(.nonBlocking, [tap(1)], [switched]).statuses,
      [.lost(.undelivered, .waitingForAccount)])
  }

  @Test("C5: a process that dies during the login that attaches its observer makes no try")
  func deathAtLogin() {
    // One account, so the switch logs it out and in: the first charge is tried, the second crashes.
    let alone = Conditions.cases.with { $0.behavior.accountCount = 1 }
    let design = Design.nonBlocking.with {
      $0.observer = .login
      $0.retry.delays = []
    }
    let run = simulate(
      design, [tap(1), tap(2, 2, at: 10)],
      [
        fault(.networkLoss(lasts: 30), at: .callback), fault(.missedCallback, at: .charge, of: 2),
        fault(.accountSwitch(returns: nil), at: .charge, after: 30, of: 2),
        fault(.crash(reopens: 60), at: .callback, of: 2),
      ], in: alone)
    expectEqual(run.times(.died).first, 71)
    expectEqual(run.moments(at: 71).last, .died)
    expectEqual(run.statuses, [.recovered, .recovered])
    expectEqual(run.deliveries[0], 101.65)
  }
}
