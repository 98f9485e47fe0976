import Methods
import ExhaustiveSearch
import Experiments
import JSONText
import PurchaseWorld
import Reports
import Scenarios
import Synchronization

extension Call {
  func search() throws(Refusal) -> ExitCode {
    let input = try input()
    try refuseClients(of: input, by: "search")
    let (path, scenario) = (input.path, input.scenario)
    if scenario.isCase {
      throw Refusal("\(path.quoted) is a case, which has no users to draw; expected a scenario")
    }
    try checkUsers(of: input)
    noteSample(of: input)
    let kinds = try kinds() ?? Search.declaredKinds(of: scenario)
    let isSpace = arguments.has(.space)
    let stores = Design.StoreKind.allCases.filter { store in
      scenario.designs.contains { $0.store == store }
    }
    if isSpace, stores.count > 1 {
      let all = stores.dropFirst().reduce(Phrase.verbatim(stores[0].word)) {
        "\($0) and \($1.word)"
      }
      throw Refusal(
        "\(path.quoted) sells on \(all);"
          + " expected designs of one store, whose space is searched")
    }
    let designs = isSpace ? DesignSpace.designs(of: stores[0]) : scenario.designs
    var search = Search(scenario, among: designs, try journeys(of: scenario), kinds: kinds)
    search.faults = arguments.number(.mostFaults) ?? search.faults
    search.keep = arguments.number(.keep) ?? search.keep
    try results.prepare(name: scenario.name, for: ["search.json", "search.html"])
    BugReport.prepare(reproducedBy: command(search, input))
    if deferred == nil { announce(search) }
    let found = find(search)
    if let cut = found.cut, found.losing.isEmpty { throw refusal(cut, users: 0, of: input) }
    let report = SearchReport(found, isSpace: isSpace, language, words: { language.words($0) }) {
      design in
      input.command("explore", design.name) + " --faults \(search.faults + 1)"
    }
    console.print(arguments.has(.quiet) ? report.verdict : report.text)
    let output = SearchJSON.output(found, isSpace: isSpace, words: { FaultCatalog.words($0) })
    let page = page(of: input, cut: found.cut, sections(of: found))
    try results.write([("search.json", output.text), ("search.html", page)], name: scenario.name)
    if let cut = found.cut { throw refusal(cut, of: input) }
    if found.hasCharge { return .holds }
    throw Refusal(text: cannotTell(input, language("no user was charged")), .undecided)
  }

  /// What a search found, on a page.
  func sections(of found: SearchFindings) -> [HTMLPage.Section] {
    SearchSections(found, language).sections
  }

  /// What a method found of a scenario, as a page of its own.
  func page(of input: Input, cut: Cut?, _ sections: [HTMLPage.Section]) -> String {
    HTMLPage(of: input.scenario, cut: cut, language, sections).text
  }

  /// Says how long the exploration of all candidates may take, if that is long; a few of them are
  /// played to see.
  private func announce(_ search: Search) {
    let count = search.candidates.count
    let played = stride(from: 0, to: count, by: max(1, count / 8)).map { search.candidates[$0] }
    let explorers = played.flatMap { design in
      search.journeys.map {
        Explorer(design, $0, in: search.scenario, kinds: search.kinds, stop: console.stop)
      }
    }
    let times = Double(count) / Double(played.count)
    announce(explorers, faults: search.faults, times: times, search.scenario.name)
  }

  func find(_ search: Search) -> SearchFindings {
    let shown = Mutex<(stage: Search.Stage, progress: Progress)?>(nil)
    let (console, language, name) = (console, language, search.scenario.name)
    defer { shown.withLock { $0?.progress.end() } }
    return search.run(workers: workers, stop: console.stop, in: division) { stage, share in
      shown.withLock { last in
        if last?.stage != stage {
          last?.progress.end()
          last = (stage, Progress("\(name): \(stage.words(language))", console, language))
        }
        last?.progress.show(share)
      }
    }
  }

  /// The command that does the same on one thread.
  private func command(_ search: Search, _ input: Input) -> String {
    let kinds = search.kinds.map(\.rawValue).joined(separator: ",")
    let journey = arguments.text(.journeyName).map { " --journey \($0)" } ?? ""
    return input.reproducing("search") + (arguments.has(.space) ? " --space" : "")
      + " --faults \(search.faults) --kinds \(kinds)\(journey) --keep \(search.keep)"
  }

  func attribute() throws(Refusal) -> ExitCode {
    let input = try input()
    let scenario = input.scenario
    noteSample(of: input)
    try checkUsers(of: input)
    let only = try design(.design, of: scenario)
    let first = scenario.designs.firstIndex { $0.client == nil } ?? 0
    let (given, to) = (try design(.from, of: scenario), try design(.to, of: scenario))
    let from = given ?? first
    if let index = [given, to].compactMap(\.self).first(where: {
      scenario.designs[$0].client != nil
    }) {
      throw Refusal(
        "\(scenario.designs[index].name.quoted) has a client of its own, which has no axes; expected --from and"
          + " --to of designs without")
    }
    if from == to {
      let name = scenario.designs[from].name.quoted
      throw Refusal("--from and --to are the same design, \(name); expected two")
    }
    // An update is no axis, so it would be in none of the shares.
    if let to, let design = [from, to].map({ scenario.designs[$0] }).first(where: \.updates) {
      throw Refusal(
        "\(design.name.quoted) updates, and what that costs is no axis; expected --from and --to of"
          + " designs without 'updates'")
    }
    try results.prepare(
      name: scenario.name, for: ["attribution.json", "attribution.csv", "attribution.html"])
    let found = attribution(of: input, only: only, from: from, to: to)
    return try show(found.cut, users: found.users, of: input) { () throws(Refusal) in
      let report = AttributionReport(found, language) { design in
        input.command("trace", design) + (scenario.isCase ? "" : " --seed \(scenario.seed)")
      }
      tell(arguments.has(.quiet) ? report.shortText : report.text)
      let json = AttributionJSON.output(found).text
      let table = AttributionCSV.text(found)
      print(json: json, csv: table)
      let page = page(of: input, cut: found.cut, AttributionSections(found, language).sections)
      let files = [
        ("attribution.json", json), ("attribution.csv", table), ("attribution.html", page),
      ]
      try results.write(files, name: scenario.name)
      return found.designs.map { (design: $0.name, charges: $0.charges, refunded: 0) }
    }
  }

  /// The designs are given by index: the one that is told of alone, if one is, and those between which
  /// axes are compared.
  func attribution(of input: Input, only: Int?, from: Int, to: Int?) -> Attribution {
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

  private func compare(_ from: Design, _ to: Design, _ input: Input) throws(Cut) -> AxisComparison {
    let difference = DesignDifference(from: from, to: to, tyingSources: arguments.has(.tied))
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
      arguments.text(option).map { " \(option.name) \($0.shellWord)" }
    }
    let options = names.joined() + (arguments.has(.tied) ? " --tied" : "")
    return play(input, reproducedBy: input.reproducing("attribute", options)) {
      $0.keepBooks(workers: workers, progress: $1)
    }
  }
}

extension Search.Stage {
  fileprivate func words(_ language: Language) -> String {
    switch self {
    case .exploring(1): language("exploring, 1 fault")
    case .exploring(let faults): language("exploring, {0} faults", "\(faults)")
    case .sampling(let round): language("sampling, round {0}", "\(round)")
    }
  }
}
