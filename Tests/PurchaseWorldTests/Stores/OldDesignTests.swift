import EventEngine
import PurchaseWorld
import TestSupport
import Testing

/// Designs that were made for StoreKit 1, unchanged on the stores after it.
@Suite struct OldDesignTests {
  private static let keepers: [Design] = [
    .plain, .nonBlocking, .recordKeeper, .orderCarrier, .separateOrder, .ledgerKeeper,
  ]

  private static let single: [PlannedFault] = [
    fault(.crash(reopens: 60), at: .charge, after: 0.1),
    fault(.crash(reopens: 60), at: .callback, after: 0.1),
    fault(.networkLoss(lasts: 600), at: .callback), fault(.replyLoss(of: .verify), at: .callback),
    fault(.backendOutage(lasts: 600), at: .callback), fault(.missedCallback, at: .charge),
    fault(.payloadLoss(from: .callback), at: .charge),
    fault(.interruption(.error), at: .sheet, after: 6),
    fault(.reinstall(reopens: 60), at: .callback, after: 0.1),
    fault(.newDevice(reopens: 60), at: .callback, after: 0.1),
    fault(.askToBuy(approves: true, answers: 10_800), at: .sheet), fault(.delisting, at: .tap),
  ]

  @Test("section 9, K3: under any single fault, each design ends on StoreKit 2 as on StoreKit 1")
  func storeKit2() {
    expectEqual(simulate(.plain).statuses, [.delivered])
    for design in Self.keepers {
      for one in Self.single {
        let before = simulate(design, [tap(1)], [one])
        let after = simulate(design.on(.storeKit2), [tap(1)], [one])
        expectEqual(after.statuses, before.statuses, "\(design.name): \(one.fault)")
      }
    }
  }

  @Test("section 9, G10: an order kept and not delivered is refunded on Play instead of lost")
  func playBilling() {
    let unchecked = fault(.storeCheckOutage(lasts: .seconds(1_000 * hour)), at: .callback)
    for design in Self.keepers where design != .recordKeeper {
      let before = simulate(design, [tap(1)], [unchecked]).statuses
      expectEqual(before, [.lost(.undelivered, .hungBehindUnfinished)], "\(design.name)")
      let after = simulate(design.on(.playBilling), [tap(1)], [unchecked]).statuses
      expectEqual(
        after, [.autoRefunded(.lost(.undelivered, .hungBehindUnfinished))], "\(design.name)")
    }
  }

  @Test("section 9, G7: a design that binds by the payload survives Play's false failures")
  func falseFailures() {
    let failure = fault(.interruptionOfStore(.error), at: .sheet, after: 6)
    let lost = ChargeStatus.lost(.undelivered, .finishedUnbound)
    expectEqual(simulate(.orderCarrier, [tap(1)], [failure]).statuses, [lost])
    expectEqual(simulate(Design.orderCarrier.on(.storeKit2), [tap(1)], [failure]).statuses, [lost])
    expectEqual(
      simulate(Design.orderCarrier.on(.playBilling), [tap(1)], [failure]).statuses, [.delivered])
  }

  @Test("section 9, G11: on Play, a lost link prevents the consumption and saves an early finisher")
  func failedConsumption() {
    let offline = fault(.networkLoss(lasts: .seconds(hour)), at: .callback)
    let early = Design.plain.with { $0.finish = .onCallback }
    expectEqual(simulate(early, [tap(1)], [offline]).statuses, [.lost(.undelivered, .triesUsedUp)])
    expectEqual(simulate(early.on(.playBilling), [tap(1)], [offline]).statuses, [.recovered])
    let resultOnly = early.on(.playBilling).with { $0.routes = .result }
    let refunded = ChargeStatus.autoRefunded(.lost(.undelivered, .hungBehindUnfinished))
    expectEqual(simulate(resultOnly, [tap(1)], [offline]).statuses, [refunded])
  }

  @Test("section 7: a fault occurs only in designs whose store has it")
  func unknownFaults() {
    let all: [(Fault, [Design.StoreKind])] = [
      (.taskCancelled, [.storeKit2, .playBilling]),
      (.missedReplay(of: nil, lasts: 60), [.storeKit2, .playBilling]),
      (.unverified(lasts: 60), [.storeKit2]), (.serviceDisconnect(lasts: 60), [.playBilling]),
      (.staleReceipt(lasts: 60), [.storeKit1]),
    ]
    for (one, stores) in all {
      for store in Design.StoreKind.allCases {
        let run = simulate(Design.plain.on(store), [tap(1)], [fault(one, at: .charge)])
        expectEqual(
          run.outcome.occurredFaults, (stores.contains(store) ? 1 : 0), "\(one) on \(store)")
      }
    }
  }

  @Test("section 7: the faults of StoreKit 2 and Play have default anchors and lengths")
  func defaults() {
    expectEqual(FaultKind.taskCancelled.properties.anchor, .sheet)
    expectEqual(FaultKind.missedReplay.properties.anchor, .charge)
    expectEqual(FaultKind.unverified.properties.anchor, .charge)
    expectEqual(FaultKind.serviceDisconnect.properties.anchor, .callback)
    func lasts(_ kind: FaultKind) -> Distribution { kind.properties.defaults(Behavior()).lasts }
    expectEqual(lasts(.missedReplay), .constant(.seconds(30 * 86_400)))
    expectEqual(lasts(.unverified), .constant(.seconds(30 * 86_400)))
    expectEqual(lasts(.serviceDisconnect), 600)
  }
}
