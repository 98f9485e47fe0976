internal import EventEngine

/// The questions that a life asks of its luck; the numbers are part of the results and never change.
///
/// Sites are named for what the user or the store experiences, never for a design's code path, so
/// that designs ask the same questions.
enum DrawSite: UInt32 {
  case launch = 1
  case processing = 2
  case callback = 3
  case order = 4
  case verify = 5
  case storeCheck = 6
  case browse = 7
  case between = 8
  case sheet = 9
  case cancels = 10
  case reconsiders = 11
  case patience = 12
  case reopens = 13
  case login = 14
  case dwell = 15
  case gap = 16
  case evicted = 17
  case neverReturns = 18
  case notices = 19
  case reaction = 20
  case recoveryPage = 21
  case supportResolves = 22
  case item = 23
  case replays = 24
  case otherItem = 25
  case starts = 26
  case guests = 27
  case guestLogin = 28
  case records = 29
  case wishKind = 30
  case strikeSplit = 31
  case waits = 32

  /// One more than the highest number.
  static let count = 33
}

extension Draws {
  /// Asks for 64 random bits.
  @inline(__always) func bits(_ site: DrawSite, _ occurrence: Int) -> UInt64 {
    bits(site: site.rawValue, occurrence: UInt32(occurrence))
  }

  /// Asks for a number between 0 and 1.
  @inline(__always) func level(_ site: DrawSite, _ occurrence: Int) -> Double {
    Distribution.uniform(bits(site, occurrence))
  }

  /// Asks for a delay.
  @inline(__always)
  func delay(_ distribution: Distribution, _ site: DrawSite, _ occurrence: Int) -> Delay {
    if case .constant(let delay) = distribution { return delay }
    return distribution.sample(bits(site: site.rawValue, occurrence: UInt32(occurrence)))
  }

  /// Asks whether something happens.
  @inline(__always) func happens(_ chance: Chance, _ site: DrawSite, _ occurrence: Int) -> Bool {
    if chance == .never { return false }
    return chance.happens(bits(site: site.rawValue, occurrence: UInt32(occurrence)))
  }

  /// Asks for one of `count` alternatives, each as likely as the others (bias below count · 2⁻⁶⁴).
  func choice(of count: Int, _ site: DrawSite, _ occurrence: Int) -> Int {
    let bits = bits(site: site.rawValue, occurrence: UInt32(occurrence))
    return Int(bits.multipliedFullWidth(by: UInt64(count)).high)
  }
}
