import EventEngine
import Experiments
import Foundation
import Methods
import PurchaseWorld
import Reports
import Scenarios
import Statistics

/// Reads a conclusion and compares it with a simulation of every user.
struct ConclusionReader {
  /// The labels of the parts that are checked.
  static let checks = [
    "best", "left open", "among the best", "of each store", "lose more", "trade-off",
    "Pareto front", "effects on lost orders", "improvements", "other effects", "idle axes",
    "timing", "unavoidable", "still lost", "undecided",
  ]

  let conclusion: Conclusion, scenario: Scenario, ablation: AxisAblation?
  let parts: [ConclusionText.Part], summary: [ConclusionText.Part]
  private(set) var labels: Set<String> = []
  var wrong: [String] = []

  init(_ conclusion: Conclusion, _ scenario: Scenario, _ ablation: AxisAblation?) {
    (self.conclusion, self.scenario, self.ablation) = (conclusion, scenario, ablation)
    parts = ConclusionText(conclusion).parts
    summary = ConclusionText(conclusion).summaryParts
  }

  /// The contribution of one user to an objective under a design.
  typealias Note = (count: Int, whole: Int)

  /// The notes of all users under some designs: by design, by objective, by user.
  func notes(_ designs: [Design], _ scenario: Scenario) throws -> [[[Note]]] {
    let counterLayout = CounterLayout(scenario)
    var simulator = Simulator(conditions: scenario.population.conditions)
    var user = VirtualUser(number: 0, draws: KeyedDraws(seed: 0, user: 0))
    var (outcome, count) = (UserOutcome(), UserCounters(counterLayout))
    let objectives = scenario.objectives
    return try designs.map { design in
      var notes = objectives.map { _ in [Note]() }
      for number in 0..<scenario.userCount {
        scenario.population.draw(UInt64(number), seed: scenario.seed, into: &user)
        try simulator.simulate(design, of: user, into: &outcome)
        count.replace(with: outcome, product: nil, counterLayout: counterLayout)
        for (index, objective) in objectives.enumerated() {
          switch objective.metric {
          case .share(let share):
            notes[index].append((count.rows[share.rawValue], count.total(share.denominator)))
          default: notes[index].append((count.badDebtAmount, 1))
          }
        }
      }
      return notes
    }
  }

  /// The ratio of the sums; of money the sum.
  func value(_ notes: [Note], _ objective: Objective) -> Double {
    let count = Double(notes.reduce(0) { $0 + $1.count })
    let whole = Double(max(1, notes.reduce(0) { $0 + $1.whole }))
    return objective.metric == .badDebt ? count : count / whole
  }

  /// The distance of two designs in standard errors, whether there is enough data, and what one user can
  /// add in standard errors.
  typealias Distance = (errors: Double, hasData: Bool, room: Double)

  /// How many standard errors the second lies above the first, and whether there is enough data: the
  /// hundred differing users that a normal distribution needs, and enough to count.
  func distance(_ first: [Note], _ second: [Note]) -> Distance {
    let ratio = { (notes: [Note]) in
      Double(notes.reduce(0) { $0 + $1.count }) / Double(max(1, notes.reduce(0) { $0 + $1.whole }))
    }
    let (r1, r2) = (ratio(first), ratio(second))
    let (d1, d2) = (first.reduce(0) { $0 + $1.whole }, second.reduce(0) { $0 + $1.whole })
    let residuals = zip(first, second).map { first, second in
      (Double(second.count) - r2 * Double(second.whole)) / Double(max(1, d2))
        - (Double(first.count) - r1 * Double(first.whole)) / Double(max(1, d1))
    }
    let spread = residuals.reduce(0) { $0 + $1 * $1 }.squareRoot()
    let users = zip(first, second).count { $0.count != $1.count }
    let maximum = (first + second).reduce(0) { max($0, $1.whole) }
    return (
      r1 == r2 ? 0 : (r2 - r1) / spread, users >= 100 && min(d1, d2) >= 100,
      Double(maximum) / Double(max(1, min(d1, d2))) / spread
    )
  }

  /// How many standard errors apart designs can be and still be undecided: exact limits of a hundred users reach
  /// 1.5 times as far as normal limits, and limits of no user -ln(α/2) times as far as one user can add.
  func reach(_ found: Distance, _ confidence: Confidence) -> Double {
    1.5 * confidence.z + log(2 / confidence.error) * found.room
  }

  mutating func check(_ holds: Bool, _ label: String, _ words: String) {
    if !holds { wrong.append("\(label): \(words)") }
  }

  func text(_ label: String) -> String? { parts.first { $0.label == label }?.text }

