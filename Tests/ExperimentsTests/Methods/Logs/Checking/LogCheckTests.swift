import EventEngine
import PurchaseWorld
import Reports
import Scenarios
import TestSupport
import Testing

@testable import EventLogs
@testable import Experiments

/// Checks of whole logs, written by simulated users or by hand.
@Suite struct LogCheckTests: LogMaking {
  /// A client logs several events in one millisecond, and a pipeline keeps no order.
  @Test(
    "a shuffled log gives the same findings as the ordered log",
    arguments: ["keep-1", "play-sample"] + (Nightly.isOn ? ["zero-loss-1.2"] : []))
  func shuffled(design: String) throws {
    let made = try scenario(design, users: 3_000, seed: 7)
    var lines = lines(of: log(made))
    var random = RandomStream(seed: 5)
    for place in lines.indices.reversed().dropLast() {
      lines.swapAt(place, Int(random.bits() % UInt64(place + 1)))
    }
    let simulated = try scenario(design, users: 9_000, seed: 8)
    let (sorted, found) = (
      try check(log(made), simulated), try check(lines.joined(separator: "\n") + "\n", simulated)
    )
    #expect(found.violations.map(\.rule.name) == [] && found.unchecked.isEmpty)
    #expect(
      (found.transactions, found.undeliveredOrders) == (
        sorted.transactions, sorted.undeliveredOrders
      ))
    expectEqual(found.unexplainedOrders, sorted.unexplainedOrders)
  }

  /// No user was simulated, so one order without a simulated match is expected.
  @Test("too many orders without a simulated match fail the check", arguments: [1, 3, 12])
  func unseen(orders: Int) throws {
    let userLog = UserLog(
      "0 iap_purchase_click s1 p1\n2000 iap_purchase_transaction_succeed s1 t0 p1")
    var check = LogCheck(
      scenario: try scenario("keep-1", users: 1, seed: 1), table: SymptomTable(rules: 0))
    var group = LogCheck.Group(
      symptoms: try #require(TransactionSymptoms(of: 0, in: userLog, .complete)))
    group.orders = orders
    (check.groups, check.transactions) = ([group], 1)
    #expect(check.unexplainedOrders == orders && check.expectedUnseenOrders == 1)
    // By Poisson's distribution of mean 1: 0.63 and 0.080, and 10⁻⁹.
    expectEqual(check.isClean, (orders < 12 ? nil : false))
  }

  @Test(
    "few orders that are too rare to be simulated are inconclusive, many fail the check",
    .enabled(if: Nightly.isOn))
  func rare() throws {
    let made = try scenario("keep-1", users: 20_000, seed: 7)
    let few = try check(log(made), try scenario("keep-1", users: 2_000, seed: 8))
    #expect(few.unexplainedOrders > 0 && few.violations.isEmpty)
    #expect(few.isClean == nil && few.expectedUnseenOrders > 1)
    let other = try check(log(made), try scenario("keep-original", users: 20_000, seed: 8))
    expectEqual(other.isClean, false)
  }

  @Test(
    "a log of a design breaks none of its rules, and its lost orders are explained",
    arguments: ["keep-1", "sk2-sample", "play-sample"]
      + (Nightly.isOn ? ["naive", "zero-loss-1.2", "ledger"] : []))
  func ownDesign(design: String) throws {
    let users = Nightly.isOn ? 20_000 : 8_000
    let made = try scenario(design, users: users, seed: 7)
    let found = try check(log(made), try scenario(design, users: 3 * users, seed: 8))
    #expect(found.violations.map(\.rule.name) == [] && found.unchecked.isEmpty)
    #expect(found.readStatistics.users == users && found.readStatistics.damaged.count == 0)
    // Rare orders may not occur among three times as many users.
    #expect(
      found.undeliveredOrders > 20 && found.unexplainedOrders * 20 < found.undeliveredOrders,
      "\(found.unexplainedOrders)")
    // The drop points add up to those of the log's own users, which are not visible to the check.
    let own = try SymptomSimulator(
      scenario: made, view: .complete, rules: [], grounds: .init(designs: made.designs, skew: 0),
      workers: 2, stop: CancellationToken()
    ).table()
    #expect(own.orders == found.undeliveredOrders && own.loggedCharges == found.transactions)
    for (place, point) in DropPoint.allCases.enumerated() {
      let truth = own.ordersBySymptoms.values.reduce(0) { $0 + $1.lostByDropPoint[place] }
      let reported = found.points.first { $0.point == point }?.orders ?? 0
      let room = 4 * Double(truth + 1).squareRoot() + Double(found.unexplainedOrders)
      #expect(abs(reported - Double(truth)) < room, "\(point): \(reported), \(truth)")
    }
  }

  @Test func `a log of another design breaks rules and has unexplained orders`() throws {
    let text = log(try scenario("keep-1", users: 5_000, seed: 7))
    let found = try check(text, try scenario("naive", users: 20_000, seed: 8))
    let names = Set(found.violations.map(\.rule.name))
    #expect(names.isSuperset(of: ["iap_order_succeed", "retryBeyondLast", "callbackBeforeTap"]))
    #expect(found.unexplainedOrders > 10)
    expectEqual(found.isClean, false)
  }

  @Test func `a line removed from a correct log is found missing and breaks no rule`() throws {
    let made = try scenario("keep-1", users: 300, seed: 7)
    let lines = lines(of: log(made))
    let number = try #require(lines.firstIndex { $0.contains("transaction_succeed") })
    var damaged = lines
    damaged.remove(at: number)
    let found = try check(damaged.joined(separator: "\n"), made)
    let names = found.explainedViolations.map(\.rule.name)
    expectEqual(names, ["finishWithoutCallback", "tryWithoutCallback", "deliveryWithoutRequest"])
    #expect(
      found.explainedViolations.allSatisfy {
        $0.users == 1 && $0.usersNearLogStart <= 1 && $0.lineNumbers.count == 1
      })
    let finish = try #require(damaged.firstIndex { $0.contains("transaction_finish") })
    expectEqual(found.explainedViolations.first?.lineNumbers, [finish + 1])
    #expect(found.violations.isEmpty && found.isClean == nil && found.damage.violators == 1)
    #expect(0.000_05...0.005 ~= found.damage.lost, "\(found.damage.lost)")
    // A report names no damage that was not estimated.
    let report = LogCheckReport(found, EventMap(), of: "log").text
    #expect(report.hasPrefix("About "), "\(report)")
    #expect(report.contains("seem to be missing.\nThis explains 1 users"), "\(report)")
    var uncertain = found
    (uncertain.damage.lost, uncertain.damage.misdated) = (0, 0)
    #expect(
      LogCheckReport(uncertain, EventMap(), of: "log").text.hasPrefix(
        "1 users break rules. Lost lines or"))
  }

  @Test func `JSON, CSV, shuffled lines and repeated lines give the same findings`() throws {
    let made = try scenario("keep-1", users: 2_000, seed: 7)
    let simulated = try scenario("keep-1", users: 2_000, seed: 8)
    let whole = try check(log(made), simulated)
    let csv = try check(log(made, .csv), simulated, workers: 1)
    // Lines of one user stay in their order where their times are the same.
    let timed = log(made).split(separator: "\n").enumerated().map { place, line in
      (time: String(line.split(separator: "\"time\":")[1].prefix(30)), place: place, line: line)
    }
    let byTime = timed.sorted { ($0.time, $0.place) < ($1.time, $1.place) }
    let lines = byTime.map(\.line) + byTime.prefix(100).map(\.line)
    let shuffled = try check(lines.joined(separator: "\n"), simulated, workers: 3)
    expectEqual(shuffled.readStatistics.repeated, 100)
    for found in [csv, shuffled] {
      #expect(
        found.transactions == whole.transactions
          && found.undeliveredOrders == whole.undeliveredOrders)
      expectEqual(found.groups.map(\.orders).sorted(), whole.groups.map(\.orders).sorted())
      expectEqual(found.points.map(\.point), whole.points.map(\.point))
    }
  }

  @Test func `a log with less information is checked for less`() throws {
    let made = try scenario("keep-1", users: 3_000, seed: 7)
    let text = lines(of: log(made), without: "\"server_").joined(separator: "\n")
    let map = try EventMap.read(
      Array(#"{ "session": "none", "try": "none", "code": "none" }"#.utf8), file: "m")
    let found = try check(text, try scenario("keep-1", users: 30_000, seed: 8), map: map)
    let lacking = Dictionary(
      uniqueKeysWithValues: found.unchecked.map {
        ($0.rule.name, ($0.missingEvents, $0.missingKeys))
      })
    #expect(found.violations.isEmpty)
    expectEqual(lacking["retryTooEarly"]?.1, [.session, .tryNumber])
    expectEqual(lacking["deliveredAgain"]?.0, [LogEventSet(.server(.delivered))])
    #expect(lacking["finishWithoutCallback"] == nil)
    #expect(found.groups.allSatisfy { [.none, .somewhere].contains($0.symptoms.callback) })
    #expect(found.unexplainedOrders * 10 <= found.undeliveredOrders && found.undeliveredOrders > 0)
  }

  @Test func `a log above the limit is thinned by whole users, and this is reported`() throws {
    let made = try scenario("keep-1", users: 2_000, seed: 7)
    let found = try check(log(made), made, maximum: 4_000)
    #expect([8, 16, 32].contains(found.readStatistics.thinning))
    #expect(found.readStatistics.users > 100 && found.readStatistics.linesThinnedOut > 0)
    #expect(found.violations.isEmpty)
    expectEqual(
      found.readStatistics.lines, found.readStatistics.linesThinnedOut + found.readStatistics.kept)
  }

  @Test func `a log of the simulated users has the expected orders, none unexplained`() throws {
    let made = try scenario("keep-1", users: 5_000, seed: 7)
    let found = try check(log(made), made)
    #expect(
      found.undeliveredOrders > 10 && found.unexplainedOrders == 0
        && found.transactions == found.table.loggedCharges)
    #expect(
      found.groups.allSatisfy {
        $0.simulatedOrders.orders == $0.orders && abs($0.expected - Double($0.orders)) < 1e-9
      })
  }

  @Test func `orders of the last day of a log are counted separately`() throws {
    let text = (1...3).map { day in
      #"{"user":"u\#(day)","time":"2026-01-0\#(day)T12:00:00Z","event":"iap_purchase_transaction_succeed","transaction":"t"}"#
    }.joined(separator: "\n")
    let found = try check(text, try scenario("keep-1", users: 100, seed: 8))
    #expect(found.undeliveredOrders == 3 && found.groups.map(\.recentOrders) == [1])
  }

  @Test func `the bit of an event is its index among all events`() {
    for (place, event) in LogEntry.Event.allCases.enumerated() {
      #expect(
        LogEventSet(event).rawValue == 1 << UInt64(place) && LogEventSet(event).events == [event])
    }
  }

  @Test func `a log with several keys for users cannot be thinned`() throws {
    let map = try EventMap.read(Array(#"{ "user": ["user", "device"] }"#.utf8), file: "m")
    let text = (0..<10).map {
      #"{"user":"u\#($0)","time":"2026-01-01","event":"iap_purchase_click"}"#
    }.joined(separator: "\n")
    var collector = UserLogCollector(map, maximum: 5)
    var reader = EventLogReader(
      keys: UserLogCollector.keys(of: map), source: source(of: Array(text.utf8)))
    #expect(try collector.read(&reader) == nil)
  }

  @Test func `a user with several identifiers has one log`() throws {
    let map = try EventMap.read(Array(#"{ "user": ["user", "device"] }"#.utf8), file: "m")
    let text = """
      {"device":"d","session":1,"time":"2026-01-01T00:00:00Z","event":"iap_purchase_click","product":"p"}
      {"user":"u","device":"d","session":1,"time":"2026-01-01T00:00:01Z","event":"iap_purchase_payment_added","product":"p"}
      {"user":"u","session":1,"time":"2026-01-01T00:00:02Z","event":"iap_purchase_transaction_succeed","product":"p","transaction":"1"}
      """
    let found = try check(text, try scenario("keep-1", users: 100, seed: 8), map: map)
    #expect(found.readStatistics.users == 1 && found.transactions == 1)
  }

  @Test func `goods without a tap and goods by hand are not automatic deliveries`() throws {
    let bought = """
      0 iap_purchase_click s1 p1 i1
      1 iap_purchase_payment_added s1 p1
      2 iap_purchase_transaction_succeed s1 t0 p1
      3 iap_verify_start s1 t0 p1 #0
      """
    func symptoms(_ more: String) -> TransactionSymptoms? {
      TransactionSymptoms(of: 0, in: UserLog(bought + "\n" + more), .complete)
    }
    #expect(symptoms("4 server_delivered t0 p1 i1") == nil)
    #expect(symptoms("4 iap_verify_succeed s1 t0 p1 #0 =delivered") == nil)
    expectEqual(symptoms("4 server_delivered t0 p1 i2")?.hasOtherGoods, true)
    expectEqual(symptoms("4 server_delivered_by_hand t0 p1")?.isManuallyDelivered, true)
    expectEqual(
      symptoms(
        "4 iap_verify_fail s1 t0 p1 #0\n5 iap_verify_start s1 t0 p1\n6 server_delivered t0 p1 i1")?
        .isManuallyDelivered, true)
    expectEqual(symptoms("4 iap_verify_succeed s1 t0 p1 #0 =accepted")?.lastTry, .accepted)
    #expect(symptoms("4 server_goods_taken_back t0 p1") == nil)
    let failed = symptoms("4 iap_verify_fail s1 t0 p1 #0 =timeout\n9 iap_purchase_click s2 p1 i1")
    #expect(failed?.lastTry == .failed && failed?.code == .timeout)
    #expect(failed?.callback == .inSession && failed?.hasLaterActivity == true)
    expectEqual(failed?.finish, TransactionSymptoms.Finish.none)
  }
}
