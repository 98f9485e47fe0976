internal import EventEngine

/// Luck under which no order of a user gets lost, as is known before the user lives.
///
/// Most users of a stratum in which nothing strikes live alike: nothing comes between the payment and
/// the goods, and a request more or less slow changes no more than the time. ``SafeLuckSearch``
/// proves that for boxes of luck, and the share of the users whose luck lies in one of them is known
/// exactly. So those users make a part of the stratum that can lose nothing, and a sample need not
/// spend users to rule out that it does.
package struct SafeLuck: Sendable {
  /// What is known of a stratum: for every wish (``Strata/place(of:)``) boxes of luck that are apart
  /// from each other.
  private struct SafeStratum {
    /// Where the boxes of each wish begin; then the number of all.
    var wishes: [Int] = []
    /// Where the ranges of each box begin; then the number of all.
    var boxes = [0]
    /// Questions, as `Draws.question` makes them, and the answers that are safe together with others.
    var ranges: [(question: UInt64, draws: Range<UInt64>)] = []
    /// Where wishes are read off the draws.
    var table = WishTable()
    /// The share of the stratum's users who are safe.
    var share = 0.0
  }

  private let safe: [SafeStratum]
  private let strata: Strata

  /// Finds safe luck in all strata that hold many users.
  /// - Parameter population: whose strata have been found.
  /// - Parameter designs: those under each of which no order may get lost.
  package init(_ population: Population, designs: [Design]) {
    guard let strata = population.strata else {
      preconditionFailure("strata are found before luck is proven")
    }
    self.strata = strata
    var search = SafeLuckSearch(population, strata, designs)
    safe = strata.all.map { stratum in
      let (wishes, share) = search.prove(stratum)
      var safe = SafeStratum(share: share)
      guard !wishes.isEmpty else { return safe }
      safe.table = WishTable(strata, stratum)
      for place in 0..<strata.wishPlaces {
        safe.wishes.append(safe.boxes.count - 1)
        for known in wishes where strata.place(of: known.wish) == place {
          for box in known.boxes {
            safe.ranges += zip(known.questions, box.ranges).map {
              (Draws.question(site: $0.site, occurrence: $0.occurrence), $1)
            }
            safe.boxes.append(safe.ranges.count)
          }
        }
      }
      safe.wishes.append(safe.boxes.count - 1)
      return safe
    }
  }

  /// The share of a stratum's users who are known to lose nothing, from 0 to 1.
  package func share(of stratum: Int) -> Double { safe[stratum].share }

  /// Whether a user is known to lose nothing.
  /// - Parameter number: that of a user of a stratum.
  /// - Parameter seed: the seed of all luck.
  package func holds(_ number: UInt64, seed: UInt64) -> Bool {
    guard let index = UserNumber.stratum(number), safe[index].share > 0 else { return false }
    let draws = Draws(seed: seed, user: number)
    if strata.all[index].trait == .neverReturns, strata.starts.holds(draws.bits(.starts, 0)) {
      return false
    }
    let isGuest = draws.happens(strata.guests, .guests, 0)
    let place = safe[index].table.place(draws, isGuest: isGuest)
    return (safe[index].wishes[place]..<safe[index].wishes[place + 1]).contains {
      holds($0, safe[index], draws)
    }
  }

  private func holds(_ box: Int, _ stratum: SafeStratum, _ draws: Draws) -> Bool {
    (stratum.boxes[box]..<stratum.boxes[box + 1]).allSatisfy { place in
      let bits = draws.bits(of: stratum.ranges[place].question)
      return stratum.ranges[place].draws.contains(bits >> 12)
    }
  }
}
