import EventEngine
import JSONText
import PurchaseWorld
import Scenarios
import TestSupport
import Testing

/// A design whose every axis is at its default but for what is set.
private func design(_ name: String, _ set: (inout Design) -> Void) -> Design {
  var design = Design(name: name)
  set(&design)
  return design
}

private let zeroLoss10 = design("zero-loss-1.0") {
  $0.records.place = .keychain
  $0.records.at = [.payment, .purchased]
  $0.records.clearOn = [.cancelled, .error]
  $0.binding.item = [.record]
  $0.binding.account = [.record]
  $0.binding.otherAccount = .wait
  $0.retry.delays = [.zero, .zero, .zero]
  $0.retry.ending = .recoveryPage
  $0.ui = .blocking
  $0.repurchase = .resumeOrBlock
}

private let keep1 = design("keep-1") {
  $0.timing = .orderFirst
  $0.payload = .order
  $0.binding.item = [.payload]
  $0.binding.account = [.order]
  $0.binding.unbound = .drop
  $0.retry.delays = [1, 1, 2, 3, 5, 8, 13, 21, 34, 55].map { .seconds($0) }
}

/// The table of section 9, written once more as Swift values.
private let articles: [Design] = [
  design("naive") {
    $0.records.at = .payment
    $0.binding.item = [.record]
    $0.binding.account = [.session]
    $0.binding.unbound = .drop
    $0.finish = .onCallback
    $0.observer = .purchase
  },
  design("zero-loss-legacy") {
    $0.records.at = .payment
    $0.binding.item = [.record]
    $0.binding.account = [.session]
    $0.binding.unbound = .drop
    $0.finish = .onCallback
    $0.retry.resumeOn = []
    $0.ui = .blocking
  },
  zeroLoss10,
  changed(zeroLoss10, "zero-loss-1.1") { $0.records.clearOn = .error },
  changed(zeroLoss10, "zero-loss-1.2") { $0.records.clearOn = [] },
  changed(zeroLoss10, "zero-loss-1.3") {
    $0.records.clearOn = []
    $0.payload = .intent
    $0.records.key = .payload
    $0.records.match = .unanimous
    $0.binding.item = [.record, .payload]
    $0.binding.account = [.record, .payload]
    $0.binding.unbound = .collect
  },
  changed(zeroLoss10, "zero-loss-guest") {
    $0.records.clearOn = []
    $0.guest = .deviceAccount
  },
  design("beiliao") {
    $0.orderRequest = .separate
    $0.records.place = .keychain
    $0.records.at = .purchased
    $0.binding.item = [.product]
    $0.binding.account = [.session]
    $0.onRejection = .finish
    $0.observer = .login
    beiliaoRetry(&$0)
  },
  design("beiliao-coarse") {
    $0.timing = .orderFirst
    $0.records.place = .keychain
    $0.records.at = [.purchasing, .purchased]
    $0.binding.item = [.record]
    $0.binding.account = [.record]
    beiliaoRetry(&$0)
  },
  design("leo") {
    $0.timing = .orderFirst
    $0.payload = .account
    $0.records.place = .keychain
    $0.records.at = [.payment, .purchased]
    $0.binding.item = [.record, .latestOrder]
    $0.binding.account = [.payload, .record, .session]
    $0.binding.recordWindow = .seconds(3600)
    $0.binding.unbound = .collect
    $0.retry.delays = [.seconds(5), .seconds(5), .seconds(5)]
  },
  design("zhangtielei") {
    $0.records.place = .sandbox
    $0.records.at = .purchased
    $0.binding.item = [.product]
    $0.binding.account = [.session]
    $0.retry.delays = [.seconds(30)]
    $0.retry.repeatLast = true
  },
  design("singleton-async") {
    $0.timing = .orderFirst
    $0.records.at = .payment
    $0.records.key = .single
    $0.binding.item = [.record]
    $0.binding.account = [.order]
    $0.binding.unbound = .drop
    $0.finish = .afterSubmission
    $0.queue = .perCallback
    $0.server.verification = .asynchronous
    $0.server.entry = .first
    $0.server.dedupe = .none
  },
  design("bound-sync") {
    $0.timing = .orderFirst
    $0.payload = .order
    $0.records.at = .payment
    $0.binding.item = [.payload]
    $0.binding.account = [.order]
    $0.binding.unbound = .collect
    $0.retry.delays = [.seconds(2), .seconds(2), .seconds(2)]
  },
  design("keep-original") {
    $0.timing = .orderFirst
    $0.payload = .order
    $0.records.place = .sandbox
    $0.records.at = .purchased
    $0.binding.item = [.payload, .record]
    $0.binding.account = [.order]
    $0.binding.unbound = .drop
    $0.finish = .onCallback
    $0.observer = .purchase
    $0.retry.delays = Array(repeating: .zero, count: 10)
  },
  keep1,
  changed(keep1, "keep-2") {
    $0.binding.account = [.order, .session]
    $0.binding.unbound = .submit
    $0.server.lateOrder = true
  },
  changed(keep1, "keep-3") {
    $0.payload = .intent
    $0.binding.account = [.payload, .order, .session]
    $0.binding.unbound = .submit
    $0.server.lateOrder = true
    $0.server.notifications = true
  },
  design("ledger-before") {
    $0.binding.item = [.product]
    $0.binding.account = [.session]
    $0.binding.unbound = .drop
    $0.finish = .onCallback
    $0.observer = .purchase
  },
  design("ledger") {
    $0.records.place = .sandbox
    $0.records.at = .purchased
    $0.binding.item = [.product]
    $0.binding.account = [.record, .session]
    $0.ledger = true
    $0.retry.delays = [.seconds(5), .seconds(5), .seconds(5)]
    $0.server.entry = .all
  },
]

