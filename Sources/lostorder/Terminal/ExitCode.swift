import Experiments

/// What the command tells the shell about how it went.
package enum ExitCode: Int32, CaseIterable, Sendable {
  case holds = 0
  case fails = 1
  case undecided = 2
  case usage = 64
  case badScenario = 65
  case bug = 70
  case cannotWrite = 74
  case interrupted = 130

  /// When the command ends with this code, in words.
  var meaning: String {
    switch self {
    case .holds: "all expectations hold"
    case .fails: "an expectation does not hold, or a design got worse than its baseline"
    case .undecided:
      "cannot tell: too few users, no charge, a fault that never struck, a time limit, nothing found"
    case .usage: "wrong arguments"
    case .badScenario: "a scenario cannot be read"
    case .bug: "a bug of lostorder"
    case .cannotWrite: "results cannot be written"
    case .interrupted: "interrupted (Ctrl-C, SIGTERM), after telling what was known"
    }
  }

  /// The codes from the best to the worst: of several files the worst counts.
  private static let order: [ExitCode] = [
    .holds, .undecided, .fails, .interrupted, .badScenario, .cannotWrite, .usage, .bug,
  ]

  /// The worse of two codes.
  package func worse(_ other: ExitCode) -> ExitCode {
    let place = { (code: ExitCode) in ExitCode.order.firstIndex(of: code) ?? 0 }
    return place(self) < place(other) ? other : self
  }
}

extension ExitCode {
  /// The code of work that was cut short.
  init(_ cut: Cut) {
    switch cut {
    case .interrupted: self = .interrupted
    case .timeUp, .endless: self = .undecided
    }
  }
}