  /// The statements of the conclusion that disagree with the users.
  mutating func mistakes() throws -> [String] {
    for part in parts + summary {
      labels.insert(part.label)
      check(Self.checks.contains(part.label), part.label, "nobody checks this")
    }
    let designs = conclusion.standings.map { standing in
      scenario.designs.first { $0.name == standing.name } ?? scenario.designs[0]
    }
    let notes = try notes(designs, scenario)
    let rates = notes.map { value($0[0], conclusion.objectives[0]) }
    let lowest = rates.indices.min { (rates[$0], $0) < (rates[$1], $1) } ?? 0
    check(conclusion.lowest == lowest, "best", "\(designs[lowest].name) loses least")
    checkCertainty(notes)
    checkGroups(designs, notes, rates)
    checkTrade(designs, notes)
    checkSummary(designs, notes, rates)
    checkStores(designs, notes, rates)
    checkFloor(designs)
    try checkDraws(conclusion.parameterDrawFindings == nil ? nil : ParameterDrawPlan(scenario))
    if let ablation { try checkTrials(ablation) }
    return wrong
  }

  /// The group of the best and the others, by the errors between them.
  mutating func checkGroups(_ designs: [Design], _ notes: [[[Note]]], _ rates: [Double]) {
    let low = conclusion.lowest
    let confidence = Confidence.standard.shared(by: conclusion.comparisonCount)
    let z = confidence.z
    let best = text("best") ?? ""
    for (place, design) in designs.enumerated() {
      let found = distance(notes[low][0], notes[place][0])
      let isNamed = best.contains(design.name + " " + share(rates[place]))
      if conclusion.standings[place].isBest {
        check(
          found.errors < reach(found, confidence) || !found.hasData, "best",
          "\(design.name) is no tie: \(found), \(z)")
        let isListed = conclusion.best.count == 1 || conclusion.best.firstIndex(of: place)! > 5
        check(isNamed || isListed, "best", "\(design.name) is not named")
      } else {
        check(found.errors > 0.9 * z, "lose more", "\(design.name) is no worse: \(found), \(z)")
        check(!isNamed, "best", "\(design.name) is named")
        let more = design.name + " +" + perMille(rates[place] - rates[low]) + " ‰"
        let isListed = conclusion.others.count > 7
        check(text("lose more")?.contains(more) ?? isListed, "lose more", "without \(more)")
      }
    }
    for place in conclusion.best.dropFirst() {
      let isSame = zip(notes[conclusion.leadingDesign][0], notes[place][0]).allSatisfy { $0 == $1 }
      let words =
        "\(designs[conclusion.leadingDesign].name) and \(designs[place].name) lost the same"
      let isStated = text("undecided")?.contains(words) ?? false
      check(!isStated || isSame, "undecided", words)
    }
  }

  /// The best design of each store, with the designs that are not separated from it.
  mutating func checkStores(_ designs: [Design], _ notes: [[[Note]]], _ rates: [Double]) {
    let confidence = Confidence.standard.shared(by: conclusion.comparisonCount)
    let z = confidence.z
    let kinds = Set(designs.map(\.store))
    check((kinds.count > 1) == (text("of each store") != nil), "of each store", "\(kinds)")
    for (store, places) in conclusion.bestDesignsByStore {
      let own = designs.indices.filter { designs[$0].store == store }
      let low = own.min { (rates[$0], $0) < (rates[$1], $1) }
      check(places.first == low, "of each store", "\(store.word) is led by another")
      let words = store.word + ": " + designs[places[0]].name + " " + share(rates[places[0]])
      check(text("of each store")?.contains(words) ?? false, "of each store", "without \(words)")
      for place in own where place != places[0] {
        let found = distance(notes[places[0]][0], notes[place][0])
        check(
          places.contains(place)
            ? found.errors < reach(found, confidence) || !found.hasData : found.errors > 0.9 * z,
          "of each store", "\(designs[place].name): \(found)")
      }
    }
  }

