import Experiments
import PurchaseWorld
import Scenarios
import Statistics

/// Users who met a design in both runs, by whether they lost an order.
///
/// A list of losers is complete up to its last hash, so of all users of both runs up to the smaller of
/// two last hashes it is known whether they lost an order (see `LossList`).
struct PairedUsers: Hashable, Sendable {
  /// The users of a part of both runs' population.
  struct Part: Hashable, Sendable {
    var stratum: Int
    /// The share of all users who are of this part.
    var weight: Double
    /// How many of them met the designs of both runs.
    var users: Int
    /// Whether any of them could lose an order.
    var canLose: Bool
  }

  var both = 0, onlyOld = 0, onlyNew = 0
  /// Whether these are all users.
  var all: Bool
  /// The first user who loses only now.
  var newLoser: UInt64?
  /// How much more lose now; above 0 where more do. Of strata, as these weigh them.
  var difference: Double
  /// Of the hypothesis that as many lose now as before: by the exact test of McNemar, of strata by that of
  /// the weighted difference.
  var pValue: Double
  /// Whether users of strata weigh unequally.
  var isWeighted: Bool

  /// - Parameters:
  ///   - parts: of a population that both runs drew by strata; empty: they drew users plainly.
  ///   - didPlay: whether a user met the designs of both runs.
  init(
    _ old: BaselineSummary.Design, _ new: BaselineSummary.Design, parts: [Part] = [],
    _ didPlay: (UInt64) -> Bool = { _ in true }
  ) {
    let ends = [old, new].compactMap { design in
      design.hasAllLosers ? nil : design.losers.map { LossList.hash($0) }.max()
    }
    let end = ends.min()
    all = end == nil
    func known(_ design: BaselineSummary.Design) -> Set<UInt64> {
      Set(
        design.losers.filter { user in
          didPlay(user) && end.map { LossList.hash(user) < $0 } ?? true
        })
    }
    let (was, now) = (known(old), known(new))
    both = was.intersection(now).count
    onlyOld = was.count - both
    onlyNew = now.count - both
    newLoser = now.subtracting(was).min()
    isWeighted = !parts.isEmpty
    let counts = McNemar(onlyFirst: onlyOld, onlySecond: onlyNew)
    (difference, pValue) = (Double(onlyNew - onlyOld), counts.pValue)
    guard isWeighted else { return }
    // Hashes are spread evenly, so of each part about this share of the users is known.
    let share = end.map { Double($0) * 0x1p-64 } ?? 1
    let (gone, came) = (was.subtracting(now), now.subtracting(was))
    let strata = parts.map { part in
      let isHere = { (user: UInt64) in part.canLose && UserNumber.stratum(user) == part.stratum }
      let counts = McNemar(
        onlyFirst: gone.count(where: isHere), onlySecond: came.count(where: isHere))
      let users = max(
        Int((share * Double(part.users)).rounded()), counts.onlyFirst + counts.onlySecond)
      return StratumSample(
        weight: part.weight, users: users, moments: counts, canCount: part.canLose)
    }
    let test = StratifiedMcNemar(strata)
    (difference, pValue) = (test?.value ?? 0, test?.pValue ?? 1)
  }

  /// Whether the same users lose.
  var isSame: Bool { onlyOld == 0 && onlyNew == 0 }
}

extension BaselineSummary {
  /// The parts of the population of two runs with the users who are in both; nil where these are not the
  /// same users: drawn otherwise, or from strata that weigh otherwise; and where a run was cut short.
  func parts(with other: BaselineSummary) -> [PairedUsers.Part]? {
    if isCut || other.isCut { return nil }
    guard sample.isEmpty == other.sample.isEmpty, parts.count == other.parts.count else {
      return nil
    }
    let pairs = zip(parts, other.parts)
    let isSame = pairs.allSatisfy { own, its in
      own.stratum == its.stratum && own.weight == its.weight && own.canLose == its.canLose
    }
    guard isSame, sample.isEmpty || !parts.isEmpty else { return nil }
    return pairs.map { $0.users <= $1.users ? $0 : $1 }
  }
}

/// What is compared between runs of some scenarios together, so that all of it is wrong with a probability of
/// at most the error.
///
/// Every metric of every design counts as one comparison. Of lost orders the same users are asked besides,
/// where there are such, which is one more. Their p-values are adjusted by Holm among all comparisons, and
/// the intervals are widened for as many.
package struct JointTests: Sendable {
  /// What the same users say of a design's lost orders.
  ///
  /// The p-value is adjusted for all comparisons.
  typealias Paired = (users: PairedUsers, pValue: Double)

  package let count: Int
  /// By scenario and design.
  private var all: [[String]: Paired] = [:]

  /// - Parameters:
  ///   - runs: the old and the new run of each scenario.
  ///   - tolerance: how much a share may grow; the same users say that one grew, not by how much.
  package init(_ runs: [(old: BaselineSummary, new: BaselineSummary)], tolerance: Double) {
    var found: [(place: [String], users: PairedUsers)] = []
    var count = 0
    for (old, new) in runs where !old.isCase && !new.isCase {
      let parts = old.seed == new.seed && tolerance == 0 ? old.parts(with: new) : nil
      for design in new.designs {
        guard let was = old.designs.first(where: { $0.name == design.name }) else { continue }
        count += Share.Compared.allCases.count
        guard let parts else { continue }
        count += 1
        let users = PairedUsers(was, design, parts: parts) { old.didPlay($0) && new.didPlay($0) }
        found.append(([new.name, design.name], users))
      }
    }
    self.count = count
    let others = Array(repeating: 1.0, count: count - found.count)
    let adjusted = Holm.adjusted(found.map(\.users.pValue) + others)
    for ((place, users), pValue) in zip(found, adjusted) {
      all[place] = (users, pValue)
    }
  }

  /// What the same users say of a design of a scenario; nil where there are none.
  func paired(_ scenario: String, _ design: String) -> Paired? { all[[scenario, design]] }
}
