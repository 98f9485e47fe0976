import Methods
import Experiments
import JSONText
import OwnClients
import PurchaseWorld
import Reports
import Scenarios

extension LostOrder {
  /// The result of replaying a case.
  public struct ReplayResult: Hashable, Sendable {
    /// The number of charges.
    public let chargeCount: Int
    /// The number of charges whose goods never reached the right account without a human's help.
    public let lostOrderCount: Int
    /// The timeline, and how each charge ended.
    public let story: String
  }

  /// The reason why a case could not be replayed: the scenario is not valid, the simulation does
  /// not end, the client is not deterministic, or a planned fault did not occur, so the test would
  /// show nothing.
  public struct ReplayProblem: Error, Hashable, Sendable, CustomStringConvertible {
    public let description: String
  }

  /// Replays a case (a scenario with a `plan`) with a client. Tests written by `shrink --export
  /// swift` call this method.
  ///
  /// ```swift
  /// let outcome = try LostOrder.replay(scenario: text, client: { OurClient(device: $0) })
  /// #expect(outcome.lostOrderCount == 0, "\(outcome.story)")
  /// ```
  /// - Parameter scenario: the text of the case; exactly one of its designs has a client. Its
  ///   expectations are ignored.
  /// - Parameter client: creates the client for a process, under any name in the design.
  public static func replay(
    scenario: String, client: @escaping ClientMaker
  ) throws(ReplayProblem) -> ReplayResult {
    guard OwnClients.isSupported else {
      throw ReplayProblem(description: "your own clients need Swift 6.3 or newer")
    }
    let bytes = Array(scenario.utf8)
    let makers = clients(named: bytes).map { ($0, client) }
    let references = OwnClients(Dictionary(makers) { first, _ in first }).references
    let read = ClientRegistry.$all.withValue(references) {
      Result { () throws(Problems) in try ScenarioReader.read(bytes, file: "scenario") }
    }
    switch read {
    case .failure(let problems): throw ReplayProblem(description: problems.description)
    case .success(let scenario): return try outcome(of: scenario)
    }
  }

  private static func outcome(of scenario: Scenario) throws(ReplayProblem) -> ReplayResult {
    let designs = scenario.designs.filter { $0.client != nil }
    guard scenario.isCase, designs.count == 1 else {
      throw ReplayProblem(
        description:
          "scenario: expected a case (with 'plan') in which exactly one design has a client")
    }
    let subject = TraceSubject(scenario: scenario, number: 0)
    BugReport.printClients()
    let story = subject.story(under: designs[0])
    if story.isRunaway { throw ReplayProblem(description: Timeline.text(story)) }
    if let interruption = subject.violation(of: designs[0]) {
      let words = InterruptionText.line(interruption, users: nil, designs: [designs[0].name], .en)
      throw ReplayProblem(description: "scenario: \(words)\n\n\(Timeline.text(story))")
    }
    let missed = (scenario.population.script?.plannedFaults ?? []).enumerated().filter {
      !story.occurredFaults.contains($0.offset)
    }
    if !missed.isEmpty {
      let names = missed.map { "'\($1.fault.kind.rawValue)' (fault \($0 + 1) of the plan)" }
      throw ReplayProblem(
        description: "scenario: these faults never occurred: \(names.joined(separator: ", "));"
          + " the test shows nothing about them; move them, or use 'shrink' to find a plan that needs them\n\n\(Timeline.text(story))"
      )
    }
    return ReplayResult(
      chargeCount: story.charges.count,
      lostOrderCount: story.charges.count { Loss($0.outcome.status) != nil },
      story: Timeline.text(story))
  }

  /// The names of clients in the designs of a scenario; empty if it cannot be read.
  private static func clients(named scenario: [UInt8]) -> [String] {
    let members = (try? JSONValue.parse(scenario))?.members ?? []
    let designs = members.first { $0.key == "designs" }?.value.elements ?? []
    return designs.compactMap { design in
      let client = design.members?.first { $0.key == "client" }?.value.content
      return if case .string(let name)? = client { name } else { nil }
    }
  }
}
