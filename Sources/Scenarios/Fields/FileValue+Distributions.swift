package import EventEngine
package import JSONText

extension FileValue {
  /// Reads a distribution; in a case only a constant.
  func distribution() -> Distribution? {
    switch json.content {
    case .string, .number:
      return duration().map { .constant($0) }
    case .object(let members):
      if log.isCase {
        report("a distribution in a case", expected: "a constant duration such as '5s'")
        return nil
      }
      return distribution(members)
    default:
      refuse(.distribution)
      return nil
    }
  }

  /// The names of the distributions that an object can hold.
  static let distributions = ["uniform", "exponential", "lognormal", "weibull", "empirical"]

  private func distribution(_ members: [JSONMember]) -> Distribution? {
    guard members.count == 1, let member = members.first else {
      report(
        "an object with \(members.count) keys is not a distribution",
        expected: "exactly one of \(FileValue.distributions.alternatives)")
      return nil
    }
    let parameters = child(member.value, member.key.escapingControls)
    switch member.key {
    case "uniform": return parameters.uniform()
    case "exponential":
      guard let draft = parameters.parameters(DistributionDraft.exponential) else { return nil }
      return .exponential(mean: draft.first)
    case "lognormal":
      guard let draft = parameters.parameters(DistributionDraft.lognormal) else { return nil }
      return .lognormal(median: draft.first, sigma: draft.number)
    case "weibull":
      guard let draft = parameters.parameters(DistributionDraft.weibull) else { return nil }
      return .weibull(scale: draft.first, shape: draft.number)
    case "empirical":
      return parameters.parameters(DistributionDraft.empirical)?.survival.map { .empirical($0) }
    default:
      log.add(
        at: member.position, path: path, "unknown distribution \(member.key.quoted)",
        expected: "one of \(FileValue.distributions.alternatives)",
        suggestion: NearestName.of(member.key, among: FileValue.distributions))
      return nil
    }
  }

  /// Reads the parameters of a distribution; nil when one is wrong or missing.
  private func parameters(_ fields: [Field<DistributionDraft>]) -> DistributionDraft? {
    var draft = DistributionDraft()
    return read(fields, into: &draft) ? draft : nil
  }

  private func uniform() -> Distribution? {
    guard let draft = parameters(DistributionDraft.uniform) else { return nil }
    if draft.first <= draft.second { return .uniform(from: draft.first, to: draft.second) }
    report(
      "from '\(draft.first.words)' is above to '\(draft.second.words)'",
      expected: "from at most to")
    return nil
  }

  /// Reads the points of a survival function: pairs of a time and the share that lasts longer.
  fileprivate func survival() -> EmpiricalSurvival? {
    guard let list = list(.other("a list of pairs such as [\"1s\", 0.5]")) else { return nil }
    if list.isEmpty || list.count > 10_000 {
      report("a list of \(list.count) points", expected: "1 to 10000 points")
      return nil
    }
    var points: [EmpiricalSurvival.Point] = []
    var isRight = true
    for element in list {
      guard let point = element.point() else {
        isRight = false
        continue
      }
      let before = points.last ?? EmpiricalSurvival.Point(time: .zero, share: 1)
      if point.time <= before.time {
        element.report(
          "the time '\(point.time.words)' does not rise",
          expected: "more than '\(before.time.words)'")
        isRight = false
      }
      if point.share >= before.share {
        element.report(
          "the share \(point.share.words) does not fall",
          expected: "less than \(before.share.words)")
        isRight = false
      }
      points.append(point)
    }
    return isRight ? EmpiricalSurvival(points: points) : nil
  }

  private func point() -> EmpiricalSurvival.Point? {
    guard case .array(let pair) = json.content, pair.count == 2 else {
      report("\(words) is not a pair", expected: "a time and a share such as [\"1s\", 0.5]")
      return nil
    }
    let time = child(pair[0], "[0]").duration()
    let share = child(pair[1], "[1]").number(0...1)
    guard let time, let share else { return nil }
    return EmpiricalSurvival.Point(time: time, share: share)
  }
}

/// The parameters of a distribution while it is read.
struct DistributionDraft {
  var first = Delay.zero
  var second = Delay.zero
  var number = 0.0
  var survival: EmpiricalSurvival?

  static let uniform: [Field<DistributionDraft>] = [
    .duration("from", \.first, "the shortest").required,
    .duration("to", \.second, "the longest, at least `from`").required,
  ]
  static let exponential: [Field<DistributionDraft>] = [
    .duration("mean", \.first, "the mean").required
  ]
  static let lognormal: [Field<DistributionDraft>] = [
    .duration("median", \.first, "the median").required,
    .number("sigma", 0...10, \.number, "the standard deviation of the logarithm").required,
  ]
  static let weibull: [Field<DistributionDraft>] = [
    .duration("scale", \.first, "the time that exp(-1) = 36.8 % outlast").required,
    .number("shape", 0.05...100, \.number, "below 1 the tail is heavy").required,
  ]
  static let empirical: [Field<DistributionDraft>] = [
    Field("points", .list(of: .other("a time and a share")), "the survival function") {
      value, draft in draft.survival = value.survival()
    }.required
  ]
}

extension Distribution {
  /// The distribution as the format writes it.
  package var output: JSONOutput {
    switch self {
    case .constant(let delay): .string(delay.words)
    case .uniform(let from, let to):
      ["uniform": ["from": .string(from.words), "to": .string(to.words)]]
    case .exponential(let mean): ["exponential": ["mean": .string(mean.words)]]
    case .lognormal(let median, let sigma):
      ["lognormal": ["median": .string(median.words), "sigma": .number(sigma)]]
    case .weibull(let scale, let shape):
      ["weibull": ["scale": .string(scale.words), "shape": .number(shape)]]
    case .empirical(let survival):
      [
        "empirical": [
          "points": .array(
            survival.points.map { [.string($0.time.words), .number($0.share)] })
        ]
      ]
    }
  }
}
