import CLibrary
import EventEngine
import PurchaseWorld
import Statistics

/// Damage to a log that can break a rule although clients and backend follow it.
package struct LogDamageKinds: OptionSet, Hashable, Sendable {
  package let rawValue: UInt8
  package init(rawValue: UInt8) { self.rawValue = rawValue }
  /// A line is missing.
  package static let lostLines = LogDamageKinds(rawValue: 1)
  /// A line has a wrong time.
  package static let wrongTimes = LogDamageKinds(rawValue: 2)
  package static let all: LogDamageKinds = [.lostLines, .wrongTimes]
}

/// Estimated damage of a log.
package struct LogDamage: Hashable, Sendable {
  /// The share of all lines that are missing.
  package var lost = 0.0
  /// The share of lines with wrong times, and the approximate size of the error, in milliseconds.
  package var misdated = 0.0, offset = 0
  /// The number of users who break a rule because of lost lines or wrong times.
  package var violators = 0
}

/// Search that separates lost lines and wrong times from a client that breaks rules.
///
/// If every line may be lost, or have a wrong time, with the same small probability, the rules are
/// broken in proportion to the number of lines whose loss breaks them. These lines are counted in
/// the log itself: a line is removed or moved in time, and the rules that the user's story then
/// breaks are recorded. A client with another design breaks its rule far more often.
///
/// Let U users break a rule R, and V users break other of these rules, but not R; let C and D be
/// the numbers of lines whose loss breaks R, and others but not R. For any rate of lost lines, U
/// and V are independent Poisson numbers with means in the ratio C : D, so U of U + V is binomial
/// with the share C / (C + D) (J. Przyborowski and H. Wilenski, "Homogeneity of results in testing
/// samples from Poisson series", Biometrika 31 (1940) 313–323). With several kinds of damage, the
/// share is at most the largest share of one kind. Pipelines lose some kinds of lines more often: C
/// counts ``unevenness`` times. If U is too large, the client breaks the rule; the rule is removed,
/// and the other rules are tested again.
struct DamageSearch {
  /// Rules that damage can break: bit i is the rule with index i.
  private let open: UInt64
  private let rules: [LogRule], grounds: LogRule.RuleContext
  /// The number of users by the set of rules that they break, as bits.
  private(set) var users: [UInt64: Int] = [:]
  private var sample: [UserLog] = [], sampled = 0, userLogs = 0, lines = 0, stride = 1

  /// The kinds of damage: 0 for a lost line, else the error of a time (±) in milliseconds.
  private static let offsets = [0, 1_000, 5_000, 30_000, 180_000, 1_800_000, 21_600_000]
  /// The number of lines that are removed, and the number that is moved by every offset.
  private static let (maxLost, maxMoved) = (40_000, 6_000)
  /// The factor by which one kind of line may be damaged more often than others.
  private static let unevenness = 2.0
  /// The largest credible shares of lost lines, and of lines with wrong times.
  private static let (maxDamage, maxMisdated) = (0.05, 0.1)
  /// The probability that a rule counts as broken although only lines are damaged.
  private static let error = 0.001

  init(_ rules: [LogRule], _ grounds: LogRule.RuleContext) {
    precondition(rules.count <= 64, "there are at most 64 rules")
    (self.rules, self.grounds) = (rules, grounds)
    open = rules.indices.reduce(0) { rules[$1].flaws.isEmpty ? $0 : $0 | 1 << UInt64($1) }
  }

  /// Adds a user's story and the rules that it breaks.
  mutating func add(_ userLog: UserLog, breaking broken: UInt64) {
    if broken != 0 { users[broken, default: 0] += 1 }
    lines += userLog.entries.count
    defer { userLogs += 1 }
    guard userLogs % stride == 0, !userLog.isCut else { return }
    sample.append(userLog)
    sampled += userLog.entries.count
    while sampled > DamageSearch.maxLost, sample.count > 1 {
      stride *= 2
      sample = sample.enumerated().filter { $0.offset % 2 == 0 }.map(\.element)
      sampled = sample.reduce(0) { $0 + $1.entries.count }
    }
  }

