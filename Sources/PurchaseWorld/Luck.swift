internal import EventEngine

/// The luck of the user whose life is played, and the delays to which it has led.
///
/// The same user meets design after design, and most designs ask the same questions. A delay takes
/// logarithms to work out, so those of late are kept. A delay follows from its site and the bits of
/// its draw alone; whoever draws the same bits there, the kept delay is theirs.
struct Luck: ~Copyable {
  /// A delay that was worked out.
  struct Kept: BitwiseCopyable {
    var bits: UInt64 = 0
    /// The number of the site; 0, which no site has, if nothing is kept.
    var site: UInt32 = 0
    var delay = Delay.zero
  }

  /// How many delays are kept: more than one user asks for, and few enough to stay at hand.
  private static let places = 256

  var draws = Draws(seed: 0, user: 0)
  private let distributions: [Distribution?]
  /// The sites whose delays vary, by number, as bits.
  private var varying: UInt32 = 0
  /// The delays of the other sites, by number.
  private var constants = InlineArray<32, Delay>(repeating: .zero)
  private var kept = Table<Kept>(capacity: Luck.places)

  /// Makes the luck of anybody under a scenario's conditions.
  init(_ conditions: Conditions) {
    distributions = (0..<DrawSite.count).map { number in
      DrawSite(rawValue: UInt32(number)).flatMap { conditions.distribution(at: $0) }
    }
    for _ in 0..<Luck.places { kept.append(Kept()) }
    precondition(DrawSite.count == constants.count, "every site has a place")
    for site in distributions.indices {
      if case .constant(let delay) = distributions[site] {
        constants[site] = delay
      } else {
        varying |= 1 << UInt32(site)
      }
    }
  }

  /// Asks for a delay.
  @inline(__always)
  mutating func delay(_ site: DrawSite, _ occurrence: Int) -> Delay {
    varying & 1 << site.rawValue == 0
      ? constants[Int(site.rawValue)] : varyingDelay(site, UInt32(occurrence))
  }

  @inline(never)
  private mutating func varyingDelay(_ site: DrawSite, _ occurrence: UInt32) -> Delay {
    let bits = draws.bits(site: site.rawValue, occurrence: occurrence)
    let place = Int(truncatingIfNeeded: bits) & (Luck.places - 1)
    if kept[place].bits == bits, kept[place].site == site.rawValue { return kept[place].delay }
    return work(out: bits, at: site, keepingAt: place)
  }

  @inline(never)
  private mutating func work(out bits: UInt64, at site: DrawSite, keepingAt place: Int) -> Delay {
    guard let distribution = distributions[Int(site.rawValue)] else {
      preconditionFailure("only sites of delays are asked for one")
    }
    let delay = distribution.sample(bits)
    kept[place] = Kept(bits: bits, site: site.rawValue, delay: delay)
    return delay
  }

  /// Asks whether something happens.
  func happens(_ chance: Chance, _ site: DrawSite, _ occurrence: Int) -> Bool {
    draws.happens(chance, site, occurrence)
  }

  /// Asks for a number strictly between 0 and 1.
  func level(_ site: DrawSite, _ occurrence: Int) -> Double {
    draws.level(site, occurrence)
  }
}

extension Conditions {
  /// The distribution of the delays that are drawn at a site; nil if none is drawn there.
  func distribution(at site: DrawSite) -> Distribution? {
    switch site {
    case .launch: device.launch
    case .processing: store.processing
    case .callback: store.callback
    case .order, .records: backend.order
    case .verify: backend.verify
    case .storeCheck: backend.storeCheck
    case .browse: behavior.browse
    case .between: behavior.between
    case .sheet: behavior.sheet
    case .patience: behavior.patience
    case .reopens: behavior.reopens
    case .login: behavior.login
    case .dwell: behavior.dwell
    case .gap: behavior.gap
    case .notices: behavior.notices
    case .starts: behavior.starts
    case .guestLogin: behavior.guestLogin
    case .cancels, .reconsiders, .evicted, .neverReturns, .reaction, .recoveryPage,
      .supportResolves, .item, .replays, .otherItem, .guests, .wishKind, .strikeSplit:
      nil
    }
  }
}
