import Methods
import EventEngine
import Experiments
import JSONText
import PurchaseWorld
import Scenarios
import Statistics

/// Columns of each design in tables of text and of pages.
extension Column<RunFindings.DesignFindings> {
  static func design(_ title: String) -> Column { words(title, \.name) }

  /// Shares under their titles, if they are relevant to at least one design of the run.
  static func rates(_ shares: [ShareMetric], of findings: RunFindings, _ language: Language)
    -> [Column]
  {
    findings.scenario.applicable(shares).map { share in
      cells(share.title(language)) { .share($0.rate(share)?.value) }
    }
  }

  /// Interval of the lost rate.
  static func interval(_ title: String, _ language: Language) -> Column {
    cells(title) { design in
      guard let lost = design.totalCounters.rate(.lost) else { return .dash }
      return Table.Cell(text: NumberFormat.interval(lost, language), key: lost.interval.high)
    }
  }

  /// Range of a share over the draws.
  static func open(_ title: String, _ share: ShareMetric, _ draws: ParameterDrawFindings) -> Column
  {
    cells(title) { design in
      guard let range = draws.variation(design.name, share)?.range else { return .dash }
      return Table.Cell(text: NumberFormat.range(range), key: range.high)
    }
  }

  /// Quantiles of the delivery time.
  static func times(_ language: Language) -> [Column] {
    [(language("median\ntime"), 0.5), (language("p99\ntime"), 0.99)].map { title, level in
      cells(title) { design in
        guard let time = design.totalCounters.quantile(level).map(\.time) else { return .dash }
        return Table.Cell(text: NumberFormat.time(time, language), key: time?.seconds ?? .infinity)
      }
    }
  }

  static func charges(_ title: String) -> Column {
    counts(title) { $0.totalCounters.total(.charges) }
  }

  /// Columns of money; tables of pages also contain the causes of bad debt.
  static func money(of findings: RunFindings, _ language: Language) -> [Column] {
    let byItself = language("refunded\nby itself")
    let refunds: [(String, KeyPath<Money, Int>)] =
      ShareMetric.autoRefunded.applies(toAny: findings.scenario.designs)
      ? [(byItself, \.autoRefundedAmount)] : []
    return amounts(
      [
        (language("charged"), \.charged), (language("delivered"), \.delivered),
        (language("recovered"), \.recovered), (language("rescued"), \.rescued),
        (language("lost"), \.lost), (language("refunded"), \.refunded),
      ] + refunds + [(language("bad debt"), \.badDebt)], findings.scenario.currency)
  }

  static func amounts(
    _ amounts: [(title: String, amount: KeyPath<Money, Int>)], _ currency: Currency?
  ) -> [Column] {
    amounts.map { title, amount in
      cells(title) { .money($0.totalCounters.money[keyPath: amount], currency) }
    }
  }
}

/// Tables of a run and their legends.
extension RunReport {
  var rates: [String] {
    let interval = language("{0}\ninterval\n‰", NumberFormat.percent(findings.confidence))
    let rates = { Column.rates($0, of: findings, language) }
    let open = findings.parameterDrawFindings.map {
      [Column.open(language("open\n\n‰"), .lost, $0)]
    }
    let columns =
      [.design(language("design")), .charges(language("charges"))] + rates([.lost])
      + [.interval(interval, language)] + (open ?? [])
      + rates(ShareMetric.columnsOfText.filter { $0 != .lost }) + Column.times(language)
    return Table(findings.designs, columns).lines
  }

  var legendOfRates: [String] {
    language(
      "Lost orders: undelivered, crossed (another item was delivered), misdelivered (to another account),\n"
        + "or rescued (delivered only with human help). Lost and recovered orders: per mille of charges.\n"
        + "Lost sales: intents without a charge, per mille of the intents whose user wanted to pay. An intent is\n"
        + "one purchase that a user starts. Double charges: per mille of intents.\n"
        + "Median and p99: time from charge to delivery, also by hand, over all charges; never if none came."
    ).lines + legendOfAutoRefunds
  }

  /// Explanation that an automatic refund is not a success; empty if no store makes any.
  private var legendOfAutoRefunds: [String] {
    if !losses.includeRefunds { return [] }
    return language(
      "Auto-refunded: Play refunded the charge, because the purchase was not acknowledged in time, and the\n"
        + "right goods were not delivered: the sale is gone. The same after goods: the goods were delivered,\n"
        + "but not paid for. Both are per mille of all charges, these included. They are in no other count, so\n"
        + "the lost-order rate is smaller (G10) and the times are shorter: the p99 includes late goods, but\n"
        + "not goods that were never delivered because of the refund."
    ).lines
  }

