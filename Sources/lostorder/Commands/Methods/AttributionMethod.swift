import Experiments
import JSONText
import LossAttribution
import Methods
import PurchaseWorld
import Reports
import Scenarios

extension Call {
  func attribute() throws(Refusal) -> ExitCode {
    let input = try input()
    let scenario = input.scenario
    noteSample(of: input)
    try checkUsers(of: input)
    let only = try design(.design, of: scenario)
    let (given, to) = (try design(.from, of: scenario), try design(.to, of: scenario))
    let method = AttributionMethod(call: self, input: input, only: only, from: given, to: to)
    if let index = [given, to].compactMap(\.self).first(where: {
      scenario.designs[$0].client != nil
    }) {
      throw Refusal(
        "\(scenario.designs[index].name.quoted) has a client of its own, which has no axes; expected --from and"
          + " --to of designs without")
    }
    if method.from == to {
      let name = scenario.designs[method.from].name.quoted
      throw Refusal("--from and --to are the same design, \(name); expected two")
    }
    // An update is no axis, so it would be in none of the shares.
    if let to, let design = [method.from, to].map({ scenario.designs[$0] }).first(where: \.updates)
    {
      throw Refusal(
        "\(design.name.quoted) updates, and what that costs is no axis; expected --from and --to of"
          + " designs without 'updates'")
    }
    return try perform(method)
  }
}

/// `lostorder attribute`: but for which faults orders would not be lost, and what each axis buys.
struct AttributionMethod: Method {
  static let files = ["attribution.json", "attribution.csv", "attribution.html"]

  let call: Call, input: Input
  /// The only design that is reported, by index; nil: each.
  var only: Int?
  /// Between which designs axes are compared, by index; to the one that loses least where nil.
  let from: Int, to: Int?

  /// - Parameter from: nil: the first design without a client of its own.
  init(call: Call, input: Input, only: Int? = nil, from: Int? = nil, to: Int? = nil) {
    (self.call, self.input, self.only, self.to) = (call, input, only, to)
    self.from = from ?? input.scenario.designs.firstIndex { $0.client == nil } ?? 0
  }

  func find() throws(Refusal) -> Attribution {
    let found = attribute()
    if let cut = found.cut, found.users == 0 { throw nothing(cut) }
    return found
  }

  private func attribute() -> Attribution {
    var input = input
    if input.scenario.isCase { input.scenario.users = 1 }
    let designs = input.scenario.designs
    let described = designs.indices.filter { designs[$0].client == nil }
    let needsRanking = to == nil && described.count > 2
    var played = input
    if let only, !needsRanking { played.scenario.designs = [designs[only]] }
    let kept: Runner.Kept<LossBooks> = play(attributing: played)
    played.scenario.users = kept.users
    let attribution = { (axes: AxisComparison?, cut: Cut?) in
      Attribution(
        played.scenario, kept.books, axes: axes, only: only.map { designs[$0].name }, cut: cut)
    }
    if let cut = kept.cut { return attribution(nil, cut) }
    let other = described.last { $0 != from }
    // What a team's own client costs is no axis, nor is what an update costs.
    guard let to = to ?? (needsRanking ? kept.books.best(beside: from, among: described) : other),
      ![from, to].contains(where: { designs[$0].updates || designs[$0].client != nil })
    else {
      return attribution(nil, nil)
    }
    do throws(Cut) {
      return attribution(try compare(designs[from], designs[to], input), nil)
    } catch { return attribution(nil, error) }
  }

  func cut(of found: Attribution) -> Cut? { found.cut }

  func text(of found: Attribution, isShort: Bool) -> String {
    let report = AttributionReport(found, language) { design in
      input.command("trace", design) + (scenario.isCase ? "" : " --seed \(scenario.seed)")
    }
    return isShort ? report.shortText : report.text
  }

  func troubles(of found: Attribution) -> [String] {
    found.designs.filter { $0.charges == 0 }.map {
      language("nobody was charged under design {0}", $0.name.escapingControls)
    }
  }

  func contents(of found: Attribution) -> [String] {
    [AttributionJSON.output(found).text, AttributionCSV.text(found), page(of: found)]
  }

  func sections(of found: Attribution, order: [String]?) -> [HTMLPage.Section] {
    AttributionSections(found, order: order, language).sections
  }

  func refusal(_ cut: Cut, of found: Attribution) -> Refusal {
    call.refusal(cut, users: found.users, of: input)
  }

  private func compare(_ from: Design, _ to: Design, _ input: Input) throws(Cut) -> AxisComparison {
    let difference = DesignDifference(from: from, to: to, tyingSources: call.arguments.has(.tied))
    let plan = ShapleyPlan(players: difference.parts.count, seed: input.scenario.seed)
    let hybrids = AxisComparison.hybrids(of: input.scenario, difference, plan)
    let kept: Runner.Kept<HybridBooks> = play(attributing: input.with(hybrids))
    if let cut = kept.cut { throw cut }
    let products = input.scenario.population.conditions.catalog.products
    return AxisComparison(
      difference, plan, kept.books, isExact: input.scenario.isCase,
      dearest: products.map(\.storePrice).max() ?? 0)
  }

  private func play<Books: Bookkeeping>(attributing input: Input) -> Runner.Kept<Books> {
    let names = [Option.design, .from, .to].compactMap { option in
      call.arguments.text(option).map { " \(option.name) \($0.shellWord)" }
    }
    let options = names.joined() + (call.arguments.has(.tied) ? " --tied" : "")
    return call.play(input, reproducedBy: input.reproducing("attribute", options)) {
      $0.keepBooks(workers: call.workers, progress: $1)
    }
  }
}
