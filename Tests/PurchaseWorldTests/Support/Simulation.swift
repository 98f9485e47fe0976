import EventEngine

@testable import PurchaseWorld

/// One tap of a plan.
struct Tap {
  /// The number of the intent, from 1; an equal number means the same intent.
  var intent: Int
  /// The index of the item in the catalog.
  var item: Int
  /// Seconds from the first tap of its visit.
  var time: Delay
  var pays: Bool
  var visit: Int
}

/// A tap for an item, given by its index in the catalog, counted from 1.
func tap(
  _ intent: Int, _ item: Int = 1, at time: Delay = 0, cancels: Bool = false, visit: Int = 0
) -> Tap { Tap(intent: intent, item: item - 1, time: time, pays: !cancels, visit: visit) }

/// A fault planned for an intent, counted from 1.
func fault(_ fault: Fault, at anchor: FaultAnchor, after: Delay = 0, of intent: Int = 1)
  -> PlannedFault
{ PlannedFault(fault, intent: intent - 1, at: anchor, after: after, declaration: 0) }

/// The results of one user, with the queries that tests need.
struct TracedOutcome {
  var outcome: UserOutcome
  var trace: Trace

  /// The classes of the charges, in the order of charging.
  var statuses: [ChargeStatus] { outcome.charges.map(\.status) }

  /// The delays of the deliveries in seconds, in the order of charging.
  var deliveries: [Double?] { outcome.charges.map { $0.deliveredAfter?.seconds } }

  /// The flags of an intent, counted from 1.
  func flags(_ intent: Int = 1) -> IntentFlags { outcome.intents[intent - 1].flags }

  /// The seconds at which an event occurred.
  func times(_ moment: Trace.Occurrence) -> [Double] {
    trace.entries.filter { $0.occurrence == moment }.map {
      Double($0.time.microseconds) / 1_000_000
    }
  }

  /// The times of all taps of an intent, in seconds.
  func taps(of intent: IntentID) -> [Double] {
    (times(.tapped(intent: intent)) + times(.tapped(intent: intent, isRepeated: true))).sorted()
  }

  /// The number of occurrences of an event.
  func count(_ moment: Trace.Occurrence) -> Int { times(moment).count }

  /// The events at one instant, in order.
  func moments(at seconds: Double) -> [Trace.Occurrence] {
    let instant = Instant.start + Delay(roundingSeconds: seconds)
    return trace.entries.filter { $0.time == instant }.map(\.occurrence)
  }

  /// The transactions of the `purchased` callbacks at one instant, in order.
  func purchased(at seconds: Double) -> [Int] {
    moments(at: seconds).compactMap {
      if case .purchasedCalledBack(let transaction, _) = $0 { transaction.index } else { nil }
    }
  }

  /// The `purchased` callbacks of a transaction, in order: time and route.
  func callbacks(_ transaction: TransactionID) -> [String] {
    trace.entries.compactMap { entry in
      guard case .purchasedCalledBack(transaction, let route?) = entry.occurrence else {
        return nil
      }
      return "\(Double(entry.time.microseconds) / 1_000_000) \(route)"
    }
  }

  /// The `purchased` callbacks at one instant, in order: transaction and route.
  func callbacks(at seconds: Double) -> [String] {
    moments(at: seconds).compactMap {
      guard case .purchasedCalledBack(let transaction, let route?) = $0 else { return nil }
      return "\(transaction.index) \(route)"
    }
  }

  /// The whole trace as lines of text, for failure messages.
  var story: String {
    trace.entries.map { "\(Double($0.time.microseconds) / 1_000_000) \($0.occurrence)" }
      .joined(separator: "\n")
  }
}

/// Creates the user with these taps and faults.
func person(
  _ taps: [Tap], _ faults: [PlannedFault], in conditions: Conditions = .cases
) -> VirtualUser {
  var script = Population.Script(intents: [], taps: [], plan: faults)
  for tap in taps {
    if tap.intent > script.intents.count {
      precondition(tap.intent == script.intents.count + 1, "intents are numbered as they arise")
      script.intents.append(Intent(item: tap.item, pays: tap.pays))
    }
    if tap.pays { script.intents[tap.intent - 1].pays = true }
    script.taps.append(
      PlannedTap(intent: tap.intent - 1, visit: tap.visit, after: tap.time, pays: tap.pays))
  }
  for index in faults.indices { script.plannedFaults[index].declarationIndex = index }
  return person(script, number: 0, in: conditions)
}

/// Creates the user of a plan.
func person(
  _ script: Population.Script, number: UInt64, seed: UInt64 = 1, in conditions: Conditions
) -> VirtualUser {
  var population = Population(conditions: conditions)
  population.script = script
  var user = VirtualUser(number: number, draws: KeyedDraws(seed: seed, user: number))
  population.draw(number, seed: seed, into: &user)
  return user
}

/// Simulates the user of a plan under a design, up to the horizon.
func simulate(
  _ design: Design, _ taps: [Tap] = [tap(1)], _ faults: [PlannedFault] = [],
  in conditions: Conditions = .cases
) -> TracedOutcome {
  simulateToHorizon(design, person(taps, faults, in: conditions), in: conditions)
}

/// Simulates a user as a run does: it ends when nothing can change any more.
func simulateToEnd(_ design: Design, _ user: VirtualUser, in conditions: Conditions) throws
  -> UserOutcome
{
  var simulator = Simulator(conditions: conditions)
  var outcome = UserOutcome()
  try simulator.simulate(design, of: user, into: &outcome)
  return outcome
}

/// Simulates a user to the horizon, even if nothing can change any more, and records a trace.
func simulateToHorizon(_ design: Design, _ user: VirtualUser, in conditions: Conditions)
  -> TracedOutcome
{
  var world = World(conditions: conditions)
  world.begin(design, user)
  world.stopsEarly = false
  world.trace = Trace()
  world.run()
  var outcome = UserOutcome()
  world.writeOutcome(&outcome)
  return TracedOutcome(outcome: outcome, trace: world.trace ?? Trace())
}

extension World {
  /// Prepares the simulation of one user with any design.
  mutating func begin(_ design: Design, _ user: VirtualUser) {
    take(read(design))
    begin(user)
  }
}
