package import Scenarios

extension FitTable {
  /// Creates the table from the observations of a team.
  package init(_ observations: Observations) {
    var (rows, users, damaged): ([Row], Int?, Int) = ([], nil, 0)
    for row in observations.rows {
      switch row.quantity {
      case .users: users = row.count
      case .damaged: damaged = row.count
      case .event(let event, let day): rows.append(Row(.event(event, day: day), row.count))
      case .failedTries(let rung): rows.append(Row(.failedTries(rung: rung), row.count))
      case .share(let share): rows.append(Row(.share(share), row.count, of: row.denominator))
      case .late(let deadline): rows.append(Row(.late(deadline), row.count, of: row.denominator))
      }
    }
    self.init(rows, users: users)
    self.damagedLineCount = damaged
  }
}