  /// Result of the search.
  struct Findings {
    /// The rules, as bits, that damage does not explain.
    var broken: UInt64 = 0
    var damage = LogDamage()
  }

  func find() -> Findings {
    var found = Findings()
    let all = users.keys.reduce(0, |)
    found.broken = all & ~open
    guard all & open != 0 else { return found }
    let kinds = DamageSearch.offsets.map { critical($0) }
    var accused: UInt64 = 0
    while true {
      let others = unexplained(all & open & ~accused, accused: accused, kinds)
      if others == 0 { break }
      accused |= others
    }
    found.broken |= accused
    let left = all & open & ~found.broken
    guard left != 0 else { return found }
    found.damage = estimate(accused: accused, kinds)
    found.damage.violators = userCount(breaking: left)
    return found
  }

  /// The number of users who break at least one of some rules.
  private func userCount(breaking bits: UInt64) -> Int {
    users.reduce(0) { $1.key & bits != 0 ? $0 + $1.value : $0 }
  }

  /// A kind of damage, with the number of the log's lines whose damage breaks rules.
  private struct Kind {
    /// Numbers of lines by the rules that they break, as bits.
    typealias Lines = [UInt64: Double]

    /// In milliseconds; 0 if the line is lost.
    var offset: Int
    var lines: Lines
    /// The number of lines of the log per tested line.
    var scale: Double

    /// Approximate upper limit of a number of lines, because not all were tested: two deviations
    /// and four tested lines more (F. Garwood, Biometrika 28 (1936) 437–442: 3.7 for 0).
    func maximum(_ lines: Double) -> Double { lines + 2 * (lines * scale).squareRoot() + 4 * scale }

    /// The lines that break some rules, and those that break only others, without accused rules.
    func count(_ bits: UInt64, without accused: UInt64) -> (matching: Double, others: Double) {
      var found = (matching: 0.0, others: 0.0)
      for (mask, count) in lines {
        if mask & bits != 0 {
          found.matching += count
        } else if mask & ~accused != 0 {
          found.others += count
        }
      }
      return found
    }
  }

  /// Counts the lines that break rules if they are lost or moved.
  private func critical(_ offset: Int) -> Kind {
    let flaw: LogDamageKinds = offset == 0 ? .lostLines : .wrongTimes
    let places = rules.indices.filter { rules[$0].flaws.contains(flaw) }
    let step =
      offset == 0 ? 1 : max(1, (sampled + DamageSearch.maxMoved - 1) / DamageSearch.maxMoved)
    var (found, tried): (Kind.Lines, Int) = ([:], 0)
    for (number, userLog) in sample.enumerated() where number % step == 0 {
      tried += userLog.entries.count
      let before = violations(of: userLog, places)
      for place in userLog.entries.indices {
        if offset == 0 {
          let mask = violations(of: userLog.without(place), places) & ~before
          if mask != 0 { found[mask, default: 0] += 1 }
        } else {
          for time in [-offset, offset] {
            let mask = violations(of: userLog.shifting(by: time) { $0 == place }, places) & ~before
            if mask != 0 { found[mask, default: 0] += 0.5 }
          }
        }
      }
    }
    let scale = Double(lines) / Double(max(1, tried))
    return Kind(offset: offset, lines: found.mapValues { $0 * scale }, scale: scale)
  }

  private func violations(of userLog: UserLog, _ places: [Int]) -> UInt64 {
    places.reduce(0) { mask, place in
      rules[place].violation(userLog, grounds) == nil ? mask : mask | 1 << UInt64(place)
    }
  }

