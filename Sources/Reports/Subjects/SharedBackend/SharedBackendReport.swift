import EventEngine
package import Experiments
import Methods
import JSONText
import PurchaseWorld
import Scenarios
import Statistics

/// Results of a run with a shared backend, as text for people.
package struct SharedBackendReport {
  let results: SharedBackendResults
  let language: Language
  private let lines: ClaimLines

  package init(_ results: SharedBackendResults, hasColor: Bool = false, _ language: Language = .en)
  {
    (self.results, self.language) = (results, language)
    lines = ClaimLines(hasColor: hasColor, language: language)
  }

  private var designs: Range<Int> { results.scenario.designs.indices }
  func name(_ design: Int) -> String { results.scenario.designs[design].name }

  var heading: String { Heading.title(results.name, results.title) }

  var subtitle: String {
    let scenario = results.scenario
    guard let capacity = scenario.population.conditions.backend.capacity else {
      preconditionFailure("a shared backend has a capacity")
    }
    return language(
      "lostorder {0}, seed {1}, {2} users in each of {3} replications; one backend, workers: {4}, places in its queue: {5}",
      Version.current, "\(results.seed)", NumberFormat.count(results.users),
      "\(results.replicationCount)", NumberFormat.count(capacity.workerCount),
      NumberFormat.count(capacity.maxQueueLength)) + Heading.settings(results.overrides)
  }

  /// The full report: heading, tables, expectations, verdict.
  package var text: String {
    let claims = results.claims.map(lines.line)
    let decided = Conclusion(results).map { ConclusionText($0, language).lines() } ?? []
    let tables = [outcomes.lines, legendOfOutcomes, load.lines, legendOfLoad]
    let judged = [
      claims.isEmpty ? [] : [lines.heading(results.confidence.level)] + claims,
      [lines.summary(results.name, results.verdict, results.claims)],
    ]
    let sheets = SharedBackendTables.all.text(of: results, language)
    return
      ([[heading, subtitle], decided] + tables + [recoveries.map { "  " + $0 }] + sheets + judged)
      .page
  }

  /// One line for the run, and one for each expectation that does not pass.
  package var shortText: String { lines.short(results.name, results.verdict, results.claims) }

  /// Warnings about the run, one per line.
  package var warnings: [String] {
    let text = RunWarningText(scenario: results.scenario, users: results.users, language: language)
    return results.warnings.map(text.line)
  }

  // Tables.

  private func share(_ metric: Metric) -> (Int) -> Table.Cell {
    { .share(results.estimate(metric, of: $0)?.value) }
  }

  private func time(_ seconds: Double?) -> Table.Cell {
    seconds.map { Table.Cell(text: NumberFormat.time(seconds: $0, language), key: $0) } ?? .dash
  }

  var outcomes: Table {
    Table(
      Array(designs),
      [
        .words(language("design")) { name($0) },
        .counts(language("charges")) { results.charges(of: $0) },
        .cells(ShareMetric.lost.title(language), share(.lostRate)),
        .numbers(language("{0}\ninterval\n‰", NumberFormat.percent(0.95))) { design in
          results.estimate(.lostRate, of: design).map { NumberFormat.range($0.interval) } ?? "–"
        },
        .cells(language("in\noverload\n‰"), share(.backend(.overloadLostRate))),
        .cells(ShareMetric.recovered.title(language), share(.share(.recovered))),
        .cells(ShareMetric.lostSale.title(language), share(.share(.lostSale))),
        .cells(language("in\noverload\n‰"), share(.backend(.overloadLostSaleRate))),
        .cells(language("p99\ntime")) { time(results.estimate(.deliveryP99, of: $0)?.value) },
      ])
  }

  private var legendOfOutcomes: [String] {
    language(
      "Means over the replications. Intervals are Student's t over the replications, and at least as wide\n"
        + "as the pooled counts of all replications require. In overload: orders with a request that a full\n"
        + "queue refused, or that was answered too late because of the queue."
    ).lines
  }

  var load: Table {
    Table(
      Array(designs),
      [
        .words(language("design")) { name($0) },
        .numbers(language("verify\na charge")) { perCharge(\.verify, $0) },
        .numbers(language("createOrder\na charge")) { perCharge(\.createOrder, $0) },
        .cells(language("most in\na second")) { .count(Int(results.peak(of: $0).value.rounded())) },
        .cells(language("refused\n\n‰"), share(.backend(.refusedRequestRate))),
        .cells(language("median\nwait")) { time(results.waits(of: $0).quantile(0.5)) },
        .cells(language("p99\nwait")) { time(results.waits(of: $0).quantile(0.99)) },
        .cells(language("work\na charge")) {
          time(results.estimate(.backend(.workPerCharge), of: $0)?.value)
        },
        .cells(language("wasted\n\n‰"), share(.backend(.wastedWorkRate))),
      ])
  }

  /// Mean number of requests per charge, over the replications.
  private func perCharge(
    _ kind: KeyPath<BackendLoad, BackendLoad.Requests>, _ design: Int
  ) -> String {
    results.requestsPerCharge(kind, of: design).map { NumberFormat.fixed($0.value, digits: 2) }
      ?? "–"
  }

  private var legendOfLoad: [String] {
    language(
      "Requests that reach the backend, also while it is down. Waits of requests that a worker takes.\n"
        + "Wasted: work whose answer was too late for its client because of the wait for a worker."
    ).lines
  }

  /// How the queue returned to normal after each outage, one line per design.
  var recoveries: [String] {
    designs.flatMap { design in
      results.recoveries(of: design).enumerated().map { outage, recoveries in
        language("{0}, outage {1}: {2}", name(design), "\(outage + 1)", words(recoveries))
      }
    }
  }

  /// States of the queue after an outage, over the replications.
  func words(_ recoveries: [QueueRecovery]) -> String {
    let (times, draining, all) = (recoveries.times, recoveries.draining, "\(recoveries.count)")
    var words: [String] = []
    if let median = times.median {
      let middle = NumberFormat.time(seconds: median, language)
      words = [language("back to normal after {0} in {1} of {2}", middle, "\(times.count)", all)]
    }
    if let median = draining.median {
      let (middle, count) = (NumberFormat.time(seconds: median, language), "\(draining.count)")
      words += [
        language("still draining, normal after about {0}, in {1} of {2}", middle, count, all)
      ]
    }
    let states: [QueueRecovery] = [.metastable, .overloaded, .undecided]
    for state in states where recoveries.contains(state) {
      let count = "\(recoveries.count { $0 == state })"
      let text =
        switch state {
        case .metastable: language("never back to normal, metastable, in {0} of {1}", count, all)
        case .overloaded: language("overloaded by more than the outage in {0} of {1}", count, all)
        default: language("observed too briefly in {0} of {1}", count, all)
        }
      words.append(text)
    }
    return language.list(words)
  }

  /// Heading, pairs, then the users who lose an order only under one design of a pair.
  /// - Parameter maximum: most users listed per direction.
  /// - Parameter replay: the command that replays a user under a named design.
  package func pairs(maximum: Int, replayCommand: (LosingUser) -> String) -> String {
    let users = results.comparisons.map { comparison -> [String] in
      let (first, second) = (name(comparison.pair.first), name(comparison.pair.second))
      return discordantUsers(comparison.losersUnderFirstOnly, first, second, maximum, replayCommand)
        + [""]
        + discordantUsers(comparison.losersUnderSecondOnly, second, first, maximum, replayCommand)
    }
    let pairs = [SharedBackendTables.comparisons].text(of: results, language)
    return ([[heading, subtitle]] + pairs + users).page
  }

  /// Only the table of pairs.
  package var shortPairs: String {
    [SharedBackendTables.comparisons.table(results, language)?.lines ?? []].page
  }

  /// Users who lose an order under only one of two designs, with their replay commands.
  private func discordantUsers(
    _ users: [SharedBackendComparison.DiscordantUser], _ loser: String, _ saver: String,
    _ maximum: Int, _ replay: (LosingUser) -> String
  ) -> [String] {
    let (lost, saved) = (loser.escapingControls, saver.escapingControls)
    if users.isEmpty {
      return [language("lost under {0}, not under {1}: no user is known", lost, saved)]
    }
    return [language("lost under {0}, not under {1}:", lost, saved)]
      + users.prefix(maximum).flatMap { flip in
        let (user, replication) = (UserNumber.text(flip.user), "\(flip.replication)")
        let status = flip.status.text(language)
        return ["  " + language("user {0} of replication {1}: {2}", user, replication, status)]
          + [loser, saver].map {
            "    "
              + replay(LosingUser(design: $0, user: flip.user, replication: flip.replication))
          }
      }
  }
}

extension [QueueRecovery] {
  /// Seconds until the queue was normal again, of replications in which it was, ascending.
  var times: [Double] {
    compactMap { if case .after(let time) = $0 { time.seconds } else { nil } }.sorted()
  }

  /// Estimated seconds of replications in which the queue still drained, ascending.
  var draining: [Double] {
    compactMap { if case .draining(let time) = $0 { time.seconds } else { nil } }.sorted()
  }
}

extension [Double] {
  /// The lower median of ascending values; nil if empty.
  var median: Double? { isEmpty ? nil : self[(count - 1) / 2] }
}
