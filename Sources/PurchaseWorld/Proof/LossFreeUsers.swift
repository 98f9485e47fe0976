internal import EventEngine

/// The users who provably lose no order, by their random draws, before any simulation.
///
/// Most users of a stratum without faults have the same history: nothing happens between payment
/// and delivery, and slower requests change only times. ``LossFreeSearch`` proves this for boxes of
/// draws, and the share of users in these boxes is known exactly. They are a part of the stratum
/// without losses, so a sample need not spend users on it.
package struct LossFreeUsers: Sendable {
  /// The proofs of a stratum: disjoint boxes of draws for every intent (``Strata/place(of:)``).
  private struct LossFreeStratum {
    /// The first box of each intent; then the number of all.
    var lossFreeIntents: [Int] = []
    /// The first range of each box; then the number of all.
    var boxes = [0]
    /// Questions, as `KeyedDraws.drawID` makes them, with the answers of a box.
    var ranges: [(drawID: UInt64, draws: Range<UInt64>)] = []
    var table = IntentTable()
    /// The share of the stratum's users in boxes.
    var share = 0.0
  }

  private let safe: [LossFreeStratum]
  private let strata: Strata

  /// Finds boxes (ranges of random draws in which no order gets lost) in strata with many users.
  /// - Parameter population: its strata have been computed.
  /// - Parameter designs: the designs, under each of which no order may get lost.
  package init(_ population: Population, designs: [Design]) {
    guard let strata = population.strata else {
      preconditionFailure("strata are computed before the proof")
    }
    self.strata = strata
    var search = LossFreeSearch(population, strata, designs)
    safe = strata.all.map { stratum in
      let (lossFreeIntents, share) = search.prove(stratum)
      var safe = LossFreeStratum(share: share)
      guard !lossFreeIntents.isEmpty else { return safe }
      safe.table = IntentTable(strata, stratum)
      for place in 0..<strata.intentPlaces {
        safe.lossFreeIntents.append(safe.boxes.count - 1)
        for known in lossFreeIntents where strata.place(of: known.drawnIntent) == place {
          for box in known.boxes {
            safe.ranges += zip(known.questions, box.ranges).map {
              (KeyedDraws.drawID(site: $0.site, occurrence: $0.occurrence), $1)
            }
            safe.boxes.append(safe.ranges.count)
          }
        }
      }
      safe.lossFreeIntents.append(safe.boxes.count - 1)
      return safe
    }
  }

  /// The share of a stratum's users who provably lose no order, from 0 to 1.
  package func share(of stratum: Int) -> Double { safe[stratum].share }

  /// Whether a user provably loses no order.
  /// - Parameter number: the number of a user of a stratum.
  /// - Parameter seed: the seed of all draws.
  package func contains(_ number: UInt64, seed: UInt64) -> Bool {
    guard let index = UserNumber.stratum(of: number), safe[index].share > 0 else { return false }
    let draws = KeyedDraws(seed: seed, user: number)
    if strata.all[index].trait == .neverReturns, strata.starts.contains(draws.bits(.starts, 0)) {
      return false
    }
    let isGuest = draws.happens(strata.guests, .guests, 0)
    let place = safe[index].table.place(draws, isGuest: isGuest)
    return (safe[index].lossFreeIntents[place]..<safe[index].lossFreeIntents[place + 1]).contains {
      contains($0, safe[index], draws)
    }
  }

  private func contains(_ box: Int, _ stratum: LossFreeStratum, _ draws: KeyedDraws) -> Bool {
    (stratum.boxes[box]..<stratum.boxes[box + 1]).allSatisfy { place in
      let bits = draws.bits(of: stratum.ranges[place].drawID)
      return stratum.ranges[place].draws.contains(bits >> 12)
    }
  }
}
