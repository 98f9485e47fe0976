#if !DEBUG
  import EventEngine
  import PurchaseWorld
  import Scenarios
  import TestSupport
  import Testing

  @testable import EventLogs
  @testable import Experiments
  @testable import Fitting

  /// Logs with lost lines and wrong clocks: breaches that they explain are excused, a client's breaches are not.
  @Suite struct ReleaseLogDamageTests: LogMaking {
    /// Damage to a log in transit.
    struct Damage: Sendable, CustomStringConvertible {
      var lost = 0.0
      /// The share of users with a wrong clock, and the share of lines with a wrong time.
      var users = 0.0, lines = 0.0
      var seconds = 30

      var description: String { "lost \(lost), users \(users), lines \(lines), \(seconds) s" }
    }

    /// Damages the lines of a log, each by its own chance.
    private func damaging(_ text: String, _ damage: Damage, seed: UInt64) throws -> String {
      var stream = RandomStream(seed: seed)
      var offsets: [Substring: Int] = [:]
      var lines: [String] = []
      let side = { (stream: inout RandomStream) in stream.uniform() < 0.5 ? -1 : 1 }
      for line in text.split(separator: "\n") {
        let (chance, other) = (stream.uniform(), stream.uniform())
        if chance < damage.lost { continue }
        let user = try #require(line.firstMatch(of: /"user":"([^"]+)"/)).1
        if offsets[user] == nil {
          offsets[user] = stream.uniform() < damage.users ? damage.seconds * side(&stream) : 0
        }
        var offset = line.contains("\"server_") ? 0 : offsets[user] ?? 0
        if other < damage.lines { offset += damage.seconds * side(&stream) }
        lines.append(try offset == 0 ? String(line) : moving(line, by: offset))
      }
      return lines.joined(separator: "\n")
    }

    private func moving(_ line: Substring, by seconds: Int) throws -> String {
      let time = try #require(line.firstMatch(of: /"time":"([^"]+)"/)).1
      let old = try #require(Array(time.utf8).withUnsafeBufferPointer { LogTime.read($0, .iso) })
      let new = max(0, old - RunDates.start + seconds * 1_000)
      return String(line).replacing(
        time, with: RunDates.isoMilliseconds(Instant(microseconds: Int64(new) * 1_000)))
    }

    private static let designs =
      Nightly.isOn
      ? [
        "naive", "keep-1", "keep-2", "keep-3", "zero-loss-1.2", "ledger", "bound-sync", "beiliao",
        "sk2-sample", "play-sample",
      ] : ["keep-1", "ledger", "play-sample"]

    private static let damages = [
      Damage(lost: 0), Damage(lost: 0.001), Damage(lost: 0.005), Damage(lost: 0.01),
      Damage(lost: 0.02), Damage(users: 0.01), Damage(users: 0.05), Damage(lines: 0.01),
      Damage(lines: 0.05), Damage(lost: 0.005, users: 0.05),
    ]

    @Test(
      "rule breaches that lost lines and wrong clocks explain are excused",
      arguments: designs, damages)
    func excused(design: String, damage: Damage) throws {
      for seed in 1...(Nightly.isOn ? 2 : 1) as ClosedRange<UInt64> {
        let made = try scenario(design, users: 4_000, seed: 100 + seed)
        let whole = log(made)
        let text = try damaging(whole, damage, seed: seed)
        let simulated = try scenario(design, users: 20_000, seed: 8)
        let (found, before) = (try check(text, simulated), try check(whole, simulated))
        expectEqual(found.violations.map(\.rule.name), [], "\(design), \(damage), \(seed)")
        #expect(found.isClean != false, "\(design), \(damage): \(found.unexplainedOrders)")
        // Damage adds no lost orders, except for orders with several lost lines.
        #expect(
          found.undeliveredOrders <= before.undeliveredOrders + 4,
          "\(design), \(damage), \(found.undeliveredOrders), \(before.undeliveredOrders)")
        if damage.lost >= 0.005 {
          // The number of users who break rules has a Poisson distribution: four deviations.
          let chance = 4 / Double(found.damage.violators).squareRoot()
          let (less, more) = (max(0.375, chance), max(0.6, chance))
          #expect(
            damage.lost * (1 - less)...damage.lost * (1 + more) ~= found.damage.lost,
            "\(design), \(damage): \(found.damage)")
        }
        if damage.lost == 0, damage.lines == 0 {
          // For one user in a hundred the log has a request without an answer, or the reverse.
          let maximum = Int(damage.users * 4_000) / 100
          #expect(found.damage.violators <= maximum, "\(design): \(found.damage)")
          #expect(found.damage.lost + found.damage.misdated < 0.000_2, "\(found.damage)")
        }
        if damage.lines >= 0.05 {
          // The rules of sk2-sample do not distinguish lost lines and wrong times.
          let found = found.damage
          let share = design == "sk2-sample" ? found.lost + found.misdated : found.misdated
          #expect(0.025...0.09 ~= share, "\(design): \(found)")
        }
        if damage.users >= 0.05 {
          #expect(
            found.skewedClocks.users > 0 && abs(abs(found.skewedClocks.offset) - 30_000) < 3_000)
        }
      }
    }

    /// A client that differs from the design that its team declares.
    struct Mutant: Sendable {
      let rule: String
      let design: String
      var isRare = false
      let change: @Sendable (inout Design) -> Void
    }

    static let mutants = [
      Mutant(rule: "finishWithoutReason", design: "keep-1") { $0.finish = .onCallback },
      // Two users in a hundred: as many as lost lines cause.
      Mutant(rule: "callbackBeforeTap", design: "naive", isRare: true) { $0.observer = .launch },
      Mutant(rule: "retryTooEarly", design: "keep-1") { design in
        design.retry.delays = design.retry.delays.map { _ in .milliseconds(10) }
      },
      Mutant(rule: "retryBeyondLast", design: "ledger") { $0.retry.delays += [.seconds(1)] },
      Mutant(rule: "deliveredAgain", design: "keep-1") { $0.backend.dedupe = .none },
    ]

    @Test(
      "a client that breaks a rule is reported despite other damage", arguments: mutants,
      [
        Damage(lost: 0), Damage(lost: 0.001), Damage(lost: 0.005), Damage(lost: 0.02),
        Damage(users: 0.05), Damage(lines: 0.05),
      ])
    func wrong(mutant: Mutant, damage: Damage) throws {
      let assumed = try scenario(mutant.design, users: 20_000, seed: 8)
      var made = try scenario(mutant.design, users: 4_000, seed: 101)
      mutant.change(&made.designs[0])
      let text = try damaging(log(made), damage, seed: 3)
      let found = try check(text, assumed)
      let names = found.violations.map(\.rule.name)
      let undecided = found.explainedViolations.map(\.rule.name)
      let isHidden = mutant.isRare && damage.lost + damage.lines > 0
      #expect(
        (isHidden ? names + undecided : names).contains(mutant.rule), "\(names), \(undecided)")
      #expect(isHidden ? found.isClean != true : found.isClean == false)
      // Lost lines cause no breach in addition to the client's own breach.
      if damage.lost > 0 {
        let wrong = names.filter { $0 != mutant.rule }.filter { name in
          LogRule.all.contains { $0.name == name && $0.flaws.contains(.lostLines) }
        }
        expectEqual(wrong, [], "\(mutant.rule), \(damage)")
      }
    }

    /// Only the declared flaws of a rule can break it, for any number of lost or moved lines.
    @Test(arguments: ["naive", "keep-1", "zero-loss-1.2", "ledger", "sk2-sample", "play-sample"])
    func `lost lines and wrong times break only rules with that flaw`(design: String) throws {
      let made = try scenario(design, users: 6_000, seed: 5)
      let grounds = LogRule.RuleContext(designs: made.designs, skew: 5_000)
      let rules = LogRule.all.filter { $0.binds(made.designs[0]) }
      for (lost, misdated, flaw) in [(0.2, 0.0, LogDamageKinds.lostLines), (0, 0.2, .wrongTimes)] {
        var damage = LogDamage()
        (damage.lost, damage.misdated, damage.offset) = (lost, misdated, 30_000)
        let table = try SymptomSimulator(
          scenario: made, view: .complete, rules: rules, grounds: grounds, damage: damage,
          workers: 2, stop: CancellationToken()
        ).table()
        let broken = zip(rules, table.violatorCountsByRule).filter { $1 > 0 }.map(\.0)
        expectEqual(broken.filter { !$0.flaws.contains(flaw) }.map(\.name), [])
        #expect(broken.count > 3)
      }
    }

    @Test func `a clock is wrong only if requests and answers both show it`() {
      let right = """
        0 iap_verify_start s1 t0 #0
        200 server_verify_received t0
        500 server_verify_answered t0
        700 iap_verify_succeed s1 t0 #0
        """
      #expect(UserLog(right).clockShift(skew: 5_000) == nil)
      let ahead = """
        200 server_verify_received t0
        500 server_verify_answered t0
        30000 iap_verify_start s1 t0 #0
        30700 iap_verify_succeed s1 t0 #0
        """
      let shift = UserLog(ahead).clockShift(skew: 5_000)
      expectEqual(shift, -30_000)
      // A try that is logged late, by a client that logs results on time.
      let late = """
        200 server_verify_received t0
        500 server_verify_answered t0
        700 iap_verify_succeed s1 t0 #0
        30000 iap_verify_start s1 t0 #0
        """
      #expect(UserLog(late).clockShift(skew: 5_000) == nil)
    }
  }
#endif
