import EventEngine
import PurchaseWorld
import TestSupport
import Testing

/// Tickets and deliveries by support (P3, B10).
@Suite struct SupportRuleTests {
  private let offline = fault(.networkLoss(lasts: .seconds(hour)), at: .callback)

  @Test("P3: the reaction support writes a ticket, and a rescue follows if support resolves it")
  func support() {
    let run = simulate(.plain, [tap(1)], [offline], in: reacting([0, 0, 0, 0, 1]))
    expectEqual(run.times(.wroteToSupport(intent: 0)).first, 91)
    expectEqual(run.flags(), .ticket)
    expectEqual(run.statuses, [.recovered])
    let resolves = reacting([0, 0, 0, 0, 1]).with {
      $0.behavior.supportResolutionProbability = .always
    }
    let soon = resolves.with { $0.behavior.supportAfter = 3_600 }
    let rescued = simulate(.plain, [tap(1)], [offline], in: soon)
    expectEqual(rescued.statuses, [.rescued])
    expectEqual(rescued.deliveries, [3_660], "the ticket is of 91, the charge of 31")
    expectEqual(rescued.outcome.charges[0].rescuedFrom, .hungBehindUnfinished)
  }

  @Test("P3: support delivers undelivered goods supportAfter the ticket, others are recovered")
  func supportTakesTime() throws {
    let resolves = reacting([0, 0, 0, 0, 1]).with {
      $0.behavior.supportResolutionProbability = .always
    }
    let late = resolves.with { $0.behavior.supportAfter = .constant(.seconds(12 * hour)) }
    let run = simulate(.plain, [tap(1)], [offline], in: late)
    expectEqual(run.statuses, [.recovered], "the second visit delivers before support looks")
    expectEqual(run.count(.deliveredByHand(transaction: 0)), 0)
    let gone = late.with { $0.behavior.neverReturningShare = .always }
    let user = person([tap(1)], [offline], in: gone)
    #expect(try simulateToEnd(.plain, user, in: gone).charges.map(\.status) == [.rescued])
    let tooLate = gone.with { $0.behavior.supportAfter = .constant(.seconds(1_000 * hour)) }
    expectEqual(
      simulate(.plain, [tap(1)], [offline], in: tooLate).statuses,
      [.lost(.undelivered, .hungBehindUnfinished)])
  }

  @Test("P3: by default, support takes a day at the median, and over 1.5 d for a third of tickets")
  func supportAfterDefault() {
    let after = Behavior().supportAfter
    expectEqual(after.median, .seconds(24 * hour))
    // A lognormal of sigma 1 is above its median times e^0.43 with probability 1/3.
    #expect(abs(after.quantile(2.0 / 3).seconds / (86_400 * 1.538) - 1) < 0.01)
  }

  @Test(
    "P3, B10: a delivery by hand completes the purchase as server completes states",
    arguments: BackendRules.Completion.allCases)
  func supportCompletes(completes: BackendRules.Completion) {
    let resolves = reacting([0, 0, 0, 0, 1]).with {
      $0.behavior.supportResolutionProbability = .always
      $0.behavior.supportAfter = 3_600
      $0.behavior.neverReturningShare = .always
    }
    let design = Design.plain.on(.playBilling).with { $0.backend.completion = completes }
    let run = simulate(design, [tap(1)], [offline], in: resolves)
    expectEqual(run.count(.deliveredByHand(transaction: 0)), 1)
    expectEqual(run.statuses, [completes == .nothing ? .autoRefunded(.delivered) : .rescued])
  }
}
