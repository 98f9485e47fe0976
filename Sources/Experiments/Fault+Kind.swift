package import PurchaseWorld

extension Fault {
  /// The name under which a scenario declares this fault.
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
