internal import EventEngine

/// The random draws of the current user, and a cache of the delays computed from them.
///
/// Most designs draw the same delays for a user, and delays need logarithms, so they are cached.
struct RandomDraws: ~Copyable {
  struct CachedDelay: BitwiseCopyable {
    /// The user, site and occurrence, in 26, 6 and 32 bits; 0 if the slot is empty.
    var tag: UInt64 = 0
    var delay = Delay.zero
  }

  /// The cache size: more delays than most users need, and small enough for the processor's cache.
  private static let places = 256
  /// The number of users that tags can distinguish before the cache must be cleared.
  private static let maxUsers: UInt64 = 1 << 26

  private var draws = KeyedDraws(seed: 0, user: 0)
  /// Distinguishes the draws of two users.
  private var key: UInt64 = 0
  private var user: UInt64 = 1
  private let distributions: [Distribution?]
  /// The sites with random delays, by number, as bits.
  private var varying: UInt64 = 0
  /// The delays of the other sites, by number.
  private var constants = InlineArray<37, Delay>(repeating: .zero)
  private var kept = List<CachedDelay>(capacity: RandomDraws.places)
  /// The delays that were requested but not given; nil if they are not collected.
  private var missed: [DrawKey]?
  /// The number of random decisions so far.
  private(set) var decisions = 0

  /// Creates the draws for a scenario's conditions, without a user.
  init(_ conditions: Conditions) {
    distributions = (0..<DrawSite.count).map { number in
      DrawSite(rawValue: UInt32(number)).flatMap { conditions.delays(at: $0) }
    }
    for _ in 0..<RandomDraws.places { kept.append(CachedDelay()) }
    precondition(DrawSite.count == constants.count, "every site has a slot")
    for site in distributions.indices {
      if case .constant(let delay) = distributions[site] {
        constants[site] = delay
      } else {
        varying |= 1 << UInt64(site)
      }
    }
  }

  /// Switches to the draws of a user.
  mutating func turn(to draws: KeyedDraws) {
    self.draws = draws
    // No two users have the same bits here, because bits are a bijection of the user's key.
    let key = draws.bits(site: 0, occurrence: 0)
    guard key != self.key else { return }
    self.key = key
    forget()
  }

  private mutating func forget() {
    user += 1
    if user == RandomDraws.maxUsers {
      user = 1
      for place in kept.indices { kept[place] = CachedDelay() }
    }
  }

  @inline(__always) mutating func delay(_ site: DrawSite, _ occurrence: Int) -> Delay {
    if varying & 1 << UInt64(site.rawValue) == 0 { return constants[Int(site.rawValue)] }
    let occurrence = UInt32(occurrence)
    let (place, tag) = keeping(site.rawValue, occurrence)
    if kept[place].tag == tag { return kept[place].delay }
    return workOut(site, occurrence, keptAt: place, as: tag)
  }

  /// The slot and the tag of a delay in the cache.
  @inline(__always)
  private func keeping(_ site: UInt32, _ occurrence: UInt32) -> (place: Int, tag: UInt64) {
    let tag = user << 38 | UInt64(site) << 32 | UInt64(occurrence)
    // Occurrences of one site get neighbouring slots, other intents and sites distant ones.
    return (Int((occurrence &+ occurrence >> 8 &* 5 &+ site &* 9) & 255), tag)
  }

  /// Uses the given delays, and collects every other delay that is requested.
  ///
  /// Two delays with the same slot cannot both be given: one of them is requested again.
  mutating func begin(with given: [(name: DrawKey, delay: Delay)]) {
    forget()
    // Faults are given with the user, and their sites do not fit in a tag.
    for (name, delay) in given where name.site < UInt32(DrawSite.count) {
      let (place, tag) = keeping(name.site, name.occurrence)
      kept[place] = CachedDelay(tag: tag, delay: delay)
    }
    missed = []
    decisions = 0
  }

  /// The delays that were requested but not given, since ``begin(with:)``.
  var requested: [DrawKey] { missed ?? [] }

  /// Draws a delay from a distribution without caching it, because no design draws it again.
  func delayWithoutMemory(_ distribution: Distribution, _ site: DrawSite, _ occurrence: Int)
    -> Delay
  { draws.delay(distribution, site, occurrence) }

  @inline(never) private mutating func workOut(
    _ site: DrawSite, _ occurrence: UInt32, keptAt place: Int, as tag: UInt64
  ) -> Delay {
    guard let distribution = distributions[Int(site.rawValue)] else {
      preconditionFailure("the site draws delays")
    }
    if missed != nil { missed?.append(DrawKey(site: site.rawValue, occurrence: occurrence)) }
    let delay = distribution.sample(draws.bits(site: site.rawValue, occurrence: occurrence))
    kept[place] = CachedDelay(tag: tag, delay: delay)
    return delay
  }

  @inline(__always)
  mutating func happens(_ chance: Probability, _ site: DrawSite, _ occurrence: Int) -> Bool {
    if chance != .never { decisions &+= 1 }
    return draws.happens(chance, site, occurrence)
  }

  /// Draws a number strictly between 0 and 1.
  mutating func level(_ site: DrawSite, _ occurrence: Int) -> Double {
    decisions &+= 1
    return draws.level(site, occurrence)
  }
}
