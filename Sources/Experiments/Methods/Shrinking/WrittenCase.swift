package import Experiments
import EventEngine
package import PurchaseWorld
import Scenarios

/// Content of a case: conditions, taps and faults of its single user, without random draws.
///
/// The script is always valid in a file: intents are numbered in the order of their first taps,
/// faults by intent and declaration, declarations from 0.
struct WrittenCase: Hashable {
  var conditions: Conditions
  private(set) var script: Population.Script

  init(_ conditions: Conditions, _ script: Population.Script) {
    (self.conditions, self.script) = (conditions, script)
    number()
  }

  /// The single user and the conditions.
  var population: Population {
    var population = Population(conditions: conditions)
    population.script = script
    return population
  }

  var faults: [PlannedFault] { script.plannedFaults }
  var taps: [PlannedTap] { script.taps }

  /// Whether a tap other than the first can be moved to a time.
  func canMoveTap(_ index: Int, to time: Delay) -> Bool {
    let latest = index + 1 < taps.count ? taps[index + 1].after : conditions.horizon
    return time >= taps[index - 1].after && time <= latest
  }

  /// Changes the script; the faults of an intent are removed with its last tap.
  mutating func change(_ change: (inout Population.Script) -> Void) {
    change(&script)
    number()
  }

  func changed(_ change: (inout WrittenCase) -> Void) -> WrittenCase {
    var writtenCase = self
    change(&writtenCase)
    return writtenCase
  }

  mutating func addFault(_ fault: Fault, at anchor: FaultAnchor, after delay: Delay) {
    let last = PlannedFault(fault, intent: 0, at: anchor, after: delay, declaration: faults.count)
    change { $0.plannedFaults.append(last) }
  }

  /// Moves a tap; the order of taps stays the same.
  mutating func moveTap(_ index: Int, to time: Delay) { script.taps[index].after = time }

  /// Moves all taps so that the first is at time 0.
  mutating func moveTapsToStart() {
    let first = taps.first?.after.microseconds ?? 0
    for (index, tap) in taps.enumerated() {
      moveTap(index, to: Delay(microseconds: tap.after.microseconds - first))
    }
  }

  /// The case with a part of the catalog; unchanged if an intent needs another item.
  func selling(where isKept: ((index: Int, product: Int)) -> Bool) -> WrittenCase {
    let catalog = conditions.catalog
    var (products, items): ([Catalog.Product], [Catalog.Item]) = ([], [])
    var places = Array(repeating: -1, count: catalog.items.count)
    for (index, product) in catalog.products.enumerated() {
      var kept = product
      kept.itemIndices = product.itemIndices.filter { isKept(($0, index)) }.map { item in
        places[item] = items.count
        items.append(Catalog.Item(name: catalog.items[item].name, product: products.count))
        return places[item]
      }
      if !kept.itemIndices.isEmpty { products.append(kept) }
    }
    guard script.intents.allSatisfy({ places[$0.itemIndex] >= 0 }) else { return self }
    return changed { writtenCase in
      writtenCase.conditions.catalog = Catalog(products: products, items: items)
      for index in script.intents.indices {
        writtenCase.script.intents[index].itemIndex = places[script.intents[index].itemIndex]
      }
    }
  }

  /// Numbers intents by their first taps, removes intents without a tap, and renumbers faults.
  private mutating func number() {
    var order: [Int] = []
    for tap in script.taps where !order.contains(tap.intentIndex) { order.append(tap.intentIndex) }
    script.intents = order.map { Intent(item: script.intents[$0].itemIndex, pays: false) }
    for index in script.taps.indices {
      guard let place = order.firstIndex(of: script.taps[index].intentIndex) else {
        preconditionFailure("every tap has an intent")
      }
      script.taps[index].intentIndex = place
      if script.taps[index].pays { script.intents[place].pays = true }
    }
    script.plannedFaults = script.plannedFaults.compactMap { fault in
      guard let place = order.firstIndex(of: fault.intentIndex) else { return nil }
      var fault = fault
      fault.intentIndex = place
      return fault
    }.sorted { ($0.intentIndex, $0.declarationIndex) < ($1.intentIndex, $1.declarationIndex) }
    for index in script.plannedFaults.indices {
      script.plannedFaults[index].declarationIndex = index
    }
  }
}

