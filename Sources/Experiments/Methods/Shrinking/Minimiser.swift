import Experiments
import EventEngine
import JSONText
import PurchaseWorld
import Scenarios

/// Minimiser of a case: removes what its lost order does not need, and simplifies the rest.
///
/// Faults and taps are removed one by one until none can be removed, as in the last step of delta
/// debugging (A. Zeller and R. Hildebrandt, "Simplifying and isolating failure-inducing input",
/// IEEE Transactions on Software Engineering 28 (2002) 183–200): the plan is then 1-minimal. Plans
/// are too short for its earlier steps, which try to remove many at once.
///
/// Every step has a fixed order and accepts the first candidate with the same loss, so the result
/// is deterministic. No step makes anything longer, so it terminates.
struct Minimiser: ~Copyable {
  private var caseSimulator: CaseSimulator
  private(set) var writtenCase: WrittenCase
  /// The loss to preserve. Its drop point changes only if nothing else could be removed.
  private(set) var loss: Loss

  var simulations: Int { caseSimulator.simulationCount }

  init(_ writtenCase: WrittenCase, losing loss: Loss, caseSimulator: consuming CaseSimulator) {
    (self.writtenCase, self.loss) = (writtenCase, loss)
    self.caseSimulator = caseSimulator
  }

  /// Removes and simplifies until nothing can be removed.
  mutating func minimise() {
    resetWorld()
    repeat {
      var before: WrittenCase
      repeat {
        before = writtenCase
        reduce()
        simplify()
      } while writtenCase != before
    } while removeKeepingKind()
  }

  /// Accepts a candidate with the same loss; returns whether it was accepted.
  @discardableResult mutating func accept(_ candidate: WrittenCase) -> Bool {
    let isAccepted =
      candidate != writtenCase && caseSimulator.loss(of: candidate, like: loss) == loss
    if isAccepted { writtenCase = candidate }
    return isAccepted
  }

  /// Accepts a change of the case if the loss stays the same; returns whether it was accepted.
  @discardableResult mutating func accept(_ change: (inout WrittenCase) -> Void) -> Bool {
    accept(writtenCase.changed(change))
  }

  mutating func trace() -> Trace { caseSimulator.trace(of: writtenCase) }

  /// Removes faults, taps and outages until none can be removed.
  private mutating func reduce() {
    var before: WrittenCase
    repeat {
      before = writtenCase
      for fault in writtenCase.faults.indices.reversed() {
        accept(writtenCase.removingFault(fault))
      }
      for tap in writtenCase.taps.indices.reversed() where writtenCase.taps.count > 1 {
        let rest = writtenCase.removingTap(tap)
        // Faults after that tap may occur after the next tap, at the same time.
        for without in [rest, writtenCase.handingOnTap(tap)] {
          if accept(without) || accept(without.changed({ $0.moveTapsToStart() })) { break }
        }
      }
      for outage in writtenCase.conditions.outages.indices.reversed() {
        accept { $0.conditions.outages.remove(at: outage) }
      }
    } while writtenCase != before
  }

  /// Removes one fault or tap without which the kind of loss stays the same at another drop point.
  private mutating func removeKeepingKind() -> Bool {
    var candidates = writtenCase.faults.indices.reversed().map { writtenCase.removingFault($0) }
    if writtenCase.taps.count > 1 {
      candidates += writtenCase.taps.indices.reversed().map { writtenCase.removingTap($0) }
    }
    for candidate in candidates {
      guard let other = caseSimulator.loss(of: candidate, like: loss) else { continue }
      (loss, writtenCase) = (other, candidate)
      return true
    }
    return false
  }

  // Simplification of the remaining parts.
  mutating func simplify() {
    replaceOutages()
    for index in writtenCase.faults.indices {
      // To a moment of the purchase, if possible without a delay.
      let places = writtenCase.faults[index].simplerPlaces
      for place in places where accept({ $0.change { $0.plannedFaults[index] = place } }) { break }
      simplifyParameters(of: index)
    }
    simplifyTimes()
    simplifyCatalog()
    simplifyWorld()
  }

  private mutating func simplifyParameters(of index: Int) {
    let fault = writtenCase.faults[index]
    let description = fault.fault.properties
    let defaults = description.defaults(
      writtenCase.conditions.behavior, isDelayed: fault.after > .zero)
    simplify(\.[parametersOf: index], description.parameters, standard: defaults)
  }

  private mutating func simplifyTimes() {
    accept { $0.moveTapsToStart() }
    for index in writtenCase.taps.indices.dropFirst() {
      let (time, earliest) = (writtenCase.taps[index].after, writtenCase.taps[index - 1].after)
      // A tap at the time of the previous tap is the simplest.
      if time == earliest { continue }
      let times = ([earliest] + time.simpler).filter {
        writtenCase.canMoveTap(index, to: $0) && $0 < writtenCase.conditions.horizon
      }
      for simpler in times where accept({ $0.moveTap(index, to: simpler) }) { break }
    }
  }

  /// Resets all conditions except the catalog and the outages to the defaults of cases.
  mutating func resetWorld() {
    var standard = Conditions.ofCase(selling: writtenCase.conditions.catalog)
    standard.outages = writtenCase.conditions.outages
    accept { $0.conditions = standard }
  }