private func beiliaoRetry(_ design: inout Design) {
  design.retry.delays = [10, 20, 30, 40, 50, 60].map { .seconds($0) }
  design.retry.repeatLast = true
  design.retry.resumeOn = [.launch, .foreground, .network]
}

private func changed(_ design: Design, _ name: String, _ change: (inout Design) -> Void) -> Design {
  var design = design
  design.name = name
  change(&design)
  return design
}

private let table = articles + storeDesigns

@Suite struct BuiltInDesignTests {
  @Test func `there are thirty-three designs in the order of the table`() {
    expectEqual(BuiltInDesign.all.map(\.design.name), table.map(\.name))
    expectEqual(BuiltInDesign.all.count, 33)
  }

  @Test(arguments: table) func `an embedded design is what the table says`(row: Design) throws {
    let design = try #require(BuiltInDesign.named(row.name)).design
    expectEqual(design, row)
  }

  @Test(arguments: BuiltInDesign.all) func `a design is described in one sentence with sources`(
    builtIn: BuiltInDesign
  ) {
    #expect(builtIn.title.hasSuffix(".") && builtIn.title.utf8.count <= 100)
    #expect(!builtIn.sources.isEmpty)
  }

  @Test(arguments: BuiltInDesign.all) func `a design that is written out reads back the same`(
    builtIn: BuiltInDesign
  ) throws {
    var written = builtIn
    written.design.name = "copy"
    let text = #"{ "name": "s", "designs": [\#(written.output.text)] }"#
    expectEqual(problems(text), [])
    expectEqual(scenario(text)?.designs, [written.design])
  }

  @Test func `a design is written with every default spelled out`() throws {
    let naive = try #require(BuiltInDesign.named("naive"))
    expectEqual(
      naive.output.text,
      """
      {
        "name": "naive",
        "title": "The common first attempt: a record in memory, finished at the callback.",
        "from": ["common"],
        "store": "storeKit1",
        "timing": "purchaseFirst",
        "orderRequest": "merged",
        "payload": "none",
        "records": {
          "in": "memory",
          "at": ["payment"],
          "key": "product",
          "match": "latest",
          "clearOn": []
        },
        "binding": {
          "item": ["record"],
          "account": ["session"],
          "recordWindow": null,
          "otherAccount": "deliver",
          "unbound": "drop"
        },
        "finish": "onCallback",
        "onRejection": "keep",
        "onFailed": "finish",
        "onDeferred": "end",
        "observer": "purchase",
        "ledger": false,
        "queue": "perTransaction",
        "retry": {
          "delays": [],
          "jitter": "none",
          "repeatLast": false,
          "budget": null,
          "afterRefusal": "retry",
          "timeout": "15s",
          "resumeOn": ["launch"],
          "then": "wait"
        },
        "ui": "nonBlocking",
        "repurchase": "allow",
        "recognisesExpiry": true,
        "guest": "requireLogin",
        "server": {
          "verification": "synchronous",
          "attempts": 1,
          "attemptInterval": "1m",
          "onCheckError": "error",
          "entry": "matching",
          "checksProduct": true,
          "dedupe": "transaction",
          "lateOrder": false,
          "notifications": false,
          "reconciliation": null
        }
      }

      """)
  }
}