/// Simulator of cases under one design, with a count of simulations.
package struct CaseSimulator: ~Copyable {
  private let design: Design
  private var simulator: Simulator, conditions: Conditions
  private var user = VirtualUser(number: 0, draws: KeyedDraws(seed: 1, user: 0))
  private var outcome = UserOutcome()
  /// After its cancellation nothing is simulated, and no candidate has a loss.
  let stop: CancellationToken
  package private(set) var simulationCount = 0

  package init(
    _ design: Design, in conditions: Conditions, stop: CancellationToken = CancellationToken()
  ) {
    (self.design, self.stop, self.conditions) = (design, stop, conditions)
    simulator = Simulator(conditions: conditions)
  }

  /// Simulates a case and returns its loss that is most similar to `loss`; nil if it has none of
  /// the kind, exceeds the limits of a file, or does not end.
  mutating func loss(of writtenCase: WrittenCase, like loss: Loss) -> Loss? {
    guard stop.interruption == nil, writtenCase.population.isWithinLimits else { return nil }
    prepare(writtenCase)
    do { try simulator.simulate(design, of: user, into: &outcome) } catch { return nil }
    return outcome.loss(like: loss)
  }

  /// Simulates a case and returns its outcome.
  /// - Precondition: it loses an order, so it ends.
  mutating func outcome(of writtenCase: WrittenCase) -> UserOutcome {
    prepare(writtenCase)
    do { try simulator.simulate(design, of: user, into: &outcome) } catch {
      preconditionFailure("a case with a lost order ends")
    }
    return outcome
  }

  mutating func trace(of writtenCase: WrittenCase) -> Trace {
    prepare(writtenCase)
    return simulator.trace(design, of: user, into: &outcome)
  }

  private mutating func prepare(_ writtenCase: WrittenCase) {
    simulationCount += 1
    if conditions != writtenCase.conditions {
      conditions = writtenCase.conditions
      simulator = Simulator(conditions: conditions)
    }
    // A case has no random draws, so the seed has no effect.
    writtenCase.population.draw(0, seed: 1, into: &user)
  }
}

/// Kind of loss and drop point (section 8) of a lost or automatically refunded order (G10).
package struct Loss: Hashable, Sendable {
  package var kind: LossKind, dropPoint: DropPoint, isAutoRefunded: Bool

  package init(_ kind: LossKind, _ dropPoint: DropPoint, isAutoRefunded: Bool = false) {
    (self.kind, self.dropPoint, self.isAutoRefunded) = (kind, dropPoint, isAutoRefunded)
  }

  /// The loss of a charge; nil if it was neither lost nor refunded instead.
  package init?(_ status: ChargeStatus) {
    switch status {
    case .lost(let kind, let point): self.init(kind, point)
    case .autoRefunded(.lost(let kind, let point)): self.init(kind, point, isAutoRefunded: true)
    case .delivered, .recovered, .rescued, .refunded, .autoRefunded(.delivered): return nil
    }
  }
}

extension UserOutcome {
  /// The losses of lost orders, in the order of charging; without rescued orders.
  package var losses: [Loss] { charges.compactMap { Loss($0.status) } }

  /// The most similar loss: the same, else the first of its kind; nil if there is none.
  func loss(like loss: Loss) -> Loss? {
    let alike = losses.filter { $0.kind == loss.kind && $0.isAutoRefunded == loss.isAutoRefunded }
    return alike.contains(loss) ? loss : alike.first
  }
}
