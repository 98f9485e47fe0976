internal import EventEngine

/// The client's limits in an overload: a budget for retries (C7), a wait after a refusal (B12).
extension ClientHost where Self: ~Copyable {
  /// Takes a token for a failed try; returns whether another try is affordable (C7).
  mutating func spendToken() -> Bool {
    client.state.spentTokens = min(
      client.state.spentTokens + 1_000, Int32(RetryRules.bucket * 1_000))
    return client.state.spentTokens < RetryRules.bucket * 500
  }

  /// Returns a part of a token after a success (C7).
  @inline(__always) mutating func earnToken() {
    if let budget = design.retry.budgetRefill { earnToken(of: budget) }
  }

  @inline(never) private mutating func earnToken(of budget: Double) {
    let earned = Int32((budget * 1_000).rounded())
    client.state.spentTokens = max(0, client.state.spentTokens - earned)
  }

  /// The wait after a refusal (B12).
  func delayAfterRefusal(_ place: Int) -> Delay {
    guard design.retry.afterRefusal == .longest else { return delay(at: place) }
    return design.waits.map { delay(at: Int($0)) }.max() ?? .zero
  }
}
