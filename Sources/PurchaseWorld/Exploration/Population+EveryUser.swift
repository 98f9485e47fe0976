internal import EventEngine

/// A user as a population can draw one, before any fault is planned.
package struct WeightedUser: Sendable {
  package var user: VirtualUser
  /// The share of equal users, above 0 and at most 1.
  package var share: Double
}

extension Population {
  /// The number of different users that ``allUsers(seed:)`` makes.
  package var allUserCount: Double {
    let (alone, double) = purchaseCounts
    let purchases = (0..<purchasesPerUser).reduce(1.0) { all, _ in all * Double(alone + double) }
    return Double(traits.count) * purchases
  }

  /// The numbers of different purchases with one intent, and with a second for another item.
  package var purchaseCounts: (alone: Int, double: Int) {
    let intents = weightedIntents
    let double = intents.count { $0.later ?? $0.item != $0.item }
    return (intents.count - double, double)
  }

  /// The number of different users with the same intents: guests, and those who never return.
  package var traitCombinationCount: Int { traits.count }

  /// Every user that can be drawn, without faults; their shares add up to 1.
  /// - Precondition: users are drawn, and their conditions vary only in the chances of a user's
  ///   traits and intents (``Behavior/cancelProbability``, ``Behavior/retapProbability``,
  ///   ``Behavior/neverReturningShare``, ``Behavior/guestShare``).
  package func allUsers(seed: UInt64) -> [WeightedUser] {
    precondition(script == nil, "the user of a case is not drawn")
    var all: [WeightedUser] = []
    let alternatives = weightedIntents
    for trait in traits {
      var user = VirtualUser(number: 0, draws: KeyedDraws(seed: seed, user: 0))
      user.neverReturns = trait.neverReturns
      user.isGuest = trait.isGuest
      user.startDelay = conditions.behavior.startDelay.median
      extend(user, trait.share, [], alternatives, into: &all)
    }
    return all
  }

  /// Extends a user by every intent for the next purchase; second thoughts follow after all.
  private func extend(
    _ user: VirtualUser, _ share: Double, _ chosen: [WeightedIntent],
    _ alternatives: [WeightedIntent], into all: inout [WeightedUser]
  ) {
    guard chosen.count < purchasesPerUser else {
      var user = user
      for (number, intent) in chosen.enumerated() {
        if let later = intent.later { user.reconsider(number, for: later) }
      }
      for intent in user.intents.indices {
        user.intents[intent].sheetTime = conditions.behavior.sheet.median
        user.intents[intent].processingTime = conditions.store.processing.median
      }
      return all.append(WeightedUser(user: user, share: share))
    }
    for intent in alternatives {
      var next = user
      enterPurchase(chosen.count, item: intent.item, pays: intent.pays, into: &next)
      extend(next, share * intent.share, chosen + [intent], alternatives, into: &all)
    }
  }

  private var traits: [(neverReturns: Bool, isGuest: Bool, share: Double)] {
    let never = conditions.behavior.neverReturningShare.probability
    let guests = conditions.behavior.guestShare.probability
    return [
      (false, false, (1 - never) * (1 - guests)), (true, false, never * (1 - guests)),
      (false, true, (1 - never) * guests), (true, true, never * guests),
    ].filter { $0.share > 0 }
  }

  private struct WeightedIntent {
    var item: Int
    var pays: Bool
    /// The item for which a user who cancels pays at a second thought.
    var later: Int?
    var share: Double
  }

  private var weightedIntents: [WeightedIntent] {
    let catalog = conditions.catalog
    let cancels = conditions.behavior.cancelProbability.probability
    let reconsiders = conditions.behavior.retapProbability.probability
    return catalog.items.indices.flatMap { item in
      let each = Double(catalog.items[item].weight) / Double(catalog.weight)
      let alike = [item] + catalog.others(than: item)
      let thinksAgain = each * cancels * reconsiders / Double(catalog.weight(of: alike))
      return [
        WeightedIntent(item: item, pays: true, share: each * (1 - cancels)),
        WeightedIntent(item: item, pays: false, share: each * cancels * (1 - reconsiders)),
      ]
        + alike.map { later in
          let share = thinksAgain * Double(catalog.items[later].weight)
          return WeightedIntent(item: item, pays: false, later: later, share: share)
        }
    }.filter { $0.share > 0 }
  }
}
