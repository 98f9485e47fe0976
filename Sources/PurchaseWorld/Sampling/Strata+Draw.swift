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
      user.starts = behavior.starts.sample(starts.bits(bits, inside: stratum.trait == .meetsOutage))
    case .neverReturns:
      user.neverReturns = true
      user.starts = user.draws.delay(behavior.starts, .starts, 0)
    case .any:
      user.neverReturns = user.draws.happens(behavior.neverReturns, .neverReturns, 0)
      user.starts = user.draws.delay(behavior.starts, .starts, 0)
    }
    var buy = stratum.buying.goal
    var strikes = stratum.strikes.goal
    for number in 0..<future.purchases {
      let drawn = future.draw(
        future.purchases - number, buy, strikes, level: user.draws.level(.wishKind, number))
      (buy, strikes) = (drawn.buy, drawn.strikes)
      enter(drawn, number, stratum.strikes, of: population, into: &user)
    }
    // The wishes for another item of the product, for which the user pays at a second thought.
    while !user.strikesLeft.isEmpty {
      let (intent, strikes) = user.strikesLeft.removeFirst()
      let other = user.intents.count
      let catalog = population.conditions.catalog
      let others = catalog.others(than: user.intents[intent].item)
      user.reconsider(intent, for: catalog.item(among: others, user.draws, intent))
      strike(other, strikes, stratum.strikes, of: population, into: &user)
    }
  }

  /// Enters a purchase's wish, its tap and the faults that strike it.
  private func enter(
    _ drawn: DrawnWish, _ number: Int, _ strikes: Stratum.Strikes, of population: Population,
    into user: inout VirtualUser
  ) {
    let item = wishes.item(drawn.kind, level: user.draws.level(.item, number))
    population.enterPurchase(number, item: item, pays: drawn.kind == .pays, into: &user)
    var count = drawn.count
    switch drawn.kind {
    case .cancels, .pays: break
    case .paysLater: user.reconsider(number, for: item)
    case .paysForOther:
      count = counts.split(count, level: user.draws.level(.strikeSplit, number))
      // The other wish is entered behind those of all purchases, with the strikes that are left.
      user.strikesLeft.append((number, drawn.count - count))
    }
    strike(number, count, strikes, of: population, into: &user)
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
        population.faults[declaration].planned(for: intent, declaration: declaration, by: draws))
    }
    if case .one(let declaration) = strikes {
      enter(declaration)
    } else {
      counts.draw(
        count, level: { Distribution.uniform(FaultRate.bits(.strikes, of: intent, $0, draws)) },
        strikes: enter)
    }
    user.plan = plan
  }
}
