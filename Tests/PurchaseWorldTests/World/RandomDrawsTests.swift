import EventEngine
import TestSupport
import Testing

@testable import PurchaseWorld

/// The delays that are cached for the next design.
@Suite struct RandomDrawsTests {
  @Test("a cached delay equals the delay of its draw, in any order of queries")
  func kept() {
    var conditions = Conditions.cases
    conditions.behavior.visitInterval = .exponential(mean: 3_600)
    conditions.behavior.patience = .lognormal(median: 30, sigma: 0.5)
    var randomDraws = RandomDraws(conditions)
    // Many more delays than are cached, each queried twice in a row and again after all others.
    for _ in 0..<2 {
      for number in 0..<20 {
        let draws = KeyedDraws(seed: 9, user: UInt64(number))
        randomDraws.turn(to: draws)
        for occurrence in 0..<100 {
          let gap = draws.delay(conditions.behavior.visitInterval, .gap, occurrence)
          let patience = draws.delay(conditions.behavior.patience, .patience, occurrence)
          for _ in 0..<2 {
            let answers = (
              randomDraws.delay(.gap, occurrence), randomDraws.delay(.patience, occurrence)
            )
            #expect(answers == (gap, patience))
          }
        }
      }
    }
  }

  @Test("given delays are returned, and all other queries are recorded")
  func given() {
    var conditions = Conditions.cases
    conditions.behavior.visitInterval = .exponential(mean: 3_600)
    conditions.behavior.evictionProbability = Probability(0.5)
    var randomDraws = RandomDraws(conditions)
    randomDraws.turn(to: KeyedDraws(seed: 9, user: 1))
    let drawn = randomDraws.delay(.gap, 0)
    let first = DrawKey(site: DrawSite.gap.rawValue, occurrence: 0)
    let second = DrawKey(site: DrawSite.gap.rawValue, occurrence: 1)
    for delay in [Delay.seconds(5), .seconds(7)] {
      randomDraws.begin(with: [(name: first, delay: delay)])
      #expect(
        randomDraws.delay(.gap, 0) == delay && randomDraws.requested.isEmpty
          && randomDraws.decisions == 0)
      _ = randomDraws.delay(.gap, 1)
      expectEqual(randomDraws.requested, [second])
      _ = randomDraws.happens(.never, .evicted, 0)
      expectEqual(randomDraws.decisions, 0)
      _ = randomDraws.happens(conditions.behavior.evictionProbability, .evicted, 0)
      expectEqual(randomDraws.decisions, 1)
    }
    randomDraws.turn(to: KeyedDraws(seed: 9, user: 2))
    randomDraws.turn(to: KeyedDraws(seed: 9, user: 1))
    expectEqual(randomDraws.delay(.gap, 0), drawn)
  }

  @Test("a fingerprint without times covers the state, and not its times")
  func timeless() {
    func print(_ takesTimes: Bool, _ time: Instant?, _ number: Int = 3) -> Fingerprint {
      var hasher = StateHasher(takesTimes: takesTimes)
      hasher.add(number)
      hasher.add(time ?? .start, if: time != nil)
      return hasher.fingerprint
    }
    let (early, late) = (Instant.start + .seconds(1), Instant.start + .seconds(2))
    #expect(print(true, early) != print(true, late))
    expectEqual(print(false, early), print(false, late))
    #expect(print(false, early) != print(false, nil))
    #expect(print(false, early) != print(false, early, 4))
  }

  @Test("one draw gives different delays at sites with different distributions")
  func sites() {
    var conditions = Conditions.cases
    conditions.device.launch = .exponential(mean: 5)
    conditions.behavior.browse = .exponential(mean: 50)
    conditions.behavior.dwell = .constant(7)
    var randomDraws = RandomDraws(conditions)
    let draws = KeyedDraws(seed: 1, user: 1)
    randomDraws.turn(to: draws)
    let bits = draws.bits(site: DrawSite.launch.rawValue, occurrence: 3)
    let (launch, browse) = (randomDraws.delay(.launch, 3), randomDraws.delay(.browse, 3))
    let dwell = randomDraws.delay(.dwell, 3)
    expectEqual(launch, conditions.device.launch.sample(bits))
    #expect(browse != launch)
    expectEqual(dwell, 7)
  }

  @Test("every site of a delay has the distribution of its condition")
  func distributions() {
    let conditions = Conditions.cases
    let sites = (0..<UInt32(DrawSite.count)).compactMap(DrawSite.init)
    let delayed = sites.filter { conditions.delays(at: $0) != nil }
    expectEqual(delayed.count, 19)
    for site in delayed {
      var changed = conditions
      changed.withDelays(at: site) { $0 = .constant(123) }
      // One distribution is that of orders and of records.
      let shared: [DrawSite] = [.order, .records]
      for other in delayed {
        let isChanged = other == site || shared.contains(other) && shared.contains(site)
        expectEqual((changed.delays(at: other) == .constant(123)), isChanged, "\(site) \(other)")
      }
    }
    #expect(DrawSite(rawValue: UInt32(DrawSite.count)) == nil)
    #expect(DrawSite(rawValue: UInt32(DrawSite.count - 1)) != nil)
    #expect(conditions.delays(at: .evicted) == nil)
  }
}
