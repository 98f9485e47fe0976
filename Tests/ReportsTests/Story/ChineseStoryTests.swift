import EventEngine
import Foundation
import PurchaseWorld
import Scenarios
import TestSupport
import Testing

@testable import Reports

/// Stories in Chinese contain English only in names.
@Suite("Annotated trace in Chinese") struct ChineseStoryTests {
  /// English words that Chinese text contains unchanged.
  static let names: Set<String> = {
    var names: Set = [
      "App", "observer", "loading", "purchasing", "purchased", "failed", "deferred", "A", "B",
      "busy", "delivered", "recovered", "rescued", "lost", "refunded", "finish",
    ]
    names.formUnion(DropPoint.allCases.map(\.rawValue) + LossKind.allCases.map(\.rawValue))
    names.formUnion(FaultKind.allCases.map(\.rawValue) + FailureCode.allCases.map(\.rawValue))
    names.formUnion(PayloadLossStart.allCases.map(\.rawValue) + Route.allCases.map(\.rawValue))
    names.formUnion(["verify", "createOrder", "records", "any", "query"])
    names.formUnion(Self.replies.map { String("\($0)".prefix { $0 != "(" }) })
    return names
  }()

  static let replies: [BackendAnswer] = [
    .order(0), .notForSale, .unauthorised, .accepted, .delivered, .duplicate, .rejected, .list,
    .error,
  ]

  /// The words of a text that are neither Chinese nor names, transactions, rules or times.
  static func foreign(in text: String, _ known: Set<String> = []) -> [String] {
    text.replacing(/\b([TSDBCPKG][0-9]+|[0-9]+(s|m|h|d|ms|us))\b/, with: "")
      .matches(of: /[A-Za-z][A-Za-z0-9_.\-]*/).map { String($0.0) }
      .filter { !names.contains($0) && !known.contains($0) }
  }

  /// The texts for a user who buys an item called 甲.
  static func words(_ language: Language) throws -> TraceText {
    let scenario = try Fixture.scenario(
      #"{ "name": "x", "designs": ["naive"], "catalog": [{ "product": "p", "items": ["甲"] }] }"#)
    var user = VirtualUser(number: 0, draws: KeyedDraws(seed: 1, user: 0))
    scenario.population.draw(0, seed: 1, into: &user)
    return TraceText(
      language: language, catalog: scenario.population.conditions.catalog,
      plannedIntents: user.intents, faults: [(.refund, language.words(.refund, []))], charges: [],
      store: .storeKit1, lines: ["123"])
  }

  /// Every trace event, with every reply and every request.
  static let moments = plain + lost + asked

  private static let plain: [Trace.Occurrence] =
    [
      .skipped(12), .clientPrinted(line: 0), .clientStored(line: 0), .tapped(intent: 0), .left,
      .lostPatience, .noticed(intent: 0), .retriedByHand(intent: 0), .wroteToSupport(intent: 0),
      .loggedIn, .accountSwitched(account: 1), .reinstalled, .launched, .updated, .ready,
      .cameToFront, .evicted, .died, .attached, .spinnerOpened, .spinnerClosed, .tapIgnored,
      .tapRefused, .deliveryResumed, .noOrder, .recordWritten(intent: 0), .recordSent(intent: 0),
      .wipeSent(intent: 0), .unbound(transaction: 0), .waitsForAccount(transaction: 0),
      .waitsForGuest(transaction: 0), .movedFromDevice(account: 0), .loginAsked,
      .triesUsedUp(transaction: 0), .rejected(transaction: 0), .finished(transaction: 0),
      .sheetShown(transaction: 0), .confirmed(transaction: 0), .cancelled(transaction: 0),
      .blocked(transaction: 1, by: 0), .deferred(transaction: 0),
      .interrupted(transaction: 0, .error), .completedInStore(transaction: 1),
      .charged(transaction: 0), .refunded(transaction: 0),
      .notified(transaction: 0, answered: true), .notified(transaction: 0, answered: false),
      .purchasingCalledBack(transaction: 0), .failedCalledBack(transaction: 0, .cancelled),
      .failedCalledBack(transaction: 0, .error), .deferredCalledBack(transaction: 0),
      .purchasedCalledBack(transaction: 0), .callbackMissed(transaction: 0),
      .recordChangeLost(intent: 0), .linkUp, .orderCreated(item: 0),
      .goodsDelivered(transaction: 0, item: 0, account: 0), .deliveredByHand(transaction: 0),
      .goodsRevoked(transaction: 0), .reconciled(fetched: true), .reconciled(fetched: false),
      .recordStored(intent: 0), .recordForgotten(intent: 0), .faultOccurred(planned: 0),
      .answeredWithOwned(transaction: 1, owned: 0), .unverified(transaction: 0),
      .refusedAsOwned(transaction: 0), .notificationMissed(transaction: 0),
      .acknowledged(transaction: 0), .acknowledgedByServer(transaction: 0),
      .consumedByServer(transaction: 0), .consumptionFailed(transaction: 0),
      .lapsed(transaction: 0), .serviceLost, .serviceUp,
    ] + Route.allCases.map { .purchasedCalledBack(transaction: 0, by: $0) }

  private static let lost = DropPoint.allCases.flatMap { point -> [Trace.Occurrence] in
    [.dropped(transaction: 0, point), .recordLost(intent: 0, point)]
  }

  private static let asked: [Trace.Occurrence] =
    [RequestKinds.verify, .createOrder, .records].flatMap { kind in
      [TransactionID?.none, 0].flatMap { transaction -> [Trace.Occurrence] in
        [
          .sent(kind, transaction: transaction), .unreachable(kind, transaction: transaction),
          .messageLost(kind, transaction: transaction),
          .waitsForWorker(kind, transaction: transaction, .seconds(3)),
          .turnedAway(kind, transaction: transaction),
          .answered(kind, .timeout, transaction: transaction),
        ] + replies.map { .answered(kind, $0, transaction: transaction) }
      }
    }

  @Test("every trace event has a Chinese text, and no two events share a text")
  func moments() throws {
    // The list of this test has every case of the simulator's list.
    let text = try PackageFiles.text("Sources/PurchaseWorld/World/Trace.swift")
    let list = try #require(text.firstMatch(of: /enum Occurrence: (?s:.*?)\n  }\n/)).0
    let lines = list.matches(of: /\n    case ([a-zA-Z, ]+)/)
    let cases = Set(lines.flatMap { $0.1.components(separatedBy: ", ") })
    let name = { (moment: Trace.Occurrence) in String("\(moment)".prefix { $0 != "(" }) }
    #expect(cases.count > 55)
    expectEqual(Set(Self.moments.map(name)), cases)
    let (english, chinese) = (try Self.words(.en), try Self.words(.zh))
    var texts: [String: String] = [:]
    for moment in Self.moments {
      let (known, shown) = (english.makeEvent(of: moment), chinese.makeEvent(of: moment))
      expectEqual(Self.foreign(in: shown.text), [], "\(moment): \(shown.text)")
      #expect(shown.text.contains(/\p{Han}/) && !shown.text.contains(/[,:;()]/), "\(shown.text)")
      #expect(shown.actor == known.actor && shown.receiver == known.receiver)
      expectEqual(shown.rules, known.rules)
      // Texts that differ in English also differ in Chinese.
      #expect(texts[shown.text] == nil || texts[shown.text] == known.text, "\(shown.text)")
      texts[shown.text] = known.text
      #expect(
        Self.foreign(in: known.text) != [] || moment == .faultOccurred(planned: 0), "\(known.text)")
    }
  }

