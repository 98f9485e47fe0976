import EventEngine
import JSONText
import PurchaseWorld

/// A combination of axes that makes no sense.
enum DesignRule: CaseIterable {
  /// The backend answers before it has verified, so nothing can wait for the verification.
  case asynchronousAfterVerification
  /// A last wait of 0 would be repeated without end at one instant.
  case repeatsNothing
  /// There is no order yet when a purchase-first client pays.
  case orderBeforeItExists
  /// A backend that fetches charges every moment would do nothing else.
  case reconcilesWithoutPause

  /// Whether a design combines its axes against this rule.
  func isBroken(by design: Design) -> Bool {
    switch self {
    case .asynchronousAfterVerification:
      design.server.verification == .asynchronous && design.finish == .afterVerification
    case .repeatsNothing: design.retry.repeatLast && design.retry.delays.last ?? .zero == .zero
    case .orderBeforeItExists: design.payload == .order && design.timing == .purchaseFirst
    case .reconcilesWithoutPause: design.server.reconciliation.map { $0 < .seconds(60) } ?? false
    }
  }

  /// Adds the problem at the first of the rule's axes that the file gives, else at the design.
  func report(_ design: Design, from value: FileValue, _ axes: [GivenAxis]) {
    let given = axes.filter { self.axes.contains($0.field.name) }
    let place = given.min { $0.value.json.position < $1.value.json.position }?.value ?? value
    place.report(meaning: what(design), expected: expected)
  }

  /// The axes that the rule speaks of.
  var axes: [String] {
    switch self {
    case .asynchronousAfterVerification: ["server.verification", "finish"]
    case .repeatsNothing: ["retry.repeatLast", "retry.delays"]
    case .orderBeforeItExists: ["payload", "timing"]
    case .reconcilesWithoutPause: ["server.reconciliation"]
    }
  }

  private func what(_ design: Design) -> String {
    let name = design.name.quoted
    return switch self {
    case .asynchronousAfterVerification:
      "design \(name) verifies asynchronously and finishes afterVerification, which the client"
        + " never learns of"
    case .repeatsNothing:
      design.retry.delays.isEmpty
        ? "design \(name) repeats its last delay but has none"
        : "design \(name) repeats a last delay of 0"
    case .orderBeforeItExists:
      "design \(name) hands an order to the store before it has one (purchaseFirst)"
    case .reconcilesWithoutPause: "design \(name) fetches its charges more often than every minute"
    }
  }

  private var expected: String {
    switch self {
    case .asynchronousAfterVerification: "finish onCallback or afterSubmission"
    case .repeatsNothing: "a last delay above 0"
    case .orderBeforeItExists: "timing orderFirst, or another payload"
    case .reconcilesWithoutPause: "a period of at least 1m, or null"
    }
  }
}
