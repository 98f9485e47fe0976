extension Fault {
  /// The kind under which a scenario names this fault.
  package var kind: FaultKind {
    switch self {
    case .crash: .crash
    case .appKill: .appKill
    case .accountSwitch: .accountSwitch
    case .networkLoss: .networkLoss
    case .weakNetwork: .weakNetwork
    case .replyLoss: .replyLoss
    case .interruption(let interruption):
      interruption.code == .cancelled ? .spuriousCancel : .spuriousFailure
    case .payloadLoss: .payloadLoss
    case .duplicateCallback: .duplicateCallback
    case .missedCallback: .missedCallback
    case .reinstall: .reinstall
    case .newDevice: .newDevice
    case .askToBuy: .askToBuy
    case .delisting: .delisting
    case .tokenExpiry: .tokenExpiry
    case .staleReceipt: .staleReceipt
    case .backendOutage: .backendOutage
    case .storeCheckOutage: .storeCheckOutage
    case .doubleTap: .doubleTap
    case .refund: .refund
    }
  }
}