  @Test("every parameter of every fault is described in Chinese")
  func faults() {
    var parameters: Set<String> = []
    for fault in FaultCatalog.all {
      for parameter in fault.parameters {
        // A probability has no value.
        let values: [String?] = parameter.kind == .probability ? [nil] : ["1h", "callback"]
        for value in values {
          let text = Language.zh.words(fault.kind, [(parameter.name, value)])
          expectEqual(Self.foreign(in: text), [], "\(text)")
          #expect(text.hasPrefix(fault.kind.rawValue + " ") && text.contains("（"))
          parameters.insert(parameter.name)
        }
        let english = Language.en.words(fault.kind, [(parameter.name, values[0])])
        #expect(english.hasPrefix("\(fault.kind.rawValue) (\(parameter.name)"))
      }
    }
    expectEqual(parameters.count, 16)
    expectEqual(
      Language.zh.words(.payloadLoss(from: .relaunch)), "payloadLoss 透传丢失（从 relaunch 重启开始）")
  }

  /// The stories of some users with many events, in Chinese, under every design.
  static func busyStories(_ users: Range<UInt64>) throws -> [AnnotatedTrace] {
    let faults = FaultKind.allCases.map { #"{ "fault": "\#($0.rawValue)", "probability": 0.15 }"# }
    let text = AnnotatedTraceTests.busy.split(separator: "%").joined(
      separator: faults.joined(separator: ", "))
    let scenario = try Fixture.scenario(text)
    return users.flatMap { number in
      scenario.designs.map { Fixture.story(scenario, design: $0, number: number, .zh) }
    }
  }

  @Test("Chinese timelines, diagrams and drawings contain English only in names")
  func forms() throws {
    let stories = try Self.busyStories(0..<(Nightly.isOn ? 5 : 2))
    var known = Set(stories.map(\.heading.design))
    known.formUnion(["product", "item"])
    let form: Set = [
      "sequenceDiagram", "accTitle", "accDescr", "actor", "user", "as", "participant", "app",
      "store", "backend", "activate", "deactivate", "rect", "rgba", "Note", "over", "end", "br",
    ]
    for story in stories {
      let items = Set(story.charges.map(\.product)).union(known)
      let foreign = { Self.foreign(in: $0, items) }
      expectEqual(foreign(Timeline.text(story)), [])
      let mermaid = TraceMermaid.text(story).replacing(/#[0-9]+;|-+>>/, with: " ")
      expectEqual(Self.foreign(in: mermaid, items.union(form)), [])
      expectEqual(foreign(DiagramTests.texts(of: SequenceDrawing.svg(story))), [])
    }
    for (first, second) in zip(stories, stories.dropFirst())
    where first.heading.user == second.heading.user {
      let comparison = TraceComparison(first, second)
      let foreign = { Self.foreign(in: $0, known) }
      expectEqual(foreign(Timeline.text(comparison)), [])
      expectEqual(foreign(DiagramTests.texts(of: SequenceDrawing.svg(comparison))), [])
    }
  }

  @Test("a Chinese trace has the times, actors, rules and kinds of the English trace")
  func same() throws {
    for (chinese, english) in zip(
      try Self.busyStories(0..<6), try AnnotatedTraceTests.busyStories(0..<6))
    {
      #expect(chinese.charges == english.charges && chinese.spans == english.spans)
      expectEqual(chinese.events.count, english.events.count)
      for (shown, known) in zip(chinese.events, english.events) {
        var translated = shown
        translated.text = known.text
        expectEqual(translated, known)
      }
    }
  }
}
