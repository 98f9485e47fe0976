import EventEngine
package import PurchaseWorld
package import Scenarios
package import Statistics

/// Integer counters of one design over many users.
///
/// Counters of disjoint users merge exactly and in any order, so the number of workers and the
/// order in which they finish do not change any digit of a result.
package struct DesignCounters: Hashable, Sendable {
  package private(set) var users = 0
  /// The number of simulated events.
  package private(set) var events = 0
  /// The fault declarations that occurred for any user: bit i is the declaration with index i.
  package private(set) var occurredFaults: UInt64 = 0
  /// The number of paying intents that ran into an outage; 0 if the scenario declares no outage.
  package private(set) var outageIntents = 0
  /// The events that clients logged.
  package private(set) var funnel = Funnel()
  /// Counters of the users without an entry in ``byProduct``: all users, or users with several
  /// products.
  private var shared: Counters
  /// By product, counters of the users with only this product. Most users have one product, so most
  /// are counted once; empty if the catalog has one product.
  private var byProduct: [Counters]
  /// By product, the counts of the users of ``shared`` for this product.
  private var split: [Counters]
  /// Failed delivery tries, over all products.
  package private(set) var retryFailures = RetryLadder()
  /// Results of the users who experienced each kind of fault.
  package private(set) var faultedUsers: FaultedUsers
  /// A sample of the lost orders.
  package private(set) var lossSample = LossSample()
  /// The first users who lost an order, by kind of loss and drop point.
  private var named = Array(repeating: FirstUsers(), count: LossTable.count)

  private let counterLayout: CounterLayout
  private let shortestDeadline: Delay

  package init(_ counterLayout: CounterLayout) {
    self.counterLayout = counterLayout
    shortestDeadline = counterLayout.deadlines.first ?? .longest
    faultedUsers = FaultedUsers(counterLayout)
    shared = Counters(counterLayout)
    byProduct =
      counterLayout.splitsProducts
      ? Array(repeating: Counters(counterLayout), count: counterLayout.productCount) : []
    split = byProduct
  }

  /// The first users, by number, who lost an order in this way at this drop point.
  package func firstUsers(_ kind: LossKind, _ point: DropPoint) -> FirstUsers {
    named[LossSet.index(of: kind, point)]
  }

  /// The counters over all products.
  package var all: Counters { byProduct.reduce(into: shared) { $0 += $1 } }
  /// The counters of each product; empty if the catalog has one product.
  package var products: [Counters] { byProduct.indices.map { counters(product: $0) } }

  /// The counters of one product, or of all products if nil.
  package func counters(product: Int?) -> Counters {
    guard let product, counterLayout.splitsProducts else { return all }
    var counters = byProduct[product]
    counters += split[product]
    return counters
  }

  package func moments(_ share: ShareMetric) -> RatioMoments {
    byProduct.reduce(into: shared.moments(share)) { $0 += $1.moments(share) }
  }

  /// Adds the outcome of one user.
  /// - Parameter count: reused storage that avoids an allocation per user; on return it contains
  ///   the counts of the user over all products, and its previous content is lost.
  package mutating func add(
    _ outcome: UserOutcome, of user: UInt64, using count: inout UserCounters
  ) {
    users += 1
    events += outcome.eventCount
    occurredFaults |= outcome.occurredFaults
    funnel.add(outcome.log)
    retryFailures.add(outcome.log)
    if outcome.occurredFaults != 0 { faultedUsers.add(outcome, of: user) }
    if let course = CommonOutcome(outcome, within: shortestDeadline) {
      count.count(course, outcome)
      guard counterLayout.splitsProducts else { return shared.add(course, count, outcome) }
      return byProduct[outcome.intents[0].product].add(course, count, outcome)
    }
    if counterLayout.hasOutages {
      outageIntents += outcome.intents.count { $0.wantsToPay && $0.flags.contains(.hitOutage) }
    }
    count.replace(with: outcome, product: nil, counterLayout: counterLayout)
    // A user with a lost order has a row above 0, so all other users can skip this.
    if count.isNonzero { addLosses(outcome, of: user) }
    guard counterLayout.splitsProducts else { return shared.add(count, outcome, of: user) }
    if let only = outcome.onlyProduct { return byProduct[only].add(count, outcome, of: user) }
    shared.add(count, outcome, of: user)
    for product in split.indices where outcome.concerns(product) {
      count.replace(with: outcome, product: product, counterLayout: counterLayout)
      split[product].add(count, outcome, of: user, product: product)
    }
    count.replace(with: outcome, product: nil, counterLayout: counterLayout)
  }

  private mutating func addLosses(_ outcome: UserOutcome, of user: UInt64) {
    lossSample.add(outcome, of: user)
    for charge in outcome.charges {
      if case .lost(let kind, let point) = charge.status {
        named[LossSet.index(of: kind, point)].add(user)
      }
    }
  }

  package static func += (left: inout DesignCounters, right: DesignCounters) {
    precondition(
      left.counterLayout == right.counterLayout, "counters that merge have the same layout")
    left.users += right.users
    left.events += right.events
    left.occurredFaults |= right.occurredFaults
    left.outageIntents += right.outageIntents
    left.funnel += right.funnel
    left.shared += right.shared
    left.retryFailures += right.retryFailures
    left.faultedUsers += right.faultedUsers
    left.lossSample += right.lossSample
    for product in left.byProduct.indices {
      left.byProduct[product] += right.byProduct[product]
      left.split[product] += right.split[product]
    }
    for lossOutcome in left.named.indices { left.named[lossOutcome] += right.named[lossOutcome] }
  }
}

