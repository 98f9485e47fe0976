import Methods
import EventEngine
package import Experiments
package import JSONText
import PurchaseWorld
import Scenarios
import Statistics

/// Results of a run with a shared backend as JSON: `results/<name>/together.json`.
///
/// The article <doc:TogetherFormat> explains every member. Every member is declared once, in lists
/// that the writer and the schema use.
package enum SharedBackendJSON {
  package static func output(_ results: SharedBackendResults) -> JSONOutput {
    members.output(of: results)
  }

  /// JSON Schema (draft 2020-12) of these files, `results/together.schema.json`, ending with a line
  /// feed.
  package static var schema: String { members.schema("Results of users who share a backend") }

  /// Version of the JSON format.
  private static let form = 1

  static let members: [Member<SharedBackendResults, SummaryDraft>] =
    [
      Member("format", .constant(.integer(form)), "version of this form") { _ in .integer(form) }
        .read(\.form, form...form),
      .text("version", "version of lostorder that ran") { _ in Version.current },
      Member("confidence", .share, "of every interval") { _ in .standard }
        .read(\.summary.confidence, 0.5...0.999_999_999),
      .object("scenario", scenario, into: \.summary, "the run") { $0 },
      .word("verdict", "the worst verdict of the expectations; never pass if there is a warning") {
        $0.verdict
      }, .list("troubles", of: SummaryJSON.warning, "warnings about the run") { $0.warnings },
      .list("designs", of: design, "in scenario order") { results in
        results.scenario.designs.indices.map { DesignSource(results: results, design: $0) }
      }.read(.other("a list of designs")) { $1.designs = $0 },
    ] + SharedBackendTables.all.map { $0.member() } + [
      .list("expectations", of: expectation, "in scenario order") { $0.claims }
    ]

  private static let scenario: [Member<SharedBackendResults, BaselineSummary>] = [
    .text("name") { $0.name }.read(.name) { if let name = $0.name() { $1.name = name } },
    .text("title") { $0.title }, .count("seed") { Int(clamping: $0.seed) }.read(\.seed),
    .count("users", "in each replication") { $0.users }.read(\.users, 1...1_000_000_000),
    .count("replications") { $0.replicationCount }.read(\.replicationCount, 2...1_000),
    Member("set", .list(.text), "what --set changed in the file before it was read") {
      .settings($0.scenario)
    }.optional,
  ]

  // Designs.

  /// A design with the results to which it belongs.
  struct DesignSource {
    var results: SharedBackendResults
    var design: Int
    var name: String { results.scenario.designs[design].name }
    var loads: [BackendLoad] { results.counts[design].map(\.load) }
    func estimate(_ metric: Metric) -> Estimate? { results.estimate(metric, of: design) }
    /// Values of each replication; automatic refunds only if there are any.
    func values(_ metric: Metric) -> [Double]? {
      if case .share(let share) = metric, !share.applies(to: results.scenario.designs[design]) {
        return nil
      }
      return results.values(metric, of: design)
    }
  }

  private static let metrics: [Metric] =
    [.lostRate, .share(.recovered), .share(.lostSale), .deliveryP50, .deliveryP99]
    + BackendMetric.allCases.map { .backend($0) }

  static let design: [Member<DesignSource, BaselineSummary.Design>] =
    [
      .text("name") { $0.name }.read(.line) {
        if let name = $0.singleLineText() { $1.name = name }
      },
      .count("charges", "of all replications") { $0.results.charges(of: $0.design) }
        .read(\.charges, 0...BaselineSummary.maxUsers),
    ]
    + metrics.map { metric in replicated(metric.name) { $0.estimate(metric) } } + [
      .object(
        "replications", values, into: \.replicationValues,
        "values by which runs are compared, one per replication"
      ) { $0 },
      requests("verify", \.verify), requests("createOrder", \.createOrder),
      replicated("peakPerSecond", "most requests within a second") {
        $0.results.peak(of: $0.design)
      },
      .object("waitSeconds", waits, "of all replications") { $0.results.waits(of: $0.design) },
      Member(
        "recoveries", .list(.list(recoveryForm)),
        "seconds until the queue was normal, for each outage in each replication; the estimated"
          + " seconds as 'draining' for a queue that still drained"
      ) { source in
        .list(source.results.recoveries(of: source.design)) { .list($0, recovery) }
      },
      .count("events") { $0.loads.reduce(0) { $0 + $1.eventCount } },
      .count("mostAlive", "most users in progress at a time") {
        $0.loads.map(\.maxSimultaneousRuns).max() ?? 0
      },
      .object("course", loadTimeline, "load over time") { $0.results.loadTimeline(of: $0.design) },
    ]

  /// A number over the replications with its interval, or null.
  private static func replicated<Source, Target>(
    _ name: String, _ meaning: String = "", _ value: @escaping @Sendable (Source) -> Estimate?
  ) -> Member<Source, Target> {
    Member(name, .orNull(.interval(.extendedNumber)), meaning) { estimate(value($0)) }
  }

  static func estimate(_ estimate: Estimate?) -> JSONOutput {
    .some(estimate) { .list($0.valueAndLimits, number) }
  }

  private static func number(_ value: Double) -> JSONOutput {
    value.isFinite ? .number(value) : value > 0 ? "never" : "-never"
  }

  private static let values: [Member<DesignSource, [String: [Double]]>] =
    BaselineComparison.replicatedMetrics.map { metric in
      Member(metric.name, .orNull(.list(.seconds))) { source -> JSONOutput in
        .some(source.values(metric)) { values in
          .list(values) { value in
            metric.unit == .share ? .share(value) : value.isFinite ? .seconds(value) : "never"
          }
        }
      }.read(.other("null, or a list of numbers")) { value, read in
        if case .null = value.json.content { return }
        read[metric.name] = value.values()
      }
    }

  private typealias Requests = (all: [BackendLoad.Requests], perCharge: Estimate?)

  private static func requests(
    _ name: String, _ kind: any KeyPath<BackendLoad, BackendLoad.Requests> & Sendable
  ) -> Member<DesignSource, BaselineSummary.Design> {
    .object(name, requests) {
      ($0.loads.map { $0[keyPath: kind] }, $0.results.requestsPerCharge(kind, of: $0.design))
    }
  }

  private static let requests: [Member<Requests, Never>] =
    ([
      ("arrived", "", \.arrived), ("out", "arrived while the backend was down", \.duringOutage),
      ("refused", "", \.refused), ("served", "", \.served),
      ("inVain", "served, but answered too late because of the wait", \.wasted),
    ] as [(String, String, any KeyPath<BackendLoad.Requests, Int> & Sendable)]).map {
      name, meaning, count in .count(name, meaning) { $0.all.reduce(0) { $0 + $1[keyPath: count] } }
    } + [replicated("perCharge") { $0.perCharge }]

  private static let waits: [Member<WaitHistogram, Never>] = [
    wait("median") { $0.quantile(0.5) }, wait("p99") { $0.quantile(0.99) },
    wait("mean") { $0.mean },
  ]

  private static func wait(
    _ name: String, _ value: @escaping @Sendable (WaitHistogram) -> Double?
  ) -> Member<WaitHistogram, Never> { Member(name, .orNull(.seconds)) { .some(value($0), number) } }

  private static let (metastable, overloaded, undecided) = ("metastable", "overloaded", "undecided")

  /// A queue that was not normal at the end.
  private static let draining: [Member<Delay, Never>] = [
    Member("draining", .seconds) { .number($0.seconds) }
  ]

  static let recoveryForm = MemberSchema.either(
    .either(.seconds, .words([metastable, overloaded, undecided])), draining.form())

  /// Seconds until the queue was normal, or its final state.
  static func recovery(_ recovery: QueueRecovery) -> JSONOutput {
    switch recovery {
    case .after(let time): .number(time.seconds)
    case .draining(let time): draining.output(of: time)
    case .metastable: .string(metastable)
    case .overloaded: .string(overloaded)
    case .undecided: .string(undecided)
    }
  }

  private static let loadTimeline: [Member<LoadTimeline, Never>] = [
    Member("fromSeconds", .number) { .number(Double($0.from.microseconds) / 1e6) },
    Member("widthSeconds", .number) { .number($0.binWidth.seconds) },
    .counts("arrived") { $0.bins.map(\.arrived) }, .counts("refused") { $0.bins.map(\.refused) },
    .counts("longestQueue") { $0.bins.map(\.longestQueue) },
    Member("meanWaitSeconds", .list(.orNull(.seconds))) { loadTimeline in
      .list(loadTimeline.bins) { bin in
        bin.served == 0 ? .null : .number(Double(bin.totalWait) / Double(bin.served) / 1e6)
      }
    },
  ]

  private static let expectation: [Member<ClaimFinding, Never>] = [
    .text("path", "path in the scenario") { $0.expectation.path },
    .text("metric") { $0.expectation.claim.metric?.name ?? "" },
    Member("designs", .list(.text)) { .strings($0.expectation.claim.designs) },
    replicated("found") { finding in
      if case .number(let found) = finding.measurement { found } else { nil }
    },
    .word("verdict") { $0.verdict },
  ]
}
