package import EventEngine
package import PurchaseWorld

/// A fault with fixed parameters that an exploration lets strike.
package struct FaultChoice: Hashable, Sendable {
  package var fault: Fault
  /// The index of the intent that it strikes.
  package var intent: Int

  package init(_ fault: Fault, intent: Int = 0) {
    self.fault = fault
    self.intent = intent
  }
}

/// The few values that explored faults take for their parameters.
///
/// A fault lasts a short while, longer than the retries of the design, or for ever.
package struct FaultValues: Hashable, Sendable {
  /// Shorter than a request's timeout in every built-in design.
  package var short = Delay.seconds(10)
  /// Past the last retry of the design, if its retries end; else past the first round of them.
  package var long: Delay
  /// A day longer than the run, so that it outlasts whatever happens at the horizon.
  package var forever: Delay
  /// From a death to the reopening of the app.
  package var reopens: Delay
  /// A short wait of a person, and one in which the visit ends.
  package var minutes = Delay.seconds(60)
  package var hours = Delay.seconds(3_600)
  /// An answer that comes on the next day.
  package var day = Delay.seconds(86_400)

  /// Finds the values for a design.
  package init(_ design: Design, _ conditions: Conditions) {
    let tries = Int64(design.retry.delays.count + 1)
    let waits = design.retry.delays.reduce(0) { $0 + $1.microseconds }
    let retries = waits + tries * design.retry.timeout.microseconds
    let minute = Delay.seconds(60).microseconds
    long = Delay(
      microseconds: min((retries / minute + 2) * minute, conditions.horizon.microseconds))
    forever = Delay(
      microseconds: conditions.horizon.microseconds + Delay.seconds(86_400).microseconds)
    reopens = conditions.behavior.reopens.median
  }
}

extension FaultChoice {
  /// What can strike a user, in the order of kinds: with every value, and every intent that it can
  /// tell apart.
  ///
  /// - Parameters:
  ///   - kinds: those that are explored.
  ///   - script: the taps of the user.
  package static func all(
    of kinds: [FaultKind], _ values: FaultValues, _ script: Population.Script,
    _ conditions: Conditions
  ) -> [FaultChoice] {
    let kinds = kinds.filter { kind in
      switch kind {
      case .accountSwitch: conditions.behavior.accounts > 1
      // The world tells the two deaths of a process apart by name alone.
      case .appKill: !kinds.contains(.crash)
      default: true
      }
    }
    return script.intents.indices.flatMap { intent in
      kinds.filter { intent == 0 || $0.isOfIntent }.flatMap { kind in
        values.faults(of: kind).map { FaultChoice($0, intent: intent) }
      }
    }
  }
}

extension FaultKind {
  /// Whether the fault strikes one purchase, as opposed to all that is going on.
  fileprivate var isOfIntent: Bool {
    switch self {
    case .spuriousCancel, .spuriousFailure, .payloadLoss, .duplicateCallback, .missedCallback,
      .askToBuy, .delisting, .doubleTap, .refund:
      true
    case .crash, .appKill, .accountSwitch, .networkLoss, .weakNetwork, .replyLoss, .reinstall,
      .newDevice, .tokenExpiry, .staleReceipt, .backendOutage, .storeCheckOutage:
      false
    }
  }
}

extension FaultValues {
  /// How long a fault may last.
  private var lengths: [Delay] { [short, long, forever] }

  /// When a dead app may be opened again.
  private var reopenings: [Delay] { [reopens, forever] }

  /// The faults of a kind, the simplest first.
  func faults(of kind: FaultKind) -> [Fault] {
    switch kind {
    case .crash: reopenings.map { .crash(reopens: $0) }
    case .appKill: reopenings.map { .appKill(reopens: $0) }
    case .accountSwitch: [minutes, day, nil].map { .accountSwitch(returns: $0) }
    case .networkLoss: lengths.map { .networkLoss(lasts: $0) }
    case .weakNetwork: lengths.map { .weakNetwork(lasts: $0, slowdown: 10_000) }
    case .replyLoss: [.verify, .createOrder, .records].map { .replyLoss(of: $0) }
    case .spuriousCancel: interruptions(.cancelled)
    case .spuriousFailure: interruptions(.error)
    case .payloadLoss: [.callback, .relaunch].map { .payloadLoss(from: $0) }
    case .duplicateCallback: [.seconds(1), minutes].map { .duplicateCallback(copies: 1, gap: $0) }
    case .missedCallback: [.missedCallback]
    case .reinstall: [.reinstall(reopens: reopens)]
    case .newDevice: [.newDevice(reopens: reopens)]
    case .askToBuy:
      [(true, minutes), (true, day), (false, minutes)].map {
        .askToBuy(approves: $0.0, answers: $0.1)
      }
    case .delisting: [.delisting]
    case .tokenExpiry: lengths.map { .tokenExpiry(lasts: $0) }
    case .staleReceipt: lengths.map { .staleReceipt(lasts: $0) }
    case .backendOutage: lengths.map { .backendOutage(lasts: $0) }
    case .storeCheckOutage: lengths.map { .storeCheckOutage(lasts: $0) }
    case .doubleTap:
      [Delay.milliseconds(200), minutes].flatMap { gap in
        [false, true].map { .doubleTap(gap: gap, pays: $0) }
      }
    case .refund: [.refund]
    }
  }

  /// Interruptions that the user completes sooner or later, and one that is given up.
  private func interruptions(_ code: FailureCode) -> [Fault] {
    let completed: [Fault] = [minutes, hours].flatMap { resolves in
      [true, false].flatMap { dropsPayload in
        [false, true].map { kills in
          .interruption(
            Interruption(
              code: code, completes: true, resolves: resolves, dropsPayload: dropsPayload,
              kills: kills, reopens: reopens))
        }
      }
    }
    let abandoned = Fault.interruption(
      Interruption(
        code: code, completes: false, resolves: minutes, dropsPayload: true, kills: false,
        reopens: reopens))
    return completed + [abandoned]
  }
}
