import EventEngine
package import PurchaseWorld

/// A planned fault and its parameters, all of which are constants, as in a case.
extension FaultParameters {
  /// The fault of a kind with these parameters.
  package func constantFault(of kind: FaultKind) -> Fault {
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

  /// Takes over the parameters that a fault has; the others stay.
  package mutating func take(_ fault: Fault) {
    switch fault {
    case .crash(let delay), .appKill(let delay), .reinstall(let delay), .newDevice(let delay):
      reopens = .constant(delay)
    case .accountSwitch(let delay): returns = delay.map { .constant($0) }
    case .networkLoss(let delay), .tokenExpiry(let delay), .staleReceipt(let delay),
      .backendOutage(let delay), .storeCheckOutage(let delay):
      lasts = .constant(delay)
    case .weakNetwork(let delay, let factor):
      lasts = .constant(delay)
      slowdown = factor
    case .replyLoss(let kinds): of = kinds
    case .interruption(let interruption): take(interruption)
    case .payloadLoss(let moment): from = moment
    case .duplicateCallback(let count, let delay):
      copies = count
      gap = .constant(delay)
    case .askToBuy(let isApproved, let delay):
      approves = isApproved ? .always : .never
      answers = .constant(delay)
    case .doubleTap(let delay, let isPaid):
      gap = .constant(delay)
      pays = isPaid ? .always : .never
    case .missedCallback, .delisting, .refund: break
    }
  }

  private mutating func take(_ interruption: Interruption) {
    completes = interruption.completes ? .always : .never
    resolves = .constant(interruption.resolves)
    dropsPayload = interruption.dropsPayload ? .always : .never
    kills = interruption.kills ? .always : .never
    reopens = .constant(interruption.reopens)
  }
}
