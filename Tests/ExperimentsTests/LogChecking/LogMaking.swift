import EventEngine
import PurchaseWorld
import Scenarios
import Testing

@testable import Experiments
@testable import EventLogs

private struct RefusedLog: Error {}

/// Tests that write logs of simulated users, and check them.
protocol LogMaking {}

extension LogMaking {
  func scenario(_ design: String, users: Int, seed: UInt64) throws -> Scenario {
    let text = ScenarioTemplate.faults.text(named: "faults")
    var scenario = try ScenarioReader.read(Array(text.utf8), file: "faults")
    let found = try #require(BuiltInDesign.all.first { $0.design.name == design })
    (scenario.designs, scenario.users, scenario.seed) = ([found.design], users, seed)
    return scenario
  }

  func log(_ scenario: Scenario, _ form: LogWriter.Form = .jsonl) -> String {
    let writer = LogWriter(scenario, form, workers: 2, stop: StopSign()) { "\"\($0)\"" }
    var text = ""
    _ = writer.write {
      text += $0
      return true
    }
    return text
  }

  func check(
    _ text: String, _ scenario: Scenario, map: EventMap = EventMap(), workers: Int = 2,
    most: Int = StoryCollector.most
  ) throws -> LogCheck {
    var collector = StoryCollector(map, most: most)
    var reader = EventLogReader(
      keys: StoryCollector.keys(of: map), source: source(of: Array(text.utf8)))
    guard case .end = try collector.read(&reader) else {
      throw RefusedLog()
    }
    return try LogChecker(scenario, map, workers: workers, stop: StopSign()).check(collector)
  }
}
