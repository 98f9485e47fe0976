import Experiments
import JSONText
import PurchaseWorld
package import Statistics

/// A summary of an earlier run, as far as runs are compared by it.
package struct BaselineSummary: Sendable {
  /// A rate with its interval, as shares from 0 to 1.
  package struct Rate: Hashable, Sendable {
    package var value: Double
    package var interval: Interval
  }

  /// What a summary says of one design.
  package struct Design: Sendable {
    package var name: String
    /// The axes away from the defaults, with their values as the format writes them; of a built-in
    /// design none.
    package var axes: [String: String] = [:]
    package var charges = 0
    /// The rates that are compared, by name; of a case none.
    package var rates: [String: Rate] = [:]
    /// Users who lost an order, by hash; see `LossList`.
    package var losers: [UInt64] = []
    /// Whether these are all who lost an order.
    package var hasAllLosers = true
    /// For a case: how many orders were lost.
    package var lostOrders: Int?
    /// For a case: how its charges ended.
    package var ending = CaseEnding()
  }

  /// How a case ended, in the identifiers of the summary.
  package struct CaseEnding: Hashable, Sendable {
    /// For each charge its class, and of a lost one the kind and the drop point.
    package var charges: [[String]] = []
    package var flags: [String] = []
  }

  /// Why a summary cannot be read.
  package struct Refusal: Error, Hashable {
    package var message: String
  }

  package var name: String
  package var isCase: Bool
  package var seed: Int
  package var users: Int
  /// How many users were drawn from each stratum, by its index; a plain sample has none.
  package var sample: [Int: Int]
  /// The parts of a stratified sample's population, in the order of the run.
  var parts: [PairedUsers.Part] = []
  package var confidence: Double
  package var designs: [Design]

  /// Whether a user, by number, met the designs of this run.
  func didPlay(_ user: UInt64) -> Bool {
    guard let stratum = UserNumber.stratum(user) else { return sample.isEmpty && user < users }
    return UserNumber.index(user) < UInt64(sample[stratum] ?? 0)
  }

  /// The rates that are compared.
  static let metrics = ["lostRate", "lostSaleRate", "doubleChargeRate", "duplicateRate"]

  /// Makes a summary of a plain sample.
  init(name: String, seed: Int, users: Int, designs: [Design]) {
    self.name = name
    self.seed = seed
    self.users = users
    self.designs = designs
    isCase = false
    sample = [:]
    confidence = Confidence.standard.level
  }

  /// Reads a summary that `lostorder run` has written.
  package init(_ bytes: [UInt8]) throws(Refusal) {
    do {
      try self.init(reading: SummaryMember(try JSONValue.parse(bytes)))
    } catch let refusal as Refusal {
      throw refusal
    } catch let problem as JSONProblem {
      let position = problem.position
      throw Refusal(
        message: "\(position.line):\(position.column): \(problem.what); expected"
          + " \(problem.expected)")
    } catch {
      throw Refusal(message: "\(error)")
    }
  }

  private init(reading json: SummaryMember) throws(Refusal) {
    let format = try json["format"].integer
    guard format == SummaryJSON.format else {
      throw Refusal(
        message: "format: this summary has the form \(format); expected \(SummaryJSON.format)")
    }
    confidence = try json["confidence"].number
    let scenario = try json["scenario"]
    name = try scenario["name"].text
    isCase = try scenario["case"].bool
    seed = try scenario["seed"].integer
    users = try scenario["users"].integer
    sample = [:]
    if scenario.has("sample") {
      for stratum in try scenario["sample"].elements {
        let numbers = try stratum.elements
        guard numbers.count == 2 else {
          throw Refusal(message: "\(stratum.path): expected a stratum and its users")
        }
        sample[try numbers[0].integer] = try numbers[1].integer
      }
    }
    if scenario.has("parts") {
      for part in try scenario["parts"].elements {
        parts.append(
          PairedUsers.Part(
            stratum: try part["stratum"].integer, weight: try part["weight"].number,
            users: try part["users"].integer, canLose: try part["canLose"].bool))
      }
    }
    designs = []
    for design in try json["designs"].elements {
      designs.append(try BaselineSummary.design(design, isCase: isCase))
    }
  }

  private static func design(
    _ json: SummaryMember, isCase: Bool
  ) throws(Refusal) -> Design {
    var design = Design(name: try json["name"].text)
    if json.has("axes") {
      for axis in try json["axes"].members { design.axes[axis.key] = axis.value.words }
    }
    if isCase {
      let charges = try json["ending"]["charges"].elements
      var lost = 0
      for charge in charges {
        let outcome = try charge["outcome"].text
        if outcome == "lost" || outcome == "rescued" { lost += 1 }
        var parts = [outcome]
        for key in ["kind", "dropPoint"] where charge.has(key) {
          parts.append(try charge[key].text)
        }
        design.ending.charges.append(parts)
      }
      for flag in try json["ending"]["flags"].elements {
        design.ending.flags.append(try flag.text)
      }
      design.lostOrders = lost
      return design
    }
    design.charges = try json["charges"]["total"].integer
    let rates = try json["rates"]
    for name in metrics {
      let rate = try rates[name]
      if rate.isNull { continue }
      let numbers = try rate.elements
      guard numbers.count == 3 else {
        throw Refusal(message: "\(rate.path): expected a value and two limits")
      }
      design.rates[name] = Rate(
        value: try numbers[0].number,
        interval: Interval(low: try numbers[1].number, high: try numbers[2].number))
    }
    let losers = try json["losers"]
    design.hasAllLosers = try losers["all"].bool
    for user in try losers["users"].elements { design.losers.append(try user.user) }
    return design
  }
}