  private mutating func simplifyWorld() {
    let standard = Conditions.ofCase(selling: writtenCase.conditions.catalog)
    simplify(\.conditions.device, ConditionFields.device, standard: standard.device)
    simplify(\.conditions.store, ConditionFields.store, standard: standard.store)
    simplify(\.conditions.backend, ConditionFields.backend, standard: standard.backend)
    simplify(\.conditions.behavior, ConditionFields.behavior, standard: standard.behavior)
    for index in writtenCase.conditions.calls.indices.reversed()
    where !accept({ $0.conditions.calls.remove(at: index) }) {
      let usual = NamedCall(name: writtenCase.conditions.calls[index].name)
      simplify(\.conditions.calls[index], NamedCall.fields, standard: usual)
    }
    let horizon = writtenCase.conditions.horizon
    guard horizon != standard.horizon else { return }
    // A shorter horizon would count late orders as lost.
    let horizons = [standard.horizon] + horizon.simpler.filter { $0 > horizon }
    for simpler in horizons where accept({ $0.conditions.horizon = simpler }) { return }
  }

  /// Resets fields to their defaults if the loss stays the same, else to simpler durations.
  private mutating func simplify<Part>(
    _ part: WritableKeyPath<WrittenCase, Part>, _ fields: [Field<Part>], standard: Part
  ) {
    if accept({ $0[keyPath: part] = standard }) { return }
    for field in fields {
      let (value, usual) = (field.value(in: writtenCase[keyPath: part]), field.value(in: standard))
      guard let value, value != usual else { continue }
      if usual != nil, accept({ field.copy(from: standard, into: &$0[keyPath: part]) }) { continue }
      for simpler in field.delay(in: writtenCase[keyPath: part])?.simpler ?? [] {
        var candidate = writtenCase
        guard field.put(.string(simpler.words), into: &candidate[keyPath: part]) else { continue }
        if accept(candidate) { break }
      }
    }
  }

  /// Keeps only the wanted products and items, and only their relevant properties.
  private mutating func simplifyCatalog() {
    let wanted = Set(writtenCase.script.intents.map(\.itemIndex))
    let catalog = writtenCase.conditions.catalog
    let products = Set(wanted.map { catalog.items[$0].productIndex })
    accept(writtenCase.selling { products.contains($0.product) })
    let left = Set(writtenCase.script.intents.map(\.itemIndex))
    accept(writtenCase.selling { left.contains($0.index) })
    for index in writtenCase.conditions.catalog.products.indices {
      let product = \WrittenCase.conditions.catalog.products[index]
      accept { ($0[keyPath: product].price, $0[keyPath: product].storePrice) = (600, 600) }
      accept { $0[keyPath: product].type = .consumable }
    }
  }

  /// Replaces an outage for all users by a fault of the first intent.
  private mutating func replaceOutages() {
    for index in writtenCase.conditions.outages.indices.reversed() {
      let outage = writtenCase.conditions.outages[index]
      guard let tap = trace().firstTap else { return }
      let end = outage.start + outage.lasts
      guard end > tap else { continue }
      let begin = max(outage.start, tap)
      let fault: Fault =
        switch outage.target {
        case .backend: .backendOutage(lasts: end - begin)
        case .storeCheck: .storeCheckOutage(lasts: end - begin)
        }
      accept {
        $0.conditions.outages.remove(at: index)
        $0.addFault(fault, at: .tap, after: begin - tap)
      }
    }
  }
}

extension WrittenCase {
  fileprivate func removingFault(_ index: Int) -> WrittenCase {
    changed { $0.change { $0.plannedFaults.remove(at: index) } }
  }

  fileprivate func removingTap(_ index: Int) -> WrittenCase {
    changed { $0.change { $0.taps.remove(at: index) } }
  }

  /// The case without a tap; faults relative to it keep their time, relative to the next tap.
  fileprivate func handingOnTap(_ index: Int) -> WrittenCase {
    let tap = taps[index]
    let later = taps[(index + 1)...]
    guard taps.firstIndex(where: { $0.intentIndex == tap.intentIndex }) == index,
      let next = later.first(where: { $0.intentIndex == tap.intentIndex }) ?? later.first
    else { return removingTap(index) }
    let earlier = next.after.microseconds - tap.after.microseconds
    return changed { writtenCase in
      writtenCase.change { script in
        for place in script.plannedFaults.indices
        where script.plannedFaults[place].intentIndex == tap.intentIndex {
          script.plannedFaults[place].intentIndex = next.intentIndex
          if script.plannedFaults[place].anchor == .tap {
            let after = script.plannedFaults[place].after.microseconds - earlier
            script.plannedFaults[place].after = Delay(microseconds: max(0, after))
          }
        }
        script.taps.remove(at: index)
      }
    }
  }

  /// The parameters of a fault; each kind reads its own.
  fileprivate subscript(parametersOf index: Int) -> FaultParameters {
    get {
      var parameters = FaultParameters(reopens: conditions.behavior.reopeningDelay)
      parameters.update(from: faults[index].fault)
      return parameters
    }
    set {
      change {
        $0.plannedFaults[index].fault = newValue.constantFault(
          of: $0.plannedFaults[index].fault.kind)
      }
    }
  }
}
