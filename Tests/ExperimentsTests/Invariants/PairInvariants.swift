import Experiments
import Methods
import PurchaseWorld
import Scenarios
import Statistics

/// The losses of all users under every design, stored one by one, to check the pairs.
struct PairInvariants {
  /// The losses of a user under one design.
  private struct Loss {
    var charges: Int
    var statuses: [ChargeStatus]
  }

  private var users: [[Loss]] = []

  /// Stores the outcome of a user under the next design; users are added in order of their numbers.
  mutating func add(_ outcome: UserOutcome, design: Int) {
    let charges = outcome.charges.filter { $0.status != .refunded }
    let statuses = charges.map(\.status).filter { status in
      switch status {
      case .lost, .rescued, .autoRefunded(.lost): true
      case .delivered, .recovered, .refunded, .autoRefunded(.delivered): false
      }
    }
    let loss = Loss(charges: charges.count, statuses: statuses)
    if design == 0 { users.append([]) }
    users[users.count - 1].append(loss)
  }

  /// The broken invariants of the pairs of these users as text.
  func breaches(of totals: RunAccumulator) -> [String] {
    totals.discordantUsersByPair.counts.indices.flatMap { index -> [String] in
      let counts = totals.discordantUsersByPair.counts[index]
      let (first, second) = (counts.pair.first, counts.pair.second)
      var found: [String] = []
      var moments = PairMoments()
      for user in users {
        moments.add(
          user[first].statuses.count, of: user[first].charges, and: user[second].statuses.count,
          of: user[second].charges)
      }
      if totals.jointSums.moments(0, of: counts.pair, totals.countersByDesign) != moments {
        found.append("moments")
      }
      let both = users.count { !$0[first].statuses.isEmpty && !$0[second].statuses.isEmpty }
      if counts.both != both { found.append("both") }
      let (ofFirst, ofSecond) = (discordantUsers(first, second), discordantUsers(second, first))
      if counts.onlyFirst != ofFirst.count { found.append("only first") }
      if counts.onlySecond != ofSecond.count { found.append("only second") }
      if counts.losersUnderFirstOnly.values != Array(ofFirst.prefix(DiscordantUsers.maximum)) {
        found.append("discordant users of first")
      }
      if counts.losersUnderSecondOnly.values != Array(ofSecond.prefix(DiscordantUsers.maximum)) {
        found.append("discordant users of second")
      }
      return found.map { "designs \(first) and \(second): \($0)" }
    }
  }

  /// The users who lost an order under one design and none under another.
  private func discordantUsers(_ loser: Int, _ saver: Int) -> [DiscordantUser] {
    users.enumerated().compactMap { number, user in
      guard let status = user[loser].statuses.first, user[saver].statuses.isEmpty else {
        return nil
      }
      return DiscordantUser(user: UInt64(number), status: status)
    }
  }
}
