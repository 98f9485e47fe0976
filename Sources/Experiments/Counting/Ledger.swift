import EventEngine
package import PurchaseWorld
package import Scenarios
package import Statistics

/// The integer counts of one design over many users.
///
/// Ledgers of disjoint users merge exactly and in any order, so the number of workers and the order
/// in which they finish never change a digit.
package struct Ledger: Hashable, Sendable {
  /// What happened to a user under one design, in a word.
  package enum Course: Sendable {
    /// One delivery in time, or a cancel, and nothing else; or anything else.
    case delivery, cancel, eventful
  }

  package private(set) var users = 0
  /// The number of events that were handled.
  package private(set) var events = 0
  /// Which declarations of faults struck, by index, as bits.
  package private(set) var struck: UInt64 = 0
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
  /// The longest time to delivery that misses no deadline, in microseconds.
  private let shortestDeadline: Int64

  package init(_ shape: Shape) {
    self.shape = shape
    shortestDeadline = shape.deadlines.first?.microseconds ?? .max
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
  ///
  /// - Parameter count: storage, so that no user costs an allocation; it is overwritten by the counts
  ///   of an eventful user over all products.
  /// - Returns: what happened to the user, in a word.
  @discardableResult package mutating func add(
    _ outcome: Outcome, of user: UInt64, using count: inout UserCount
  ) -> Course {
    users += 1
    events += outcome.events
    struck |= outcome.struck
    funnel.add(outcome.log)
    ladder.add(outcome.log)
    if outcome.struck != 0 { struckUsers.add(outcome, of: user) }
    if outcome.isPlainDelivery(within: shortestDeadline) {
      let charge = outcome.charges[0]
      if shape.splitsProducts {
        own[charge.product].add(plain: charge)
      } else {
        shared.add(plain: charge)
      }
      return .delivery
    }
    if let product = outcome.plainCancel {
      if shape.splitsProducts { own[product].addPlainCancel() } else { shared.addPlainCancel() }
      return .cancel
    }
    addCounted(outcome, of: user, using: &count)
    return .eventful
  }

  private mutating func addCounted(
    _ outcome: Outcome, of user: UInt64, using count: inout UserCount
  ) {
    losses.add(outcome, of: user)
    for charge in outcome.charges {
      if case .lost(let kind, let point) = charge.fate {
        named[LossSet.place(of: kind, point)].add(user)
      }
    }
    if shape.splitsProducts, let only = outcome.onlyProduct {
      for charge in outcome.charges { own[only].add(charge) }
      count.count(outcome, product: nil, shape: shape)
      own[only].add(count)
      return
    }
    for charge in outcome.charges {
      shared.add(charge)
      if shape.splitsProducts { split[charge.product].add(charge) }
    }
    for product in split.indices where outcome.concerns(product) {
      count.count(outcome, product: product, shape: shape)
      split[product].add(count)
    }
    count.count(outcome, product: nil, shape: shape)
    shared.add(count)
  }

  package static func += (left: inout Ledger, right: Ledger) {
    precondition(left.shape == right.shape, "ledgers that merge have one shape")
    left.users += right.users
    left.events += right.events
    left.struck |= right.struck
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
