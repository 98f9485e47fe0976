import EventEngine
package import Experiments
import Methods
import JSONText
import PurchaseWorld
import Scenarios
import Statistics

/// What a run with one backend for all users has found, as text for people.
package struct SharedReport {
  let results: SharedResults
  let language: Language
  private let lines: ClaimLines

  package init(_ results: SharedResults, hasColor: Bool = false, _ language: Language = .en) {
    (self.results, self.language) = (results, language)
    lines = ClaimLines(hasColor: hasColor, language: language)
  }

  private var designs: Range<Int> { results.scenario.designs.indices }
  func name(_ design: Int) -> String { results.scenario.designs[design].name }

  var heading: String { Heading.title(results.name, results.title) }

  var subtitle: String {
    let scenario = results.scenario
    guard let capacity = scenario.population.conditions.backend.capacity else {
      preconditionFailure("a backend that is shared has a capacity")
    }
    return language(
      "lostorder {0}, seed {1}, {2} users in each of {3} replications; one backend, workers: {4}, places in its queue: {5}",
      Version.current, "\(results.seed)", Numerals.count(results.users),
      "\(results.replications)", Numerals.count(capacity.workers), Numerals.count(capacity.queue))
      + Heading.settings(results.settings)
  }

  /// The whole report: what ran, the tables, every claim, the verdict.
  package var text: String {
    let claims = results.claims.map(lines.line)
    let decided = Conclusion(results).map { ConclusionText($0, language).lines() } ?? []
    let tables = [outcomes.lines, legendOfOutcomes, load.lines, legendOfLoad]
    let judged = [
      claims.isEmpty ? [] : [lines.heading(results.confidence.level)] + claims,
      [lines.summary(results.name, results.verdict, results.claims)],
    ]
    let sheets = SharedSheets.all.text(of: results, language)
    return
      ([[heading, subtitle], decided] + tables + [recoveries.map { "  " + $0 }] + sheets + judged)
      .page
  }

  /// The report in one line, and a line for each claim that does not hold.
  package var shortText: String { lines.short(results.name, results.verdict, results.claims) }

  /// What makes the run say less than it seems to, a line each.
  package var troubles: [String] {
    let text = TroubleText(scenario: results.scenario, users: results.users, language: language)
    return results.troubles.map(text.line)
  }

  // Tables.

  private func share(_ metric: Metric) -> (Int) -> Table.Cell {
    { design in
      results.estimate(metric, of: design).map {
        Table.Cell(text: Numerals.perMille($0.value), key: $0.value)
      } ?? .dash
    }
  }

  private func time(_ seconds: Double?) -> Table.Cell {
    seconds.map { Table.Cell(text: Numerals.time(seconds: $0, language), key: $0) } ?? .dash
  }

  var outcomes: Table {
    Table(
      Array(designs),
      [
        .words(language("design")) { name($0) },
        .counts(language("charges")) { results.charges(of: $0) },
        .cells(Share.lost.title(language), share(.lostRate)),
        .numbers(language("{0}\ninterval\n‰", Numerals.percent(0.95))) { design in
          results.estimate(.lostRate, of: design).map { Numerals.range($0.interval) } ?? "–"
        },
        .cells(language("met\noverload\n‰"), share(.backend(.overloadLostRate))),
        .cells(Share.recovered.title(language), share(.share(.recovered))),
        .cells(Share.lostSale.title(language), share(.share(.lostSale))),
        .cells(language("met\noverload\n‰"), share(.backend(.overloadLostSaleRate))),
        .cells(language("p99\ntime")) { time(results.estimate(.deliveryP99, of: $0)?.value) },
      ])
  }

  private var legendOfOutcomes: [String] {
    language(
      "Means over the replications, intervals by Student's t over them, and no narrower than the counts of all\n"
        + "replications together allow. Met overload: of these, how many had a request refused by a full\n"
        + "queue, or answered too late because of the queue."
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
        .cells(language("in vain\n\n‰"), share(.backend(.wastedWorkRate))),
      ])
  }

  private func perCharge(
    _ kind: KeyPath<BackendLoad, BackendLoad.Requests>, _ design: Int
  ) -> String {
    results.perCharge(kind, of: design).map { Numerals.fixed($0.value, digits: 2) } ?? "–"
  }

  private var legendOfLoad: [String] {
    language(
      "Requests that reach the backend, or find it out; waits of those that a worker takes; in vain: work\n"
        + "whose answer came too late for its client because of the wait for a worker."
    ).lines
  }

  /// How the queue came back to normal after each outage, a line a design.
  var recoveries: [String] {
    designs.flatMap { design in
      results.recoveries(of: design).enumerated().map { outage, recoveries in
        language("{0}, outage {1}: {2}", name(design), "\(outage + 1)", words(recoveries))
      }
    }
  }

  /// What became of a queue after an outage, over the replications.
  func words(_ recoveries: [Recovery]) -> String {
    let times = recoveries.times
    let all = "\(recoveries.count)"
    var words: [String] = []
    if let median = times.median {
      let middle = Numerals.time(seconds: median, language)
      words.append(
        language("back to normal after {0} in {1} of {2}", middle, "\(times.count)", all))
    }
    let draining = recoveries.draining
    if let median = draining.median {
      let middle = Numerals.time(seconds: median, language)
      words.append(
        language(
          "still draining, normal after about {0}, in {1} of {2}", middle, "\(draining.count)", all)
      )
    }
    let storms = recoveries.count { $0 == .metastable }
    if storms > 0 {
      words.append(language("never back to normal, metastable, in {0} of {1}", "\(storms)", all))
    }
    let overloaded = recoveries.count { $0 == .overloaded }
    if overloaded > 0 {
      words.append(
        language("overloaded by more than the outage in {0} of {1}", "\(overloaded)", all))
    }
    let undecided = recoveries.count { $0 == .undecided }
    if undecided > 0 {
      words.append(language("not watched for long enough in {0} of {1}", "\(undecided)", all))
    }
    return language.list(words)
  }

  /// What ran, the pairs, then the users who lose an order under one design of a pair alone.
  /// - Parameter most: how many users are listed each way.
  /// - Parameter replay: the command that plays a user under the design of a name.
  package func pairs(most: Int, replay: (LosingUser) -> String) -> String {
    let users = results.comparisons.map { comparison -> [String] in
      let (first, second) = (name(comparison.pair.first), name(comparison.pair.second))
      return flips(comparison.flipsOfFirst, first, second, most, replay) + [""]
        + flips(comparison.flipsOfSecond, second, first, most, replay)
    }
    let pairs = [SharedSheets.comparisons].text(of: results, language)
    return ([[heading, subtitle]] + pairs + users).page
  }

  /// The table of pairs alone.
  package var shortPairs: String {
    [SharedSheets.comparisons.table(results, language)?.lines ?? []].page
  }

  private func flips(
    _ flips: [SharedComparison.Flip], _ loser: String, _ saver: String, _ most: Int,
    _ replay: (LosingUser) -> String
  ) -> [String] {
    let (lost, saved) = (loser.escapingControls, saver.escapingControls)
    if flips.isEmpty {
      return [language("lost under {0}, not under {1}: no user is known", lost, saved)]
    }
    return [language("lost under {0}, not under {1}:", lost, saved)]
      + flips.prefix(most).flatMap { flip -> [String] in
        let users = [loser, saver].map {
          LosingUser(design: $0, user: flip.user, replication: flip.replication)
        }
        return [
          "  "
            + language(
              "user {0} of replication {1}: {2}", UserNumber.text(flip.user),
              "\(flip.replication)", flip.fate.told(language))
        ] + users.map { "    " + replay($0) }
      }
  }
}

extension [Recovery] {
  /// The seconds until the queue was back to normal, of those in which it was, ascending.
  var times: [Double] {
    compactMap { recovery in
      guard case .after(let time) = recovery else { return nil }
      return time.seconds
    }.sorted()
  }

  /// The estimated seconds of those in which the queue still drained, ascending.
  var draining: [Double] {
    compactMap { recovery in
      guard case .draining(let time) = recovery else { return nil }
      return time.seconds
    }.sorted()
  }
}

extension [Double] {
  /// The middle of ascending values, of two the lower; nil without any.
  var median: Double? { isEmpty ? nil : self[(count - 1) / 2] }
}
