import Methods
import ExhaustiveSearch
import Experiments
import JSONText
import PurchaseWorld
import Reports
import Scenarios

/// `lostorder report`: the run of a scenario and what every method finds of it, on one page.
extension Call {
  func report() throws(Refusal) -> ExitCode {
    let input = try input()
    try checkUsers(of: input)
    if let plan = SweepPlan(input.scenario) {
      for point in plan.sweep.points { try checkUsers(of: input.with(point.scenario)) }
    }
    let record = try run(input) { findings throws(Refusal) in
      let order = HTMLReport.order(of: findings)
      return try ReportMethods(call: self, input: input, order: order).sections()
    }
    let file = "\(results.path)/\(input.scenario.name)/report.html"
    tell("\n" + language("everything on one page: {0}", file.escapingControls) + "\n")
    let code = ExitCode(record.findings.verdict)
    let cuts = [record.findings.cut, record.findings.draws?.cut].compactMap(\.self)
    guard let cut = cuts.first ?? console.stop.cut else { return code }
    return code.worse(ExitCode(cut))
  }
}

/// The methods of one report, one after the other: each writes its file, says its outcome in a few lines
/// and gives its sections. Once one is cut short, those behind it are left out, which the page says.
private struct ReportMethods {
  let call: Call, input: Input
  /// The names of the designs in the order of the page.
  let order: [String]

  private var scenario: Scenario { input.scenario }
  private var language: Language { call.language }
  private var faults: Int { call.arguments.number(.mostFaults) ?? 1 }

  func sections() throws(Refusal) -> [HTMLPage.Section] {
    var sections: [HTMLPage.Section] = []
    for method in [sweep, attribution, exploration, search] {
      if let cut = call.console.stop.cut { return sections + [leftOut(cut)] }
      sections += try method()
    }
    if let cut = call.console.stop.cut { sections.append(leftOut(cut)) }
    return sections
  }

  /// Says that not all was found.
  private func leftOut(_ cut: Cut) -> HTMLPage.Section {
    let names = scenario.designs.map(\.name)
    return HTMLPage.Section(
      name: "cut", title: language("Cut short"),
      note: language(
        "What would stand here was not found any more: {0}.",
        CutText.line(cut, users: nil, designs: names, language)))
  }

  private func write(_ output: JSONOutput, _ file: String) throws(Refusal) {
    try call.results.write(output.text, name: scenario.name, file: file)
  }

  private func sweep() throws(Refusal) -> [HTMLPage.Section] {
    guard let plan = SweepPlan(scenario) else { return [] }
    let (points, cut) = call.play(plan, input)
    guard !points.isEmpty else { return [] }
    let findings = SweepFindings(plan, points, cut: cut)
    call.tell("\n" + SweepReport(findings, language).shortText)
    try call.write(findings, of: input)
    return SweepSections(findings, language).sections
  }

  private func attribution() throws(Refusal) -> [HTMLPage.Section] {
    let first = scenario.designs.firstIndex { $0.client == nil } ?? 0
    let found = call.attribution(of: input, only: nil, from: first, to: nil)
    guard found.cut == nil else { return [] }
    let report = AttributionReport(found, language) { _ in "" }
    call.tell("\n" + report.shortText)
    try write(AttributionJSON.output(found), "attribution.json")
    return AttributionSections(found, order: order, language).sections
  }

  private func exploration() throws(Refusal) -> [HTMLPage.Section] {
    let explore = ExploreCommand(
      call: call, input: input, designs: scenario.designs, kinds: FaultCatalog.all.map(\.kind),
      journeys: Journey.all(of: scenario), faults: faults)
    let explored = explore.explored { _, _ in }
    guard !explored.isEmpty else { return [] }
    try write(explore.output(explored), "exploration.json")
    return explore.sections(explored, order: order)
  }

  /// Among the designs of the file but those with a client, which have no axes; a case has no users whom they
  /// could meet.
  private func search() throws(Refusal) -> [HTMLPage.Section] {
    let designs = scenario.designs.filter { $0.client == nil }
    if scenario.isCase || designs.count < 2 { return [] }
    var search = Search(
      scenario, among: designs, Journey.all(of: scenario),
      kinds: Search.declaredKinds(of: scenario))
    search.faults = faults
    let found = call.find(search)
    if found.cut != nil { return [] }
    try write(
      SearchJSON.output(found, isSpace: false, words: { FaultCatalog.words($0) }), "search.json")
    return call.sections(of: found)
  }
}
