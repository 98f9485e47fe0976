import Experiments
import JSONText
import Methods
import PurchaseWorld
import Reports
import Scenarios

/// `lostorder compare`: what two designs, or each two, decide of the same users.
struct ComparisonMethod: Method {
  static let files = ["summary.json", "designs.csv"]
  static let keepsFiles = false

  let call: Call, input: Input
  /// The scenario of the file, of which the designs are that are compared.
  let file: Input
  /// How many users are listed each way.
  let most: Int

  func find() throws(Refusal) -> Findings { try call.findings(input, of: file) }

  func cut(of found: Findings) -> Cut? { found.cut }

  func text(of found: Findings, isShort: Bool) -> String {
    let report = RunReport(found, language)
    return isShort
      ? report.shortPairs : report.pairs(most: most) { language.command(input.tracing($0, $1)) }
  }

  func troubles(of found: Findings) -> [String] { found.charges.compactMap(silence) }

  func contents(of found: Findings) -> [String] {
    [SummaryJSON.output(found).text, DesignsCSV.text(found)]
  }

  func refusal(_ cut: Cut, of found: Findings) -> Refusal {
    call.refusal(cut, users: found.users, of: file)
  }
}

/// `lostorder compare`: the same of users who share a backend.
struct SharedComparisonMethod: Method {
  static let files = ["together.json", "designs.csv"]
  static let keepsFiles = false

  let call: Call, input: Input
  /// The scenario of the file, of which the designs are that are compared.
  let file: Input
  /// How many users are listed each way.
  let most: Int

  func find() throws(Refusal) -> SharedResults {
    BugReport.prepare(reproducedBy: input.reproducing("compare"))
    do throws(Cut) { return try call.playTogether(scenario) } catch {
      throw call.refusal(error, users: 0, of: file)
    }
  }

  func text(of found: SharedResults, isShort: Bool) -> String {
    let report = SharedReport(found, language)
    return isShort
      ? report.shortPairs : report.pairs(most: most) { language.command(input.tracing($0)) }
  }

  func troubles(of found: SharedResults) -> [String] {
    scenario.designs.enumerated().compactMap { index, design in
      silence((design.name, found.charges(of: index), found.tally(of: index).refunded))
    }
  }

  func contents(of found: SharedResults) -> [String] {
    [SharedJSON.output(found).text, DesignsCSV.text(found)]
  }
}

/// How many charges of a design were kept, and how many were refunded.
typealias DesignCharges = (design: String, charges: Int, refunded: Int)

extension Call {
  /// Plays the users of a scenario one by one.
  /// - Parameter file: the scenario of the file, which a refusal speaks of.
  func findings(_ input: Input, of file: Input) throws(Refusal) -> Findings {
    let results = play(input)
    if let cut = results.cut, results.users == 0 { throw refusal(cut, users: 0, of: file) }
    return Findings(results)
  }
}

extension Method {
  /// What is said of a design that charged nobody in the end, and so shows nothing about lost orders; nil of others.
  func silence(_ design: DesignCharges) -> String? {
    if design.charges > 0 { return nil }
    let name = design.design.escapingControls
    return design.refunded > 0
      ? language("every charge under design {0} was refunded", name)
      : language("nobody was charged under design {0}", name)
  }
}

extension Findings {
  /// What each design charged.
  var charges: [DesignCharges] {
    designs.map { design in
      design.ending.map { (design.name, $0.charges.count, 0) }
        ?? (design.name, design.tally.total(.charges), design.tally.refunded)
    }
  }
}
