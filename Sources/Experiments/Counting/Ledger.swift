import EventEngine
package import PurchaseWorld
package import Scenarios
package import Statistics

/// The integer counts of one design over many users.
///
/// Ledgers of disjoint users merge exactly and in any order, so the number of workers and the order
/// in which they finish never change a digit.
package struct Ledger: Hashable, Sendable {
  package private(set) var users = 0
  /// The number of events that were handled.
  package private(set) var events = 0
  /// Which declarations of faults struck, by index, as bits.
  package private(set) var struck: UInt64 = 0
  /// How many intents that wanted to pay met an outage; counted where the scenario declares one.
  package private(set) var metOutage = 0
  /// What clients logged.
  package private(set) var funnel = Funnel()
  /// The counts of users in no product's ``own``: all, or those who met several products.
  private var shared: Tally
  /// By product, the counts of users who met that product alone: most users, who are so counted once;
  /// empty when the catalog has only one product.
  private var own: [Tally]
  /// By product, what the users of ``shared`` did with it.
  private var split: [Tally]
  /// The failed tries of deliveries, over all products.
  package private(set) var ladder = RetryLadder()
  package private(set) var struckUsers: StruckUsers
  /// A sample of the lost orders.
  package private(set) var losses = LossList()
  /// The users who lost an order, by way.
  private var named = Array(repeating: FirstUsers(), count: DropTable.count)

  private let shape: Shape
  private let shortestDeadline: Delay

  package init(_ shape: Shape) {
    self.shape = shape
    shortestDeadline = shape.deadlines.first ?? .longest
    struckUsers = StruckUsers(shape)
    shared = Tally(shape)
    own = shape.splitsProducts ? Array(repeating: Tally(shape), count: shape.products) : []
    split = own
  }

  /// The first users, by number, who lost an order in one way.
  package func firstUsers(_ kind: LossKind, _ point: DropPoint) -> FirstUsers {
    named[LossSet.place(of: kind, point)]
  }

  package var all: Tally { own.reduce(into: shared) { $0 += $1 } }
  /// The counts of each product; empty when the catalog has only one.
  package var products: [Tally] { own.indices.map { tally(product: $0) } }

  /// The tally of a product, or of all.
  package func tally(product: Int?) -> Tally {
    guard let product, shape.splitsProducts else { return all }
    var tally = own[product]
    tally += split[product]
    return tally
  }

  package func moments(_ share: Share) -> RatioMoments {
    own.reduce(into: shared.moments(share)) { $0 += $1.moments(share) }
  }

  /// Adds what became of one user.
  /// - Parameter count: storage, so that no user costs an allocation; it is overwritten by the counts
  ///   of the user over all products.
  package mutating func add(_ outcome: Outcome, of user: UInt64, using count: inout UserCount) {
    users += 1
    events += outcome.events
    struck |= outcome.struck
    funnel.add(outcome.log)
    ladder.add(outcome.log)
    if outcome.struck != 0 { struckUsers.add(outcome, of: user) }
    if let course = PlainCourse(outcome, within: shortestDeadline) {
      count.count(course, outcome)
      guard shape.splitsProducts else { return shared.add(course, count, outcome) }
      return own[outcome.intents[0].product].add(course, count, outcome)
    }
    if shape.hasOutages {
      metOutage += outcome.intents.count { $0.wantsToPay && $0.flags.contains(.metOutage) }
    }
    count.count(outcome, product: nil, shape: shape)
    // Whoever lost something has a row above 0.
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

  package static func += (left: inout Ledger, right: Ledger) {
    precondition(left.shape == right.shape, "ledgers that merge have one shape")
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

/// What became of the users whom a kind of fault has struck, by kind.
///
/// A user struck by several kinds is counted for each of them.
package struct StruckUsers: Hashable, Sendable {
  package struct Row: Hashable, Sendable {
    package var users = 0
    /// Their lost, rescued or auto-refunded orders among their charges.
    package var moments = RatioMoments()
    /// The lowest number of one who lost an order; the maximum if none did.
    var firstLoser = UInt64.max

    /// The lowest number of one who lost an order.
    package var firstUser: UInt64? { firstLoser == .max ? nil : firstLoser }
  }

  /// A row for each kind of ``Shape/faultKinds``.
  package fileprivate(set) var rows: [Row]
  /// The row of each declaration.
  private let places: [Int]
  /// The declarations that have one, as bits.
  private let known: UInt64

  package init(_ shape: Shape) {
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

  package static func += (left: inout StruckUsers, right: StruckUsers) {
    for place in left.rows.indices {
      left.rows[place].users += right.rows[place].users
      left.rows[place].moments += right.rows[place].moments
      left.rows[place].firstLoser = min(left.rows[place].firstLoser, right.rows[place].firstLoser)
    }
  }
}

/// How far deliveries whose first try had failed went on failing, retry by retry (C7). [002]
///
/// The client's log does not tell products apart, so neither does the ladder.
package struct RetryLadder: Hashable, Sendable {
  /// Element 0: the first tries that failed; element k: the k-th retries that failed, among them.
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

extension Ledger: Packable {
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

extension StruckUsers.Row: Packable {
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
    // Sums over users each of whom counts a part of a whole, in whole numbers.
    let (n, d) = (Int128(numerators), Int128(denominators))
    try packing.check(n <= numeratorSquares && numeratorSquares <= n * n)
    try packing.check(numeratorSquares <= products && products <= denominatorSquares)
    try packing.check(d <= denominatorSquares && denominatorSquares <= d * d)
  }
}