  /// Amounts under each design by their outcome. [000]
  var money: [String] {
    let columns = Column.money(of: findings, language)
    return Table(findings.designs, [.design(language("money"))] + columns).lines
  }

  var legendOfMoney: [String] {
    language(
      "Money in {0}: the amounts that the store charged, for each outcome of the charge.\n"
        + "Delivered: by the first attempt. Lost: without the rescued orders. Bad debt overlaps the other\n"
        + "columns: amounts that the backend booked and the store does not pay (refunds after delivery,\n"
        + "repeated deliveries, list prices that differ from the store's).",
      NumberFormat.unit(of: findings.scenario.currency, language)
    ).lines
  }

  /// Lost orders by product; empty for a single product.
  var products: [String] {
    let products = findings.catalog.products
    guard products.count > 1 else { return [] }
    let columns = products.enumerated().map { index, product in
      // Whether the product stands for one item or for several.
      let mapping =
        product.itemIndices.count == 1 ? language("one item") : language("several items")
      return Column<RunFindings.DesignFindings>.numbers(product.name + "\n" + mapping) { design in
        design.designCounters.counters(product: index).rate(findings.scenario.comparedShare)
          .map { NumberFormat.estimate($0, language) } ?? "–"
      }
    }
    return Table(findings.designs, [.design(losses.byProduct)] + columns).lines
  }

  /// Endings of a case under each design, one line per charge.
  var endings: [String] {
    let rows = findings.designs.flatMap { design -> [[String]] in
      guard let ending = design.caseOutcome else { return [] }
      let charges = ending.charges.map { charge in
        let words = charge.words
        return words.prefix(2).map(language.named) + words.dropFirst(2)
          + Array(repeating: "", count: 3 - words.count)
      }
      return (charges.isEmpty ? [[language("none"), "", ""]] : charges).enumerated().map {
        index, cells in
        guard index == 0 else { return [""] + cells + ["", ""] }
        let flags = ending.flags.map(\.rawValue).joined(separator: ", ")
        return [design.name] + cells + [flags, expected(design.name)]
      }
    }
    let heads = [
      language("design"), language("charge"), language("kind"), language("drop point"),
      language("flags"), language("expected"),
    ]
    return Table(heads.map(Table.Head.words), rows).lines
  }

  /// Names of a case's drop points and flags, after an empty line; empty in a language in which the
  /// identifiers are words.
  var legendOfEndings: [String] {
    let endings = findings.designs.compactMap(\.caseOutcome)
    let lost = endings.flatMap(\.charges).flatMap { $0.words.dropFirst(2) }
    let identifiers = lost + endings.flatMap(\.flags).map(\.rawValue)
    let rows = identifiers.uniqued.compactMap { name in language.name(of: name).map { [name, $0] } }
    return rows.isEmpty ? [] : Table([.words(""), .words("")], rows).lines
  }

  /// Whether the ending of a design is the expected one; empty without an expectation.
  private func expected(_ name: String) -> String {
    let claims = findings.claims.filter {
      $0.expectation.claim.metric == nil && $0.expectation.claim.designs == [name]
    }
    if claims.isEmpty { return "" }
    return claims.contains { $0.verdict == .fail } ? language("no") : language("yes")
  }

  /// Heading, tables of pairs, then the users of each pair.
  /// - Parameter maximum: most users listed per direction, at least 1.
  /// - Parameter replay: the command that replays a user under a named design.
  package func pairs(maximum: Int, replayCommand: (_ design: String, UInt64) -> String) -> String {
    let head = [findings.heading, findings.subtitle(language)]
    let users = findings.comparisons.map { discordantUsers(of: $0, maximum, replayCommand) }
    return ([head, pairs, legendOfPairs] + users).page
  }

  /// Only the tables of pairs.
  package var shortPairs: String { [pairs].page }

  /// Users who lost an order only under the first design of a pair, with the commands that replay
  /// them under both; then those of the second design.
  private func discordantUsers(
    of pair: ComparisonFinding, _ maximum: Int, _ replay: (_ design: String, UInt64) -> String
  ) -> [String] {
    let ways = [
      (pair.first, pair.second, pair.simulatedUsers.onlyFirst, pair.losersUnderFirstOnly),
      (pair.second, pair.first, pair.simulatedUsers.onlySecond, pair.losersUnderSecondOnly),
    ]
    let blocks = ways.map { loser, saver, users, discordantUsers -> [String] in
      let shown = discordantUsers.prefix(maximum)
      var found = users > 1 ? language("{0} users", NumberFormat.count(users)) : language("1 user")
      if users == 0 {
        found = language("no user")
      } else if shown.count < users {
        found = language("{0}, of whom the first {1}", found, "\(shown.count)")
      }
      let (lost, saved) = (loser.escapingControls, saver.escapingControls)
      return [language("lost under {0}, not under {1}: {2}", lost, saved, found)]
        + shown.flatMap { flip -> [String] in
          let (user, ending) = (UserNumber.text(flip.user), flip.status.text(language))
          return ["  " + language("user {0}: {1}", user, ending)]
            + [loser, saver].map { "    " + replay($0, flip.user) }
        }
    }
    return Array(blocks.joined(separator: [""]))
  }

