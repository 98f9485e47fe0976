import EventEngine
import Foundation
import PurchaseWorld
import Scenarios
import Testing

@testable import EventLogs
@testable import Experiments

private struct RefusedLog: Error {}

/// Tests that write logs of simulated users, and check them.
protocol LogMaking {}

extension LogMaking {
  func scenario(_ design: String, users: Int, seed: UInt64) throws -> Scenario {
    let text = ScenarioTemplate.faults.text(named: "faults")
    var scenario = try ScenarioReader.read(Array(text.utf8), file: "faults")
    let found = try #require(BuiltInDesign.all.first { $0.design.name == design })
    (scenario.designs, scenario.userCount, scenario.seed) = ([found.design], users, seed)
    return scenario
  }

  func log(_ scenario: Scenario, _ form: LogWriter.LogFormat = .jsonl) -> String {
    let writer = LogWriter(scenario, form, workers: 2, stop: CancellationToken()) { "\"\($0)\"" }
    var text = ""
    _ = writer.write {
      text += $0
      return true
    }
    return text
  }

  /// The lines of a log, found by bytes: many times as fast as by characters.
  func lines(of text: String) -> [String] {
    text.utf8.split(separator: UInt8(ascii: "\n")).map { String(Substring($0)) }
  }

  /// The lines of a log that do not contain a text.
  func lines(of text: String, without part: String) -> [String] {
    let part = Array(part.utf8)
    return lines(of: text).filter { Data($0.utf8).range(of: Data(part)) == nil }
  }

  func check(
    _ text: String, _ scenario: Scenario, map: EventMap = EventMap(), workers: Int = 2,
    maximum: Int = UserLogCollector.maxLines
  ) throws -> LogCheck {
    var collector = UserLogCollector(map, maximum: maximum)
    var reader = EventLogReader(
      keys: UserLogCollector.keys(of: map), source: source(of: Array(text.utf8)))
    guard case .end = try collector.read(&reader) else { throw RefusedLog() }
    return try LogChecker(scenario, map, workers: workers, stop: CancellationToken()).check(
      collector)
  }
}
