import EventLogs
import PurchaseWorld

extension TransactionSymptoms {
  /// Clauses about a transaction's delivery after its callback.
  func words(_ language: Language) -> [String] {
    let clauses = [
      followsFailure ? language("first reported as failed") : nil,
      isWithoutItem ? language("no item found") : nil, tryWords(language),
      isExhausted ? language("no tries left") : nil, finishWords(language),
      hasOtherGoods ? language("other goods delivered") : nil,
      isManuallyDelivered ? language("delivered manually") : nil,
      hasLaterActivity ? language("app used again") : nil,
    ]
    return clauses.compactMap(\.self)
  }

  /// Place of the callback.
  func callbackWords(_ language: Language) -> String {
    let first =
      switch callback {
      case .none: language("never")
      case .inSession: language("in the payment's session")
      case .later: language("in a later session")
      case .somewhere: language("yes")
      }
    return hasLaterCallback ? language("{0}, and again", first) : first
  }

  private func tryWords(_ language: Language) -> String {
    let ending = code.map { " (\($0.rawValue))" } ?? ""
    return switch lastTry {
    case .none: language("not tried")
    case .open: language("last try unanswered")
    case .failed: language("last try failed") + ending
    case .rejected: language("last try rejected") + ending
    case .accepted: language("last try accepted")
    case .succeeded: language("last try succeeded")
    }
  }

  private func finishWords(_ language: Language) -> String {
    switch finish {
    case .none: language("not finished")
    case .beforeTries where lastTry != .none: language("finished before it")
    case .beforeTries, .afterTries: language("finished")
    }
  }
}
