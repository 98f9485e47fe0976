import Experiments
import JSONText
import PurchaseWorld
import Scenarios

/// Warnings that a run shows less than it seems to.
struct RunWarningText {
  let scenario: Scenario
  /// Number of simulated users.
  let users: Int
  /// Why the requested precision leaves something undecided; nil if a width was not reached.
  var undecided: String?
  let language: Language

  /// The warning on one line, with what is expected instead.
  func line(_ warning: RunWarning) -> String {
    switch warning {
    case .interruption(let interruption):
      return InterruptionText.line(
        interruption, users: users, designs: scenario.designs.map(\.name), language)
    case .noCharge:
      return language("no design charged any user, so this run cannot measure lost orders")
    case .neverOccurred(let declaration, let kind):
      return scenario.isCase
        ? language(
          "fault '{0}' (number {1} of the plan) did not occur under any design; expected at least"
            + " one occurrence", kind.rawValue, "\(declaration + 1)")
        : language(
          "fault '{0}' (faults[{1}]) did not occur under any design; expected at least one"
            + " occurrence", kind.rawValue, "\(declaration)")
    case .afterHorizon(let outage):
      return language(
        "outages[{0}] begins after the horizon and affects no user; expected an earlier 'from'",
        "\(outage)")
    case .noIntentAffected:
      return language(
        "'outages' affected no purchase under any design; expected an outage while users buy"
          + " ('behavior.starts' spreads users over the run)")
    case .neverCalled(let call):
      return language(
        "calls[{0}] is a request that no design makes; expected a design with 'client'", "\(call)")
    case .zeroPrices(let claim):
      let expectation = scenario.expectations[claim]
      return language(
        "{0} limits {1}, but every price is 0; expected a 'price' above 0", expectation.path,
        expectation.claim.metric?.name ?? "")
    case .notPrecise:
      return undecided.map {
        language(
          "{0} users do not decide {1}; set a larger 'atMost' or a wider 'margin'", "\(users)", $0)
      }
        ?? language(
          "the requested precision is not reached with {0} users; expected a larger 'atMost', or"
            + " less precision", "\(users)")
    case .neverCharged(let design):
      return language(
        "the requested precision is not reached: none of {0} users was charged under '{1}';"
          + " expected more 'users', or the precision of another 'design'",
        "\(users)", design.escapingControls)
    }
  }
}
