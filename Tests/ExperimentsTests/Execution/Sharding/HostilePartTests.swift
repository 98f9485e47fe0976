import EventEngine
import PurchaseWorld
import Scenarios
import Statistics
import TestSupport
import Testing

@testable import DesignSearch
@testable import Execution
@testable import ExhaustiveSearch
@testable import Experiments
@testable import Fitting
@testable import Methods

/// Partial results with numbers that no shard writes, or only for very large counts.
@Suite("Damaged partial results") struct HostilePartTests {
  @Test("money is read up to the amount that a run can count", arguments: [1, 2, 10_000])
  func money(shards: Int) throws {
    var money = Money()
    // Without faults, users pay a hundredth of the maximum.
    (money.delivered, money.lost) = (Int.max / 50 / shards, Int.max / 100 / shards)
    (money.booked, money.priceDifferences) = (Int.max / 10 / shards, -Int.max / 100 / shards)
    var (archive, read) = (Self.reading(money, shards), Money())
    try read.transcode(&archive)
    try archive.end()
    expectEqual(read, money)
    // The sum over all shards does not overflow.
    var all = Money()
    for _ in 0..<shards { all += read }
    #expect(all.charged > Int.max / 50 && all.badDebt < 0)
  }

  private static func reading(_ value: some Archivable, _ shards: Int) -> Archive {
    Archive(reading: Archive.numbers(of: value), addedTo: shards)
  }

  /// The result of merging the pieces of a batch.
  private static func merge<Found>(
    _ numbers: [Int64], pieces: Int, _ name: String,
    _ work: (ShardedExecution) throws(Interruption) -> Found
  ) -> (found: Found?, foreign: [PartialResultStore.ForeignBatch]) {
    let batch = PartialResult.BatchResult(
      name, pieces: pieces, done: RangeSet(0..<pieces), numbers: numbers)
    let store = PartialResultStore(.merges(shardCount: 1), [PartialResult(.whole, [batch])])
    do throws(Interruption) {
      let found = try work(ShardedExecution(store))
      return (found, store.foreignBatches(isWorkFinished: true))
    } catch { return (nil, store.foreignBatches(isWorkFinished: true)) }
  }

  @Test("sums of many pieces do not overflow")
  func pieces() throws {
    let scenario = try Explored.read("ordering")
    let pieces = 24_415
    let weigher = { (division: ShardedExecution) in
      LossEnumerator(scenario.designs[0], in: scenario, cells: 2, kinds: [.crash], in: division)
    }
    // Of each piece 24 zeros, the users of three sizes, and how many numbers that are.
    let piece: [Int64] = [5, 0, 1, 24, 400_000_000_000_000, 0, 1, 2]
    let (found, foreign) = Self.merge((0..<pieces).flatMap { _ in piece }, pieces: pieces, "drawn")
    { division throws(Interruption) in
      try weigher(division).sample(faults: 1, users: pieces * 4_096)
    }
    #expect(found == nil && foreign.map(\.batchName) == ["drawn"])
  }

  @Test("a partial result with few numbers cannot claim many values")
  func fewNumbers() {
    let (_, foreign) = Self.merge([16_777_216, 0, 16_777_216], pieces: 1, "it") {
      division throws(Interruption) in
      try ShardedExecution?.some(division).each(
        "it", of: 1, workers: 1, empty: { _ in 0 }, {}
      ) { (_: inout Void, _) throws(Interruption) in 0 }
    }
    expectEqual(foreign.map(\.problem), [ArchiveError(kind: .impossible(0))])
  }

