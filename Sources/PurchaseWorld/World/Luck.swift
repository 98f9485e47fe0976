internal import EventEngine

/// The luck of the user whose life is played, and the delays to which it has led.
///
/// The same user meets design after design, and most designs ask the same questions. A delay takes
/// logarithms to work out, so those of the user are kept by name until another user comes.
struct Luck: ~Copyable {
  /// A delay that was worked out.
  struct Kept: BitwiseCopyable {
    /// The user, site and occurrence, in 26, 6 and 32 bits; 0 if nothing is kept.
    var tag: UInt64 = 0
    var delay = Delay.zero
  }

  /// How many delays are kept: more than most users ask for, and few enough to stay at hand.
  private static let places = 256
  /// How many users can be told apart before what is kept has to be thrown away.
  private static let mostUsers: UInt64 = 1 << 26

  private var draws = Draws(seed: 0, user: 0)
  /// Tells the draws of two users apart.
  private var key: UInt64 = 0
  /// The user among those who came, from 1.
  private var user: UInt64 = 1
  private let distributions: [Distribution?]
  /// The sites whose delays vary, by number, as bits.
  private var varying: UInt64 = 0
  /// The delays of the other sites, by number.
  private var constants = InlineArray<37, Delay>(repeating: .zero)
  private var kept = List<Kept>(capacity: Luck.places)
  /// The delays that were asked for and not given, if they are wanted.
  private var missed: [LuckName]?
  /// How often chance has decided something, whatever it was.
  private(set) var decisions = 0

  /// Makes the luck of anybody under a scenario's conditions.
  init(_ conditions: Conditions) {
    distributions = (0..<DrawSite.count).map { number in
      DrawSite(rawValue: UInt32(number)).flatMap { conditions.delays(at: $0) }
    }
    for _ in 0..<Luck.places { kept.append(Kept()) }
    precondition(DrawSite.count == constants.count, "every site has a place")
    for site in distributions.indices {
      if case .constant(let delay) = distributions[site] {
        constants[site] = delay
      } else {
        varying |= 1 << UInt64(site)
      }
    }
  }

  /// The luck is that of a user from now on.
  mutating func turn(to draws: Draws) {
    self.draws = draws
    // No two users have the same bits here, because bits are a bijection of the user's key.
    let key = draws.bits(site: 0, occurrence: 0)
    guard key != self.key else { return }
    self.key = key
    forget()
  }

  /// Forgets the delays that are kept: another user has come.
  private mutating func forget() {
    user += 1
    if user == Luck.mostUsers {
      user = 1
      for place in kept.indices { kept[place] = Kept() }
    }
  }

  /// Asks for a delay.
  @inline(__always) mutating func delay(_ site: DrawSite, _ occurrence: Int) -> Delay {
    if varying & 1 << UInt64(site.rawValue) == 0 { return constants[Int(site.rawValue)] }
    let occurrence = UInt32(occurrence)
    let (place, tag) = keeping(site.rawValue, occurrence)
    if kept[place].tag == tag { return kept[place].delay }
    return workOut(site, occurrence, keptAt: place, as: tag)
  }

  /// Where a delay of the user is kept, and under which tag.
  @inline(__always)
  private func keeping(_ site: UInt32, _ occurrence: UInt32) -> (place: Int, tag: UInt64) {
    let tag = user << 38 | UInt64(site) << 32 | UInt64(occurrence)
    // Neighbours of one site lie side by side, and those of another wish or site elsewhere.
    return (Int((occurrence &+ occurrence >> 8 &* 5 &+ site &* 9) & 255), tag)
  }

  /// The luck is from now on what is given, and whatever else is asked for is written down.
  ///
  /// Two that would be kept in one place cannot both be given: one of them is asked for again.
  mutating func begin(with given: [(name: LuckName, delay: Delay)]) {
    forget()
    // Faults are given with the user, and their sites have no room in a tag.
    for (name, delay) in given where name.site < UInt32(DrawSite.count) {
      let (place, tag) = keeping(name.site, name.occurrence)
      kept[place] = Kept(tag: tag, delay: delay)
    }
    missed = []
    decisions = 0
  }

  /// The delays that were asked for and not given, since the luck was given.
  var asked: [LuckName] { missed ?? [] }

  /// Asks for a delay that no design asks for again, from a distribution of its own.
  func delayWithoutMemory(_ distribution: Distribution, _ site: DrawSite, _ occurrence: Int)
    -> Delay
  { draws.delay(distribution, site, occurrence) }

  @inline(never) private mutating func workOut(
    _ site: DrawSite, _ occurrence: UInt32, keptAt place: Int, as tag: UInt64
  ) -> Delay {
    guard let distribution = distributions[Int(site.rawValue)] else {
      preconditionFailure("only sites of delays are asked for one")
    }
    if missed != nil { missed?.append(LuckName(site: site.rawValue, occurrence: occurrence)) }
    let delay = distribution.sample(draws.bits(site: site.rawValue, occurrence: occurrence))
    kept[place] = Kept(tag: tag, delay: delay)
    return delay
  }

  /// Asks whether something happens.
  @inline(__always)
  mutating func happens(_ chance: Chance, _ site: DrawSite, _ occurrence: Int) -> Bool {
    if chance != .never { decisions &+= 1 }
    return draws.happens(chance, site, occurrence)
  }

  /// Asks for a number strictly between 0 and 1.
  mutating func level(_ site: DrawSite, _ occurrence: Int) -> Double {
    decisions &+= 1
    return draws.level(site, occurrence)
  }
}
