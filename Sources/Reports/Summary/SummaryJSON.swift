import EventEngine
package import Experiments
package import JSONText
import PurchaseWorld
import Statistics

/// The summary of a run as JSON: `results/<name>/summary.json`.
///
/// The article <doc:SummaryFormat> explains every member. A summary holds nothing but what
/// scenario, seed and version determine.
package enum SummaryJSON {
  /// The version of the form.
  package static let format = 1

  /// The summary of a run.
  package static func output(_ findings: Findings) -> JSONOutput {
    var members: [JSONOutput.Member] = [
      .init("format", .integer(format)),
      .init("version", .string(Version.current)),
      .init("confidence", .number(findings.certainty.confidence.level)),
      .init("intervals", .string(findings.certainty.method.rawValue)),
      .init("scenario", scenario(findings)),
      .init("verdict", .string(findings.verdict.rawValue)),
      .init("troubles", .array(findings.troubles.map { trouble($0) })),
      .init("designs", .array(findings.designs.map { design($0, findings) })),
    ]
    if !findings.comparisons.isEmpty {
      let pairs = findings.comparisons.map { PairJSON.output($0) }
      members.append(.init("comparisons", .array(pairs)))
    }
    members.append(.init("expectations", .array(findings.claims.map { ClaimJSON.output($0) })))
    return .object(members)
  }

  private static func scenario(_ findings: Findings) -> JSONOutput {
    var members: [JSONOutput.Member] = [
      .init("name", .string(findings.name)), .init("title", .string(findings.title)),
      .init("case", .bool(findings.isCase)),
      .init("seed", .integer(Int(clamping: findings.seed))),
      .init("users", .integer(findings.users)),
    ]
    members += SampleJSON.members(findings)
    if !findings.publishedLadder.isEmpty {
      let rungs = findings.publishedLadder.map { JSONOutput.integer($0) }
      members.append(.init("publishedLadder", .array(rungs)))
    }
    return .object(members)
  }

  private static func trouble(_ trouble: Findings.Trouble) -> JSONOutput {
    switch trouble {
    case .noCharge: ["trouble": "noCharge"]
    case .notPrecise: ["trouble": "notPrecise"]
    case .cut(.endless(let life)):
      .object(
        [
          .init("trouble", "endless"), .init("design", .string(life.design)),
          .init("value", .string(life.cause.path)),
        ] + (life.user.map { [.init("user", TallyJSON.user($0))] } ?? []))
    case .cut(let cut): ["trouble": .string(cut.name)]
    case .neverCharged(let design): ["trouble": "neverCharged", "design": .string(design)]
    case .neverBegan(let outage): ["trouble": "neverBegan", "outage": .integer(outage)]
    case .neverStruck(let declaration, let kind):
      [
        "trouble": "neverStruck", "fault": .string(kind.rawValue),
        "declaration": .integer(declaration),
      ]
    }
  }

  private static func design(
    _ design: Findings.DesignFindings, _ findings: Findings
  ) -> JSONOutput {
    let ledger = design.ledger
    var members = [
      JSONOutput.Member("name", .string(design.name)),
      JSONOutput.Member("events", .integer(ledger.events)),
    ]
    if !design.axes.isEmpty { members.append(.init("axes", .object(design.axes))) }
    // One user has no rates; how they ended says everything.
    if let ending = design.ending {
      return .object(members + [.init("ending", ClaimJSON.output(ending))])
    }
    if let users = ledger.all.plainUsers(.lost), !findings.isPlain {
      members.append(.init("plainUsers", .integer(Int(clamping: Int64(min(users, 1e18))))))
    }
    members += TallyJSON.members(ledger.all, findings.deadlines)
    members.append(.init("funnel", TallyJSON.funnel(ledger.funnel)))
    members += TallyJSON.members(ledger.ladder)
    members.append(.init("lost", TallyJSON.ways(ledger)))
    members.append(.init("losers", TallyJSON.losers(ledger.losses)))
    if !ledger.products.isEmpty {
      let products = zip(findings.catalog.products, ledger.products).map { product, tally in
        JSONOutput.object(
          [
            .init("name", .string(product.name)), .init("items", .integer(product.items.count)),
          ] + TallyJSON.members(tally, findings.deadlines))
      }
      members.append(.init("products", .array(products)))
    }
    return .object(members)
  }
}
