import Methods
import ExhaustiveSearch
import Experiments
import JSONText
import PurchaseWorld
import Reports
import Scenarios

/// `lostorder report`: the run of a scenario and the results of every method, on one page.
extension CommandContext {
  func report() throws(CommandError) -> ExitCode {
    let input = try input()
    try checkUsers(of: input)
    try SweepMethod(call: self, input: input)?.checkUsers()
    let method = RunMethod(call: self, input: input) { findings throws(CommandError) in
      try sections(of: input, order: RunPage.designOrder(of: findings))
    }
    let record = try execute(method)
    let file = "\(results.path)/\(input.scenario.name)/report.html"
    printText("\n" + language("all results on one page: {0}", file.escapingControls) + "\n")
    let code = method.exitCode(of: record)
    let interruption = method.interruption(of: record) ?? console.cancellation.interruption
    return interruption.map { code.worse(ExitCode($0)) } ?? code
  }

  /// Runs the methods of a report in order: each writes its files, prints its outcome and returns
  /// its sections. After an interruption, the remaining methods are skipped, as the page states.
  private func sections(of input: ScenarioInput, order: [String]) throws(CommandError) -> [HTMLPage
    .Section]
  {
    let (scenario, faults) = (input.scenario, arguments.number(.maxFaults) ?? 1)
    var sections: [HTMLPage.Section] = []
    func add(_ method: (some Method)?) throws(CommandError) {
      if console.cancellation.interruption == nil {
        sections += try self.sections(of: method, order: order)
      }
    }
    try add(SweepMethod(call: self, input: input))
    try add(AttributionMethod(call: self, input: input))
    try add(
      ExplorationMethod(
        call: self, input: input, designs: scenario.designs, kinds: FaultCatalog.all.map(\.kind),
        journeys: Journey.all(of: scenario), faults: faults))
    try add(SearchMethod.ofReport(input, faults: faults, by: self))
    guard let interruption = console.cancellation.interruption else { return sections }
    let words = InterruptionText.line(
      interruption, users: nil, designs: scenario.designs.map(\.name), language)
    let note = language("The remaining methods did not run: {0}.", words)
    return sections + [HTMLPage.Section(name: "cut", title: language("Incomplete"), note: note)]
  }
}
