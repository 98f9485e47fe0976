internal import EventEngine

extension Strata {
  /// Draws a user of a stratum; reuses the storage of the last one.
  ///
  /// What the stratum does not decide is drawn as for any user, from the same sites.
  func draw(
    _ number: UInt64, in stratum: Int, of population: Population, into user: inout VirtualUser
  ) {
    precondition(all.indices.contains(stratum), "a user is drawn from a stratum that there is")
    let (stratum, behavior) = (all[stratum], population.conditions.behavior)
    switch stratum.trait {
    case .ordinary, .meetsOutage:
      user.neverReturns = false
      let bits = user.draws.bits(.starts, 0)
      user.starts = behavior.starts.sample(
        starts.bits(bits, inside: stratum.trait == .meetsOutage))
    case .neverReturns:
      user.neverReturns = true
      user.starts = user.draws.delay(behavior.starts, .starts, 0)
    case .any:
      user.neverReturns = user.draws.happens(behavior.neverReturns, .neverReturns, 0)
      user.starts = user.draws.delay(behavior.starts, .starts, 0)
    }
    var buy: BuyGoal = stratum.buying == .buys ? .oneMore : .none
    var strikes = stratum.strikes.goal
    for number in 0..<future.purchases {
      let drawn = purchase(number, buy, strikes, user.draws)
      (buy, strikes) = (drawn.buy, drawn.strikes)
      enter(drawn, number, stratum.strikes, of: population, into: &user)
    }
    for intent in 0..<future.purchases where user.intents[intent].secondThought == -1 {
      enterOther(than: intent, stratum.strikes, of: population, into: &user)
    }
  }

  /// What the next purchase of a user turns out to be, and the goals that remain.
  private struct Drawn {
    var kind = WishKind.cancels
    var count = 0
    var buy = BuyGoal.any
    var strikes = StrikeGoal.atLeast(0)
  }

  /// Draws the kind of a purchase and the number of its strikes, given what is still to be reached.
  private func purchase(
    _ number: Int, _ buy: BuyGoal, _ strikes: StrikeGoal, _ draws: Draws
  ) -> Drawn {
    let left = future.purchases - number
    var level = draws.level(.wishKind, number) * future.chance(left, buy, strikes)
    var drawn = Drawn()
    WishFuture.each(buy, strikes, wishes, counts) { kind, count, share, buy, strikes in
      let chance = share * future.chance(left - 1, buy, strikes)
      guard chance > 0 else { return true }
      // Rounding can leave a level behind the last alternative, which is then taken.
      drawn = Drawn(kind: kind, count: count, buy: buy, strikes: strikes)
      level -= chance
      return level >= 0
    }
    return drawn
  }

  /// Enters a purchase's wish, its tap and the faults that strike it.
  private func enter(
    _ drawn: Drawn, _ number: Int, _ strikes: Stratum.Strikes, of population: Population,
    into user: inout VirtualUser
  ) {
    let item = wishes.item(drawn.kind, level: user.draws.level(.item, number))
    population.enterPurchase(number, item: item, pays: drawn.kind == .pays, into: &user)
    var count = drawn.count
    switch drawn.kind {
    case .cancels, .pays: break
    case .paysLater: user.intents[number].secondThought = number
    case .paysForOther:
      count = counts.split(count, level: user.draws.level(.strikeSplit, number))
      // The other wish is entered behind those of all purchases, with the strikes that are left.
      user.intents[number].secondThought = -1
      user.strikesLeft.append(drawn.count - count)
    }
    strike(number, count, strikes, of: population, into: &user)
  }

  /// Enters the wish for another item of the product, for which the user pays at a second thought.
  private func enterOther(
    than intent: Int, _ strikes: Stratum.Strikes, of population: Population,
    into user: inout VirtualUser
  ) {
    let other = user.intents.count
    let catalog = population.conditions.catalog
    let wanted = user.intents[intent].item
    let items = catalog.products[catalog.items[wanted].product].items.filter { $0 != wanted }
    user.intents[intent].secondThought = other
    user.intents.append(
      Intent(item: items[user.draws.choice(of: items.count, .otherItem, intent)], pays: true))
    strike(other, user.strikesLeft.removeFirst(), strikes, of: population, into: &user)
  }

  /// Draws which faults strike a wish, given how many do.
  private func strike(
    _ intent: Int, _ count: Int, _ strikes: Stratum.Strikes, of population: Population,
    into user: inout VirtualUser
  ) {
    guard count > 0 else { return }
    let draws = user.draws
    var plan = user.plan
    user.plan = []
    let enter = { (declaration: Int) in
      plan.append(
        population.faults[declaration].planned(
          for: intent, declaration: declaration, by: draws))
    }
    if case .one(let declaration) = strikes {
      enter(declaration)
    } else {
      counts.draw(
        count, level: { population.faults[$0].level(of: intent, declaration: $0, draws) },
        strikes: enter)
    }
    user.plan = plan
  }
}

extension Stratum.Strikes {
  /// The condition on the number of strikes.
  fileprivate var goal: StrikeGoal {
    switch self {
    case .none: .exactly(0)
    case .one: .exactly(1)
    case .two: .exactly(2)
    case .threeOrMore: .atLeast(3)
    case .oneOrMore: .atLeast(1)
    }
  }
}