/// A value of a summary that knows where it stands.
struct SummaryMember {
  let json: JSONValue
  let path: String

  init(_ json: JSONValue, path: String = "") {
    self.json = json
    self.path = path
  }

  private typealias Refusal = BaselineSummary.Refusal

  private func refusal(_ expected: String) -> Refusal {
    Refusal(
      message: "\(json.position.line):\(json.position.column):"
        + " \(path.isEmpty ? "the summary" : path): expected \(expected)")
  }

  func has(_ key: String) -> Bool {
    guard case .object(let members) = json.content else { return false }
    return members.contains { $0.key == key }
  }

  subscript(key: String) -> SummaryMember {
    get throws(BaselineSummary.Refusal) {
      guard case .object(let members) = json.content,
        let member = members.first(where: { $0.key == key })
      else { throw refusal("an object with '\(key)', as 'lostorder run' writes it") }
      return SummaryMember(member.value, path: path.isEmpty ? key : path + "." + key)
    }
  }

  var elements: [SummaryMember] {
    get throws(BaselineSummary.Refusal) {
      guard case .array(let elements) = json.content else { throw refusal("a list") }
      return elements.enumerated().map { SummaryMember($1, path: "\(path)[\($0)]") }
    }
  }

  var members: [JSONMember] {
    get throws(BaselineSummary.Refusal) {
      guard case .object(let members) = json.content else { throw refusal("an object") }
      return members
    }
  }

  var isNull: Bool { if case .null = json.content { true } else { false } }

  var text: String {
    get throws(BaselineSummary.Refusal) {
      guard case .string(let text) = json.content else { throw refusal("a text") }
      return text
    }
  }

  var number: Double {
    get throws(BaselineSummary.Refusal) {
      guard case .number(let number) = json.content else { throw refusal("a number") }
      return number.double
    }
  }

  var integer: Int {
    get throws(BaselineSummary.Refusal) {
      guard case .number(let number) = json.content, let integer = number.integer else {
        throw refusal("a whole number")
      }
      return integer
    }
  }

  var bool: Bool {
    get throws(BaselineSummary.Refusal) {
      guard case .bool(let bool) = json.content else { throw refusal("true or false") }
      return bool
    }
  }

  /// The number of a user, or its text with a stratum.
  var user: UInt64 {
    get throws(BaselineSummary.Refusal) {
      switch json.content {
      case .number(let number):
        if let integer = number.integer, integer >= 0 { return UInt64(integer) }
      case .string(let text):
        if let user = UserNumber.parse(text) { return user }
      default: break
      }
      throw refusal("the number of a user")
    }
  }
}

extension JSONValue {
  /// The value as text on one line.
  fileprivate var words: String { output.line }

  private var output: JSONOutput {
    switch content {
    case .null: .null
    case .bool(let bool): .bool(bool)
    case .number(let number): number.integer.map { .integer($0) } ?? .number(number.double)
    case .string(let text): .string(text)
    case .array(let elements): .array(elements.map(\.output))
    case .object(let members): .object(members.map { .init($0.key, $0.value.output) })
    }
  }
}
