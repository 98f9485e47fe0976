import Methods
import Experiments
import PurchaseWorld
import Scenarios
import Statistics

/// What all users lost under every design, kept one by one, against which the pairs are checked.
struct PairInvariants {
  /// What a user lost under one design.
  private struct Loss {
    var charges: Int
    var fates: [Fate]
  }

  private var users: [[Loss]] = []

  /// Keeps what became of a user under the next design; users come in the order of their numbers.
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

  /// What is wrong with the pairs of the books of these users, in words.
  func breaches(of books: Books) -> [String] {
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
      if counts.flipsOfFirst.values != Array(ofFirst.prefix(FlipList.most)) {
        found.append("flips of first")
      }
      if counts.flipsOfSecond.values != Array(ofSecond.prefix(FlipList.most)) {
        found.append("flips of second")
      }
      return found.map { "designs \(first) and \(second): \($0)" }
    }
  }

  /// The users who lost an order under one design and none under another.
  private func flips(_ loser: Int, _ saver: Int) -> [Flip] {
    users.enumerated().compactMap { number, user in
      guard let fate = user[loser].fates.first, user[saver].fates.isEmpty else { return nil }
      return Flip(user: UInt64(number), fate: fate)
    }
  }
}
