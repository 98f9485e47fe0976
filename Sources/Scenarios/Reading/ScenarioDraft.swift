import EventEngine
import JSONText
package import PurchaseWorld

/// A scenario during reading: independent values are read at once, the rest is stored for later.
package struct ScenarioDraft {
  /// The scenario so far.
  var scenario = Scenario(
    name: "", population: Population(conditions: Conditions(catalog: .standard)))
  var catalog, faults, designs, reference, pairs, expectations, plan, precision: FileValue?
  var sampling: ReadValue<Sampling>?
  var sweep: SweepDraft?
  var fit: FitDraft?
  var draws: ParameterDrawDraft?

  /// Creates a scenario or a case with all defaults.
  ///
  /// The defaults of a case are not random: distributions become their medians and probabilities 0,
  /// but an app in the background is evicted.
  package init(isCase: Bool = false) {
    guard isCase else { return }
    scenario.userCount = 1
    for field in ScenarioDraft.fields { field.settle(&self) }
    conditions.behavior.evictionProbability = .always
    conditions.jitterLevel = 0.5
  }

  package var conditions: Conditions {
    get { scenario.population.conditions }
    set { scenario.population.conditions = newValue }
  }

  /// The keys of a scenario, in the order of the explanations.
  package static let fields: [Field<ScenarioDraft>] = [
    Field("$schema", .text, "the location of the JSON Schema, for editors; lostorder ignores it") {
      value, _ in
      guard let text = value.text(), ScenarioSchema.isDialect(text) else { return }
      value.reportSemanticProblem(
        "\(text.quoted) is the dialect of JSON Schema, not a schema",
        expected: "the location of the scenario schema")
    },
    Field("format", .integer(1...1), "the version of the format", write: { _ in 1 }) { value, _ in
      _ = value.integer(1...1)
    },
    Field("name", .name, \.scenario.name, "the name of the scenario and of its results folder")
      .required,
    Field("title", .line, \.scenario.title, "a title for people: what the scenario shows"),
    Field("seed", .seed, \.scenario.seed, "the seed of all random streams"),
    .integer(
      "users", 1...1_000_000_000, \.scenario.userCount,
      "the number of users that are simulated under every design"
    ).withoutCases(expecting: plan),
    .integer(
      "purchasesPerUser", 1...10, \.scenario.population.purchasesPerUser,
      "the number of purchases per user"
    ).withoutCases(expecting: plan),
    Field(
      "horizon", .durationAboveZero, \.conditions.horizon,
      "the end of the simulated time, at which every charge is classified"),
    Field(
      "currency", .currency, \.scenario.currency,
      "the currency of all amounts in the file; without it, amounts are minor units"),
    Field(
      "catalog", .other("a list of products"), "the products for sale",
      shape: { _ in .list(ProductDraft.shape, 1...FileValue.maxListLength) },
      write: {
        $0.conditions.catalog == .standard
          ? JSONOutput?.none : $0.conditions.catalog.output(in: $0.scenario.currency)
      }
    ) { $1.catalog = $0 },
    .object("device", \.conditions.device, ConditionFields.device, "the delays of the device"),
    .object("store", \.conditions.store, ConditionFields.store, "how the store behaves"),
    .object(
      "backend", \.conditions.backend, ConditionFields.backend,
      "the response times and the capacity of the backend"),
    .object(
      "behavior", \.conditions.behavior, ConditionFields.behavior, "the behavior of the users"),
    Field(
      "faults", .later("a list of faults", FaultDraft.shape(isPlanned: false)), \.faults,
      "the faults that can occur, each with its probability"
    ).withoutCases(expecting: plan),
    Field("outages", .outages, \.conditions.outages, "the outages that affect all users at once"),
    Field(
      "calls", .calls, \.conditions.calls,
      "the named requests that your own client sends to the backend"),
    Field(
      "designs", .later("a list of designs", DesignReading.shape, 1...DesignReading.maximum),
      \.designs, "the designs to compare"
    ).required,
    Field(
      "reference", .later(.text), \.reference,
      "the design that all others are compared with; by default the first"
    ).withoutCases(expecting: plan),
    Field(
      "compare",
      .later("a list of pairs of designs", PairReading.shape, 1...FileValue.maxListLength),
      \.pairs, "the pairs of designs to compare"
    ).withoutCases(expecting: plan),
    // A file with a plan is a case, so the shape in a scenario accepts anything.
    Field(
      "plan",
      .later(
        .other("a list of taps and faults"),
        .inCase(
          .list(TapDraft.step, 1...FileValue.maxListLength, withKey: "tap"), otherwise: .anything)),
      \.plan, "the taps and the faults of the case's single user"),
    Field(
      "publishedLadder", .ladder, \.scenario.publishedLadder,
      "published counts of the deliveries that failed at the first try and at each retry (C7)"),
    Field(
      "expect",
      .later("a list of expectations", ExpectationDraft.shape, 0...ExpectationDraft.maximum),
      \.expectations, "the expectations that the results must meet"),
    .integer(
      "replications", 2...1_000, \.scenario.replicationCount,
      "the number of replications (simulations of all users), if users share a backend (B11)"
    ).withoutCases(expecting: plan),
    Field(
      "sampling", .word, given: \.sampling,
      "how users are sampled; by default 'stratified' if most users experience no fault"
    ).withoutCases(expecting: plan),
    Field(
      "precision", .later(.other("an object"), PrecisionDraft.shape), \.precision,
      "the precision at which a run stops"
    ).withoutCases(expecting: plan),
    Field("sweep", .sweep, \.sweep, "the value, or the two values, that 'lostorder sweep' varies")
      .withoutCases(expecting: plan),
    Field("fit", .fit, \.fit, "the values that 'lostorder fit' estimates from observations")
      .withoutCases(expecting: plan),
    Field(
      "draws", .draws, \.draws,
      "sets of uncertain values that agree with data; 'run' simulates each set"
    ).withoutCases(expecting: plan),
  ]

  /// What a case expects instead of random users.
  private static let plan: Phrase = "a plan for one user"
}

extension ValueFormat<UInt64> {
  fileprivate static var seed: ValueFormat {
    ValueFormat<Int>.integer(0...Int.max).map({ UInt64($0) }, back: { Int($0) })
  }
}

extension ValueFormat<[Int]> {
  /// A ladder of retries: two to seventeen numbers, none greater than the one before.
  fileprivate static var ladder: ValueFormat {
    let (counts, lengths) = (1...1_000_000_000, 2...ClientLog.maxCountedTries)
    let kind = ValueKind.other("a list of numbers")
    return ValueFormat(
      kind, shape: .list(.value(.integer(counts)), lengths),
      write: { .listed($0.map { .integer($0) }) }
    ) { value in
      guard let list = value.list(kind) else { return nil }
      if !lengths.contains(list.count) {
        value.report(
          "the length of the ladder is \(list.count)",
          expected: "2 to \(ClientLog.maxCountedTries) numbers")
      }
      var ladder: [Int] = []
      for element in list {
        guard let count = element.integer(counts) else { return nil }
        if let before = ladder.last, count > before {
          element.reportSemanticProblem(
            "\(count) follows \(before)", expected: "at most the previous number")
        }
        ladder.append(count)
      }
      return ladder
    }
  }
}
