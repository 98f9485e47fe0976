import PurchaseWorld
import Scenarios
import Statistics

/// Which users a run draws: from all alike, or from each stratum as many as it needs.
///
/// A larger sample holds every user of a smaller one, so a run can be extended.
struct SamplePlan: Sendable {
  /// The strata; empty: users are drawn from all alike.
  let strata: [Stratum]
  /// How the users are divided among the strata.
  private let allocation: NeymanAllocation?

  /// Draws users from all alike.
  init() {
    strata = []
    allocation = nil
  }

  /// Draws users from strata.
  init(_ strata: [Stratum], _ allocation: NeymanAllocation) {
    self.strata = strata
    self.allocation = allocation
  }

  /// The parts of a sample of about so many users: exactly so many when drawn from all alike.
  func parts(of users: Int) -> [SampledStratum] {
    guard let allocation else { return [.everyone(users)] }
    return zip(strata.indices, allocation.users(of: users)).map { index, users in
      SampledStratum(
        index: index, weight: strata[index].weight, users: users,
        canCharge: strata[index].canCharge)
    }
  }

  /// The parts of the pilot: half of it by weight, the other half alike, and some from everywhere.
  static func pilot(_ strata: [Stratum], users: Int) -> [SampledStratum] {
    strata.enumerated().map { index, stratum in
      let alike = Double(users) / Double(strata.count)
      let share = (alike + Double(users) * stratum.weight) / 2
      return SampledStratum(
        index: index, weight: stratum.weight, users: max(16, Int(share)),
        canCharge: stratum.canCharge)
    }
  }
}

/// The shards of users that the threads of a run take, part by part.
struct Shards: Sendable {
  /// How many users a thread takes at once.
  static let size = 256

  /// Users of one part.
  struct Shard {
    var part: Int
    var users: Range<UInt64>
  }

  private let ranges: [Range<UInt64>]
  /// The number of shards before each part, and of all.
  private let starts: [Int]

  /// Cuts the users of each part who are not in an earlier sample.
  ///
  /// - Parameter first: the number of the first possible user of a part.
  init(
    _ parts: [SampledStratum], after earlier: [SampledStratum]? = nil, from first: UInt64 = 0
  ) {
    ranges = parts.enumerated().map { index, part in
      let done = earlier.map { $0[index].users } ?? 0
      precondition(done <= part.users, "a sample is extended, never cut")
      let start = first + UInt64(done)
      let range = start..<first + UInt64(part.users)
      guard let stratum = part.index else { return range }
      let base = UserNumber.of(0, in: stratum)
      return base + range.lowerBound..<base + range.upperBound
    }
    var starts = [0]
    for range in ranges { starts.append(starts[starts.count - 1] + Shards.count(range)) }
    self.starts = starts
  }

  private static func count(_ range: Range<UInt64>) -> Int { (range.count + size - 1) / size }

  /// The number of shards.
  var count: Int { starts[starts.count - 1] }

  /// The number of parts.
  var parts: Int { ranges.count }

  /// A shard by its number; the last of a part may be short.
  func shard(_ number: Int, near part: Int = 0) -> Shard {
    var part = part
    while starts[part + 1] <= number { part += 1 }
    let first = ranges[part].lowerBound + UInt64((number - starts[part]) * Shards.size)
    let last = min(first + UInt64(Shards.size), ranges[part].upperBound)
    return Shard(part: part, users: first..<last)
  }
}
