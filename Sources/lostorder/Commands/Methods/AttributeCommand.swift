import Experiments
import JSONText
import PurchaseWorld
import Reports
import Scenarios

extension Subcommand {
  static let attribute = Subcommand(
    "attribute", "tell why orders were lost, and what each axis of a design buys", takes: .file,
    options: [.design, .from, .to, .tied, .seed, .users, .workers, .timeLimit, .out, .quiet],
    notes: [
      "Under each design: where orders were lost, and but for which planned fault they would not",
      "have been (each user who lost one is played again without it). Between two designs: the",
      "Shapley share of every axis in which they differ. Expectations are not judged. Writes",
      "FOLDER/<name of the scenario>/attribution.json.",
    ]
  ) { AttributeCommand(console: $0, arguments: $1).run() }
}

extension Option {
  fileprivate static let from = Option(
    "--from", "NAME", .text(.words { BuiltInDesign.all.map(\.design.name) }),
    "compare from this design (default: the scenario's first)")
  fileprivate static let to = Option(
    "--to", "NAME", .text(.words { BuiltInDesign.all.map(\.design.name) }),
    "compare to this design (default: the one that loses least)")
  fileprivate static let tied = Option(
    "--tied", "switch the sources of a binding and what feeds them together")
}

/// `lostorder attribute`: why orders were lost under each design, and what each axis buys.
struct AttributeCommand: Playing {
  let console: Console
  let arguments: Arguments

  /// The designs that were asked for by name, by index; nil where none was.
  private struct Wanted {
    var only: Int?
    var from: Int?
    var to: Int?
  }

  func run() -> ExitCode {
    guard let (path, scenario) = preparation.scenario() else { return .badScenario }
    preparation.noteSample(of: scenario, path)
    guard !preparation.refusesUsers(of: scenario, path), let wanted = wanted(of: scenario) else {
      return .usage
    }
    return preparation.writing { folder throws(ResultsFolder.Failure) in
      try folder.prepare(name: scenario.name, for: ["attribution.json"])
      let found = attribution(of: scenario, path, wanted)
      return try preparation.show(found.cut, users: found.users, of: scenario, path) {
        () throws(ResultsFolder.Failure) in
        let report = AttributionReport(found) { design in
          "lostorder trace \(path.shellWord) --design \(design.shellWord)"
            + (scenario.isCase ? "" : " --seed \(scenario.seed)")
        }
        console.print(arguments.has(.quiet) ? report.shortText : report.text)
        let text = AttributionJSON.output(found).text
        try folder.write(text, name: scenario.name, file: "attribution.json")
        return found.designs.map { (design: $0.name, charges: $0.charges) }
      }
    }
  }

  /// The designs by index; nil when a name is wrong, which is shown.
  private func wanted(of scenario: Scenario) -> Wanted? {
    var wanted = Wanted()
    let options: [(Option, WritableKeyPath<Wanted, Int?>)] = [
      (.design, \.only), (.from, \.from), (.to, \.to),
    ]
    for (option, place) in options {
      guard let name = arguments.text(option) else { continue }
      guard let design = preparation.design(name, of: scenario) else { return nil }
      wanted[keyPath: place] = design
    }
    let (from, to) = (wanted.from ?? 0, wanted.to)
    if from == to {
      console.complain(
        "lostorder: --from and --to are the same design, \(scenario.designs[from].name.quoted);"
          + " expected two\n")
      return nil
    }
    return wanted
  }

  private func attribution(of scenario: Scenario, _ path: String, _ wanted: Wanted) -> Attribution {
    var scenario = scenario
    if scenario.isCase { scenario.users = 1 }
    let needsRanking = wanted.to == nil && scenario.designs.count > 2
    var played = scenario
    if let only = wanted.only, !needsRanking { played.designs = [scenario.designs[only]] }
    let only = wanted.only.map { scenario.designs[$0].name }
    let kept: Runner.Kept<LossBooks> = play(played, path)
    let books = kept.books
    played.users = kept.users
    if let cut = kept.cut { return Attribution(played, books, axes: nil, only: only, cut: cut) }
    let from = wanted.from ?? 0
    let other = scenario.designs.indices.last { $0 != from }
    let to = wanted.to ?? (needsRanking ? books.best(beside: from) : other)
    do throws(Cut) {
      var axes: AxisComparison?
      if let to { axes = try compare(scenario, path, scenario.designs[from], scenario.designs[to]) }
      return Attribution(played, books, axes: axes, only: only)
    } catch { return Attribution(played, books, axes: nil, only: only, cut: error) }
  }

  private func compare(
    _ scenario: Scenario, _ path: String, _ from: Design, _ to: Design
  ) throws(Cut) -> AxisComparison {
    let difference = DesignDifference(
      from: from, to: to, tyingSources: arguments.has(.tied))
    let plan = ShapleyPlan(players: difference.parts.count, seed: scenario.seed)
    let kept: Runner.Kept<HybridBooks> = play(
      AxisComparison.hybrids(of: scenario, difference, plan), path)
    if let cut = kept.cut { throw cut }
    let products = scenario.population.conditions.catalog.products
    return AxisComparison(
      difference, plan, kept.books, isExact: scenario.isCase,
      dearest: products.map(\.storePrice).max() ?? 0)
  }

  private func play<Books: Bookkeeping>(_ scenario: Scenario, _ path: String) -> Runner.Kept<Books>
  {
    let names: [Option] = [.design, .from, .to]
    let given = names.compactMap { option in
      arguments.text(option).map { " \(option.name) \($0.shellWord)" }
    }
    let tied = arguments.has(.tied) ? " --tied" : ""
    let users = scenario.isCase ? "" : " --users \(scenario.users)"
    let command =
      "lostorder attribute \(path.shellWord)\(given.joined())\(tied)"
      + " --seed \(scenario.seed)\(users) --workers 1"
    return preparation.play(scenario, path, reproducedBy: command) {
      $0.keepBooks(workers: preparation.workers, progress: $1)
    }
  }
}
