import EventEngine
import JSONText
package import PurchaseWorld

/// A scenario while it is read: what needs nothing else is read at once, the rest is kept.
package struct ScenarioDraft {
  /// What is known of it so far.
  var scenario = Scenario(
    name: "", population: Population(conditions: Conditions(catalog: .standard)))
  var catalog: FileValue?
  var faults: FileValue?
  var designs: FileValue?
  var reference: FileValue?
  var pairs: FileValue?
  var expectations: FileValue?
  var plan: FileValue?
  var sampling: Given<Sampling>?
  var precision: FileValue?
  var sweep: SweepDraft?
  var fit: FitDraft?
  var draws: DrawsDraft?

  /// A scenario or a case that says nothing.
  ///
  /// Cases have no luck in their defaults: drawn delays are their medians, chances 0, but an app in the
  /// background is evicted.
  package init(isCase: Bool = false) {
    guard isCase else { return }
    scenario.users = 1
    for field in ScenarioDraft.fields { field.settle(&self) }
    conditions.behavior.evicted = .always
    conditions.jitter = 0.5
  }

  package var conditions: Conditions {
    get { scenario.population.conditions }
    set { scenario.population.conditions = newValue }
  }

  /// The keys of a scenario, in the order in which they are explained.
  package static let fields: [Field<ScenarioDraft>] = [
    Field("$schema", .text, "where editors find the schema; not read") { value, _ in
      guard let text = value.text(), ScenarioSchema.isDialect(text) else { return }
      value.report(
        meaning: "\(text.quoted) is what a schema says of itself",
        expected: "the place of the schema of scenarios")
    },
    Field("format", .integer(1...1), "the version of the format", write: { _ in 1 }) { value, _ in
      _ = value.integer(1...1)
    },
    Field(
      "name", .name, \.scenario.name, "the name; the results are put into a folder of this name"
    )
    .required,
    Field("title", .line, \.scenario.title, "what the scenario shows, for people"),
    Field("seed", .seed, \.scenario.seed, "the seed of all luck"),
    .integer("users", 1...1_000_000_000, \.scenario.users, "how many users meet every design")
      .withoutCases(wanting: plan),
    .integer(
      "purchasesPerUser", 1...10, \.scenario.population.purchasesPerUser, "how often each user buys"
    ).withoutCases(wanting: plan),
    Field(
      "horizon", .durationAboveZero, \.conditions.horizon,
      "when the run ends and the charges are judged"),
    Field(
      "currency", .currency, \.scenario.currency,
      "the currency of all amounts of the file; without it they are minor units"),
    Field(
      "catalog", .other("a list of products"), "what is for sale",
      shape: { _ in .list(ProductDraft.shape, 1...FileValue.longestList) },
      write: {
        $0.conditions.catalog == .standard
          ? JSONOutput?.none : $0.conditions.catalog.output(in: $0.scenario.currency)
      }
    ) { $1.catalog = $0 },
    .object("device", \.conditions.device, ConditionFields.device, "what the device takes"),
    .object("store", \.conditions.store, ConditionFields.store, "how the store behaves"),
    .object("backend", \.conditions.backend, ConditionFields.backend, "how fast the backend is"),
    .object("behavior", \.conditions.behavior, ConditionFields.behavior, "what users do"),
    Field(
      "faults", .later("a list of faults", FaultDraft.shape(isPlanned: false)), \.faults,
      "what goes wrong, and how often"
    ).withoutCases(wanting: plan),
    Field("outages", .outages, \.conditions.outages, "what is out for all users at once"),
    Field(
      "calls", .calls, \.conditions.calls,
      "what a client of a team's own asks of the backend by a name"),
    Field(
      "designs", .later("a list of designs", DesignReading.shape, 1...DesignReading.most),
      \.designs, "what is compared"
    ).required,
    Field(
      "reference", .later(.text), \.reference,
      "the design with which each other is compared; if none, the first"
    ).withoutCases(wanting: plan),
    Field(
      "compare", .later("a list of pairs of designs", PairReading.shape, 1...FileValue.longestList),
      \.pairs, "the pairs that are compared"
    ).withoutCases(wanting: plan),
    // With a plan a file is a case, so a scenario says no more than that there could be one.
    Field(
      "plan",
      .later(
        .other("a list of taps and faults"),
        .inCase(
          .list(TapDraft.step, 1...FileValue.longestList, withKey: "tap"), otherwise: .anything)),
      \.plan, "the written life of a case's one user"),
    Field(
      "publishedLadder", .ladder, \.scenario.publishedLadder,
      "how many deliveries failed at the first try and at each retry, as somebody published it (C7)"
    ),
    Field(
      "expect", .later("a list of expectations", ExpectationDraft.shape, 0...ExpectationDraft.most),
      \.expectations, "what must hold"),
    .integer(
      "replications", 2...1_000, \.scenario.replications,
      "how often all users live, where they share a backend (B11)"
    ).withoutCases(wanting: plan),
    Field(
      "sampling", .word, given: \.sampling,
      "how users are drawn; by default 'stratified' where most users meet no fault"
    ).withoutCases(wanting: plan),
    Field(
      "precision", .later(.other("an object"), PrecisionDraft.shape), \.precision,
      "when a run has seen enough users"
    ).withoutCases(wanting: plan),
    Field("sweep", .sweep, \.sweep, "a value that 'lostorder sweep' varies")
      .withoutCases(wanting: plan),
    Field("fit", .fit, \.fit, "the values that 'lostorder fit' estimates from what was observed")
      .withoutCases(wanting: plan),
    Field(
      "draws", .draws, \.draws, "sets of values that agree with some data; 'run' plays each"
    ).withoutCases(wanting: plan),
  ]

  /// What a case has instead of luck.
  private static let plan: Phrase = "a plan for one user"
}

extension Form<UInt64> {
  fileprivate static var seed: Form {
    Form<Int>.integer(0...Int.max).map({ UInt64($0) }, back: { Int($0) })
  }
}

extension Form<[Int]> {
  /// A ladder of retries: two to seventeen numbers, none greater than the one before.
  fileprivate static var ladder: Form {
    let (counts, lengths) = (1...1_000_000_000, 2...ClientLog.rungs)
    let kind = ValueKind.other("a list of numbers")
    return Form(
      kind, shape: .list(.value(.integer(counts)), lengths),
      write: { $0.isEmpty ? nil : .array($0.map { .integer($0) }) }
    ) { value in
      guard let list = value.list(kind) else { return nil }
      if !lengths.contains(list.count) {
        value.report("a ladder of \(list.count)", expected: "2 to \(ClientLog.rungs) numbers")
      }
      var ladder: [Int] = []
      for element in list {
        guard let count = element.integer(counts) else { return nil }
        if let before = ladder.last, count > before {
          element.report(
            meaning: "\(count) after \(before)", expected: "at most the number before it")
        }
        ladder.append(count)
      }
      return ladder
    }
  }
}
