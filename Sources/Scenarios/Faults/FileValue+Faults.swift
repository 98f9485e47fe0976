import EventEngine
import PurchaseWorld

extension FileValue {
  /// Reads the declared faults of a scenario.
  func faultRates(_ behavior: Behavior) -> [FaultRate] {
    guard let list = list(.other("a list of faults")) else { return [] }
    return list.compactMap { element in
      guard let (kind, draft) = element.fault(behavior, isPlanned: false) else { return nil }
      return FaultRate(
        kind: kind.kind, probability: draft.probability, at: draft.anchor,
        after: draft.after ?? .constant(.zero), parameters: draft.parameters)
    }
  }

  /// Reads the outages that strike all users at once.
  func allOutages() -> [Outage] {
    guard let list = list(.other("a list of outages")) else { return [] }
    return list.compactMap { element in
      var draft = Outage(of: .backend, from: .start, lasts: .zero)
      return element.read(Outage.fields, into: &draft) ? draft : nil
    }
  }
}

extension Outage {
  /// The keys of an outage.
  static let fields: [Field<Outage>] = [
    .choice("of", \.target, "what is out").required,
    Field("from", .duration, "when it begins, counted from the start of the run") { value, outage in
      if let delay = value.duration() { outage.from = .start + delay }
    }.required,
    .duration("lasts", allowsZero: false, \.lasts, "how long it goes on").required,
  ]
}

extension FaultParameters {
  /// The fault of a kind with these parameters, all of which are constants, as in a case.
  func constantFault(of kind: FaultKind) -> Fault {
    switch kind {
    case .crash: .crash(reopens: reopens.median)
    case .appKill: .appKill(reopens: reopens.median)
    case .accountSwitch: .accountSwitch(returns: returns?.median)
    case .networkLoss: .networkLoss(lasts: lasts.median)
    case .weakNetwork: .weakNetwork(lasts: lasts.median, slowdown: slowdown)
    case .replyLoss: .replyLoss(of: of)
    case .spuriousCancel: .interruption(interruption(.cancelled))
    case .spuriousFailure: .interruption(interruption(.error))
    case .payloadLoss: .payloadLoss(from: from)
    case .duplicateCallback: .duplicateCallback(copies: copies, gap: gap.median)
    case .missedCallback: .missedCallback
    case .reinstall: .reinstall(reopens: reopens.median)
    case .newDevice: .newDevice(reopens: reopens.median)
    case .askToBuy: .askToBuy(approves: approves == .always, answers: answers.median)
    case .delisting: .delisting
    case .tokenExpiry: .tokenExpiry(lasts: lasts.median)
    case .staleReceipt: .staleReceipt(lasts: lasts.median)
    case .backendOutage: .backendOutage(lasts: lasts.median)
    case .storeCheckOutage: .storeCheckOutage(lasts: lasts.median)
    case .doubleTap: .doubleTap(gap: gap.median, pays: pays == .always)
    case .refund: .refund
    }
  }

  private func interruption(_ code: FailureCode) -> Interruption {
    Interruption(
      code: code, completes: completes == .always, resolves: resolves.median,
      dropsPayload: dropsPayload == .always, kills: kills == .always, reopens: reopens.median)
  }
}
