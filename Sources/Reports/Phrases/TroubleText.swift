import Experiments
import JSONText
import PurchaseWorld
import Scenarios

/// What makes a run say less than it seems to, in words.
struct TroubleText {
  let scenario: Scenario
  /// How many users were played.
  let users: Int
  /// Why the precision that was asked for leaves something undecided; nil where it is a width that was not reached.
  var undecided: String?
  let language: Language

  func line(_ trouble: Trouble) -> String {
    switch trouble {
    case .cut(let cut):
      return CutText.line(cut, users: users, designs: scenario.designs.map(\.name), language)
    case .noCharge:
      return language("no design charged any user, so the run says nothing about lost orders")
    case .neverStruck(let declaration, let kind):
      return scenario.isCase
        ? language(
          "fault '{0}' (number {1} of the plan) struck no user under any design;"
            + " expected at least one strike", kind.rawValue, "\(declaration + 1)")
        : language(
          "fault '{0}' (faults[{1}]) struck no user under any design;"
            + " expected at least one strike", kind.rawValue, "\(declaration)")
    case .neverBegan(let outage):
      return language(
        "outages[{0}] begins behind the horizon and meets nobody; expected an earlier 'from'",
        "\(outage)")
    case .metNobody:
      return language(
        "'outages' met no purchase under any design; expected an outage while users buy"
          + " ('behavior.starts' spreads them over the run)")
    case .neverCalled(let call):
      return language(
        "calls[{0}] is a request that no design makes; expected a design with 'client'", "\(call)")
    case .worthless(let claim):
      let expectation = scenario.expectations[claim]
      return language(
        "{0} bounds {1}, and every price is 0; expected a 'price' above 0", expectation.path,
        expectation.claim.metric?.name ?? "")
    case .notPrecise:
      return undecided.map {
        language(
          "undecided after {0} users: {1}; expected a larger 'atMost', or a wider 'margin'",
          "\(users)", $0)
      }
        ?? language(
          "the precision that was asked for is not reached with {0} users;"
            + " expected a larger 'atMost', or less precision", "\(users)")
    case .neverCharged(let design):
      return language(
        "the precision that was asked for is not reached: none of {0} users was charged under '{1}';"
          + " expected more 'users', or the precision of another 'design'",
        "\(users)", design.escapingControls)
    }
  }
}
