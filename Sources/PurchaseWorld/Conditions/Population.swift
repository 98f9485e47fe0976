internal import EventEngine

/// The source of virtual users: drawn from rates, or written in a case.
package struct Population: Sendable {
  package var conditions: Conditions
  package var faults: [FaultDeclaration] = [] { didSet { chances = faults.map { $0.probability } } }
  /// The probability of each fault per intent, stored together because most draws need no more.
  private var chances: [Probability] = []
  package var purchasesPerUser = 1
  /// The single user of a case, instead of drawn ones.
  package var script: Script?
  /// The strata of users whose numbers name one; see ``stratify()``.
  package private(set) var strata: Strata?
  /// Random draws that are proven to lose no order; see ``proveLossFreeUsers(under:)``.
  package private(set) var lossFreeUsers: LossFreeUsers?

  /// Creates a population with one purchase and no faults.
  package init(conditions: Conditions) { self.conditions = conditions }

  /// The written history of the single user of a case.
  package struct Script: Hashable, Sendable {
    package var intents: [Intent]
    package var taps: [PlannedTap]
    package var plannedFaults: [PlannedFault]

    package init(intents: [Intent], taps: [PlannedTap], plan: [PlannedFault]) {
      (self.intents, self.taps, self.plannedFaults) = (intents, taps, plan)
    }
  }

  /// The maximum number of charges that a receipt can hold, one bit for each (S6).
  package static let receiptCapacity = 128

  /// The highest possible number of charges of a user, with retaps, double taps and interruptions.
  package var maxCharges: Int {
    let behavior = conditions.behavior
    let intentCount = script?.intents.count ?? purchasesPerUser
    let reconsidered = behavior.retapProbability == .never ? 0 : intentCount
    let retaps = behavior.reactions.share(of: .retap) > 0 ? behavior.maxReactions : 0
    let kinds = script == nil ? faults.map { $0.kind } : []
    let drawn = kinds.count { $0.canAddCharge } * (intentCount + reconsidered)
    let planned = (script?.plannedFaults ?? []).count { $0.fault.kind.canAddCharge }
    let taps = script?.taps.count ?? intentCount
    return taps + reconsidered + (intentCount + reconsidered) * retaps + drawn + planned
  }

  /// Computes the strata, so that users can be drawn from them.
  package mutating func stratify() {
    precondition(script == nil, "the user of a case is not drawn")
    strata = Strata(self)
    lossFreeUsers = nil
  }

  /// Proves for as many random draws as it can that they lose no order.
  /// - Precondition: the strata have been computed.
  /// - Parameter designs: the designs that are simulated with the users.
  package mutating func proveLossFreeUsers(under designs: [Design]) {
    lossFreeUsers = LossFreeUsers(self, designs: designs)
  }

  /// Draws a user: intents, taps and faults; reuses the storage of the last one.
  /// - Precondition: the strata have been computed if the number names one.
  /// - Parameter number: the number of the user (``UserNumber``).
  /// - Parameter seed: the seed of all draws.
  /// - Parameter user: receives the user.
  package func draw(_ number: UInt64, seed: UInt64, into user: inout VirtualUser) {
    user.number = number
    user.draws = KeyedDraws(seed: seed, user: number)
    user.intents.removeAll(keepingCapacity: true)
    user.taps.removeAll(keepingCapacity: true)
    user.plannedFaults.removeAll(keepingCapacity: true)
    user.isGuest = user.draws.happens(conditions.behavior.guestShare, .guests, 0)
    if let stratum = UserNumber.stratum(of: number) {
      guard let strata else { preconditionFailure("strata are computed before users are drawn") }
      strata.draw(number, in: stratum, of: self, into: &user)
    } else {
      drawFromAll(into: &user)
    }
    for intent in user.intents.indices {
      user.intents[intent].sheetTime = user.draws.delay(
        conditions.behavior.sheet, .sheet, intent << 8)
      user.intents[intent].processingTime = user.draws.delay(
        conditions.store.processing, .processing, intent << 8)
    }
  }

  /// Draws without any condition what strata decide.
  private func drawFromAll(into user: inout VirtualUser) {
    user.neverReturns = user.draws.happens(
      conditions.behavior.neverReturningShare, .neverReturns, 0)
    user.startDelay = user.draws.delay(conditions.behavior.startDelay, .starts, 0)
    if let script {
      user.intents.append(contentsOf: script.intents)
      user.taps.append(contentsOf: script.taps)
      user.plannedFaults.append(contentsOf: script.plannedFaults)
    } else {
      for purchase in 0..<purchasesPerUser {
        let item = conditions.catalog.item(user.draws, purchase)
        let pays = !user.draws.happens(conditions.behavior.cancelProbability, .cancels, purchase)
        enterPurchase(purchase, item: item, pays: pays, into: &user)
        drawFaults(of: purchase, into: &user)
      }
    }
    // Draws whether a cancelled intent leads to another tap; another item is a new intent.
    let retaps = conditions.behavior.retapProbability
    for intent in user.intents.indices
    where !user.intents[intent].pays && user.draws.happens(retaps, .reconsiders, intent) {
      let product = conditions.catalog.items[user.intents[intent].itemIndex].productIndex
      let items = conditions.catalog.products[product].itemIndices
      let other = user.intents.count
      user.reconsider(intent, for: conditions.catalog.item(among: items, user.draws, intent))
      if user.intents.count > other { drawFaults(of: other, into: &user) }
    }
  }

  func enterPurchase(_ number: Int, item: Int, pays: Bool, into user: inout VirtualUser) {
    user.intents.append(Intent(item: item, pays: pays))
    var tap = PlannedTap(intent: number, visit: number, after: .zero, pays: pays)
    if let between = conditions.behavior.between {
      tap.visitIndex = 0
      let before = user.taps.last?.after ?? .zero
      if number > 0 { tap.after = before + user.draws.delay(between, .between, number) }
    }
    user.taps.append(tap)
  }

  private func drawFaults(of intent: Int, into user: inout VirtualUser) {
    let draws = user.draws
    for declaration in chances.indices
    where chances[declaration].happens(
      FaultDeclaration.bits(.occurs, of: intent, declaration, draws))
    {
      user.plannedFaults.append(
        faults[declaration].planned(for: intent, declarationIndex: declaration, by: draws))
    }
  }
}