  /// Objectives with smaller values in other designs, and dominated designs.
  mutating func checkTrade(_ designs: [Design], _ notes: [[[Note]]]) {
    let confidence = Confidence.standard.shared(by: conclusion.comparisonCount)
    let z = confidence.z
    let leadingDesign = conclusion.leadingDesign
    for (index, objective) in conclusion.objectives.enumerated() {
      for place in designs.indices where place != leadingDesign {
        let direction = conclusion.designComparison(index, from: leadingDesign, to: place)?
          .direction
        let found = distance(notes[leadingDesign][index], notes[place][index])
        let words =
          "\(designs[place].name) of \(designs.count), \(objective.metric.name), \(found) \(z)"
        switch direction {
        case .fewer: check(found.errors < -0.9 * z, "trade-off", "\(words) is not less")
        case .more: check(found.errors > 0.9 * z, "trade-off", "\(words) is not more")
        case .undecided, nil:
          let isFar = found.errors.magnitude > reach(found, confidence) && found.hasData
          check(!isFar || objective.metric == .badDebt, "trade-off", "\(words) is decided")
        }
        let size =
          value(notes[place][index], objective) - value(notes[leadingDesign][index], objective)
        let clause = designs[place].name + " -" + amount(-size, objective)
        if index > 0, direction != .fewer, size < 0, objective.metric != .badDebt {
          check(!(text("trade-off")?.contains(clause) ?? false), "trade-off", "has \(clause)")
        }
      }
    }
    for (place, standing) in conclusion.standings.enumerated() {
      let beaters = designs.indices.filter { other in
        guard other != place else { return false }
        let directions = conclusion.objectives.indices.map {
          conclusion.designComparison($0, from: place, to: other)?.direction
        }
        return directions.contains(.fewer) && !directions.contains(.more)
      }
      check((standing.dominatedBy == nil) == beaters.isEmpty, "Pareto front", standing.name)
    }
  }

  mutating func checkFloor(_ designs: [Design]) {
    let results = RunFindings(Runner(scenario).run(workers: 1))
    let rates = designs.compactMap { design -> Double? in
      guard let found = results.designs.first(where: { $0.name == design.name }) else { return nil }
      // Orders delivered by hand are lost orders (section 8).
      let kinds =
        LossKind.allCases.map(found.totalCounters.counts) + [found.totalCounters.rescuesByPoint]
      let place = DropPoint.allCases.firstIndex(of: .neverReopened)!
      let lost = kinds.reduce(0) { $0 + $1[place] }
      return Double(lost) / Double(found.totalCounters.total(.charges))
    }
    let least = rates.min() ?? 0
    let text = text("unavoidable") ?? ""
    check(short("unavoidable") == (least == 0 ? nil : text), "unavoidable", "in short")
    check(
      text.hasSuffix(least == 0 ? ": 0 ‰" : ": at least \(perMille(least)) ‰"), "unavoidable", text)
    checkRest(results)
  }

  /// Where the leading design loses orders.
  mutating func checkRest(_ results: RunFindings) {
    let name = conclusion.standings[conclusion.leadingDesign].name
    guard let counters = results.designs.first(where: { $0.name == name })?.totalCounters else {
      return
    }
    let kinds = LossKind.allCases.map(counters.counts) + [counters.rescuesByPoint]
    let rates = DropPoint.allCases.indices.map { point in
      Double(kinds.reduce(0) { $0 + $1[point] }) / Double(counters.total(.charges))
    }
    let lost = rates.reduce(0, +)
    let rate = conclusion.lostOrderRate(of: conclusion.leadingDesign)
    if case .lostOrders(.lost) = conclusion.objectives[0] {
      check((lost - rate).magnitude < 1e-9, "still lost", "\(lost) makes up \(rate)")
    }
    let points = zip(DropPoint.allCases, rates).filter { $0.1 > 0 }.sorted { $0.1 > $1.1 }
    for (text, maximum) in [(text("still lost") ?? "", 4), (short("still lost") ?? "", 3)] {
      check(points.isEmpty == text.isEmpty, "still lost", text)
      for (point, rate) in points.prefix(maximum) {
        let isStated = text.contains("\(point.rawValue) \(share(rate))")
        let isTie = points.count > maximum + 1 && points.count { $0.1 >= rate } > maximum
        check(isStated || isTie, "still lost", "without \(point) \(rate)")
      }
    }
  }

  func share(_ rate: Double) -> String { rate == 0 ? "none" : perMille(rate) + " ‰" }

  func amount(_ size: Double, _ objective: Objective) -> String {
    objective.metric == .badDebt ? money(Int(size.rounded())) : perMille(size) + " ‰"
  }

  func money(_ units: Int) -> String {
    guard let currency = scenario.currency else { return counted(units) }
    var (whole, decimals) = (units, "")
    for _ in 0..<currency.decimals {
      decimals = String(whole % 10) + decimals
      whole /= 10
    }
    let number = counted(whole) + (decimals.isEmpty ? "" : "." + decimals)
    return number + " " + currency.code
  }

  func counted(_ number: Int) -> String {
    var (digits, groups) = (String(number), [String]())
    while digits.count > 3 {
      groups.insert(String(digits.suffix(3)), at: 0)
      digits.removeLast(3)
    }
    return ([digits] + groups).joined(separator: ",")
  }

  func perMille(_ share: Double) -> String { NumberFormat.perMille(share) }
}
