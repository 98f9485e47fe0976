package import Experiments
import EventEngine
package import PurchaseWorld
import Scenarios

/// What a case says about its one user: the world, the taps and the faults, all without luck.
///
/// The script is always one that a file could give: wishes are numbered in the order of their first
/// taps, faults by wish and declaration, declarations from 0.
struct WrittenLife: Hashable {
  var conditions: Conditions
  private(set) var script: Population.Script

  init(_ conditions: Conditions, _ script: Population.Script) {
    (self.conditions, self.script) = (conditions, script)
    number()
  }

  /// The one user and the world.
  var population: Population {
    var population = Population(conditions: conditions)
    population.script = script
    return population
  }

  var faults: [PlannedFault] { script.plan }
  var taps: [PlannedTap] { script.taps }

  /// Whether a tap behind the first can be moved to a time.
  func canMoveTap(_ index: Int, to time: Delay) -> Bool {
    let latest = index + 1 < taps.count ? taps[index + 1].after : conditions.horizon
    return time >= taps[index - 1].after && time <= latest
  }

  /// Changes the script; with the last tap of a wish the faults that strike it go as well.
  mutating func change(_ change: (inout Population.Script) -> Void) {
    change(&script)
    number()
  }

  func changed(_ change: (inout WrittenLife) -> Void) -> WrittenLife {
    var life = self
    change(&life)
    return life
  }

  mutating func addFault(_ fault: Fault, at anchor: Anchor, after delay: Delay) {
    let last = PlannedFault(fault, intent: 0, at: anchor, after: delay, declaration: faults.count)
    change { $0.plan.append(last) }
  }

  /// Moves a tap; the taps stay in their order.
  mutating func moveTap(_ index: Int, to time: Delay) { script.taps[index].after = time }

  /// Moves all taps, so that the first comes at once.
  mutating func moveTapsToStart() {
    let first = taps.first?.after.microseconds ?? 0
    for (index, tap) in taps.enumerated() {
      moveTap(index, to: Delay(microseconds: tap.after.microseconds - first))
    }
  }

  /// The life with a part of the catalog; as it is if a wish is for something else.
  func selling(where isKept: ((index: Int, product: Int)) -> Bool) -> WrittenLife {
    let catalog = conditions.catalog
    var (products, items): ([Catalog.Product], [Catalog.Item]) = ([], [])
    var places = Array(repeating: -1, count: catalog.items.count)
    for (index, product) in catalog.products.enumerated() {
      var kept = product
      kept.items = product.items.filter { isKept(($0, index)) }.map { item in
        places[item] = items.count
        items.append(Catalog.Item(name: catalog.items[item].name, product: products.count))
        return places[item]
      }
      if !kept.items.isEmpty { products.append(kept) }
    }
    guard script.intents.allSatisfy({ places[$0.item] >= 0 }) else { return self }
    return changed { life in
      life.conditions.catalog = Catalog(products: products, items: items)
      for index in script.intents.indices {
        life.script.intents[index].item = places[script.intents[index].item]
      }
    }
  }

  /// Numbers wishes by their first taps, leaves out those without a tap, and numbers faults anew.
  private mutating func number() {
    var order: [Int] = []
    for tap in script.taps where !order.contains(tap.intent) { order.append(tap.intent) }
    script.intents = order.map { Intent(item: script.intents[$0].item, pays: false) }
    for index in script.taps.indices {
      guard let place = order.firstIndex(of: script.taps[index].intent) else {
        preconditionFailure("every tap is for a wish")
      }
      script.taps[index].intent = place
      if script.taps[index].pays { script.intents[place].pays = true }
    }
    script.plan = script.plan.compactMap { fault in
      guard let place = order.firstIndex(of: fault.intent) else { return nil }
      var fault = fault
      fault.intent = place
      return fault
    }.sorted { ($0.intent, $0.declaration) < ($1.intent, $1.declaration) }
    for index in script.plan.indices { script.plan[index].declaration = index }
  }
}

/// Plays written lives under one design, and counts how many.
package struct Rehearsal: ~Copyable {
  private let design: Design
  private var stage: Stage, conditions: Conditions
  private var user = VirtualUser(number: 0, draws: Draws(seed: 1, user: 0))
  private var outcome = Outcome()
  /// Asks for the end; then no life is played, and none loses anything.
  let stop: StopSign
  package private(set) var plays = 0

  package init(_ design: Design, in conditions: Conditions, stop: StopSign = StopSign()) {
    (self.design, self.stop, self.conditions) = (design, stop, conditions)
    stage = Stage(conditions: conditions)
  }

  /// Plays a life; its loss that is most like one, nil if it has none of the kind, if no file may ask
  /// for so long a life, or if it is endless.
  mutating func loss(of life: WrittenLife, like loss: Loss) -> Loss? {
    guard stop.cut == nil, life.population.isWithinLimits else { return nil }
    prepare(life)
    do { try stage.playOut(design, of: user, into: &outcome) } catch { return nil }
    return outcome.loss(like: loss)
  }

  /// Plays a life; what became of it.
  /// - Precondition: it loses an order, so it is not endless.
  mutating func outcome(of life: WrittenLife) -> Outcome {
    prepare(life)
    do { try stage.playOut(design, of: user, into: &outcome) } catch {
      preconditionFailure("a life that lost an order had an end")
    }
    return outcome
  }

  mutating func trace(of life: WrittenLife) -> Trace {
    prepare(life)
    return stage.trace(design, of: user, into: &outcome)
  }

  private mutating func prepare(_ life: WrittenLife) {
    plays += 1
    if conditions != life.conditions {
      conditions = life.conditions
      stage = Stage(conditions: conditions)
    }
    // Nothing in a case is drawn, so the seed does not matter.
    life.population.draw(0, seed: 1, into: &user)
  }
}

/// How and where an order was lost (section 8), or was refunded by the store in place of that (G10).
package struct Loss: Hashable, Sendable {
  package var kind: LossKind, dropPoint: DropPoint
  package var isAutoRefunded: Bool

  package init(_ kind: LossKind, _ dropPoint: DropPoint, isAutoRefunded: Bool = false) {
    (self.kind, self.dropPoint, self.isAutoRefunded) = (kind, dropPoint, isAutoRefunded)
  }

  /// What became of a charge; nil if neither holds.
  package init?(_ fate: Fate) {
    switch fate {
    case .lost(let kind, let point): self.init(kind, point)
    case .takenBack(.lost(let kind, let point)): self.init(kind, point, isAutoRefunded: true)
    case .delivered, .recovered, .rescued, .refunded, .takenBack(.delivered): return nil
    }
  }
}

extension Outcome {
  /// The losses of the lost orders, in the order of charging; rescued ones are none.
  package var losses: [Loss] { charges.compactMap { Loss($0.fate) } }

  /// The loss that is most like one: the same, else the first of its kind; nil if there is none.
  func loss(like loss: Loss) -> Loss? {
    let alike = losses.filter { $0.kind == loss.kind && $0.isAutoRefunded == loss.isAutoRefunded }
    return alike.contains(loss) ? loss : alike.first
  }
}
