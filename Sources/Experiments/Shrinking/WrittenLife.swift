import EventEngine
import PurchaseWorld

/// What a case says about its one user: the world, the taps and the faults, all without luck.
///
/// The script is always one that a file could give: wishes are numbered in the order of their first
/// taps, faults by wish and declaration, declarations from 0.
struct WrittenLife: Hashable {
  var conditions: Conditions
  private(set) var script: Population.Script

  init(_ conditions: Conditions, _ script: Population.Script) {
    self.conditions = conditions
    self.script = script
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

  /// The latest time to which a tap can be moved.
  func latestTime(ofTap index: Int) -> Delay {
    index + 1 < taps.count ? taps[index + 1].after : conditions.horizon
  }

  /// Changes the faults.
  mutating func changeFaults(_ change: (inout [PlannedFault]) -> Void) {
    change(&script.plan)
    number()
  }

  mutating func addFault(_ fault: Fault, at anchor: Anchor, after delay: Delay) {
    changeFaults { plan in
      plan.append(
        PlannedFault(fault, intent: 0, at: anchor, after: delay, declaration: plan.count))
    }
  }

  /// Moves a tap; the taps stay in their order.
  mutating func moveTap(_ index: Int, to time: Delay) { script.taps[index].after = time }

  /// Moves all taps, so that the first comes at once.
  mutating func moveTapsToStart() {
    guard let first = script.taps.first?.after else { return }
    for index in script.taps.indices {
      let time = script.taps[index].after
      script.taps[index].after = Delay(microseconds: time.microseconds - first.microseconds)
    }
  }

  /// Removes a tap; with the last tap of a wish the faults that strike it go as well.
  mutating func removeTap(_ index: Int) {
    script.taps.remove(at: index)
    number()
  }

  /// The life with a part of the catalog; as it is if a wish is for something else.
  func selling(where isKept: ((index: Int, product: Int)) -> Bool) -> WrittenLife {
    let catalog = conditions.catalog
    var part = Catalog(products: [], items: catalog.items)
    part.items = []
    var places = Array(repeating: -1, count: catalog.items.count)
    for (index, product) in catalog.products.enumerated() {
      var kept = product
      kept.items = product.items.filter { isKept(($0, index)) }.map { item in
        places[item] = part.items.count
        part.items.append(
          Catalog.Item(name: catalog.items[item].name, product: part.products.count))
        return places[item]
      }
      if !kept.items.isEmpty { part.products.append(kept) }
    }
    guard script.intents.allSatisfy({ places[$0.item] >= 0 }) else { return self }
    var life = self
    life.conditions.catalog = part
    for (index, intent) in script.intents.enumerated() {
      life.script.intents[index].item = places[intent.item]
    }
    return life
  }

  /// Numbers wishes by their first taps, leaves out those without a tap, and numbers faults anew.
  private mutating func number() {
    var order: [Int] = []
    for tap in script.taps where !order.contains(tap.intent) { order.append(tap.intent) }
    let places = script.intents.indices.map { order.firstIndex(of: $0) }
    script.intents = order.map { Intent(item: script.intents[$0].item, pays: false) }
    for index in script.taps.indices {
      guard let place = places[script.taps[index].intent] else {
        preconditionFailure("every tap is for a wish")
      }
      script.taps[index].intent = place
      if script.taps[index].pays { script.intents[place].pays = true }
    }
    script.plan = script.plan.compactMap { fault in
      guard places.indices.contains(fault.intent), let place = places[fault.intent] else {
        return nil
      }
      var fault = fault
      fault.intent = place
      return fault
    }.sorted { ($0.intent, $0.declaration) < ($1.intent, $1.declaration) }
    for index in script.plan.indices { script.plan[index].declaration = index }
  }
}
