/// The faults that a scenario can name (section 7); a spurious cancel and a spurious failure are two
/// names of one interruption.
package enum FaultKind: String, CaseIterable, Sendable {
  case crash
  case appKill
  case accountSwitch
  case networkLoss
  case weakNetwork
  case replyLoss
  case spuriousCancel
  case spuriousFailure
  case payloadLoss
  case duplicateCallback
  case missedCallback
  case reinstall
  case newDevice
  case askToBuy
  case delisting
  case tokenExpiry
  case staleReceipt
  case backendOutage
  case storeCheckOutage
  case doubleTap
  case refund

  /// Whether it is an interruption, under whichever code (S7).
  var isInterruption: Bool { self == .spuriousCancel || self == .spuriousFailure }
}
