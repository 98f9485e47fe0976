import Experiments
import JSONText
import LossAttribution
import Methods
import PurchaseWorld
import Reports
import Scenarios

extension CommandContext {
  func attribute() throws(CommandError) -> ExitCode {
    let input = try input()
    let scenario = input.scenario
    noteSample(of: input)
    try checkUsers(of: input)
    let only = try design(.design, of: scenario)
    let (given, to) = (try design(.from, of: scenario), try design(.to, of: scenario))
    let method = AttributionMethod(call: self, input: input, only: only, given: given, to: to)
    let compared = [given, to].compactMap { $0.map { scenario.designs[$0] } }
    if let design = compared.first(where: { $0.client != nil }) {
      throw CommandError(
        "\(design.name.quoted) has its own client, which has no axes; expected --from and"
          + " --to with designs without a client")
    }
    if method.from == to {
      let name = scenario.designs[method.from].name.quoted
      throw CommandError("--from and --to are the same design, \(name); expected two designs")
    }
    // An update is not an axis, so no share would contain its effect.
    if let to,
      let design = [method.from, to].map({ scenario.designs[$0] }).first(where: \.hasUpdate)
    {
      throw CommandError(
        "\(design.name.quoted) has 'updates', which is not an axis; expected --from and --to with"
          + " designs without 'updates'")
    }
    return try perform(method)
  }
}

/// `lostorder attribute`: the faults on which losses depend, and the effect of each axis.
struct AttributionMethod: Method {
  static let files = ["attribution.json", "attribution.csv", "attribution.html"]

  let call: CommandContext, input: ScenarioInput
  /// The index of the only reported design; nil: all.
  var only: Int?
  /// The indices of the given designs to compare; `to` is nil for the design that loses the fewest
  /// orders.
  var given: Int?, to: Int?

  /// The index of the design to compare from; by default the first without its own client.
  var from: Int { given ?? scenario.designs.firstIndex { $0.client == nil } ?? 0 }

  func find() throws(CommandError) -> Attribution {
    let found = attribute()
    if let interruption = found.interruption, found.users == 0 { throw nothing(interruption) }
    return found
  }

  private func attribute() -> Attribution {
    var input = input
    if input.scenario.isCase { input.scenario.userCount = 1 }
    let designs = input.scenario.designs
    let described = designs.indices.filter { designs[$0].client == nil }
    let needsRanking = to == nil && described.count > 2
    var simulated = input
    if let only, !needsRanking { simulated.scenario.designs = [designs[only]] }
    let kept = simulate(attributing: simulated, LossAccumulator.self)
    simulated.scenario.userCount = kept.users
    let attribution = { (axes: AxisAttribution?, interruption: Interruption?) in
      Attribution(
        simulated.scenario, kept.totals, axes: axes, only: only.map { designs[$0].name },
        interruption: interruption)
    }
    if let interruption = kept.interruption { return attribution(nil, interruption) }
    let other = described.last { $0 != from }
    // The effect of an own client or an update is not the effect of an axis.
    guard
      let to = to
        ?? (needsRanking ? kept.totals.lowestLossDesign(otherThan: from, among: described) : other),
      ![from, to].contains(where: { designs[$0].hasUpdate || designs[$0].client != nil })
    else { return attribution(nil, nil) }
    do throws(Interruption) {
      return attribution(try compare(designs[from], designs[to], input), nil)
    } catch { return attribution(nil, error) }
  }

  func interruption(of found: Attribution) -> Interruption? { found.interruption }

  func text(of found: Attribution, isShort: Bool) -> String {
    let report = AttributionReport(found, language) { design in
      input.command("trace", design) + (scenario.isCase ? "" : " --seed \(scenario.seed)")
    }
    return isShort ? report.shortText : report.text
  }

  func warnings(of found: Attribution) -> [String] {
    found.designs.filter { $0.charges == 0 }.map {
      language("no user was charged under design {0}", $0.name.escapingControls)
    }
  }

  func contents(of found: Attribution) -> [String] {
    [AttributionJSON.output(found).text, AttributionCSV.text(found), page(of: found)]
  }

  func sections(of found: Attribution, order: [String]?) -> [HTMLPage.Section] {
    AttributionSections(found, order: order, language).sections
  }

  func users(of found: Attribution) -> Int? { found.users }

  private func compare(_ from: Design, _ to: Design, _ input: ScenarioInput) throws(Interruption)
    -> AxisAttribution
  {
    let difference = DesignDifference(from: from, to: to, tyingSources: call.arguments.has(.tied))
    let plan = ShapleyPlan(players: difference.parts.count, seed: input.scenario.seed)
    let hybrids = AxisAttribution.hybridScenario(of: input.scenario, difference, plan)
    let kept = simulate(attributing: input.with(hybrids), HybridAccumulator.self)
    if let interruption = kept.interruption { throw interruption }
    let products = input.scenario.population.conditions.catalog.products
    return AxisAttribution(
      difference, plan, kept.totals, isExact: input.scenario.isCase,
      highestPrice: products.map(\.storePrice).max() ?? 0)
  }

  private func simulate<Accumulated: Accumulator>(
    attributing input: ScenarioInput, _: Accumulated.Type
  ) -> Runner.AccumulationResult<Accumulated> {
    let names = [Option.design, .from, .to].compactMap { option in
      call.arguments.text(option).map { " \(option.name) \($0.shellWord)" }
    }
    let options = names.joined() + (call.arguments.has(.tied) ? " --tied" : "")
    return call.simulate(input, reproducedBy: input.reproductionCommand("attribute", options)) {
      $0.accumulate(workers: call.workers, progress: $1)
    }
  }
}
