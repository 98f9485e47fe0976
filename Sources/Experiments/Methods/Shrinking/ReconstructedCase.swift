import EventEngine
import PurchaseWorld

/// Actions and events of a drawn user under one design, reconstructed from the trace for a case.
struct ReconstructedCase {
  private let user: VirtualUser, entries: [Trace.Entry], firstTap: Instant
  /// All taps, except those of planned double taps, with times relative to the first tap.
  private(set) var taps: [PlannedTap] = []
  /// All process deaths that no planned fault caused, with times relative to the first tap.
  private var deaths: [(fault: Fault, after: Delay, isEviction: Bool)] = []
  /// The position of the lost order in the run.
  private(set) var place = DelayKey()
  /// The time of the tap for the lost order.
  private(set) var tappedAt = Instant.start
  /// Whether the store refused a tap because a transaction of the product was pending (S5).
  private(set) var wasBlocked = false

  /// Reconstructs a run in which a charge, by its index, was lost.
  init(_ trace: Trace, of user: VirtualUser, lost charge: Int, for intentIndex: Int) {
    (self.user, entries, firstTap) = (user, trace.entries, trace.firstTap ?? .start)
    readTaps()
    readDeaths()
    readPlace(of: intentIndex, charge)
  }

  /// The run in the form of a case, under conditions without random draws.
  /// - Parameter withDeaths: whether deaths that no planned fault caused become planned faults.
  func written(in conditions: Conditions, withDeaths: Bool) -> WrittenCase {
    var writtenCase = WrittenCase(
      conditions, Population.Script(intents: user.intents, taps: taps, plan: user.plannedFaults))
    guard withDeaths, let last = taps.last?.after else { return writtenCase }
    for death in deaths where !death.isEviction || death.after < last {
      writtenCase.addFault(death.fault, at: .tap, after: death.after)
    }
    return writtenCase
  }

  private mutating func readTaps() {
    var seconds = secondTaps()
    var tapped: Set<IntentID> = []
    for entry in entries {
      guard case .tapped(let intent, _) = entry.occurrence else { continue }
      let isFirst = tapped.insert(intent).inserted
      let second = seconds.firstIndex { $0.intentIndex == intent.index && $0.time <= entry.time }
      if !isFirst, let second {
        seconds.remove(at: second)
        continue
      }
      let planned = isFirst ? user.taps.first { $0.intentIndex == intent.index } : nil
      let (after, pays) = (entry.time - firstTap, planned?.pays ?? true)
      taps.append(PlannedTap(intent: intent.index, visit: 0, after: after, pays: pays))
    }
  }

  /// The times at which the second taps of planned double taps were due.
  private func secondTaps() -> [(intentIndex: Int, time: Instant)] {
    entries.compactMap { entry in
      guard case .faultOccurred(let number) = entry.occurrence,
        case .doubleTap(let gap, _) = user.plannedFaults[number.index].fault
      else { return nil }
      return (user.plannedFaults[number.index].intentIndex, entry.time + gap)
    }
  }

  private mutating func readDeaths() {
    var killedAt: Instant?
    for (index, entry) in entries.enumerated() where entry.time >= firstTap {
      switch entry.occurrence {
      case .faultOccurred(let number) where user.plannedFaults[number.index].fault.endsProcess:
        killedAt = entry.time
      case .died where killedAt != entry.time: enterDeath(index, isEviction: false)
      case .evicted: enterDeath(index, isEviction: true)
      case .reinstalled where killedAt != entry.time:
        guard let last = deaths.indices.last, deaths[last].after == entry.time - firstTap,
          case .appKill(let reopens) = deaths[last].fault
        else { continue }
        deaths[last].fault = .reinstall(reopens: reopens)
      case .blocked: wasBlocked = true
      default: break
      }
    }
  }

  private mutating func enterDeath(_ index: Int, isEviction: Bool) {
    let time = entries[index].time
    let launch = entries[index...].first { $0.occurrence == .launched }
    let fault = Fault.appKill(reopens: launch.map { $0.time - time } ?? .longest)
    deaths.append((fault, time - firstTap, isEviction))
  }

  private mutating func readPlace(of intentIndex: Int, _ charge: Int) {
    let lost = entries.compactMap { entry -> TransactionID? in
      if case .charged(let transaction) = entry.occurrence { transaction } else { nil }
    }[charge]
    (place.intentIndex, place.paymentIndex, place.process) = (intentIndex, lost.index, 0)
    var taps = 0
    scan: for entry in entries {
      switch entry.occurrence {
      case .launched where taps == 0: place.process += 1
      case .spinnerOpened where taps == 0: place.spinnerCount += 1
      case .tapped(let intent, _) where intent == IntentID(intentIndex):
        if taps == 0 { tappedAt = entry.time }
        taps += 1
      case .sheetShown(lost): break scan
      case .completedInStore(lost):
        place.isAfterInterruption = true
        break scan
      default: break
      }
    }
    place.sheetCount = max(0, taps - 1)
  }
}

extension Trace {
  /// The time of the user's first tap; nil without a tap.
  var firstTap: Instant? {
    entries.first { if case .tapped = $0.occurrence { true } else { false } }?.time
  }
}
