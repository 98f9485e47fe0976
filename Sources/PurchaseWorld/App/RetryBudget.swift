internal import EventEngine

/// How a client keeps from adding to an overload: a budget for retries (C7), and what follows a refusal (B12).
extension ClientHost where Self: ~Copyable {
  /// A failed try takes a token of the budget; whether there are enough for another try (C7).
  mutating func spendToken() -> Bool {
    client.state.spentTokens = min(
      client.state.spentTokens + 1_000, Int32(RetryRules.bucket * 1_000))
    return client.state.spentTokens < RetryRules.bucket * 500
  }

  /// A success gives a part of a token back (C7).
  @inline(__always) mutating func earnToken() {
    if let budget = design.retry.budget { earnToken(of: budget) }
  }

  @inline(never) private mutating func earnToken(of budget: Double) {
    let earned = Int32((budget * 1_000).rounded())
    client.state.spentTokens = max(0, client.state.spentTokens - earned)
  }

  /// Whether a client tries again at all that was refused (B12).
  var triesAfterRefusal: Bool { design.retry.afterRefusal != .wait }

  /// The wait of a client that was refused (B12).
  func delayAfterRefusal(_ place: Int) -> Delay {
    guard design.retry.afterRefusal == .longest else { return delay(at: place) }
    return design.waits.map { delay(at: Int($0)) }.max() ?? .zero
  }
}
