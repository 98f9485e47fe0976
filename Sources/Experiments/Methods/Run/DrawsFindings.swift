package import Experiments
import PurchaseWorld
package import Scenarios
package import Statistics

/// What the data leave open of a run: of each rate, and of each difference of a pair, how far it differs between the
/// draws of the scenario.
package struct DrawsFindings: Sendable {
  /// What the draws say of one number.
  package struct Open: Hashable, Sendable {
    /// What the number would be with each draw, without the luck of the draw's users: by how much the draw
    /// differs from the file as written, on top of what the run has found.
    package var values: [Double]
    /// The middle 95 of 100 of them; of fewer than 40 all.
    package var range: Interval
    /// The standard deviation between draws, and that of the luck that was taken off.
    package var deviation: Double, luck: Double
  }

  package struct DesignFindings: Hashable, Sendable {
    package var name: String
    /// By share, in the order of ``shares``; nil where there is nothing to measure.
    package var open: [Open?]
  }

  package struct PairFindings: Hashable, Sendable {
    package var first: String, second: String
    /// In how many draws the second design loses fewer than the first over the same users, and in how many
    /// more.
    package var fewer: Int, more: Int
    /// The second less the first.
    package var difference: Open?
  }

  /// How many draws the scenario has, how many of them were played, and with how many users each.
  package let sets: Int, played: Int, users: Int
  /// What is told of each design, first that by which designs are compared.
  package let shares: [Share]
  /// In the order of the scenario.
  package let designs: [DesignFindings]
  /// The pairs that the run compares, in its order.
  package let pairs: [PairFindings]
  /// Why not all draws were played; nil: they were.
  package let cut: Cut?
  /// The draw with an endless life, by index; nil for the file as written, and where there is none.
  package let endlessDraw: Int?

  /// Of each draw that was played, by design: the share by which designs are compared, with its luck.
  private let compared: [[Double?]]

  /// Draws the conclusions from the draws that were played.
  /// - Parameter findings: of the run of the file as written, whose users are drawn as it asks.
  package init(_ plan: DrawsPlan, _ played: DrawsPlayed, _ findings: Findings) {
    let scenario = plan.scenario
    let books = played.draws.compactMap(\.self)
    let layout = Layout(written: played.written, draws: books)
    (sets, self.played, users) = (plan.draws.draws.count, books.count, plan.users)
    (shares, cut) = (scenario.sharesOfDraws, played.cut)
    endlessDraw = played.endlessDraw
    compared = books.map { books in
      scenario.designs.indices.map { books.ratio($0, scenario.comparedShare) }
    }
    designs = findings.designs.enumerated().map { design, found in
      DesignFindings(
        name: found.name,
        open: scenario.sharesOfDraws.map { share in
          found.tally.rate(share).flatMap {
            layout.open(around: $0.value, 0...1) { $0.groups(of: design, share) }
          }
        })
    }
    let compared = compared
    pairs = scenario.pairs.map { pair in
      let rates = [pair.first, pair.second].map {
        findings.designs[$0].tally.rate(scenario.comparedShare)?.value
      }
      let difference = rates[0].flatMap { first in
        rates[1].flatMap { second in
          layout.open(around: second - first, -1...1) {
            $0.groups(of: pair, scenario.comparedShare)
          }
        }
      }
      return PairFindings(
        first: findings.designs[pair.first].name, second: findings.designs[pair.second].name,
        fewer: compared.count { $0.loses(pair.second, fewerThan: pair.first) },
        more: compared.count { $0.loses(pair.first, fewerThan: pair.second) },
        difference: difference)
    }
  }

  /// In how many draws a design, by name, loses fewer than another over the same users; 0 for a name that is
  /// of none.
  package func count(_ design: String, fewerThan other: String) -> Int {
    guard let own = place(of: design), let other = place(of: other) else { return 0 }
    return compared.count { $0.loses(own, fewerThan: other) }
  }

  /// What the draws leave open of a share of a design.
  /// - Parameter share: by default that by which designs are compared.
  package func open(_ design: String, _ share: Share? = nil) -> Open? {
    guard let place = place(of: design), let share = shares.firstIndex(of: share ?? shares[0])
    else { return nil }
    return designs[place].open[share]
  }

  private func place(of design: String) -> Int? { designs.firstIndex { $0.name == design } }
}

/// The books of all draws, and of the file as written, from which numbers are taken apart.
private struct Layout {
  var written: DrawBooks?, draws: [DrawBooks]

  /// What the draws leave open of a number; nil where some have nothing to measure, or fewer than two were
  /// played.
  /// - Parameter value: the number that the run has found.
  /// - Parameter bounds: what the number can be.
  /// - Parameter groups: what it is in every group of the users of a draw.
  func open(
    around value: Double, _ bounds: ClosedRange<Double>, _ groups: (DrawBooks) -> [Double]?
  ) -> DrawsFindings.Open? {
    guard draws.count > 1, let start = written.flatMap(groups) else { return nil }
    let table = draws.compactMap(groups)
    guard table.count == draws.count else { return nil }
    let spread = DrawSpread(table)
    let shift = value - start.reduce(0, +) / Double(start.count)
    let values = spread.values.map { min(bounds.upperBound, max(bounds.lowerBound, $0 + shift)) }
    return DrawsFindings.Open(
      values: values, range: DrawSpread.range(of: values),
      deviation: spread.between.squareRoot(), luck: spread.luck.squareRoot())
  }
}

extension DrawBooks {
  /// What a share is in every group; nil where there is nothing to measure.
  fileprivate func groups(of design: Int, _ share: Share) -> [Double]? {
    DrawSpread.groups(groups(design, share))
  }

  /// What the difference by which a pair is compared is in every group.
  fileprivate func groups(of pair: DesignPair, _ share: Share) -> [Double]? {
    guard let first = groups(of: pair.first, share), let second = groups(of: pair.second, share)
    else { return nil }
    return zip(first, second).map { $1 - $0 }
  }

  /// A share; nil where there is nothing to measure.
  fileprivate func ratio(_ design: Int, _ share: Share) -> Double? {
    let counts = groups(design, share)
    let whole = counts.reduce(0) { $0 + $1.whole }
    return whole == 0 ? nil : Double(counts.reduce(0) { $0 + $1.part }) / Double(whole)
  }
}

extension [Double?] {
  /// Whether one of some designs has a lower share than another.
  fileprivate func loses(_ design: Int, fewerThan other: Int) -> Bool {
    guard let own = self[design], let other = self[other] else { return false }
    return own < other
  }
}