  var legendOfPairs: [String] { legendOfTests + losses.legendOfPairs }

  private var legendOfTests: [String] {
    let count = findings.comparisons.count
    let pairs = count == 1 ? language("1 pair") : language("{0} pairs", NumberFormat.count(count))
    let level = NumberFormat.short(findings.intervalSettings.confidence.error)
    let text =
      findings.isPlainSample
      ? language(
        "Each row compares a design B with design A for the same users.\n"
          + "'B − A lost': the difference of their lost orders, per mille of charges.\n"
          + "The columns of users count those who lost an order under both designs, only A, only B, or neither.\n"
          + "p: the exact McNemar test of 'only A' against 'only B'. p (Holm): p adjusted for {0}. The last\n"
          + "column names the design under which fewer users lose an order, if p (Holm) is at most {1}.",
        pairs, level)
      : language(
        "Each row compares a design B with design A for the same users.\n"
          + "'B − A lost': the difference of their lost orders, per mille of charges.\n"
          + "The columns of users count those who lost an order under both designs, only A, or only B.\n"
          + "'B − A users': the share of all users who lose an order only under B, minus the share only under A.\n"
          + "It does not follow from the counts, because users with faults are sampled more often than others.\n"
          + "p: the p-value of the test whether 'B − A users' is 0. p (Holm): p adjusted for {0}. The last\n"
          + "column names the design under which fewer users lose an order, if p (Holm) is at most {1}.",
        pairs, level)
    return text.lines
  }

  /// Tables of the compared pairs, one line per pair. Pairs with the same first design share a
  /// table, whose head names that design.
  var pairs: [String] {
    let tables = findings.comparisons.map(\.first).uniqued.map { name in
      Table(
        findings.comparisons.filter { $0.first == name },
        [.words("A: \(name.escapingControls)\nB", \.second)] + pairColumns
      ).lines
    }
    return Array(tables.joined(separator: [""]))
  }

  /// Columns of each pair in tables of text and of Markdown.
  var pairColumns: [Column<ComparisonFinding>] {
    pairColumns(
      [
        losses.difference.text,
        language("{0}\ninterval\n‰", NumberFormat.percent(findings.confidence)),
        language("both\n\nusers"), language("only A\n\nusers"), language("only B\n\nusers"),
        findings.isPlainSample ? language("neither\n\nusers") : language("B − A\nusers\n‰"), "p",
        "p\n(Holm)",
      ], language("fewer\nlosses under"))
  }

  /// Columns of each pair: eight numbers, and the better design.
  func pairColumns(_ heads: [String], _ fewer: String) -> [Column<ComparisonFinding>] {
    let signed = { (share: Estimate) in
      Table.Cell(text: NumberFormat.signedPerMille(share.value), key: share.value)
    }
    let interval = { (interval: Interval) in
      Table.Cell(text: NumberFormat.signedInterval(interval, language), key: interval.low)
    }
    let probability = { Table.Cell(text: NumberFormat.probability($0), key: $0) }
    let none = Table.Cell(text: "–", key: 0)
    let cells: [(ComparisonFinding) -> Table.Cell] = [
      { $0.difference.map(signed) ?? none },
      { $0.difference.map { interval($0.interval) } ?? none }, { .count($0.simulatedUsers.both) },
      { .count($0.simulatedUsers.onlyFirst) }, { .count($0.simulatedUsers.onlySecond) },
      { $0.losingUserDifference.map(signed) ?? .count($0.users.neither) },
      { probability($0.pValue) }, { probability($0.adjustedPValue) },
    ]
    let better = Column<ComparisonFinding>.words(fewer) {
      $0.betterDesign ?? ($0.isTied ? language("tied") : language("undecided"))
    }
    return zip(heads, cells).map(Column.cells) + [better]
  }
}

extension ChargeStatus {
  /// Ending of a charge, with the drop point of a lost or refunded order.
  func text(_ language: Language) -> String {
    let words = CaseChargeResult(of: self).words.map(language.named)
    return switch self {
    case .delivered, .recovered, .rescued, .refunded: words[0]
    case .lost: language("{0}, {1}, drop point {2}", words[0], words[1], words[2])
    case .autoRefunded(.delivered): language("refunded by the store after delivery")
    case .autoRefunded(.lost):
      language("refunded by the store, {0}, drop point {1}", words[1], words[2])
    }
  }
}
