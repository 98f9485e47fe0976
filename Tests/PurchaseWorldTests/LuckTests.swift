import EventEngine
import Testing

@testable import PurchaseWorld

/// The delays that are kept for the next design.
@Suite struct LuckTests {
  @Test("a kept delay is the delay that the draw leads to, whoever asked before")
  func kept() {
    var conditions = Conditions.cases
    conditions.behavior.gap = .exponential(mean: 3_600)
    conditions.behavior.patience = .lognormal(median: 30, sigma: 0.5)
    var luck = Luck(conditions)
    // Many more delays than are kept, each asked for twice in a row and again after all others.
    for _ in 0..<2 {
      for number in 0..<20 {
        luck.draws = Draws(seed: 9, user: UInt64(number))
        for occurrence in 0..<100 {
          let draws = luck.draws
          let gap = draws.delay(conditions.behavior.gap, .gap, occurrence)
          let patience = draws.delay(conditions.behavior.patience, .patience, occurrence)
          for _ in 0..<2 {
            let answers = (luck.delay(.gap, occurrence), luck.delay(.patience, occurrence))
            #expect(answers == (gap, patience))
          }
        }
      }
    }
  }

  @Test("one draw leads to different delays at sites with different distributions")
  func sites() {
    var conditions = Conditions.cases
    conditions.device.launch = .exponential(mean: 5)
    conditions.behavior.browse = .exponential(mean: 50)
    conditions.behavior.dwell = .constant(7)
    var luck = Luck(conditions)
    luck.draws = Draws(seed: 1, user: 1)
    let bits = luck.draws.bits(site: DrawSite.launch.rawValue, occurrence: 3)
    let (launch, browse) = (luck.delay(.launch, 3), luck.delay(.browse, 3))
    let dwell = luck.delay(.dwell, 3)
    #expect(launch == conditions.device.launch.sample(bits))
    #expect(browse != launch)
    #expect(dwell == 7)
  }

  @Test("every site of a delay has the distribution of its condition")
  func distributions() {
    for number in 0..<UInt32(DrawSite.count) {
      guard let site = DrawSite(rawValue: number) else { continue }
      _ = Conditions.cases.distribution(at: site)
    }
    #expect(DrawSite(rawValue: UInt32(DrawSite.count)) == nil)
    #expect(DrawSite(rawValue: UInt32(DrawSite.count - 1)) != nil)
    #expect(Conditions.cases.distribution(at: .evicted) == nil)
  }
}
