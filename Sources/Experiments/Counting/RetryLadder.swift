import PurchaseWorld
package import Statistics

/// How far deliveries whose first try had failed went on failing, retry by retry (C7). [002]
///
/// The client's log does not tell products apart, so neither does the ladder.
package struct RetryLadder: Hashable, Sendable {
  /// Element 0: the first tries that failed; element k: the k-th retries that failed, among them.
  ///
  /// Only users with a failed first try are added: the others add nothing to any sum.
  private var rungs = Array(repeating: RatioMoments(), count: ClientLog.rungs)

  package init() {}

  /// The number of failed tries: first ones, then those of each retry up to the last that failed.
  package var failures: [Int] { rungs.prefix { $0.numerators > 0 }.map(\.numerators) }

  /// The moments of a retry, from 1: its failures among the deliveries whose first try failed.
  package func moments(retry: Int) -> RatioMoments { rungs[retry] }

  @inline(__always) mutating func add(_ log: ClientLog) {
    if log.failedTries[0] > 0 { addFailures(log) }
  }

  private mutating func addFailures(_ log: ClientLog) {
    let first = Int(log.failedTries[0])
    for rung in rungs.indices { rungs[rung].add(Int(log.failedTries[rung]), of: first) }
  }

  package static func += (left: inout RetryLadder, right: RetryLadder) {
    for rung in left.rungs.indices { left.rungs[rung] += right.rungs[rung] }
  }
}
