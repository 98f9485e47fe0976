internal import EventEngine

/// A user as a population can draw one, before any fault is planned.
package struct LikelyUser: Sendable {
  package var user: VirtualUser
  /// The share of users who are like this one, above 0 and at most 1.
  package var share: Double
}

extension Population {
  /// How many different users ``everyUser(seed:)`` makes.
  package var everyUserCount: Double {
    let (alone, double) = purchaseCounts
    let purchases = (0..<purchasesPerUser).reduce(1.0) { all, _ in all * Double(alone + double) }
    return Double(traits.count) * purchases
  }

  /// How many different purchases there can be: those that are one wish, and those that are two
  /// because of a second thought for another item.
  package var purchaseCounts: (alone: Int, double: Int) {
    let wishes = wishes
    let double = wishes.count { $0.later ?? $0.item != $0.item }
    return (wishes.count - double, double)
  }

  /// How many different users there can be for given wishes: guests, and those who never return.
  package var traitCount: Int { traits.count }

  /// Every user that can be drawn, without faults; their shares add up to 1.
  /// - Precondition: users are drawn, and nothing of their conditions varies but chances that decide
  ///   who a user is and what they wish (``Behavior/cancels``, ``Behavior/reconsiders``,
  ///   ``Behavior/neverReturns``, ``Behavior/guests``).
  package func everyUser(seed: UInt64) -> [LikelyUser] {
    precondition(script == nil, "the user of a case is not drawn")
    var all: [LikelyUser] = []
    let alternatives = wishes
    for trait in traits {
      var user = VirtualUser(number: 0, draws: Draws(seed: seed, user: 0))
      user.neverReturns = trait.neverReturns
      user.isGuest = trait.isGuest
      user.starts = conditions.behavior.starts.median
      extend(user, trait.share, [], alternatives, into: &all)
    }
    return all
  }

  /// Goes on with every wish for the next purchase; second thoughts follow behind all of them.
  private func extend(
    _ user: VirtualUser, _ share: Double, _ chosen: [Wish], _ alternatives: [Wish],
    into all: inout [LikelyUser]
  ) {
    guard chosen.count < purchasesPerUser else {
      var user = user
      for (number, wish) in chosen.enumerated() {
        if let later = wish.later { user.reconsider(number, for: later) }
      }
      for intent in user.intents.indices {
        user.intents[intent].sheet = conditions.behavior.sheet.median
        user.intents[intent].processing = conditions.store.processing.median
      }
      return all.append(LikelyUser(user: user, share: share))
    }
    for wish in alternatives {
      var next = user
      enterPurchase(chosen.count, item: wish.item, pays: wish.pays, into: &next)
      extend(next, share * wish.share, chosen + [wish], alternatives, into: &all)
    }
  }

  /// What a user is beside their wishes.
  private var traits: [(neverReturns: Bool, isGuest: Bool, share: Double)] {
    let behavior = conditions.behavior
    let (never, guests) = (behavior.neverReturns.probability, behavior.guests.probability)
    return [
      (false, false, (1 - never) * (1 - guests)), (true, false, never * (1 - guests)),
      (false, true, (1 - never) * guests), (true, true, never * guests),
    ].filter { $0.share > 0 }
  }

  /// What one purchase can be.
  private struct Wish {
    var item: Int
    var pays: Bool
    /// The item for which a user who cancels pays at a second thought.
    var later: Int?
    var share: Double
  }

  private var wishes: [Wish] {
    let (behavior, catalog) = (conditions.behavior, conditions.catalog)
    let (cancels, reconsiders) = (behavior.cancels.probability, behavior.reconsiders.probability)
    return catalog.items.indices.flatMap { item in
      let each = Double(catalog.items[item].weight) / Double(catalog.weight)
      let alike = [item] + catalog.others(than: item)
      let thinksAgain = each * cancels * reconsiders / Double(catalog.weight(of: alike))
      return [
        Wish(item: item, pays: true, share: each * (1 - cancels)),
        Wish(item: item, pays: false, share: each * cancels * (1 - reconsiders)),
      ]
        + alike.map { later in
          let share = thinksAgain * Double(catalog.items[later].weight)
          return Wish(item: item, pays: false, later: later, share: share)
        }
    }.filter { $0.share > 0 }
  }
}
