internal import EventEngine

/// The sites at which a run draws random numbers.
///
/// Raw values are part of the results: never change them, add new sites at the end. Sites are named
/// for what user or store experience, never for a design's code, so that designs share draws.
enum DrawSite: UInt32 {
  case launch = 1
  case processing, callback, order, verify, storeCheck, browse, between, sheet, cancels, reconsiders
  case patience, reopens, login, dwell, gap, evicted, neverReturns, notices, reaction, recoveryPage
  case supportResolves, item, replays, otherItem, starts, guests, guestLogin, records, intentKind
  case faultSplit, waits, echo, jitter, service, supportAfter

  static let count = 37
}

extension Conditions {
  /// The distribution of the delays that are drawn at a site; nil if the site draws no delays.
  func delays(at site: DrawSite) -> Distribution? {
    var conditions = self
    return conditions.withDelays(at: site) { $0 }
  }

  /// Reads or changes the distribution of the delays that are drawn at a site.
  /// - Returns: the result of the closure; nil if the site draws no delays.
  @discardableResult
  mutating func withDelays<Result>(
    at site: DrawSite, _ change: (inout Distribution) -> Result
  ) -> Result? {
    switch site {
    case .launch: change(&device.launch)
    case .processing: change(&store.processing)
    case .callback: change(&store.callback)
    case .order, .records: change(&backend.order)
    case .verify: change(&backend.verify)
    case .storeCheck: change(&backend.storeCheck)
    case .browse: change(&behavior.browse)
    case .sheet: change(&behavior.sheet)
    case .patience: change(&behavior.patience)
    case .reopens: change(&behavior.reopeningDelay)
    case .login: change(&behavior.login)
    case .dwell: change(&behavior.dwell)
    case .waits: change(&behavior.deliveryWait)
    case .gap: change(&behavior.visitInterval)
    case .notices: change(&behavior.noticeDelay)
    case .supportAfter: change(&behavior.supportAfter)
    case .starts: change(&behavior.startDelay)
    case .guestLogin: change(&behavior.guestLogin)
    case .between, .cancels, .reconsiders, .evicted, .neverReturns, .reaction, .recoveryPage,
      .supportResolves, .item, .replays, .otherItem, .guests, .intentKind, .faultSplit, .echo,
      .jitter, .service:
      nil
    }
  }
}

extension KeyedDraws {
  @inline(__always) func bits(_ site: DrawSite, _ occurrence: Int) -> UInt64 {
    bits(site: site.rawValue, occurrence: UInt32(occurrence))
  }

  /// Draws a number between 0 and 1.
  @inline(__always) func level(_ site: DrawSite, _ occurrence: Int) -> Double {
    Distribution.uniformDraw(bits(site, occurrence))
  }

  @inline(__always)
  func delay(_ distribution: Distribution, _ site: DrawSite, _ occurrence: Int) -> Delay {
    if case .constant(let delay) = distribution { return delay }
    return distribution.sample(bits(site, occurrence))
  }

  /// Draws whether something happens.
  @inline(__always) func happens(_ chance: Probability, _ site: DrawSite, _ occurrence: Int) -> Bool
  {
    chance != .never && chance.happens(bits(site, occurrence))
  }

  /// Draws one of `count` equally probable alternatives (bias below count · 2⁻⁶⁴).
  func choice(of count: Int, _ site: DrawSite, _ occurrence: Int) -> Int {
    Int(bits(site, occurrence).multipliedFullWidth(by: UInt64(count)).high)
  }
}
