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
    try SweepMethod(call: self, input: input)?.checkUsers()
    let method = RunMethod(call: self, input: input) { findings throws(Refusal) in
      try sections(of: input, order: HTMLReport.order(of: findings))
    }
    let record = try carryOut(method)
    let file = "\(results.path)/\(input.scenario.name)/report.html"
    tell("\n" + language("everything on one page: {0}", file.escapingControls) + "\n")
    let code = method.exitCode(of: record)
    guard let cut = method.cut(of: record) ?? console.stop.cut else { return code }
    return code.worse(ExitCode(cut))
  }

  /// The methods of a report, one after the other: each writes its files, says its outcome and gives its sections.
  /// Once one is cut short, those behind it are left out, which the page says.
  private func sections(of input: Input, order: [String]) throws(Refusal) -> [HTMLPage.Section] {
    let (scenario, faults) = (input.scenario, arguments.number(.mostFaults) ?? 1)
    var sections: [HTMLPage.Section] = []
    func add(_ method: (some Method)?) throws(Refusal) {
      if console.stop.cut == nil { sections += try self.sections(of: method, order: order) }
    }
    try add(SweepMethod(call: self, input: input))
    try add(AttributionMethod(call: self, input: input))
    try add(
      ExplorationMethod(
        call: self, input: input, designs: scenario.designs, kinds: FaultCatalog.all.map(\.kind),
        journeys: Journey.all(of: scenario), faults: faults))
    try add(SearchMethod(reportOf: input, faults: faults, by: self))
    guard let cut = console.stop.cut else { return sections }
    let words = CutText.line(cut, users: nil, designs: scenario.designs.map(\.name), language)
    let cutShort = HTMLPage.Section(
      name: "cut", title: language("Cut short"),
      note: language("What would stand here was not found any more: {0}.", words))
    return sections + [cutShort]
  }
}
