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
    case .holds: "all expectations hold"
    case .fails: "an expectation does not hold, or a design got worse than its baseline"
    case .undecided:
      "cannot tell: too few users, no charge, a fault that never struck, a time limit, nothing found"
    case .usage: "wrong arguments"
    case .badScenario: "a scenario cannot be read"
    case .bug: "a bug of lostorder, or of a client of a team's own"
    case .cannotWrite: "results cannot be written"
    case .interrupted: "interrupted (Ctrl-C, SIGTERM), after telling what was known"
    }
  }

  /// The worse of two codes: of several files the worst counts.
  package func worse(_ other: ExitCode) -> ExitCode {
    let fromTheWorst: [ExitCode] = [
      .bug, .usage, .cannotWrite, .badScenario, .interrupted, .fails, .undecided,
    ]
    return fromTheWorst.first { $0 == self || $0 == other } ?? .holds
  }

  init(_ cut: Cut) {
    if case .endless(let life) = cut, life.misdeed?.wantedStore != nil {
      self = .badScenario
    } else {
      self = cut == .interrupted ? .interrupted : .undecided
    }
  }

  init(_ verdict: Verdict) {
    self = verdict == .pass ? .holds : verdict == .fail ? .fails : .undecided
  }

  init(_ report: BaselineReport) {
    self = report.hasRegression ? .fails : report.hasGap ? .undecided : .holds
  }
}
