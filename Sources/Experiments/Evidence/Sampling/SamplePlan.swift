import PurchaseWorld
import Scenarios
import Statistics

/// Selection of the users of a run: one plain sample, or a number of users from each stratum.
///
/// A stratum in which many users provably lose nothing is divided into two parts, these loss-free
/// users and the others (see `LossFreeUsers`). A larger sample contains every user of a smaller
/// sample.
struct SamplePlan: Sendable {
  /// A part of the population from which users are drawn.
  struct Source: Sendable {
    /// The index of the stratum.
    let index: Int
    let drawRestriction: SampledStratum.DrawRestriction
    /// The part's share of all users, and of the users of the stratum; above 0, up to 1.
    let weight, share: Double
    let canCharge: Bool

    /// The minimum number of users to search for if user numbers must be searched: with numbers for
    /// so many, the probability of finding no user is below 10⁻²⁷.
    private static let fewest = 64

    /// A sample of `users` users of this part; approximately so many if numbers must be searched.
    func sample(_ users: Int) -> SampledStratum {
      var sample = SampledStratum(index: index, weight: weight, users: users, canCharge: canCharge)
      sample.drawRestriction = drawRestriction
      if drawRestriction != .any {
        sample.testedUserNumberCount = Int((Double(max(users, Source.fewest)) / share).rounded(.up))
      }
      return sample
    }
  }

  /// The parts of the population; empty for a plain sample.
  var sources: [Source] = []
  /// The division of a sample over ``sources``; nil for a plain sample.
  var allocation: NeymanAllocation?

  /// The parts of a population with known strata.
  static func sources(_ strata: [Stratum], _ lossFreeDraws: LossFreeUsers?) -> [Source] {
    strata.enumerated().flatMap { index, stratum in
      let safe = lossFreeDraws?.share(of: index) ?? 0
      let parts =
        safe == 0
        ? [(SampledStratum.DrawRestriction.any, 1)] : [(.doubtful, 1 - safe), (.safe, safe)]
      return parts.map { drawRestriction, share in
        Source(
          index: index, drawRestriction: drawRestriction, weight: stratum.weight * share,
          share: share, canCharge: stratum.canCharge)
      }
    }
  }

  /// The parts of a sample of approximately `users` users; exactly so many for a plain sample.
  func parts(of users: Int) -> [SampledStratum] {
    guard let allocation else { return [.plainSample(users)] }
    return zip(sources, allocation.userCounts(of: users)).map { $0.sample($1) }
  }

  /// The parts of the pilot: half of it by weight, half evenly, and at least 16 users of each part.
  static func pilot(_ sources: [Source], users: Int) -> [SampledStratum] {
    sources.map { source in
      let alike = Double(users) / Double(sources.count)
      return source.sample(max(16, Int((alike + Double(users) * source.weight) / 2)))
    }
  }
}

extension NeymanAllocation {
  /// Divides a sample over the strata by the pilot's lost orders under every design, including
  /// automatic refunds (G10). A precision that names a design uses only that design.
  init(pilot parts: [SampledStratum], _ totals: [RunAccumulator], _ scenario: Scenario) {
    let pilot = StratifiedCounts(scenario.userCount, .standard, Array(zip(parts, totals)))
    // A precision applies to lost-order rates.
    let share = scenario.precision == nil ? scenario.comparedShare : .lost
    let moments = scenario.designsOfPrecision.map { design in
      pilot.map { $0.countersByDesign[design].moments(share) }.ofLosses.strata
    }
    // Costs in events: about twenty to draw a user, one to test a user number.
    let costs = zip(parts, totals).map { part, totals in
      let users = Double(max(1, part.users))
      let looking = part.drawRestriction == .any ? 0 : Double(part.testedUserNumberCount) / users
      return 20 + looking + Double(totals.countersByDesign.reduce(0) { $0 + $1.events }) / users
    }
    // A precision of lost rates has no other purpose, so it keeps a smaller defensive part.
    self.init(designs: moments, costs: costs, defensive: scenario.precision == nil ? 0.1 : 0.02)
  }
}
