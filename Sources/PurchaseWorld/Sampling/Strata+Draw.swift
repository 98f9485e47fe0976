internal import EventEngine

extension Strata {
  /// Draws a user of a stratum; reuses the storage of the last one. The values that the stratum
  /// does not decide are drawn as for any user, from the same sites.
  func draw(
    _ number: UInt64, in stratum: Int, of population: Population, into user: inout VirtualUser
  ) {
    precondition(all.indices.contains(stratum), "the stratum of the user exists")
    let (stratum, behavior) = (all[stratum], population.conditions.behavior)
    switch stratum.trait {
    case .ordinary, .hasOutage:
      user.neverReturns = false
      let bits = user.draws.bits(.starts, 0)
      user.startDelay = behavior.startDelay.sample(
        starts.bits(bits, inside: stratum.trait == .hasOutage))
    case .neverReturns:
      user.neverReturns = true
      user.startDelay = user.draws.delay(behavior.startDelay, .starts, 0)
    case .any:
      user.neverReturns = user.draws.happens(behavior.neverReturningShare, .neverReturns, 0)
      user.startDelay = user.draws.delay(behavior.startDelay, .starts, 0)
    }
    var buy = stratum.paymentTrait.goal
    var faultCount = stratum.faultCount.goal
    for number in 0..<future.purchases {
      let drawn = future.draw(
        future.purchases - number, buy, faultCount, level: user.draws.level(.intentKind, number))
      (buy, faultCount) = (drawn.buy, drawn.faultCount)
      enter(drawn, number, stratum.faultCount, of: population, into: &user)
    }
    // The intents for another item of the product, for which the user pays at a second thought.
    while !user.pendingFaultCounts.isEmpty {
      let (intent, faultCount) = user.pendingFaultCounts.removeFirst()
      let other = user.intents.count
      let catalog = population.conditions.catalog
      let others = catalog.others(than: user.intents[intent].itemIndex)
      user.reconsider(intent, for: catalog.item(among: others, user.draws, intent))
      inject(other, faultCount, stratum.faultCount, of: population, into: &user)
    }
  }

  /// Adds the intent, tap and faults of a purchase.
  private func enter(
    _ drawn: IntentDraw, _ number: Int, _ faultCount: Stratum.FaultCount, of population: Population,
    into user: inout VirtualUser
  ) {
    let item = intentKinds.item(drawn.kind, level: user.draws.level(.item, number))
    population.enterPurchase(number, item: item, pays: drawn.kind == .pays, into: &user)
    var count = drawn.count
    switch drawn.kind {
    case .cancels, .pays: break
    case .paysLater: user.reconsider(number, for: item)
    case .paysForOther:
      count = counts.split(count, level: user.draws.level(.faultSplit, number))
      // The other intent follows those of all purchases, with the remaining faults.
      user.pendingFaultCounts.append((number, drawn.count - count))
    }
    inject(number, count, faultCount, of: population, into: &user)
  }

  /// Draws the faults of an intent, given their number.
  private func inject(
    _ intent: Int, _ count: Int, _ faultCount: Stratum.FaultCount, of population: Population,
    into user: inout VirtualUser
  ) {
    guard count > 0 else { return }
    let draws = user.draws
    var plan = user.plannedFaults
    user.plannedFaults = []
    let enter = { (declaration: Int) in
      plan.append(
        population.faults[declaration].planned(
          for: intent, declarationIndex: declaration, by: draws))
    }
    if case .one(let declaration) = faultCount {
      enter(declaration)
    } else {
      counts.draw(
        count,
        level: { Distribution.uniformDraw(FaultDeclaration.bits(.occurs, of: intent, $0, draws)) },
        onFault: enter)
    }
    user.plannedFaults = plan
  }
}
