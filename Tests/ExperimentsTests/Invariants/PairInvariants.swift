import Methods
import Experiments
import PurchaseWorld
import Scenarios
import Statistics

/// The losses of all users under every design, stored one by one, to check the pairs.
struct PairInvariants {
  /// The losses of a user under one design.
  private struct Loss {
    var charges: Int
    var fates: [Fate]
  }

  private var users: [[Loss]] = []

  /// Stores the outcome of a user under the next design; users are added in order of their numbers.
  mutating func add(_ outcome: Outcome, design: Int) {
    let charges = outcome.charges.filter { $0.fate != .refunded }
    let fates = charges.map(\.fate).filter { fate in
      switch fate {
      case .lost, .rescued, .takenBack(.lost): true
      case .delivered, .recovered, .refunded, .takenBack(.delivered): false
      }
    }
    let loss = Loss(charges: charges.count, fates: fates)
    if design == 0 { users.append([]) }
    users[users.count - 1].append(loss)
  }

  /// The broken invariants of the pairs of these users, in words.
  func breaches(of books: RunAccumulator) -> [String] {
    books.comparison.pairs.indices.flatMap { index -> [String] in
      let counts = books.comparison.pairs[index]
      let (first, second) = (counts.pair.first, counts.pair.second)
      var found: [String] = []
      var moments = PairMoments()
      for user in users {
        moments.add(
          user[first].fates.count, of: user[first].charges, and: user[second].fates.count,
          of: user[second].charges)
      }
      if books.joint.moments(0, of: counts.pair, books.ledgers) != moments {
        found.append("moments")
      }
      let both = users.count { !$0[first].fates.isEmpty && !$0[second].fates.isEmpty }
      if counts.both != both { found.append("both") }
      let (ofFirst, ofSecond) = (flips(first, second), flips(second, first))
      if counts.onlyFirst != ofFirst.count { found.append("only first") }
      if counts.onlySecond != ofSecond.count { found.append("only second") }
      if counts.flipsOfFirst.values != Array(ofFirst.prefix(DiscordantUsers.most)) {
        found.append("flips of first")
      }
      if counts.flipsOfSecond.values != Array(ofSecond.prefix(DiscordantUsers.most)) {
        found.append("flips of second")
      }
      return found.map { "designs \(first) and \(second): \($0)" }
    }
  }

  /// The users who lost an order under one design and none under another.
  private func flips(_ loser: Int, _ saver: Int) -> [DiscordantUser] {
    users.enumerated().compactMap { number, user in
      guard let fate = user[loser].fates.first, user[saver].fates.isEmpty else { return nil }
      return DiscordantUser(user: UInt64(number), fate: fate)
    }
  }
}