  /// The rules among some that more users break than damage explains.
  private func unexplained(_ bits: UInt64, accused: UInt64, _ kinds: [Kind]) -> UInt64 {
    var found: UInt64 = 0
    for place in rules.indices where bits & 1 << UInt64(place) != 0 {
      let bit: UInt64 = 1 << UInt64(place)
      let breaking = userCount(breaking: bit)
      let others = userCount(breaking: bit | open & ~accused) - breaking
      var (share, limit) = (0.0, (lost: 0.0, moved: 0.0))
      for kind in kinds {
        let flaw: LogDamageKinds = kind.offset == 0 ? .lostLines : .wrongTimes
        guard rules[place].flaws.contains(flaw) else { continue }
        let (matching, rest) = kind.count(bit, without: accused)
        // Lost lines are no longer in the log: every user who breaks the rule adds one.
        let most = kind.maximum(matching) + Double(breaking)
        let weighted = DamageSearch.unevenness * most
        share = max(share, weighted / (weighted + rest))
        if kind.offset == 0 { limit.lost = most } else { limit.moved = max(limit.moved, most) }
      }
      let mean = DamageSearch.maxDamage * limit.lost + DamageSearch.maxMisdated * limit.moved
      let chance = min(
        DamageSearch.chance(of: breaking, among: breaking + others, share),
        DamageSearch.chance(of: breaking, expecting: mean))
      if chance < DamageSearch.error { found |= bit }
    }
    return found
  }

  /// The probability that at least `count` of `all` users break a rule (binomial).
  private static func chance(of count: Int, among all: Int, _ share: Double) -> Double {
    if count == 0 || share >= 1 { return 1 }
    return SpecialFunctions.betaTails(share, Double(count), Double(all - count + 1)).lower
  }

  /// The probability of at least `count` users with a given expectation (Poisson).
  private static func chance(of count: Int, expecting mean: Double) -> Double {
    count == 0 ? 1 : SpecialFunctions.gammaTails(mean, shape: Double(count)).lower
  }

  // Extent of the damage.

  /// Estimates the shares of lost lines and wrong times that best explain the broken rules.
  ///
  /// The numbers of users are treated as Poisson numbers, and their likelihood is maximised (L. A.
  /// Shepp and Y. Vardi, "Maximum likelihood reconstruction for emission tomography", IEEE
  /// Transactions on Medical Imaging 1 (1982) 113–122). A second kind of damage is reported only if
  /// one kind leaves much unexplained.
  private func estimate(accused: UInt64, _ kinds: [Kind]) -> LogDamage {
    let places = rules.indices.filter { (open & ~accused) & 1 << UInt64($0) != 0 }
    let seen = places.map { Double(userCount(breaking: 1 << UInt64($0))) }
    let columns = kinds.map { kind in
      places.map { kind.count(1 << UInt64($0), without: accused).matching }
    }
    let known = kinds.indices.filter { columns[$0].contains { $0 > 0 } }
    let alone = known.map { (kinds: [$0], fit: Rates(seen, [columns[$0]])) }
    let pairs = known.filter { $0 > 0 && known.contains(0) }.map {
      (kinds: [0, $0], fit: Rates(seen, [columns[0], columns[$0]]))
    }
    var damage = LogDamage()
    guard var best = alone.max(by: { $0.fit.likelihood < $1.fit.likelihood }) else { return damage }
    // Few breaches fit both kinds; then lost lines are more plausible, as in every pipeline.
    let lost = alone.first { $0.kinds == [0] }
    if let lost, best.fit.likelihood <= lost.fit.likelihood + Self.secondKind { best = lost }
    let pair = pairs.max { $0.fit.likelihood < $1.fit.likelihood }
    if let pair, pair.fit.likelihood > best.fit.likelihood + Self.secondKind { best = pair }
    for (kind, rate) in zip(best.kinds, best.fit.rates) {
      if kinds[kind].offset == 0 {
        // The rate is per remaining line; the share is of all lines.
        damage.lost = rate / (1 + rate)
      } else {
        (damage.misdated, damage.offset) = (min(1, rate), kinds[kind].offset)
      }
    }
    return damage
  }

  /// The required increase of the log-likelihood for wrong times instead of lost lines, or for a
  /// second kind of damage. A line breaks about three rules at once, so this is three times the
  /// usual value.
  private static let secondKind = 10.0

  /// Rates of kinds of damage that best explain numbers of users.
  private struct Rates {
    var rates: [Double], likelihood = 0.0

