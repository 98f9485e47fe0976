import EventEngine
import PurchaseWorld
import Scenarios
import TestSupport
import Testing

@testable import DesignSearch
@testable import ExhaustiveSearch
@testable import Experiments

@Suite("Search") struct SearchTests {
  private static func scenario(_ users: Int = 300) throws -> Scenario {
    var scenario = try Explored.read("field")
    scenario.population.conditions.horizon = .seconds(8 * 86_400)
    scenario.userCount = users
    return scenario
  }

  private static func designs(_ names: String...) throws -> [Design] {
    try names.map { try Explored.design($0) }
  }

  private static func search(
    _ designs: [Design], _ kinds: [FaultKind], _ journeys: [Journey] = [.one], faults: Int = 1,
    keep: Int = 20
  ) throws -> Search {
    var search = Search(try scenario(), among: designs, journeys, kinds: kinds)
    search.maxFaults = faults
    search.fallbackDesignCount = keep
    return search
  }

  private static func screen(_ search: Search, workers: Int = 1) -> FaultScreen {
    FaultScreen(search, workers: workers, stop: CancellationToken()) { _, _ in }
  }

  @Test("A fault that a design's store cannot have does not shift other faults (S9, K12, G12)")
  func unknownFaults() throws {
    for names in [("sk2-naive", "sk2-token"), ("play-naive", "play-server-ack")] {
      let designs = try Self.designs(names.0, names.1)
      let all = Self.screen(try Self.search(designs, FaultKind.allCases, faults: 2))
      let known = Self.screen(
        try Self.search(
          designs, FaultKind.allCases.filter { $0.applies(to: designs[0]) }, faults: 2))
      #expect(!known.losingFaults(of: 0).isEmpty)
      expectEqual(all.faultsLosingAlways, known.faultsLosingAlways)
      for candidate in [0, 1] {
        expectEqual(all.losingFaults(of: candidate), known.losingFaults(of: candidate))
      }
      #expect(
        all.candidateCountsByLosingFaultCount == known.candidateCountsByLosingFaultCount
          && all.survivors == known.survivors)
    }
  }

  @Test("The single faults that lose an order are the same as in a full exploration")
  func singleFaults() throws {
    let scenario = try Self.scenario()
    var losing = 0
    for name in ["naive", "zero-loss-1.2", "keep-2", "keep-3", "ledger"] {
      for journey in [Journey.one, .cancelled] {
        let explorer = Explorer(
          try Explored.design(name), journey, in: scenario, kinds: FaultKind.allCases)
        let found = try explorer.exploreSingleFaults()
        #expect(try found.lossesWithoutFaults == explorer.lossesWithoutFaults())
        // Choice by choice, so that the example of a group does not hide another.
        for (index, choice) in explorer.exploredFaults.enumerated() where index % 5 == 0 {
          let deterministic = scenario.deterministicCase(journey.script(in: scenario)).population
          let alone = Explorer(
            try Explored.design(name), of: deterministic.user(0, seed: scenario.seed),
            deterministic.conditions, [choice]
          ).explore(faults: 1, prunes: false)
          expectEqual(alone.lossesWithoutFaults, found.lossesWithoutFaults)
          #expect(
            alone.groups.isEmpty != found.losingFaults.contains(index), "\(name) \(choice.fault)")
          if !alone.groups.isEmpty { losing += 1 }
        }
      }
    }
    #expect(losing > 10)
  }

  @Test("The check for losses with up to two faults agrees with a full exploration")
  func losesNothing() throws {
    var answers: Set<Bool> = []
    for (name, kinds) in [
      ("zero-loss-1.2", [FaultKind.spuriousCancel, .spuriousFailure]),
      ("zero-loss-1.0", [.spuriousCancel]), ("keep-2", [.payloadLoss, .refund]),
      ("keep-3", [.missedCallback, .staleReceipt]), ("naive", [.payloadLoss]),
      ("keep-1", [.crash, .missedCallback]),
    ] {
      let explorer = Explorer(
        try Explored.design(name), .one, in: try Self.scenario(), kinds: kinds)
      for faults in 0...2 {
        let full = explorer.explore(faults: faults).losesNothing
        #expect(try explorer.losesNothing(faults: faults) == full, "\(name) \(faults)")
        answers.insert(full)
      }
    }
    expectEqual(answers, [true, false])
  }

  @Test("The expected designs of the articles survive, and the simplest survivor is named")
  func survivors() throws {
    let designs = try Self.designs(
      "keep-1", "keep-2", "keep-3", "zero-loss-1.0", "zero-loss-1.1", "zero-loss-1.2")
    let search = try Self.search(designs, [.payloadLoss, .crash, .spuriousCancel])
    let screen = Self.screen(search)
    expectEqual(screen.candidateCountsByLosingFaultCount, [0, 2])
    expectEqual(
      screen.survivors.map { designs[$0].name },
      ["keep-2", "keep-3", "zero-loss-1.1", "zero-loss-1.2"])
    expectEqual(screen.faultsLosingAlways, [])
    for (index, design) in designs.enumerated() {
      let full = Explorer(design, .one, in: search.scenario, kinds: search.kinds).explore(faults: 1)
      expectEqual(full.losesNothing, screen.survivors.contains(index))
    }
    let found = search.run(workers: 1) { _, _ in }
    expectEqual(found.rounds, [.init(designCount: 4, users: 300, seed: search.scenario.seed)])
    let fewest = found.points.filter { !$0.losesMore }.map(\.axes.count).min()
    expectEqual(found.points[try #require(found.simplest)].axes.count, fewest)
    #expect(found.points.allSatisfy { $0.losingFaults.isEmpty })
  }

  @Test("A fault is inevitable if every candidate loses to it, and not if one survives it")
  func inevitableFaults() throws {
    let losingUsers = try Self.designs("keep-1", "keep-original")
    let both = Self.screen(
      try Self.search(losingUsers, [.payloadLoss, .backendOutage], [.one, .two]))
    let lost = Set(both.faultsLosingAlways.filter { $0.journeys == [.one, .two] }.map(\.fault))
    #expect(lost.contains(.payloadLoss(from: .callback)))
    #expect(both.faultsLosingAlways.contains { $0.intent == 1 && $0.journeys == [.two] })
    // Ten tries in a second and ten in two and a half minutes are outlasted by different times.
    let longer = both.faultsLosingAlways.filter(\.outlastsRetries)
    #expect(longer.allSatisfy { $0.fault.kind == .backendOutage })
    let three = Self.screen(
      try Self.search(
        losingUsers + Self.designs("keep-2"), [.payloadLoss, .backendOutage], [.one, .two]))
    #expect(!three.faultsLosingAlways.contains { $0.fault == .payloadLoss(from: .callback) })
    #expect(three.faultsLosingAlways.contains { $0.fault.kind == .backendOutage })
    expectEqual(three.survivors, [2])
  }

  @Test("Inevitable faults are excluded from the exploration with two faults")
  func prunedBranches() throws {
    let one = try Self.designs("keep-1")
    let search = try Self.search(one, [.payloadLoss, .refund], faults: 2)
    let screen = Self.screen(search)
    expectEqual(screen.faultsLosingAlways.map(\.fault.kind), [.payloadLoss])
    #expect(screen.survivors == [0] && screen.candidateCountsByLosingFaultCount == [0, 0, 0])
  }

  @Test("If no design survives, the designs that lose to the fewest faults are kept")
  func nearest() throws {
    // The first loses to both interruptions, the second and the third to the one with an error.
    let designs = try Self.designs("zero-loss-1.0", "zero-loss-1.1", "keep-1", "naive")
    let kinds = [FaultKind.spuriousCancel, .spuriousFailure, .payloadLoss]
    let search = try Self.search(designs, kinds, keep: 2)
    let screen = Self.screen(search)
    #expect(screen.survivors.isEmpty)
    let values = designs.indices.map { index in
      screen.losingFaults(of: index).reduce(0) { $0 + $1.journeys.count }
    }
    let order = designs.indices.sorted { (values[$0], $0) < (values[$1], $1) }
    #expect(try screen.candidatesToSample(atMost: 2) == order.prefix(2).sorted())
    #expect(
      try Self.screen(search, workers: 2).candidatesToSample(atMost: 3) == order.prefix(3).sorted())
    #expect(Set(values).count > 2)
    let found = search.run(workers: 1) { _, _ in }
    #expect(found.rounds.map(\.designCount) == [2] && found.survivorCount == 0)
    #expect(found.points.allSatisfy { !$0.losingFaults.isEmpty })
  }

  @Test("A design that loses without a fault is not explored further and decides about no fault")
  func faultFree() throws {
    var product = Design(name: "product")
    product.binding.itemSources = [.product]
    product.binding.accountSources = [.session]
    let designs = [product] + (try Self.designs("keep-1"))
    let screen = Self.screen(try Self.search(designs, [.payloadLoss]))
    expectEqual(screen.candidateCountsByLosingFaultCount, [1, 0])
    expectEqual(screen.faultsLosingAlways.map(\.fault.kind), [.payloadLoss])
    let none = Self.screen(try Self.search([product], [.payloadLoss], faults: 2))
    expectEqual(none.candidateCountsByLosingFaultCount, [1, 0, 0])
    #expect(try none.candidatesToSample(atMost: 1) == [0])
  }

  @Test("No design survives by guessing the item: the journeys do not buy the first item")
  func guessing() throws {
    let scenario = try Self.scenario()
    var guesses = Design(name: "guesses")
    guesses.payload = .intent
    guesses.binding.itemSources = [.payload]
    guesses.binding.accountSources = [.session]
    guesses.binding.unbound = .submit
    guesses.backend.allowsLateOrder = true
    let explorer = Explorer(guesses, .one, in: scenario, kinds: [.payloadLoss])
    #expect(try !explorer.losesNothing(faults: 1))
    let designs = [guesses] + (try Self.designs("keep-2"))
    expectEqual(Self.screen(try Self.search(designs, [.payloadLoss])).survivors, [1])
  }

  @Test("A first round with other users screens many designs, and the second uses the scenario's")
  func rounds() throws {
    let all = DesignSpace.designs(of: .storeKit1)
    let designs = stride(from: 30_000, to: 30_000 + 211 * 50, by: 50).map { all[$0] }
    let scenario = try Self.scenario(250)
    var sampling = SearchSampling(scenario, workers: 2, stop: CancellationToken()) { _, _ in }
    let points = try sampling.estimates(of: designs)
    expectEqual(sampling.rounds.map(\.seed), [scenario.seed + 1, scenario.seed])
    expectEqual(sampling.rounds.map(\.users), [25, 250])
    #expect(sampling.rounds[0].designCount == 211 && sampling.rounds[1].designCount == points.count)
    #expect((1...SearchSampling.maxDesignsWithAllUsers).contains(points.count))
    // Batches change nothing.
    var whole = scenario
    whole.sampling = .plain
    whole.expectations = []
    whole.designs = points.map(\.design)
    let results = Runner(whole).run(workers: 1)
    for (index, point) in points.enumerated() {
      let counters = results.designCounters(index).all
      expectEqual(point.estimates, ShareMetric.criteria.map { counters.rate($0) })
    }
  }

  @Test("Fault kinds are those that a scenario declares, outages included, or all if it has none")
  func kinds() throws {
    let outage = try Explored.read("outage")
    #expect(Search.declaredKinds(of: outage).contains(.backendOutage))
    var bare = outage
    bare.population.faults = []
    expectEqual(Search.declaredKinds(of: bare), [.backendOutage])
    bare.population.conditions.outages = []
    expectEqual(Search.declaredKinds(of: bare), FaultCatalog.all.map(\.kind))
  }

  @Test("Any number of workers finds the same designs")
  func workers() throws {
    let all = DesignSpace.designs(of: .storeKit1)
    let designs = stride(from: 0, to: all.count, by: 1_500).map { all[$0] }
    let search = try Self.search(designs, [.payloadLoss, .missedCallback])
    let (one, many) = (Self.screen(search), Self.screen(search, workers: 3))
    #expect(
      one.candidateCountsByLosingFaultCount == many.candidateCountsByLosingFaultCount
        && one.survivors == many.survivors)
    expectEqual(one.faultsLosingAlways, many.faultsLosingAlways)
    let found = try Threads.each(of: 100, workers: 3, {}) { _, number throws(Interruption) in
      number * 2
    }
    expectEqual(found, (0..<100).map { $0 * 2 })
  }

  @Test("A design with an additional axis that has no effect has the same results")
  func doubles() throws {
    let scenario = try Self.scenario()
    var intent = Design(name: "intent")
    intent.payload = .intent
    intent.binding.itemSources = [.payload]
    intent.binding.accountSources = [.session]
    var order = intent
    order.timing = .orderFirst
    order.payload = .order
    let changes: [(Design, (inout Design) -> Void)] = [
      (order, { $0.orderRequest = .separate }), (intent, { $0.records.place = .keychain }),
      (intent, { $0.records.key = .single }), (intent, { $0.records.clearOn = [.cancelled] }),
      (intent, { $0.binding.itemSources = [.payload, .record] }),
      (
        order,
        {
          $0.records.at = .payment
          $0.records.place = .keychain
        }
      ), (intent, { $0.backend.allowsLateOrder = true }), (intent, { $0.retry.resumeOn = [] }),
      (intent, { $0.repurchase = .resume }), (intent, { $0.backend.dedupe = .order }),
    ]
    for (design, change) in changes {
      var double = design
      change(&double)
      var compared = scenario
      compared.userCount = 3_000
      compared.sampling = .plain
      compared.expectations = []
      if double.backend.dedupe == .order {
        // Without orders it is as good as none.
        var base = design
        base.backend.dedupe = .none
        compared.designs = [base, double]
      } else {
        compared.designs = [design, double]
      }
      let countersByDesign = Runner(compared).run(workers: 1).totals[0].countersByDesign
      let (first, second) = (countersByDesign[0].all, countersByDesign[1].all)
      expectEqual(first, second, "\(double)")
    }
  }
}
