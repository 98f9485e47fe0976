import EventEngine
import JSONText
package import PurchaseWorld

/// Every fault that a scenario can name, with its parameters (section 7).
package enum FaultCatalog {
  /// The description of a kind.
  package static func description(of kind: FaultKind) -> FaultDescription {
    guard let description = all.first(where: { $0.kind == kind }) else {
      preconditionFailure("every kind of fault is in the catalog")
    }
    return description
  }

  /// The faults in the order of section 7.
  package static let all: [FaultDescription] = [
    FaultDescription(
      .crash, at: .charge, "the process dies; the user reopens the app later",
      sources: "000–003", [reopens]),
    FaultDescription(
      .appKill, at: .sheet, "the user or the system ends the process; the user reopens it later",
      sources: "000, 003", [reopens]),
    FaultDescription(
      .accountSwitch, at: .sheet,
      "the user logs in as another account, whatever the app does, and perhaps back later",
      sources: "000, I",
      [
        .distribution(
          "returns", \.returns, "from the switch to the switch back; without it, never")
      ]),
    FaultDescription(
      .networkLoss, at: .callback, "the link goes down", sources: "000–003", [lasts]),
    FaultDescription(
      .weakNetwork, at: .tap, "latencies grow", sources: "000", [lasts, slowdown]),
    FaultDescription(
      .replyLoss, at: .callback, "the next such reply is lost; the backend did the work (D4)",
      [replies]),
    FaultDescription(
      .spuriousCancel, at: .sheet, "the store interrupts the purchase and reports a cancel (S7)",
      sources: "000", interruption),
    FaultDescription(
      .spuriousFailure, at: .sheet, "the store interrupts the purchase and reports an error (S7)",
      sources: "000, 002", interruption),
    FaultDescription(
      .payloadLoss, at: .charge, "the payload comes back empty (S8)", sources: "000–003",
      [.choice("from", \.from, "in every callback from now on, or after the process has died")]),
    FaultDescription(
      .duplicateCallback, at: .callback, "the purchase is called back again", sources: "001",
      [
        .integer("copies", 1...100, \.copies, "how often it is called back again"),
        .distribution("gap", \.gap, "the time between the callbacks"),
      ]),
    FaultDescription(
      .missedCallback, at: .charge, "the live callback is lost; the next attachment is not",
      sources: "I"),
    FaultDescription(
      .reinstall, at: .callback, "the app is deleted and installed again: the sandbox is gone",
      sources: "000, 001", [reopens]),
    FaultDescription(
      .newDevice, at: .callback, "the user moves to a new device: the keychain is gone too",
      sources: "002", [reopens]),
    FaultDescription(
      .askToBuy, at: .sheet, "somebody else must approve the purchase (S9)", sources: "001",
      [
        .chance("approves", \.approves, "how often the purchase is approved")
          .refusing(uncharged, expected: "a probability above 0 (a case may have 0)") {
            $0.approves == .never && !$1
          },
        .distribution("answers", \.answers, "from the confirmation to the answer"),
      ]),
    FaultDescription(
      .delisting, at: .tap, "the item leaves the backend's shelf (B1)", sources: "000"),
    FaultDescription(
      .tokenExpiry, at: .callback, "the session's token expires (B2)", sources: "000", [lasts]),
    FaultDescription(
      .staleReceipt, at: .charge, "the receipt stays as it was before the charge (S6)",
      sources: "I",
      [lasts]),
    FaultDescription(
      .backendOutage, at: .callback, "requests to the backend time out", sources: "002, 003",
      [lasts]),
    FaultDescription(
      .storeCheckOutage, at: .callback, "the store's check of receipts fails (B3)",
      sources: "001, 003, I", [lasts]),
    FaultDescription(
      .doubleTap, at: .tap, "a second tap on Buy; its sheet is cancelled unless the user pays",
      sources: "000",
      [
        .distribution("gap", \.gap, "from the first tap to the second; 0s when 'after' is given")
          .otherwise("\"200ms\", or \"0s\" when 'after' is given"),
        .chance("pays", \.pays, "how often the user pays on the second sheet too"),
      ]),
    FaultDescription(
      .refund, at: .delivery, "the store gives the money back, and tells nobody (S10)",
      sources: "000"),
  ]

  private static let reopens = Field<FaultParameters>.distribution(
    "reopens", \.reopens, "from the death to the reopening; without it, as in 'behavior'"
  ).otherwise("as in 'behavior'")

  private static let lasts = Field<FaultParameters>.distribution(
    "lasts", \.lasts, "how long it goes on"
  ).refusing("a fault that is over at once", expected: "a duration above 0") { parameters, _ in
    parameters.lasts.quantile(0.999_999) == .zero
  }

  private static let interruption: [Field<FaultParameters>] = [
    .chance("completes", \.completes, "how often the user completes the purchase in the store")
      .refusing(uncharged, expected: "a probability above 0 (a case may have 0)") {
        $0.completes == .never && !$1
      },
    .distribution("resolves", \.resolves, "from the interruption to its end"),
    .chance("dropsPayload", \.dropsPayload, "how often the new transaction has no payload"),
    .chance("kills", \.kills, "how often the app is killed meanwhile"),
    reopens,
  ]

  private static let slowdown = Field<FaultParameters>(
    "slowdown", .number(1...1000), "how many times longer latencies are",
    write: { .number(Double($0.slowdown) / 1000) }
  ) { value, parameters in
    if let factor = value.number(1...1000) {
      parameters.slowdown = Int((factor * 1000).rounded())
    }
  }.refusing("latencies that are not longer", expected: "a number above 1") { parameters, _ in
    parameters.slowdown == 1_000
  }

  /// Whoever is struck is never charged, so the fault could lose no order and each design would pass.
  private static let uncharged =
    "a fault after which nobody is charged, so that no order can be lost"

  private static let replies = Field<FaultParameters>(
    "of", .choice(requests.map(\.name)), "which reply is lost",
    write: { parameters in
      requests.first { $0.kinds == parameters.of }.map { .string($0.name) }
    }
  ) { value, parameters in
    guard let name = value.choice(requests.map(\.name)) else { return }
    if let request = requests.first(where: { $0.name == name }) { parameters.of = request.kinds }
  }

  private static let requests: [(name: String, kinds: RequestKinds)] = [
    ("verify", .verify), ("createOrder", .createOrder), ("records", .records), ("any", .any),
  ]
}
