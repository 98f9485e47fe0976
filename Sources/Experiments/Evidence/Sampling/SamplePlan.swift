import PurchaseWorld
import Scenarios
import Statistics

/// Which users a run draws: from all alike, or from each stratum as many as it needs.
///
/// A stratum of which it is known that many users lose nothing is drawn in two parts, those users and
/// the others: see `SafeLuck`. A larger sample holds every user of a smaller one, and extends it.
struct SamplePlan: Sendable {
  /// A part of the population from which users are drawn.
  struct Source: Sendable {
    /// The index of the stratum.
    let index: Int
    let luck: SampledStratum.Luck
    /// The shares of all users, and of the stratum's, who are of this part, above 0 to 1.
    let weight, share: Double
    let canCharge: Bool

    /// The fewest users who are meant to be drawn where numbers have to be looked through for them:
    /// that nobody is found among enough numbers for so many has a probability below 10⁻²⁷.
    private static let fewest = 64

    /// So many users of this part, as far as numbers can be looked through for them.
    func sample(_ users: Int) -> SampledStratum {
      var sample = SampledStratum(index: index, weight: weight, users: users, canCharge: canCharge)
      sample.luck = luck
      if luck != .any {
        sample.numbers = Int((Double(max(users, Source.fewest)) / share).rounded(.up))
      }
      return sample
    }
  }

  /// The parts of the population; empty: users are drawn from all alike.
  var sources: [Source] = []
  var allocation: NeymanAllocation?

  /// The parts of a population whose strata have been found.
  static func sources(_ strata: [Stratum], _ safeLuck: SafeLuck?) -> [Source] {
    strata.enumerated().flatMap { index, stratum in
      let safe = safeLuck?.share(of: index) ?? 0
      let parts =
        safe == 0 ? [(SampledStratum.Luck.any, 1)] : [(.doubtful, 1 - safe), (.safe, safe)]
      return parts.map { luck, share in
        Source(
          index: index, luck: luck, weight: stratum.weight * share, share: share,
          canCharge: stratum.canCharge)
      }
    }
  }

  /// The parts of a sample of about so many users: exactly so many when drawn from all alike.
  func parts(of users: Int) -> [SampledStratum] {
    guard let allocation else { return [.everyone(users)] }
    return zip(sources, allocation.users(of: users)).map { $0.sample($1) }
  }

  /// The parts of the pilot: half of it by weight, the other half alike, and some from everywhere.
  static func pilot(_ sources: [Source], users: Int) -> [SampledStratum] {
    sources.map { source in
      let alike = Double(users) / Double(sources.count)
      return source.sample(max(16, Int((alike + Double(users) * source.weight) / 2)))
    }
  }
}

extension NeymanAllocation {
  /// Divides a sample over the strata by what a pilot has shown of every design's lost orders, automatic refunds included (G10). With
  /// a precision that names a design, that one alone counts.
  init(pilot parts: [SampledStratum], _ books: [Books], _ scenario: Scenario) {
    let pilot = Sampled(scenario.users, .standard, Array(zip(parts, books)))
    // A precision is one of lost-order rates.
    let share = scenario.precision == nil ? scenario.comparedShare : .lost
    let moments = scenario.designsOfPrecision.map { design in
      pilot.map { $0.ledgers[design].moments(share) }.ofLosses.strata
    }
    // To draw a user costs about as much as to handle twenty events, to look at a number one.
    let costs = zip(parts, books).map { part, books in
      let users = Double(max(1, part.users))
      let looking = part.luck == .any ? 0 : Double(part.numbers) / users
      return 20 + looking + Double(books.ledgers.reduce(0) { $0 + $1.events }) / users
    }
    // Who asks for a precision of lost rates wants little else.
    self.init(designs: moments, costs: costs, defensive: scenario.precision == nil ? 0.1 : 0.02)
  }
}
