import EventEngine
import JSONText
package import PurchaseWorld

/// A scenario while it is read: what needs nothing else is read at once, the rest is kept.
package struct ScenarioDraft {
  package var name = ""
  package var title = ""
  package var seed = 1
  package var users = 100_000
  package var purchasesPerUser = 1
  package var conditions = Conditions(catalog: .standard)
  package var publishedLadder: [Int] = []
  /// Whether the catalog is right, so that names can be looked up in it.
  var isCatalogKnown = true
  var faults: FileValue?
  var outages: FileValue?
  var designs: FileValue?
  var reference: FileValue?
  var pairs: FileValue?
  var expectations: FileValue?
  var plan: FileValue?
  var sampling: (kind: Sampling, value: FileValue)?
  var precision: FileValue?
  var sweep: SweepDraft?

  package init() {}

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
    Field("name", .name, "the name; the results are put into a folder of this name") {
      value, draft in if let name = value.name() { draft.name = name }
    }.required, .text("title", \.title, "what the scenario shows, for people"),
    .integer("seed", 0...Int.max, \.seed, "the seed of all luck"),
    .integer("users", 1...1_000_000_000, \.users, "how many users meet every design")
      .withoutCases(wanting: plan),
    .integer("purchasesPerUser", 1...10, \.purchasesPerUser, "how often each user buys")
      .withoutCases(wanting: plan),
    .duration(
      "horizon", allowsZero: false, \.conditions.horizon,
      "when the run ends and the charges are judged"),
    Field(
      "catalog", .other("a list of products"), "what is for sale",
      shape: { _ in .list(ProductDraft.shape, 1...FileValue.longestList) }
    ) { value, draft in
      if let catalog = value.catalog() {
        draft.conditions.catalog = catalog
      } else {
        draft.isCatalogKnown = false
      }
    }, .object("device", \.conditions.device, ConditionFields.device, "what the device takes"),
    .object("store", \.conditions.store, ConditionFields.store, "how the store behaves"),
    .object("backend", \.conditions.backend, ConditionFields.backend, "how fast the backend is"),
    .object("behavior", \.conditions.behavior, ConditionFields.behavior, "what users do"),
    Field(
      "faults", .other("a list of faults"), "what goes wrong, and how often",
      shape: { _ in .list(FaultDraft.shape(isPlanned: false), 0...FileValue.longestList) }
    ) { $1.faults = $0 }.withoutCases(wanting: plan),
    Field(
      "outages", .other("a list of outages"), "what is out for all users at once",
      shape: { _ in .list(Outage.shape, 0...FileValue.longestList) }
    ) { $1.outages = $0 },
    Field(
      "designs", .other("a list of designs"), "what is compared",
      shape: { _ in .list(DesignReading.shape, 1...DesignReading.most) }
    ) { $1.designs = $0 }.required,
    Field("reference", .text, "the design with which each other is compared; if none, the first") {
      $1.reference = $0
    }.withoutCases(wanting: plan),
    Field(
      "compare", .other("a list of pairs of designs"), "the pairs that are compared",
      shape: { _ in .list(PairReading.shape, 1...FileValue.longestList) }
    ) { $1.pairs = $0 }.withoutCases(wanting: plan),
    Field(
      "plan", .other("a list of taps and faults"), "the written life of a case's one user",
      // With a plan a file is a case, so a scenario says no more than that there could be one.
      shape: { _ in
        .inCase(
          .listWith(key: "tap", TapDraft.step, 1...FileValue.longestList), otherwise: .anything)
      }
    ) { $1.plan = $0 },
    Field(
      "publishedLadder", .other("a list of numbers"),
      "how many deliveries failed at the first try and at each retry, as somebody published it (C7)",
      shape: { _ in .list(.value(.integer(ladderCounts)), 2...ClientLog.rungs) }
    ) { value, draft in draft.publishedLadder = value.ladder(ladderCounts) ?? [] },
    Field(
      "expect", .other("a list of expectations"), "what must hold",
      shape: { _ in .list(ExpectationDraft.shape, 0...ExpectationDraft.most) }
    ) { $1.expectations = $0 },
    Field(
      "sampling", .choice(Sampling.allCases.map(\.rawValue)),
      "how users are drawn; by default 'stratified' where most users meet no fault"
    ) { value, draft in
      if let sampling = value.choice(of: Sampling.self) { draft.sampling = (sampling, value) }
    }.withoutCases(wanting: plan),
    Field(
      "precision", .other("an object"), "when a run has seen enough users",
      shape: { _ in PrecisionDraft.shape }
    ) { $1.precision = $0 }.withoutCases(wanting: plan),
    Field(
      "sweep", .other("an object"), "a value that 'lostorder sweep' varies",
      shape: { _ in SweepDraft.shape }
    ) { value, draft in
      var sweep = SweepDraft()
      sweep.object = value
      sweep.isComplete = value.read(SweepDraft.fields, into: &sweep)
      draft.sweep = sweep
    }.withoutCases(wanting: plan),
  ]

  /// What a case has instead of luck.
  private static let plan = "a plan for one user"

  private static let ladderCounts = 1...1_000_000_000

  /// Makes every default a constant, as cases have it: drawn delays become their medians, an app in
  /// the background is evicted, and the user does not use the recovery page.
  mutating func settleForCase() {
    users = 1
    for field in ScenarioDraft.fields { field.settle?(&self) }
    conditions.behavior.evicted = .always
    conditions.behavior.usesRecoveryPage = .never
  }
}

extension FileValue {
  /// Reads a ladder of retries: two to seventeen numbers, none greater than the one before.
  fileprivate func ladder(_ range: ClosedRange<Int>) -> [Int]? {
    guard let list = list(.other("a list of numbers")) else { return nil }
    if !(2...ClientLog.rungs).contains(list.count) {
      report("a ladder of \(list.count)", expected: "2 to \(ClientLog.rungs) numbers")
    }
    var ladder: [Int] = []
    for element in list {
      guard let count = element.integer(range) else { return nil }
      if let before = ladder.last, count > before {
        element.report(
          meaning: "\(count) after \(before)", expected: "at most the number before it")
      }
      ladder.append(count)
    }
    return ladder
  }
}
