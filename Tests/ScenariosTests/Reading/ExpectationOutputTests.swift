import JSONText
import PurchaseWorld
import TestSupport
import Testing

@testable import Scenarios

@Suite("Written expectations") struct ExpectationOutputTests {
  /// Writes the expectations of a scenario and reads them again.
  private func again(_ text: String) throws -> (
    claims: [Scenarios.Expectation.Claim], lines: [String]
  ) {
    let read = try #require(scenario(text))
    let products = read.population.conditions.catalog.products
    let output = JSONOutput.array(
      read.expectations.map { expectation in
        expectation.claim.output(
          product: expectation.productIndex.map { products[$0].name }, currency: read.currency)
      })
    let start = try #require(text.firstRange(of: "\"expect\": "))
    let other = try #require(scenario(text[..<start.upperBound] + output.line + "}"))
    expectEqual(other.expectations.map(\.claim), read.expectations.map(\.claim))
    expectEqual(other.expectations.map(\.productIndex), read.expectations.map(\.productIndex))
    guard case .array(let elements) = output else { return ([], []) }
    return (read.expectations.map(\.claim), elements.map(\.line))
  }

  @Test("every kind of expectation is written as it is read, with unit, product and currency")
  func scenarios() throws {
    let found = try again(
      """
      { "name": "s", "designs": ["keep-1", "naive"], "currency": "EUR",
        "catalog": [{ "product": "a", "price": 1.5 }, { "product": "b", "price": 2 }],
        "expect": [
          { "design": "keep-1", "metric": "lostRate", "min": 0.001, "max": 0.25 },
          { "design": "keep-1", "within": "90s", "max": 0.5, "product": "b" },
          { "design": "keep-1", "metric": "failedRetryRate", "retry": 2, "max": 0.5 },
          { "design": "keep-1", "metric": "deliveryP99", "max": "1500ms" },
          { "design": "naive", "metric": "lostRevenue", "min": 12.5 },
          { "metric": "lostRate", "of": "keep-1", "below": "naive" },
          { "metric": "deliveryP50", "of": "keep-1", "below": "naive", "by": "2m" },
          { "metric": "lostRate", "of": "keep-1", "below": "naive", "factor": 3 } ]}
      """)
    expectEqual(found.claims.count, 8)
    #expect(found.lines[1].hasSuffix(#""within": "90s", "max": 0.5, "product": "b"}"#))
    expectEqual(found.lines[4], #"{"design": "naive", "metric": "lostRevenue", "min": 12.5}"#)
    #expect(!found.lines[5].contains("by") && found.lines[6].contains(#""by": "2m""#))
  }

  @Test("an ending is written with its kinds, drop points and flags")
  func cases() throws {
    let found = try again(
      """
      { "name": "s", "designs": ["naive"], "plan": [{ "tap": 1 }, { "fault": "crash", "intent": 1, "at": "charge" }],
        "expect": [
          { "design": "naive", "charges": [
            { "outcome": "lost", "kind": "undelivered", "dropPoint": "recordDied" },
            { "outcome": "refunded" }], "flags": ["hung", "refused"] } ]}
      """)
    #expect(found.lines[0].hasSuffix(#""flags": ["hung", "refused"]}"#))
  }
}
