import EventEngine
import TestSupport
import Testing

@testable import PurchaseWorld

/// Waits between tries with a random part (C7).
@Suite("Jitter of retries") struct JitterTests {
  private let outage = fault(.storeCheckOutage(lasts: 60), at: .callback)

  private func ladder(_ jitter: RetryRules.Jitter) -> Design {
    Design.plain.with {
      $0.retry.delays = [1.0, 2.0]
      $0.retry.jitter = jitter
    }
  }

  /// When the first three tries are made, each of which fails after 900 ms.
  private func tries(
    _ jitter: RetryRules.Jitter, _ number: UInt64 = 0, in conditions: Conditions = .cases
  ) -> [Double] {
    var user = person([tap(1)], [outage], in: conditions)
    user.draws = KeyedDraws(seed: 1, user: number)
    let run = simulateToHorizon(ladder(jitter), user, in: conditions)
    return Array(run.times(.sent(.verify, transaction: 0)).prefix(3))
  }

  /// Where between its shortest and its longest the wait after a try of the first payment ends.
  private func place(_ number: UInt64, after attempt: Int) -> Double {
    KeyedDraws(seed: 1, user: number).level(.jitter, attempt)
  }

  private func expect(_ times: [Double], _ first: Double, _ second: Double) {
    let exact = [31.2, 32.1 + first, 32.1 + first + 0.9 + second]
    for (time, exact) in zip(times, exact) { #expect(abs(time - exact) < 2e-6) }
    expectEqual(times.count, 3)
  }

  @Test("C7: jitter none waits exactly the delay", arguments: [UInt64(0), 5, 9])
  func none(user: UInt64) { expectEqual(tries(.none, user), [31.2, 33.1, 36]) }

  @Test("C7: jitter full waits a random time up to the delay", arguments: [UInt64(0), 5, 9])
  func full(user: UInt64) {
    expect(tries(.full, user), place(user, after: 1), 2 * place(user, after: 2))
  }

  @Test(
    "C7: jitter equal waits half the delay plus up to the other half", arguments: [UInt64(0), 5])
  func equalJitter(user: UInt64) {
    expect(tries(.equal, user), 0.5 + place(user, after: 1) / 2, 1 + place(user, after: 2))
  }

  @Test("C7: without random draws, a wait with jitter is its mean")
  func deterministic() {
    let deterministic = Conditions.cases.with { $0.jitterLevel = 0.5 }
    expect(tries(.none, in: deterministic), 1, 2)
    expect(tries(.full, in: deterministic), 0.5, 1)
    expect(tries(.equal, in: deterministic), 0.75, 1.5)
  }

  @Test("C7: jitter full and equal are uniform up to both ends, with a new draw for each wait")
  func spread() {
    let users = 0..<UInt64(400)
    let full = users.map { tries(.full, $0)[1] - 32.1 }
    let halved = users.map { tries(.equal, $0)[1] - 32.1 }
    #expect(full.allSatisfy { $0 >= -1e-6 && $0 <= 1 + 1e-6 })
    #expect(halved.allSatisfy { $0 >= 0.5 - 1e-6 && $0 <= 1 + 1e-6 })
    #expect(full.contains { $0 < 0.02 } && full.contains { $0 > 0.98 })
    #expect(halved.contains { $0 < 0.51 } && halved.contains { $0 > 0.99 })
    // A uniform draw has the deviation 0.289.
    let noise = 4.5 * 0.289 / 20
    let (fullMean, equalMean) = (full.reduce(0.0, +) / 400, halved.reduce(0.0, +) / 400)
    #expect(abs(fullMean - 0.5) < noise)
    #expect(abs(equalMean - 0.75) < noise / 2)
    #expect(users.allSatisfy { place($0, after: 1) != place($0, after: 2) })
  }
}
