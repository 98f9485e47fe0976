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

  /// The life with a change.
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
    var part = Catalog(products: [], items: catalog.items)
    part.items = []
    var places = Array(repeating: -1, count: catalog.items.count)
    for (index, product) in catalog.products.enumerated() {
      var kept = product
      kept.items = product.items.filter { isKept(($0, index)) }.map { item in
        places[item] = part.items.count
        let name = catalog.items[item].name
        part.items.append(Catalog.Item(name: name, product: part.products.count))
        return places[item]
      }
      if !kept.items.isEmpty { part.products.append(kept) }
    }
    guard script.intents.allSatisfy({ places[$0.item] >= 0 }) else { return self }
    return changed { life in
      life.conditions.catalog = part
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
