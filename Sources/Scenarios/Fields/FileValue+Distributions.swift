package import EventEngine
package import JSONText

extension FileValue {
  /// Reads a distribution; in a case only a constant.
  func distribution() -> Distribution? {
    switch json.content {
    case .string, .number: return duration().map { .constant($0) }
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
  static let distributions = DistributionDraft.Family.allCases.map(\.rawValue)

  private func distribution(_ members: [JSONMember]) -> Distribution? {
    guard members.count == 1, let member = members.first else {
      report(
        "an object with \(members.count) keys is not a distribution",
        expected: "exactly one of \(FileValue.distributions.alternatives)")
      return nil
    }
    let parameters = child(member.value, member.key.escapingControls)
    guard let family = DistributionDraft.Family(rawValue: member.key) else {
      log.add(
        at: member.position, path: path, "unknown distribution \(member.key.quoted)",
        expected: FileValue.distributions.choice,
        suggestion: NearestName.of(member.key, among: FileValue.distributions))
      return nil
    }
    guard let draft = parameters.parameters(family.fields) else { return nil }
    switch family {
    case .uniform: return parameters.uniform(draft)
    case .exponential: return .exponential(mean: draft.first)
    case .lognormal: return .lognormal(median: draft.first, sigma: draft.number)
    case .weibull: return .weibull(scale: draft.first, shape: draft.number)
    case .empirical: return draft.survival.map { .empirical($0) }
    }
  }

  /// Reads the parameters of a distribution; nil when one is wrong or missing.
  private func parameters(_ fields: [Field<DistributionDraft>]) -> DistributionDraft? {
    var draft = DistributionDraft()
    return read(fields, into: &draft) ? draft : nil
  }

  private func uniform(_ draft: DistributionDraft) -> Distribution? {
    if draft.first <= draft.second { return .uniform(from: draft.first, to: draft.second) }
    report(
      meaning: "from '\(draft.first.words)' is above to '\(draft.second.words)'",
      expected: "from at most to")
    return nil
  }

  /// Reads the points of a survival function: pairs of a time and the share that lasts longer.
  fileprivate func survival() -> EmpiricalSurvival? {
    guard let list = list(.other("a list of pairs such as [\"1s\", 0.5]")) else { return nil }
    if list.isEmpty {
      report("an empty list of points", expected: "at least one point")
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
          meaning: "the time '\(point.time.words)' does not rise",
          expected: "more than '\(before.time.words)'")
        isRight = false
      }
      if point.share >= before.share {
        element.report(
          meaning: "the share \(point.share.words) does not fall",
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

  /// A family of distributions, by the key that names it.
  enum Family: String, CaseIterable {
    case uniform, exponential, lognormal, weibull, empirical

    /// What it says of a duration.
    var summary: String {
      switch self {
      case .uniform: "every duration between the two alike"
      case .exponential: "without memory"
      case .lognormal: "the logarithm is normal"
      case .weibull: "survival exp(−(t / scale)^shape)"
      case .empirical: "survival points such as [[\"1s\", 0.5], [\"5s\", 0.1]]"
      }
    }

    /// The keys of its parameters.
    var fields: [Field<DistributionDraft>] {
      switch self {
      case .uniform: DistributionDraft.uniform
      case .exponential: DistributionDraft.exponential
      case .lognormal: DistributionDraft.lognormal
      case .weibull: DistributionDraft.weibull
      case .empirical: DistributionDraft.empirical
      }
    }
  }

  /// An object that names one of the families.
  static let shape = ValueShape.object(
    KeySet(
      Family.allCases.map { family in
        Key(family.rawValue, .object(KeySet(family.fields, DistributionDraft())), family.summary)
      }, count: 1...1))

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
    Field(
      "points", .list(of: .other("a time and a share")), "the survival function",
      shape: { _ in
        .list(.pair(.value(.duration), .value(.number(0...1))), 1...FileValue.longestList)
      }
    ) { value, draft in draft.survival = value.survival() }.required
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