/// Results of the users who experienced a fault, by kind of fault.
///
/// A user who experienced several kinds counts for each of them.
package struct FaultedUsers: Hashable, Sendable {
  /// Results of the users who experienced one kind of fault.
  package struct Row: Hashable, Sendable {
    package var users = 0
    /// Lost, rescued or auto-refunded orders of these users among their charges.
    package var moments = RatioMoments()
    /// The lowest number of a user who lost an order; `UInt64.max` if no user did.
    var firstLoser = UInt64.max

    /// The lowest number of a user who lost an order; nil if no user did.
    package var firstUser: UInt64? { firstLoser == .max ? nil : firstLoser }
  }

  /// One row for each kind of ``CounterLayout/faultKinds``.
  package fileprivate(set) var rows: [Row]
  /// The row of each fault declaration.
  private let places: [Int]
  /// The declarations that have a row, as bits.
  private let known: UInt64

  package init(_ counterLayout: CounterLayout) {
    rows = Array(repeating: Row(), count: counterLayout.faultKinds.count)
    places = counterLayout.faultPlaces
    known = places.count == 64 ? .max : 1 << UInt64(places.count) - 1
  }

  package mutating func add(_ outcome: UserOutcome, of user: UInt64) {
    var kinds: UInt32 = 0
    var declarations = outcome.occurredFaults & known
    while declarations != 0 {
      kinds |= 1 << UInt32(places[declarations.trailingZeroBitCount])
      declarations &= declarations - 1
    }
    let orders = outcome.chargeCounts
    while kinds != 0 {
      let place = kinds.trailingZeroBitCount
      rows[place].users += 1
      rows[place].moments.add(orders.lostOrAutoRefunded, of: orders.charges)
      if orders.lostOrAutoRefunded > 0 {
        rows[place].firstLoser = min(rows[place].firstLoser, user)
      }
      kinds &= kinds - 1
    }
  }

  package static func += (left: inout FaultedUsers, right: FaultedUsers) {
    for place in left.rows.indices {
      left.rows[place].users += right.rows[place].users
      left.rows[place].moments += right.rows[place].moments
      left.rows[place].firstLoser = min(left.rows[place].firstLoser, right.rows[place].firstLoser)
    }
  }
}

/// Retries of deliveries whose first try failed: how many failed again, retry by retry (C7). [002]
///
/// The client's log has no products, so these counts exist only over all products.
package struct RetryLadder: Hashable, Sendable {
  /// Element 0: failed first tries; element k: failed k-th retries of the same deliveries. Only
  /// users with a failed first try are added: other users would add 0 to every sum.
  private var rungs = Array(repeating: RatioMoments(), count: ClientLog.maxCountedTries)

  package init() {}
  /// The number of failed first tries, then of each retry up to the last retry that failed.
  package var failures: [Int] { rungs.prefix { $0.numeratorSum > 0 }.map(\.numeratorSum) }
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

extension DesignCounters: Archivable {
  package mutating func transcode(_ archive: inout Archive) throws(ArchiveError) {
    try archive.counts(of: &self, \.users, \.events)
    try archive.bits(&occurredFaults)
    try archive.count(&outageIntents)
    try funnel.transcode(&archive)
    try shared.transcode(&archive)
    try archive.values(&byProduct)
    try archive.values(&split)
    try retryFailures.transcode(&archive)
    try archive.values(&faultedUsers.rows)
    try lossSample.transcode(&archive)
    try archive.values(&named)
  }
}

extension FaultedUsers.Row: Archivable {
  package mutating func transcode(_ archive: inout Archive) throws(ArchiveError) {
    try archive.count(&users)
    try moments.transcode(&archive)
    try archive.bits(&firstLoser)
  }
}

extension RetryLadder: Archivable {
  package mutating func transcode(_ archive: inout Archive) throws(ArchiveError) {
    try archive.values(&rungs)
  }
}
