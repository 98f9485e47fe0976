import Experiments
import JSONText
import PurchaseWorld
import Scenarios
import Statistics

/// The JSON Schema (draft 2020-12) of summaries: `results/summary.schema.json`.
///
/// The article <doc:SummaryFormat> says what every member means.
package enum SummarySchema {
  /// The schema with a line feed at its end.
  package static var text: String { schema.text }

  private static var schema: JSONOutput {
    let members: [Member] = [
      Member("format", ["const": .integer(SummaryJSON.format)], "the version of this form"),
      Member("version", string, "the version of lostorder that ran"),
      Member("confidence", share, "of every interval"),
      Member("intervals", words(IntervalMethod.allCases.map(\.rawValue)), "how they are made"),
      Member("scenario", scenario, "what ran"),
      Member("verdict", verdict, "the worst of the expectations; with a trouble never a pass"),
      Member("troubles", list(trouble), "what makes the run say less than it seems to"),
      Member("designs", list(design), "in the order of the scenario"),
      Member("comparisons", list(comparison), "pairs of designs; none for a case").optional,
      Member("expectations", list(expectation), "in the order of the scenario"),
    ]
    guard case .object(let body) = object(members) else { preconditionFailure("an object") }
    return .object(
      [
        .init("$schema", "https://json-schema.org/draft/2020-12/schema"),
        .init("title", "A summary of lostorder"),
      ] + body)
  }

  /// A member of an object.
  private struct Member {
    var name: String
    var schema: JSONOutput
    var meaning: String
    var isRequired = true

    init(_ name: String, _ schema: JSONOutput, _ meaning: String = "") {
      self.name = name
      self.schema = schema
      self.meaning = meaning
    }

    var optional: Member {
      var member = self
      member.isRequired = false
      return member
    }
  }

  /// An object with these members and no others.
  private static func object(_ members: [Member]) -> JSONOutput {
    [
      "type": "object",
      "properties": .object(
        members.map { member in
          guard !member.meaning.isEmpty, case .object(let schema) = member.schema else {
            return .init(member.name, member.schema)
          }
          return .init(
            member.name, .object([.init("description", .string(member.meaning))] + schema))
        }),
      "required": .array(members.filter(\.isRequired).map { .string($0.name) }),
      "additionalProperties": false,
    ]
  }

  private static func counts(_ names: [String]) -> JSONOutput {
    object(names.map { Member($0, count) })
  }

  private static func list(_ elements: JSONOutput) -> JSONOutput {
    ["type": "array", "items": elements]
  }

  private static func words(_ words: [String]) -> JSONOutput {
    ["enum": .array(words.map { .string($0) })]
  }

  /// One schema or null.
  private static func orNull(_ schema: JSONOutput) -> JSONOutput {
    ["anyOf": [schema, ["type": "null"]]]
  }

  private static let string: JSONOutput = ["type": "string"]
  private static let count: JSONOutput = ["type": "integer", "minimum": 0]
  private static let money: JSONOutput = ["type": "integer"]
  private static let share: JSONOutput = ["type": "number", "minimum": 0, "maximum": 1]
  private static let yesOrNo: JSONOutput = ["type": "boolean"]
  private static let verdict = words(Verdict.allCases.map(\.rawValue))
  private static let seconds: JSONOutput = [
    "anyOf": [["type": "number", "minimum": 0], ["const": "never"]]
  ]
  /// A number, or never, or unknown.
  private static let value: JSONOutput = [
    "anyOf": [["type": "number"], ["const": "never"], ["type": "null"]]
  ]
  private static let user: JSONOutput = [
    "anyOf": [count, ["type": "string", "pattern": "^[0-9]+:[0-9]+$"]]
  ]

  /// A value and both limits of its interval.
  private static func interval(_ element: JSONOutput) -> JSONOutput {
    ["type": "array", "items": element, "minItems": 3, "maxItems": 3]
  }

  private static var scenario: JSONOutput {
    object([
      Member("name", string), Member("title", string), Member("case", yesOrNo),
      Member("seed", count), Member("users", count, "who met every design"),
      Member("sampling", words(["plain", "stratified"])).optional,
      Member("strata", count).optional,
      Member("pilot", count, "users who only planned the sample").optional,
      Member("sample", list(list(count)), "strata, each with how many users are known").optional,
      Member("parts", list(part), "of the population, with the users drawn from each").optional,
      Member("precision", precision, "what was asked for, and what came of it").optional,
      Member("publishedLadder", list(count)).optional,
    ])
  }

  private static var part: JSONOutput {
    object([
      Member("stratum", count), Member("luck", words(SampledStratum.Luck.allCases.map(\.rawValue))),
      Member("weight", share, "the share of all users who are of this part"),
      Member("users", count, "who were drawn from it"), Member("canLose", yesOrNo),
    ])
  }

  private static var precision: JSONOutput {
    object([
      Member("halfWidth", ["type": "number"]).optional,
      Member("relativeHalfWidth", ["type": "number"]).optional,
      Member("until", ["const": "decided"]).optional, Member("design", string).optional,
      Member("confidence", share), Member("atMost", count), Member("look", count),
      Member("reached", yesOrNo),
    ])
  }

  private static var trouble: JSONOutput {
    object([
      Member(
        "trouble",
        words([
          "noCharge", "notPrecise", "neverStruck", "neverBegan", "neverCharged", "interrupted",
          "timeLimit", "endless",
        ])),
      Member("design", string).optional,
      Member("fault", words(FaultKind.allCases.map(\.rawValue))).optional,
      Member("declaration", count).optional, Member("outage", count).optional,
      Member("value", string, "what makes a life endless").optional,
      Member("user", user, "whose life is endless").optional,
    ])
  }

  /// How a charge ended.
  private static var fate: [Member] {
    [
      Member("outcome", words(["delivered", "recovered", "rescued", "lost", "refunded"])),
      Member("kind", words(LossKind.allCases.map(\.rawValue))).optional,
      Member("dropPoint", words(DropPoint.allCases.map(\.rawValue))).optional,
    ]
  }

  private static var ending: JSONOutput {
    object([
      Member("charges", list(object(fate)), "in the order of charging"),
      Member("flags", list(words(CaseFlag.allCases.map(\.rawValue)))),
    ])
  }

  /// The counts of a design, over all products or over one.
  private static var tally: [Member] {
    [
      Member("charges", charges).optional,
      Member(
        "intents",
        counts([
          "total", "wantedToPay", "lostSales", "doubleCharge", "hung", "refused", "noOrder",
          "blocked", "tickets",
        ])
      ).optional,
      Member("money", moneyClasses, "minor units").optional,
      Member(
        "rates",
        object(TallyJSON.shares.map { Member($0.name, orNull(interval(share))) }),
        "value, lower and upper limit"
      ).optional,
      Member(
        "delivery",
        object(["p50", "p95", "p99"].map { Member($0, orNull(interval(seconds))) }),
        "seconds from the charge: value, lower and upper limit"
      ).optional,
    ]
  }

  private static var charges: JSONOutput {
    let names = [
      "total", "delivered", "recovered", "rescued", "undelivered", "crossed", "misdelivered",
      "duplicateDelivery", "wrongBeside", "refunded",
    ]
    let late = object([
      Member("within", ["type": "number"], "seconds"), Member("missed", count),
      Member("rate", orNull(interval(share))),
    ])
    return object(names.map { Member($0, count) } + [Member("late", list(late)).optional])
  }

  private static var moneyClasses: JSONOutput {
    let debt = ["total", "refundedGoods", "duplicates", "priceDifferences"]
    return object(
      ["charged", "delivered", "recovered", "rescued", "lost", "refunded", "booked"].map {
        Member($0, money)
      } + [Member("badDebt", object(debt.map { Member($0, money) }))])
  }

  private static var design: JSONOutput {
    let lost = object([
      Member("kind", words(LossKind.allCases.map(\.rawValue))),
      Member("dropPoint", words(DropPoint.allCases.map(\.rawValue))),
      Member("charges", count), Member("firstUsers", list(user)),
    ])
    let losers = object([
      Member("all", yesOrNo, "whether these are all who lost an order"),
      Member("users", list(user), "by hash"),
    ])
    let product = object(
      [Member("name", string), Member("items", count)]
        + tally.map { member in
          var member = member
          member.isRequired = true
          return member
        })
    let own: [Member] = [
      Member("name", string), Member("events", count),
      Member("axes", ["type": "object"], "of a design of one's own, away from the defaults")
        .optional, Member("ending", ending, "of a case").optional,
      Member("plainUsers", count).optional,
    ]
    let more: [Member] = [
      Member("funnel", counts(LogEvent.allCases.map(\.name) + ["abnormalUsers"])).optional,
      Member("ladder", list(count)).optional,
      Member("ladderRates", list(orNull(interval(share)))).optional,
      Member("lost", list(lost), "the ways in which orders were lost").optional,
      Member("losers", losers, "users who lost an order").optional,
      Member("products", list(product), "when there are several").optional,
    ]
    return object(own + tally + more)
  }

  private static var comparison: JSONOutput {
    let flips = list(object(fate + [Member("users", list(user))]))
    let difference: JSONOutput = ["type": "number", "minimum": -1, "maximum": 1]
    return object([
      Member("first", string), Member("second", string),
      Member("lostRate", orNull(interval(difference)), "of the second minus that of the first"),
      Member("users", counts(["both", "onlyFirst", "onlySecond", "neither"])),
      Member(
        "drawn", list(list(count)), "of each part: both, onlyFirst, onlySecond, as drawn"
      ).optional,
      Member("losers", interval(difference), "the weighted share onlySecond less onlyFirst")
        .optional,
      Member("p", share), Member("adjustedP", share), Member("fewer", orNull(string)),
      Member(
        "flips", object([Member("onlyFirst", flips), Member("onlySecond", flips)])),
    ])
  }

  private static var expectation: JSONOutput {
    object([
      Member("path", string, "where it stands in the scenario"), Member("verdict", verdict),
      Member("design", string).optional, Member("of", string).optional,
      Member("below", string).optional, Member("metric", string).optional,
      Member("within", ["type": "number"]).optional, Member("retry", count).optional,
      Member("product", string).optional, Member("min", value).optional,
      Member("max", value).optional, Member("by", value).optional,
      Member("factor", count).optional,
      Member("found", orNull(interval(value)), "value, lower and upper limit").optional,
      Member("expected", ending, "of a case").optional,
    ])
  }
}