    /// - Parameter columns: for each kind, the number of lines that break each rule.
    init(_ seen: [Double], _ columns: [[Double]]) {
      let total = columns.reduce(0.0) { $0 + $1.reduce(0, +) }
      rates = columns.map { _ in seen.reduce(0, +) / total }
      for _ in 0..<300 {
        let means = Rates.means(rates, columns)
        rates = zip(rates, columns).map { rate, column in
          let whole = column.reduce(0, +)
          let part = zip(column, zip(seen, means)).reduce(0.0) {
            $1.1.1 > 0 ? $0 + $1.0 * $1.1.0 / $1.1.1 : $0
          }
          return whole > 0 ? rate * part / whole : 0
        }
      }
      // A rule that no line of this kind breaks is expected once in a hundred logs.
      likelihood = zip(seen, Rates.means(rates, columns)).reduce(0) {
        $0 + $1.0 * log(max($1.1, 0.01)) - $1.1
      }
    }

    private static func means(_ rates: [Double], _ columns: [[Double]]) -> [Double] {
      columns[0].indices.map { place in zip(rates, columns).reduce(0) { $0 + $1.0 * $1.1[place] } }
    }
  }
}

extension UserLog {
  /// The same story without an entry.
  fileprivate func without(_ place: Int) -> UserLog {
    var rest = entries
    rest.remove(at: place)
    return replacingEntries(with: rest)
  }

  /// The same story with some entries at other times.
  fileprivate func shifting(by offset: Int, _ isMoved: (Int) -> Bool) -> UserLog {
    var moved = entries
    for index in moved.indices where isMoved(index) { moved[index].time += offset }
    moved.sort { ($0.time, $0.line) < ($1.time, $1.line) }
    return replacingEntries(with: moved)
  }

  /// The shift of the client's lines, in milliseconds, after which its requests precede their
  /// arrival at the backend and its results follow the backend's answers; nil if not needed or
  /// impossible.
  ///
  /// A wrong clock moves all lines of a client. Requests and answers bound the shift from both
  /// sides, so no other damage looks the same.
  /// - Parameter skew: the tolerated difference of clocks, in milliseconds.
  func clockShift(skew: Int) -> Int? {
    var (least, maximum) = (Int.min, Int.max)
    for payment in entriesByTransaction {
      var (start, received, answered, result): (Int?, Int?, Int?, Int?)
      for place in payment {
        let entry = entries[place]
        if entry.isOne(of: .starts) { start = start ?? entry.time }
        if entry.isOne(of: .of(.verifyReceived)) { received = received ?? entry.time }
        if entry.isOne(of: .of(.verifyAnswered)) { answered = answered ?? entry.time }
        if entry.isOne(of: .successes) { result = entry.time }
      }
      if let start, let received { maximum = min(maximum, received + skew - start) }
      if let answered, let result { least = max(least, answered - skew - result) }
    }
    let isNeeded = least > .min && maximum < .max && (maximum < 0 || least > 0)
    return isNeeded && least <= maximum ? least + (maximum - least) / 2 : nil
  }

  /// The same story with all lines of the client shifted by a number of milliseconds.
  func movingClient(by shift: Int) -> UserLog { shifting(by: shift) { entries[$0].isOfClient } }
}

extension LogDamage {
  /// Applies the damage to the log of a simulated user; nil if no line is affected.
  func damaging(_ moments: [LogEntry], user: Int, seed: UInt64) -> [LogEntry]? {
    let key = KeyedDraws.mix(seed &+ KeyedDraws.mix(UInt64(user) &+ 0xDA_3A6E))
    var (kept, isDamaged): ([LogEntry], Bool) = ([], false)
    for (place, moment) in moments.enumerated() {
      let bits = KeyedDraws.mix(key &+ UInt64(place))
      let chance = Double(bits >> 11) * 0x1p-53
      var moment = moment
      if chance < lost + misdated { isDamaged = true }
      if chance < lost { continue }
      if chance < lost + misdated {
        let move = Int64(offset) * (bits & 1 == 0 ? 1_000 : -1_000)
        moment.time = Instant(microseconds: max(0, moment.time.microseconds + move))
      }
      kept.append(moment)
    }
    guard isDamaged else { return nil }
    return kept.enumerated().sorted { ($0.element.time, $0.offset) < ($1.element.time, $1.offset) }
      .map(\.element)
  }
}
