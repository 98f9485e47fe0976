import EventEngine
package import Experiments
package import JSONText
import PurchaseWorld
import Scenarios
import Statistics

/// What a run with one backend for all users has found, as JSON: `results/<name>/together.json`.
///
/// The article <doc:TogetherFormat> explains every member.
package enum SharedJSON {
  package static func output(_ results: SharedResults) -> JSONOutput {
    .object([
      .init("format", .integer(1)), .init("version", .string(Version.current)),
      .init("confidence", .number(0.95)),
      .init(
        "scenario",
        .object(
          [
            .init("name", .string(results.name)), .init("title", .string(results.title)),
            .init("seed", .integer(Int(clamping: results.seed))),
            .init("users", .integer(results.users)),
            .init("replications", .integer(results.replications)),
          ]
            + (results.settings.isEmpty
              ? [] : [.init("set", .array(results.settings.map { .string($0.text) }))]))),
      .init("verdict", .string(results.verdict.rawValue)),
      .init(
        "designs",
        .array(results.scenario.designs.indices.map { design(results, $0) })),
      .init("comparisons", .array(results.scenario.pairs.map { comparison(results, $0) })),
      .init("expectations", .array(results.claims.map(claim))),
    ])
  }

  private static func number(_ value: Double) -> JSONOutput {
    value.isFinite ? .number(value) : .string(value > 0 ? "never" : "-never")
  }

  private static func estimate(_ estimate: Estimate?) -> JSONOutput {
    guard let estimate else { return .null }
    return .array(
      [estimate.value, estimate.interval.low, estimate.interval.high].map(number))
  }

  private static let metrics: [Metric] =
    [.lostRate, .share(.recovered), .share(.lostSale), .deliveryP50, .deliveryP99]
    + BackendMetric.allCases.map { .backend($0) }

  private static func design(_ results: SharedResults, _ design: Int) -> JSONOutput {
    let waits = results.waits(of: design)
    let counts = results.counts[design].map(\.load)
    let requests = { (kind: KeyPath<BackendLoad, BackendLoad.Requests>) -> JSONOutput in
      let all = counts.map { $0[keyPath: kind] }
      return .object([
        .init("arrived", .integer(all.reduce(0) { $0 + $1.arrived })),
        .init("out", .integer(all.reduce(0) { $0 + $1.out })),
        .init("refused", .integer(all.reduce(0) { $0 + $1.refused })),
        .init("served", .integer(all.reduce(0) { $0 + $1.served })),
        .init("inVain", .integer(all.reduce(0) { $0 + $1.wasted })),
        .init("perCharge", estimate(results.perCharge(kind, of: design))),
      ])
    }
    let said = { (name: String, value: JSONOutput) in JSONOutput.Member(name, value) }
    var members: [JSONOutput.Member] = [
      said("name", .string(results.scenario.designs[design].name)),
      said("charges", .integer(results.charges(of: design))),
    ]
    for metric in metrics {
      members.append(said(metric.name, estimate(results.estimate(metric, of: design))))
    }
    members.append(said("verify", requests(\.verify)))
    members.append(said("createOrder", requests(\.createOrder)))
    members.append(said("peakPerSecond", estimate(results.peak(of: design))))
    let seconds = [
      ("median", waits.quantile(0.5)), ("p99", waits.quantile(0.99)), ("mean", waits.mean),
    ]
    members.append(
      said("waitSeconds", .object(seconds.map { said($0.0, $0.1.map(number) ?? .null) })))
    let recoveries = results.recoveries(of: design).map { JSONOutput.array($0.map(recovery)) }
    members.append(said("recoveries", .array(recoveries)))
    members.append(said("events", .integer(counts.reduce(0) { $0 + $1.events })))
    members.append(said("mostAlive", .integer(counts.map(\.mostAlive).max() ?? 0)))
    members.append(said("course", self.course(results.course(of: design))))
    return .object(members)
  }

  /// The seconds until all was normal, or what became of it.
  static func recovery(_ recovery: Recovery) -> JSONOutput {
    switch recovery {
    case .after(let time): .number(time.seconds)
    case .metastable: "metastable"
    case .overloaded: "overloaded"
    }
  }

  private static func course(_ course: LoadCourse) -> JSONOutput {
    .object([
      .init("fromSeconds", .number(Double(course.from.microseconds) / 1e6)),
      .init("widthSeconds", .number(course.width.seconds)),
      .init("arrived", .array(course.bins.map { .integer($0.arrived) })),
      .init("refused", .array(course.bins.map { .integer($0.refused) })),
      .init("longestQueue", .array(course.bins.map { .integer($0.longest) })),
      .init(
        "meanWaitSeconds",
        .array(
          course.bins.map {
            $0.served == 0 ? .null : .number(Double($0.waited) / Double($0.served) / 1e6)
          })),
    ])
  }

  private static func comparison(_ results: SharedResults, _ pair: DesignPair) -> JSONOutput {
    let share = results.scenario.comparedShare
    return .object([
      .init("first", .string(results.scenario.designs[pair.first].name)),
      .init("second", .string(results.scenario.designs[pair.second].name)),
      .init(
        share.row.name,
        estimate(results.difference(.share(share), pair.second, pair.first))),
      .init(
        Share.lostSale.row.name,
        estimate(results.difference(.share(.lostSale), pair.second, pair.first))),
    ])
  }

  private static func claim(_ finding: ClaimFinding) -> JSONOutput {
    let found: JSONOutput =
      if case .number(let estimate) = finding.evidence { self.estimate(estimate) } else { .null }
    return .object([
      .init("path", .string(finding.expectation.path)),
      .init("metric", .string(finding.expectation.claim.metric?.name ?? "")),
      .init("designs", .array(finding.expectation.claim.designs.map { .string($0) })),
      .init("found", found), .init("verdict", .string(finding.verdict.rawValue)),
    ])
  }
}
