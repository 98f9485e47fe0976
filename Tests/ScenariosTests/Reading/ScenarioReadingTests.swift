import EventEngine
import JSONText
import Scenarios
import TestSupport
import Testing

@testable import PurchaseWorld

/// The values that a valid file is read to.
@Suite struct ScenarioReadingTests {
  @Test func `every key except name and designs has a default`() throws {
    let read = try #require(scenario(#"{ "name": "first", "designs": ["keep-1", "naive"] }"#))
    expectEqual(read.name, "first")
    expectEqual(read.title, "")
    expectEqual(read.seed, 1)
    expectEqual(read.userCount, 100_000)
    expectEqual(read.population.purchasesPerUser, 1)
    expectEqual(read.population.faults, [])
    #expect(read.population.script == nil)
    #expect(!read.isCase)
    expectEqual(read.designs, ["keep-1", "naive"].compactMap { BuiltInDesign.named($0)?.design })
    expectEqual(read.expectations, [])
    let catalog = Catalog(
      products: [.init(name: "product", type: .consumable, price: 600, items: [0])],
      items: [.init(name: "item", product: 0)])
    expectEqual(read.population.conditions, Conditions(catalog: catalog))
  }

  @Test func `every member of a scenario is read`() throws {
    let read = try #require(
      scenario(
        """
        { "$schema": "schema.json", "format": 1, "name": "keep", "title": "Two rounds",
          "seed": 9223372036854775807, "users": 1e6, "purchasesPerUser": 3, "horizon": "1.5h",
          "catalog": [
            { "product": "tier.500", "type": "nonRenewing", "price": 50000, "items": ["a", "b"] },
            { "product": "coins.60" } ],
          "device": { "launch": "2s" },
          "store": { "processing": { "uniform": { "from": "1s", "to": "3s" } }, "callback": "1ms",
            "repurchaseReplays": 0.25, "redeliversOnForeground": true, "survivesNewDevice": false,
            "usesLink": true },
          "backend": { "order": "1us", "verify": { "exponential": { "mean": "1s" } },
            "storeCheck": { "weibull": { "scale": "3.4s", "shape": 0.3 } } },
          "behavior": { "browse": { "empirical": { "points": [["1s", 0.5], ["2s", 0]] } },
            "between": "5m", "sheet": { "lognormal": { "median": "9s", "sigma": 0.7 } },
            "cancels": 0.1, "reconsiders": 0.2, "patience": "31s", "reopens": "2m",
            "login": "11s", "dwell": "3m", "waits": "20s", "gap": "1d", "neverReturns": 0.01, "evicted": 0.4,
            "accounts": 3, "guests": 0.05, "guestLogin": "1h", "notices": "4m",
            "reacts": { "retap": 0.25, "support": 0.5 }, "reactions": 0,
            "usesRecoveryPage": 0.6, "supportResolves": 0.9 },
          "outages": [ { "of": "storeCheck", "from": "30m", "lasts": "20m" } ],
          "designs": ["naive"] }
        """))
    expectEqual(read.title, "Two rounds")
    expectEqual(read.seed, UInt64(Int.max))
    expectEqual(read.userCount, 1_000_000)
    expectEqual(read.population.purchasesPerUser, 3)
    let conditions = read.population.conditions
    expectEqual(conditions.horizon, .seconds(5400))
    expectEqual(
      conditions.catalog,
      Catalog(
        products: [
          .init(name: "tier.500", type: .nonRenewing, price: 50000, items: [0, 1]),
          .init(name: "coins.60", type: .consumable, price: 600, items: [2]),
        ],
        items: [
          .init(name: "a", product: 0), .init(name: "b", product: 0),
          .init(name: "coins.60", product: 1),
        ]))
    expectEqual(conditions.device.launch, .constant(.seconds(2)))
    var store = StoreConditions()
    store.processing = .uniform(from: .seconds(1), to: .seconds(3))
    store.callback = .constant(.milliseconds(1))
    store.repurchaseReplayProbability = Probability(0.25)
    store.redeliversOnForeground = true
    store.unfinishedSurviveNewDevice = false
    store.confirmationNeedsNetwork = true
    expectEqual(conditions.store, store)
    expectEqual(conditions.backend.order, .constant(Delay(microseconds: 1)))
    expectEqual(conditions.backend.verify, .exponential(mean: .seconds(1)))
    expectEqual(conditions.backend.storeCheck, .weibull(scale: .milliseconds(3400), shape: 0.3))
    var behavior = Behavior()
    behavior.browse = .empirical(
      EmpiricalSurvival(points: [
        .init(time: .seconds(1), share: 0.5), .init(time: .seconds(2), share: 0),
      ]))
    behavior.between = .constant(.seconds(300))
    behavior.sheet = .lognormal(median: .seconds(9), sigma: 0.7)
    behavior.cancelProbability = Probability(0.1)
    behavior.retapProbability = Probability(0.2)
    behavior.patience = .constant(.seconds(31))
    behavior.reopeningDelay = .constant(.seconds(120))
    behavior.login = .constant(.seconds(11))
    behavior.dwell = .constant(.seconds(180))
    behavior.deliveryWait = .constant(.seconds(20))
    behavior.visitInterval = .constant(.seconds(86_400))
    behavior.neverReturningShare = Probability(0.01)
    behavior.evictionProbability = Probability(0.4)
    behavior.accountCount = 3
    behavior.guestShare = Probability(0.05)
    behavior.guestLogin = .constant(.seconds(3600))
    behavior.noticeDelay = .constant(.seconds(240))
    behavior.reactions.shares = [0.25, 0.25, 0, 0, 0.5]
    behavior.maxReactions = 0
    behavior.recoveryPageProbability = Probability(0.6)
    behavior.supportResolutionProbability = Probability(0.9)
    expectEqual(conditions.behavior, behavior)
    expectEqual(
      conditions.outages,
      [Outage(of: .storeCheck, from: Instant(microseconds: 1_800_000_000), lasts: .seconds(1200))])
  }

  @Test(
    arguments: [
      ("250us", 250), ("250ms", 250_000), ("1.5s", 1_500_000), ("10m", 600_000_000),
      ("3h", 10_800_000_000), ("14d", 1_209_600_000_000), ("0.0000004s", 0), ("0.0000006s", 1),
      ("36525d", 3_155_760_000_000_000), ("1.1s", 1_100_000), ("007s", 7_000_000),
    ] as [(String, Int64)])
  func `a duration is rounded to whole microseconds`(text: String, microseconds: Int64) {
    let read = scenario(
      #"{ "name": "s", "designs": ["naive"], "device": { "launch": "\#(text)" } }"#)
    expectEqual(
      read?.population.conditions.device.launch, .constant(Delay(microseconds: microseconds)))
  }

  @Test func `faults take the defaults of their kind and of the users`() throws {
    let read = try #require(
      scenario(
        """
        { "name": "s", "designs": ["naive"], "behavior": { "reopens": "7m" },
          "faults": [
            { "fault": "crash", "probability": 0.001 },
            { "fault": "doubleTap", "probability": 1 },
            { "fault": "doubleTap", "probability": 1, "after": "1s" },
            { "fault": "doubleTap", "probability": 1, "after": "1s", "gap": "3s", "pays": 0.5 },
            { "fault": "weakNetwork", "probability": 0, "at": { "step": 12 }, "slowdown": 2.5,
              "lasts": "1h" },
            { "fault": "replyLoss", "probability": 0, "of": "any", "at": "delivery" },
            { "fault": "spuriousFailure", "probability": 0.00525, "after": "6s", "kills": 1,
              "completes": 0.5, "dropsPayload": 0, "resolves": "1m", "reopens": "3m" } ] }
        """))
    let faults = read.population.faults
    var defaults = FaultParameters(reopens: .constant(.seconds(420)))
    expectEqual(
      faults[0],
      FaultDeclaration(
        kind: .crash, probability: Probability(0.001), at: .charge, after: .constant(.zero),
        parameters: defaults))
    expectEqual(faults[1].anchor, .tap)
    expectEqual(faults[1].parameters.gap, .constant(.milliseconds(200)))
    expectEqual(faults[2].parameters.gap, .constant(.zero))
    expectEqual(faults[2].after, .constant(.seconds(1)))
    expectEqual(faults[3].parameters.gap, .constant(.seconds(3)))
    expectEqual(faults[3].parameters.pays, Probability(0.5))
    expectEqual(faults[4].anchor, .step(12))
    expectEqual(faults[4].parameters.slowdown, 2500)
    expectEqual(faults[4].parameters.lasts, .constant(.seconds(3600)))
    expectEqual(faults[5].parameters.lostReplies, .any)
    expectEqual(faults[5].anchor, .delivery)
    defaults.kills = .always
    defaults.completes = Probability(0.5)
    defaults.payloadDropProbability = .never
    defaults.resolutionDelay = .constant(.seconds(60))
    defaults.reopeningDelay = .constant(.seconds(180))
    expectEqual(faults[6].parameters, defaults)
  }

  @Test func `every kind of fault is described once and reads with its parameters alone`() {
    expectEqual(FaultCatalog.all.map(\.kind), FaultKind.allCases)
    for description in FaultCatalog.all {
      let defaults = description.defaults(Behavior())
      let parameters = description.parameters.compactMap { field in
        field.value(in: defaults).map { #", "\#(field.name)": \#($0.line)"# }
      }
      let fault =
        #"{ "fault": "\#(description.kind.rawValue)", "probability": 0\#(parameters.joined()) }"#
      let text =
        #"{ "name": "s", "designs": ["naive", "sk2-naive", "play-naive"], "faults": [\#(fault)] }"#
      expectEqual(problems(text), [])
      expectEqual(scenario(text)?.population.faults.first?.parameters, defaults)
      expectEqual(scenario(text)?.population.faults.first?.anchor, description.anchor)
    }
  }

  @Test func `expectations keep their position, and deadlines are collected in order`() throws {
    let read = try #require(
      scenario(
        """
        { "name": "s", "designs": ["naive", "keep-1"],
          "catalog": [{ "product": "p" }, { "product": "q" }],
          "expect": [
            { "design": "naive", "metric": "lostRate", "min": 0.1, "max": 0.2 },
            { "metric": "lostRate", "of": "keep-1", "below": "naive" },
            { "metric": "deliveryP95", "of": "keep-1", "below": "naive", "by": "2m" },
            { "metric": "ticketRate", "of": "keep-1", "below": "naive", "factor": 1000 },
            { "design": "keep-1", "metric": "failedRetryRate", "retry": 10, "max": 0.1 },
            { "design": "naive", "within": "1h", "max": 0.1, "product": "q" },
            { "design": "naive", "metric": "lateRate", "within": "5m", "min": 0.1 },
            { "design": "naive", "within": "1h", "max": 0.1 },
            { "design": "keep-1", "metric": "lostRevenue", "max": 100 } ] }
        """))
    expectEqual(
      read.expectations.map(\.claim),
      [
        .range(.lostRate, design: "naive", min: 0.1, max: 0.2),
        .below(.lostRate, of: "keep-1", below: "naive", by: .difference(0)),
        .below(.deliveryP95, of: "keep-1", below: "naive", by: .difference(120)),
        .below(.share(.ticket), of: "keep-1", below: "naive", by: .factor(1000)),
        .range(.failedRetryRate(retry: 10), design: "keep-1", min: nil, max: 0.1),
        .range(.lateRate(within: .seconds(3600)), design: "naive", min: nil, max: 0.1),
        .range(.lateRate(within: .seconds(300)), design: "naive", min: 0.1, max: nil),
        .range(.lateRate(within: .seconds(3600)), design: "naive", min: nil, max: 0.1),
        .range(.lostRevenue, design: "keep-1", min: nil, max: 100),
      ])
    expectEqual(read.population.conditions.deadlines, [.seconds(300), .seconds(3600)])
    expectEqual(read.expectations.map(\.productIndex), [nil, nil, nil, nil, nil, 1, nil, nil, nil])
    expectEqual(read.expectations[1].path, "expect[1]")
    expectEqual(read.expectations[1].line, 5)
    expectEqual(read.expectations[1].column, 5)
  }

  @Test func `the number of users is limited so that their money can be counted`() throws {
    let read = try #require(
      scenario(
        #"{ "name": "s", "designs": ["naive"], "users": 10, "purchasesPerUser": 10, "#
          + #""catalog": [{ "product": "p", "price": 100000000 }] }"#))
    expectEqual(read.maxUsersForMoney, 92_233_720)
  }

  @Test func `a user who could be charged more often than a receipt lists is rejected`() throws {
    let members = { (reactions: Int, doubleTaps: Int) in
      let taps = Array(repeating: #"{ "fault": "doubleTap", "probability": 1 }"#, count: doubleTaps)
      return #""purchasesPerUser": 8, "behavior": { "reacts": { "retap": 1 }, "reactions": "#
        + "\(reactions) }, " + #""faults": [\#(taps.joined(separator: ", "))]"#
    }
    expectEqual(problems(with: members(10, 5)), [], "8 × (1 + 10 + 5) is 128")
    expectOnly(
      problems(with: members(10, 6)),
      "s.json:1:1: one user could be charged 136 times, including retaps, double taps"
        + " and interruptions; expected at most 128 charges per user")
  }

  @Test func `a case with more taps than a receipt lists is rejected`() {
    let taps = { (count: Int) in
      (1...count).map { #"{ "tap": \#($0), "time": "\#($0)m" }"# }.joined(separator: ", ")
    }
    expectEqual(problems(withPlan: taps(128)), [])
    expectOnly(
      problems(withPlan: taps(129)),
      "s.json:1:1: one user could be charged 129 times, including retaps, double taps"
        + " and interruptions; expected at most 128 charges per user")
  }

  @Test func `a user with more than a million visits is rejected`() {
    expectOnly(
      problems(with: #""horizon": "36525d", "behavior": { "gap": "1s" }"#),
      "s.json:1:1: a user would visit the app about 3155760000 times before the horizon;"
        + " expected at most 1000000 visits; use a shorter 'horizon' or a longer 'behavior.gap'")
  }
}
