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
  package private(set) var struck: UInt64 = 0
  /// The number of paying intents that ran into an outage; 0 if the scenario declares no outage.
  package private(set) var metOutage = 0
  /// The events that clients logged.
  package private(set) var funnel = Funnel()
  /// Counters of the users without an entry in ``own``: all users, or users with several products.
  private var shared: Counters
  /// By product, counters of the users with only this product. Most users have one product, so most
  /// are counted once; empty if the catalog has one product.
  private var own: [Counters]
  /// By product, the counts of the users of ``shared`` for this product.
  private var split: [Counters]
  /// Failed delivery tries, over all products.
  package private(set) var ladder = RetryLadder()
  /// Results of the users who experienced each kind of fault.
  package private(set) var struckUsers: FaultedUsers
  /// A sample of the lost orders.
  package private(set) var losses = LossList()
  /// The first users who lost an order, by kind of loss and drop point.
  private var named = Array(repeating: FirstUsers(), count: LossTable.count)

  private let shape: CounterLayout
  private let shortestDeadline: Delay

  package init(_ shape: CounterLayout) {
    self.shape = shape
    shortestDeadline = shape.deadlines.first ?? .longest
    struckUsers = FaultedUsers(shape)
    shared = Counters(shape)
    own = shape.splitsProducts ? Array(repeating: Counters(shape), count: shape.products) : []
    split = own
  }

  /// The first users, by number, who lost an order in this way at this drop point.
  package func firstUsers(_ kind: LossKind, _ point: DropPoint) -> FirstUsers {
    named[LossSet.place(of: kind, point)]
  }

  /// The counters over all products.
  package var all: Counters { own.reduce(into: shared) { $0 += $1 } }
  /// The counters of each product; empty if the catalog has one product.
  package var products: [Counters] { own.indices.map { tally(product: $0) } }

  /// The counters of one product, or of all products if nil.
  package func tally(product: Int?) -> Counters {
    guard let product, shape.splitsProducts else { return all }
    var tally = own[product]
    tally += split[product]
    return tally
  }

  package func moments(_ share: Share) -> RatioMoments {
    own.reduce(into: shared.moments(share)) { $0 += $1.moments(share) }
  }

  /// Adds the outcome of one user.
  /// - Parameter count: reused storage that avoids an allocation per user; on return it contains
  ///   the counts of the user over all products, and its previous content is lost.
  package mutating func add(_ outcome: Outcome, of user: UInt64, using count: inout UserCount) {
    users += 1
    events += outcome.events
    struck |= outcome.struck
    funnel.add(outcome.log)
    ladder.add(outcome.log)
    if outcome.struck != 0 { struckUsers.add(outcome, of: user) }
    if let course = CommonOutcome(outcome, within: shortestDeadline) {
      count.count(course, outcome)
      guard shape.splitsProducts else { return shared.add(course, count, outcome) }
      return own[outcome.intents[0].product].add(course, count, outcome)
    }
    if shape.hasOutages {
      metOutage += outcome.intents.count { $0.wantsToPay && $0.flags.contains(.metOutage) }
    }
    count.count(outcome, product: nil, shape: shape)
    // A user with a lost order has a row above 0, so all other users can skip this.
    if count.hasRows { addLosses(outcome, of: user) }
    guard shape.splitsProducts else { return shared.add(count, outcome, of: user) }
    if let only = outcome.onlyProduct { return own[only].add(count, outcome, of: user) }
    shared.add(count, outcome, of: user)
    for product in split.indices where outcome.concerns(product) {
      count.count(outcome, product: product, shape: shape)
      split[product].add(count, outcome, of: user, product: product)
    }
    count.count(outcome, product: nil, shape: shape)
  }

  private mutating func addLosses(_ outcome: Outcome, of user: UInt64) {
    losses.add(outcome, of: user)
    for charge in outcome.charges {
      if case .lost(let kind, let point) = charge.fate {
        named[LossSet.place(of: kind, point)].add(user)
      }
    }
  }

  package static func += (left: inout DesignCounters, right: DesignCounters) {
    precondition(left.shape == right.shape, "counters that merge have the same layout")
    left.users += right.users
    left.events += right.events
    left.struck |= right.struck
    left.metOutage += right.metOutage
    left.funnel += right.funnel
    left.shared += right.shared
    left.ladder += right.ladder
    left.struckUsers += right.struckUsers
    left.losses += right.losses
    for product in left.own.indices {
      left.own[product] += right.own[product]
      left.split[product] += right.split[product]
    }
    for way in left.named.indices { left.named[way] += right.named[way] }
  }
}

/// Results of the users who experienced a fault, by kind of fault.
///
/// A user who experienced several kinds counts for each of them.
package struct FaultedUsers: Hashable, Sendable {
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

  package init(_ shape: CounterLayout) {
    rows = Array(repeating: Row(), count: shape.faultKinds.count)
    places = shape.faultPlaces
    known = places.count == 64 ? .max : 1 << UInt64(places.count) - 1
  }

  package mutating func add(_ outcome: Outcome, of user: UInt64) {
    var kinds: UInt32 = 0
    var declarations = outcome.struck & known
    while declarations != 0 {
      kinds |= 1 << UInt32(places[declarations.trailingZeroBitCount])
      declarations &= declarations - 1
    }
    let orders = outcome.orders
    while kinds != 0 {
      let place = kinds.trailingZeroBitCount
      rows[place].users += 1
      rows[place].moments.add(orders.lost, of: orders.charges)
      if orders.lost > 0 { rows[place].firstLoser = min(rows[place].firstLoser, user) }
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
  private var rungs = Array(repeating: RatioMoments(), count: ClientLog.rungs)

  package init() {}
  /// The number of failed first tries, then of each retry up to the last retry that failed.
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

extension DesignCounters: Packable {
  package mutating func pack(_ packing: inout Packing) throws(PackingProblem) {
    try packing.count(&users)
    try packing.count(&events)
    try packing.bits(&struck)
    try packing.count(&metOutage)
    try funnel.pack(&packing)
    try shared.pack(&packing)
    try packing.each(&own)
    try packing.each(&split)
    try ladder.pack(&packing)
    try packing.each(&struckUsers.rows)
    try losses.pack(&packing)
    try packing.each(&named)
  }
}

extension FaultedUsers.Row: Packable {
  package mutating func pack(_ packing: inout Packing) throws(PackingProblem) {
    try packing.count(&users)
    try moments.pack(&packing)
    try packing.bits(&firstLoser)
  }
}

extension RetryLadder: Packable {
  package mutating func pack(_ packing: inout Packing) throws(PackingProblem) {
    try packing.each(&rungs)
  }
}

extension RatioMoments: Packable {
  package mutating func pack(_ packing: inout Packing) throws(PackingProblem) {
    try packing.count(&numerators)
    try packing.count(&denominators)
    try packing.check(numerators <= denominators)
    try packing.sum(&numeratorSquares)
    try packing.sum(&products)
    try packing.sum(&denominatorSquares)
    // Bounds for sums over users who each count n of d with whole numbers 0 <= n <= d.
    let (n, d) = (Int128(numerators), Int128(denominators))
    try packing.check(n <= numeratorSquares && numeratorSquares <= n * n)
    try packing.check(numeratorSquares <= products && products <= denominatorSquares)
    try packing.check(d <= denominatorSquares && denominatorSquares <= d * d)
  }
}
