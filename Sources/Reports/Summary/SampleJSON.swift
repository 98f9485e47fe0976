import Experiments
import JSONText
import Statistics

/// How the users of a run were drawn and why it ended, as members of a summary's scenario.
enum SampleJSON {
  static func members(_ findings: Findings) -> [JSONOutput.Member] {
    guard !findings.isCase else { return [] }
    var members = [
      JSONOutput.Member("sampling", .string(findings.isPlain ? "plain" : "stratified"))
    ]
    if !findings.isPlain {
      members.append(.init("strata", .integer(findings.strata.count)))
      members.append(.init("pilot", .integer(findings.pilot)))
      members.append(
        .init(
          "sample",
          .array(
            // Of safe users it is known what became of their orders. Who was played of a run that
            // was cut short depends on the threads.
            findings.strata.filter { $0.luck != .safe && findings.cut == nil }.map { stratum in
              [.integer(stratum.index ?? 0), .integer(stratum.numbers)]
            })))
      members.append(.init("parts", .array(findings.strata.map { part($0) })))
    }
    if let precision = findings.precision {
      members.append(.init("precision", output(precision)))
    }
    return members
  }

  /// A part of the population with the users who were drawn from it, in whole digits of its weight.
  private static func part(_ stratum: SampledStratum) -> JSONOutput {
    [
      "stratum": .integer(stratum.index ?? 0), "luck": .string(stratum.luck.rawValue),
      "weight": .number(stratum.weight), "users": .integer(stratum.users),
      "canLose": .bool(stratum.canCharge && stratum.luck != .safe),
    ]
  }

  private static func output(_ precision: PrecisionFinding) -> JSONOutput {
    var members: [JSONOutput.Member] = []
    switch precision.goal {
    case .halfWidth(let most): members.append(.init("halfWidth", .number(most)))
    case .relativeHalfWidth(let most): members.append(.init("relativeHalfWidth", .number(most)))
    case .decided: members.append(.init("until", "decided"))
    }
    if let design = precision.design { members.append(.init("design", .string(design))) }
    return .object(
      members + [
        .init("confidence", .number(precision.confidence)),
        .init("atMost", .integer(precision.atMost)), .init("look", .integer(precision.look)),
        .init("reached", .bool(precision.isMet)),
      ])
  }
}