  @Test("a fault that cannot occur is rejected in the partial result of a search")
  func unknownFault() throws {
    let scenario = try Explored.read("ordering")
    let search = Search(scenario, among: scenario.designs, [.one], kinds: [.crash, .networkLoss])
    let designs = Int64(search.candidates.count)
    // Each design loses with fault 99; each piece begins with its number of numbers.
    let faults = [designs] + (0..<designs).flatMap { _ in [1, 99] as [Int64] }
    let batches = [
      ("0 faults", [3, designs, 0, 1, designs]), ("1 fault", [2 * designs + 1] + faults),
    ]
    let part = PartialResult(
      .whole,
      batches.map {
        PartialResult.BatchResult($0.0, pieces: 1, done: RangeSet(0..<1), numbers: $0.1)
      })
    let store = PartialResultStore(.merges(shardCount: 1), [part])
    let found = search.run(workers: 1, in: ShardedExecution(store)) { _, _ in }
    #expect(
      found.interruption == .pendingShards
        && store.foreignBatches(isWorkFinished: true).map(\.batchName) == ["1 fault"])
  }

  @Test(arguments: [Int128(1) << 95, 1 << 62, 5_000, 0, -1])
  func `impossible sums of squares are rejected`(squares: Int128) throws {
    // Five of 59 charges of 50 users.
    let moments = RatioMoments(
      numerators: 5, denominators: 59, numeratorSquares: 5, products: 7, denominatorSquares: 77)
    for sum in [\RatioMoments.numeratorSquareSum, \.productSum, \.denominatorSquareSum] {
      var forged = moments
      forged[keyPath: sum] = squares
      var (archive, read) = (Self.reading(forged, 1), RatioMoments())
      #expect(throws: ArchiveError.self) { try read.transcode(&archive) }
    }
    var (archive, read) = (Self.reading(moments, 1), RatioMoments())
    try read.transcode(&archive)
    expectEqual(read, moments)
  }

  @Test func `intervals of impossible sums are computed in finite time`() throws {
    for power in stride(from: 0, through: 120, by: 5) {
      let forged = RatioMoments(
        numerators: 3, denominators: 159, numeratorSquares: 3, products: 3,
        denominatorSquares: Int128(1) << Int128(power))
      _ = Proportion(forged)?.interval
    }
    for shape in [1e-300, 1e-27, 1e-10, 1, 1e9, 1e300, .infinity, .nan] where shape > 0 {
      _ = SpecialFunctions.betaTails(0.3, shape, shape)
      _ = SpecialFunctions.gammaTails(0.3, shape: shape)
    }
  }

  /// Partial results with random damage: a number changes to another, everywhere or in one place.
  private static func damaged(_ parts: [PartialResult], _ draws: inout RandomStream)
    -> [PartialResult]
  {
    let values: [Int64] = [
      0, 1, -1, 2, 40, 1 << 20, -(1 << 20), 1 << 31, 1 << 40, 1 << 48, -(1 << 48), 1 << 57, .max,
      .min,
    ]
    func below(_ count: Int) -> Int { Int(draws.bits() % UInt64(count)) }
    var parts = parts
    let part = below(parts.count)
    let batch = below(parts[part].batches.count)
    var numbers = parts[part].batches[batch].numbers
    if numbers.isEmpty { return parts }
    let (place, value) = (below(numbers.count), values[below(values.count)])
    switch below(5) {
    case 0: numbers.remove(at: place)
    case 1: numbers.insert(value, at: place)
    case 2:
      let old = numbers[place]
      for index in numbers.indices where numbers[index] == old { numbers[index] = value }
    default: numbers[place] = value
    }
    parts[part].batches[batch].numbers = numbers
    return parts
  }

  /// Damages the partial results of work many times; each must be rejected or give a result.
  private static func damage(
    _ times: Int, _ work: (ShardedExecution) -> Bool
  ) throws -> (refused: Int, taken: Int) {
    let parts = try Divided.together(shards: 2, work).parts
    var draws = RandomStream(seed: 17)
    var taken = 0
    for _ in 0..<times {
      let store = PartialResultStore(.merges(shardCount: 2), damaged(parts, &draws))
      if work(ShardedExecution(store)), store.foreignBatches(isWorkFinished: true).isEmpty {
        taken += 1
      }
    }
    return (times - taken, taken)
  }

  @Test("damage to partial results of explorations is rejected or harmless")
  func explorations() throws {
    let scenario = try Explored.read("keep")
    let (refused, _) = try Self.damage(600) { division in
      let found = Explorer(scenario.designs[0], .one, in: scenario, kinds: [.crash, .networkLoss])
        .explore(faults: 2, workers: 1, in: division)
      _ = (
        found.placementCount, found.isInformative,
        found.groups.map { found.plannedFaults(of: $0.example) }
      )
      return found.interruption == nil
    }
    #expect(refused > 100)
  }

  @Test("damage to partial results of weighings is rejected or harmless")
  func weighings() throws {
    let scenario = try Explored.read("ordering")
    let (refused, _) = try Self.damage(400) { division in
      let weigher = LossEnumerator(
        scenario.designs[0], in: scenario, cells: 1, kinds: [.crash, .networkLoss], in: division)
      do throws(Interruption) {
        let weighing = try weigher.enumerate(faults: 1)
        let sample = try weigher.sample(faults: 1, users: 9_000)
        _ = (sample.agrees(with: weighing, among: 3), weighing.total.rate)
        return true
      } catch { return false }
    }
    #expect(refused > 100)
  }

  @Test("damage to partial results of searches is rejected or harmless")
  func searches() throws {
    var scenario = try Explored.read("ordering")
    scenario.userCount = 300
    var search = Search(
      scenario, among: scenario.designs, [.one], kinds: [.crash, .networkLoss, .spuriousCancel])
    (search.maxFaults, search.fallbackDesignCount) = (1, 3)
    let (refused, _) = try Self.damage(300) { division in
      search.run(workers: 1, in: division) { _, _ in }.interruption == nil
    }
    #expect(refused > 50)
  }

  @Test("damage to partial results of runs and of sweep points is rejected or harmless")
  func runs() throws {
    let scenario = try Explored.read("ordering")
    let plain = {
      var plain = scenario
      (plain.userCount, plain.sampling) = (600, .plain)
      return plain
    }()
    let (refused, _) = try Self.damage(500) { division in
      let found = Runner(plain, in: division).run(workers: 1)
      if found.interruption != nil { return false }
      let findings = RunFindings(found)
      for design in findings.designs {
        _ = (
          design.totalCounters.rate(.lost), design.totalCounters.money.charged,
          design.totalCounters.money.badDebt
        )
      }
      return true
    }
    #expect(refused > 100)
  }

  @Test("damage to partial results of fits is rejected or harmless")
  func fits() throws {
    let text = """
      { "name": "known", "seed": 3, "behavior": { "cancels": 0.5 },
        "faults": [{ "fault": "spuriousCancel", "probability": 0.2, "after": "6s", "resolves": "5m" }],
        "designs": ["keep-1"],
        "fit": { "design": "keep-1",
          "free": [{ "path": "faults[0].probability", "from": 0, "to": 0.3 }] } }
      """
    let scenario = try ScenarioReader.read(Array(text.utf8), file: "known.json")
    let fit = try #require(scenario.fit)
    var observed = scenario
    (observed.seed, observed.userCount) = (99, 2_000)
    let kept: Runner.AccumulationResult<RunAccumulator> = Runner(observed).accumulate(
      workers: 2, progress: nil)
    let funnel = kept.totals.countersByDesign[0].funnel
    let table = FitTable(
      ClientLogEvent.allCases.map { .init(.event($0, day: nil), funnel.count($0)) })
    let find = { (division: ShardedExecution) -> Bool in
      let fitter = Fitter(
        scenario, fit, table, users: 2_000, workers: 1, stop: CancellationToken(), in: division)
      do throws(Interruption) { return try fitter.run() != nil } catch { return false }
    }
    if Nightly.isOn { #expect(try Self.damage(150, find).refused > 20) }
    // Moments of one user have no variance; a batch has the users of the batch and of its counters.
    var part = try Divided.together(shards: 1, find).parts[0]
    expectEqual(part.batches[0].numbers[0], part.batches[0].numbers[2])
    part.batches[0].numbers[2] = 1
    #expect(!find(ShardedExecution(PartialResultStore(.merges(shardCount: 1), [part]))))
  }
}
