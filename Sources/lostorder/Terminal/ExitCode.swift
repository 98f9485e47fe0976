import Experiments
import PurchaseWorld
import Reports
import Statistics

/// The exit code of the command.
package enum ExitCode: Int32, CaseIterable, Sendable {
  case holds = 0, fails = 1, undecided = 2
  case usage = 64, badScenario = 65, bug = 70, cannotWrite = 74, interrupted = 130

  var meaning: String {
    switch self {
    case .holds: "success: all expectations hold"
    case .fails: "failure: an expectation fails, or a design is worse than its baseline"
    case .undecided:
      "inconclusive, for example: too few users, no user charged, a fault never occurred, time limit"
        + " reached"
    case .usage: "wrong arguments"
    case .badScenario: "an input file is missing or not valid"
    case .bug: "a bug in lostorder, or in your own client"
    case .cannotWrite: "results cannot be written"
    case .interrupted: "interrupted by Ctrl-C or SIGTERM; the results so far are reported"
    }
  }

  /// The worse of two codes; with several files, the worst code counts.
  package func worse(_ other: ExitCode) -> ExitCode {
    let fromTheWorst: [ExitCode] = [
      .bug, .usage, .cannotWrite, .badScenario, .interrupted, .fails, .undecided,
    ]
    return fromTheWorst.first { $0 == self || $0 == other } ?? .holds
  }

  init(_ interruption: Interruption) {
    if case .runaway(let runaway) = interruption, runaway.violation?.requiredStore != nil {
      self = .badScenario
    } else {
      self = interruption == .interrupted ? .interrupted : .undecided
    }
  }

  init(_ verdict: Verdict) {
    self = verdict == .pass ? .holds : verdict == .fail ? .fails : .undecided
  }

  init(_ report: BaselineReport) {
    self = report.hasRegression ? .fails : report.hasGap ? .undecided : .holds
  }
}
