import Methods
import Experiments
import JSONText
import OwnClients
import PurchaseWorld
import Reports
import Scenarios

extension LostOrder {
  /// What became of the orders of one life.
  public struct Outcome: Hashable, Sendable {
    /// How many charges there were.
    public let charges: Int
    /// How many of them never led to the right goods without a human's help.
    public let lostOrders: Int
    /// What happened, minute by minute, and how each charge ended.
    public let story: String
  }

  /// Why a life could not be replayed: what is wrong with its scenario, that it never ended, that it is another one
  /// each time it is played, or that a planned fault did not strike, so that it would tell nothing.
  public struct ReplayProblem: Error, Hashable, Sendable, CustomStringConvertible {
    public let description: String
  }

  /// Plays a case, the one life of a scenario with a `plan`, with a client: what 'shrink --export swift' writes
  /// tests of.
  ///
  /// ```swift
  /// let outcome = try LostOrder.replay(scenario: text, client: { OurClient(device: $0) })
  /// #expect(outcome.lostOrders == 0, "\(outcome.story)")
  /// ```
  /// - Parameter scenario: the text of the case, of whose designs one has a client; what the case expects is not
  ///   looked at.
  /// - Parameter client: what makes the client for a process, whatever name the design gives it.
  public static func replay(
    scenario: String, client: @escaping Maker
  ) throws(ReplayProblem) -> Outcome {
    guard OwnClients.canBePlayed else {
      throw ReplayProblem(description: "clients of a team's own need Swift 6.3 or newer")
    }
    let bytes = Array(scenario.utf8)
    let makers = clients(named: bytes).map { ($0, client) }
    let references = OwnClients(Dictionary(makers) { first, _ in first }).references
    let read = KnownClients.$all.withValue(references) {
      Result { () throws(Problems) in try ScenarioReader.read(bytes, file: "scenario") }
    }
    switch read {
    case .failure(let problems): throw ReplayProblem(description: problems.description)
    case .success(let scenario): return try outcome(of: scenario)
    }
  }

  private static func outcome(of scenario: Scenario) throws(ReplayProblem) -> Outcome {
    let designs = scenario.designs.filter { $0.client != nil }
    guard scenario.isCase, designs.count == 1 else {
      throw ReplayProblem(
        description: "scenario: expected a case, with 'plan', of which one design has a client")
    }
    let subject = Subject(scenario: scenario, number: 0)
    BugReport.tellLives()
    let story = subject.story(under: designs[0])
    if story.isEndless { throw ReplayProblem(description: Timeline.text(story)) }
    if let cut = subject.misdeed(of: designs[0]) {
      let words = CutText.line(cut, users: nil, designs: [designs[0].name], .en)
      throw ReplayProblem(description: "scenario: \(words)\n\n\(Timeline.text(story))")
    }
    let missed = (scenario.population.script?.plan ?? []).enumerated().filter { number, _ in
      !story.struck.contains(number)
    }
    if !missed.isEmpty {
      let names = missed.map { "'\($1.fault.kind.rawValue)' (number \($0 + 1) of the plan)" }
      throw ReplayProblem(
        description:
          "scenario: never struck: \(names.joined(separator: ", ")); this life tells nothing of it:"
          + " place it anew, or let 'shrink' find a life that needs it\n\n\(Timeline.text(story))")
    }
    return Outcome(
      charges: story.charges.count,
      lostOrders: story.charges.count { Loss($0.outcome.fate) != nil }, story: Timeline.text(story))
  }

  /// The names that designs of a scenario give to clients; none where it cannot be read.
  private static func clients(named scenario: [UInt8]) -> [String] {
    let members = (try? JSONValue.parse(scenario))?.members ?? []
    let designs = members.first { $0.key == "designs" }?.value.elements ?? []
    return designs.compactMap { design in
      let client = design.members?.first { $0.key == "client" }?.value.content
      return if case .string(let name)? = client { name } else { nil }
    }
  }
}
