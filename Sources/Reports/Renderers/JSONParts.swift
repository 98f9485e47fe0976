package import Experiments
import JSONText
import PurchaseWorld
package import Scenarios
import Statistics

/// Members that several forms share.
extension Member where Target == Never {
  /// Versions of the format and of the product; every format begins with them.
  package static func versions(_ format: Int) -> [Member] {
    [
      Member("format", .constant(.integer(format)), "version of this form") { _ in
        .integer(format)
      },
      .text("version", "version of lostorder that wrote this") { _ in Version.current },
    ]
  }

  static var confidence: Member {
    Member("confidence", .share, "of every interval") { _ in .standard }
  }

  /// Reason why the work is incomplete; omitted if it is complete.
  package static func interruption(_ interruption: @escaping @Sendable (Source) -> Interruption?)
    -> Member
  {
    Member("cut", .words(Interruption.names.sorted()), "why the work is incomplete") { source in
      interruption(source).map { .string($0.name) }
    }.optional
  }

  /// The scenario that ran.
  /// - Parameter isCase: whether it is a case; nil if the form implies it.
  package static func scenario(
    _ ran: @escaping @Sendable (Source) -> Scenario,
    isCase: @escaping @Sendable (Source) -> Bool? = { _ in nil }
  ) -> Member {
    .object("scenario", RunIdentity.members, "the run") {
      RunIdentity(scenario: ran($0), isCase: isCase($0))
    }
  }

  /// One member per share by which designs can be compared (`Scenario.comparedShare`), named like
  /// the share. An object contains the share of its designs.
  static func compared(
    _ share: @escaping @Sendable (Source) -> ShareMetric, _ form: MemberSchema, suffix: String = "",
    _ meaning: String = "", value: @escaping @Sendable (Source) -> JSONOutput?
  ) -> [Member] {
    [ShareMetric.lost, .lostOrAutoRefunded].map { known in
      Member(known.row.name + suffix, form, meaning, value: value).where { share($0) == known }
    }
  }
}

extension Member {
  /// The same member, omitted from objects that do not satisfy a condition.
  func `where`(_ holds: @escaping @Sendable (Source) -> Bool) -> Member {
    let value = value
    return Member(name, form, meaning) { holds($0) ? value($0) : nil }.optional
  }

  /// A number.
  /// - Parameter digits: number of significant digits; nil for all.
  static func number(
    _ name: String, _ meaning: String = "", digits: Int? = nil,
    _ value: @escaping @Sendable (Source) -> Double?
  ) -> Member {
    Member(name, .number, meaning) { source in
      value(source).map { number in .number(digits.map { number.rounded(digits: $0) } ?? number) }
    }
  }

  static func texts(
    _ name: String, _ meaning: String = "", _ value: @escaping @Sendable (Source) -> [String]
  ) -> Member { Member(name, .list(.text), meaning) { .strings(value($0)) } }

  static func words<Word: CaseIterable & RawRepresentable<String> & SendableMetatype>(
    _ name: String, _ meaning: String = "", _ value: @escaping @Sendable (Source) -> [Word]
  ) -> Member { Member(name, .list(.words(Word.self)), meaning) { .words(value($0)) } }
}

/// The scenario that ran; only results with a summary contain more.
private struct RunIdentity: Sendable {
  let scenario: Scenario
  let isCase: Bool?

  static let members: [Member<RunIdentity, Never>] = [
    .text("name") { $0.scenario.name }, .text("title") { $0.scenario.title },
    Member("case", .boolean) { ran in ran.isCase.map { .bool($0) } }.optional,
    .count("seed") { Int(clamping: $0.scenario.seed) },
    .count("users") { $0.isCase == true ? 1 : $0.scenario.userCount },
    .text("currency") { $0.scenario.currency?.code }.optional,
    Member("set", .list(.text), "what --set changed in the file before it was read") {
      .settings($0.scenario)
    }.optional,
  ]
}

/// An axis on which two designs differ.
enum AxisJSON {
  static let members: [Member<DesignDifference.Part.Axis, Never>] = [
    .text("name") { $0.name }, .text("from") { $0.from }, .text("to") { $0.to },
  ]
}
