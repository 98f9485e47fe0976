package import EventEngine
package import JSONText

extension FileValue {
  /// Reads a distribution; in a case it must be a constant.
  func distribution() -> Distribution? {
    guard let members = json.members else {
      let isConstant = json.string != nil || json.number != nil
      return isConstant ? duration().map { .constant($0) } : reportMismatch(.distribution)
    }
    let names = DistributionFamily.all.map(\.name)
    if log.isCase {
      return report(
        "a case cannot have a distribution", expected: "a constant duration such as '5s'")
    }
    guard members.count == 1, let member = members.first else {
      return report(
        "an object with \(members.count) keys is not a distribution",
        expected: "exactly one of \(.alternatives(names))")
    }
    guard let name = key(of: member).choice(names, called: "distribution"),
      let family = DistributionFamily.all.first(where: { $0.name == name })
    else { return nil }
    let value = child(member.value, member.key.escapingControls)
    return value.read(family.fields, DistributionDraft()).flatMap { family.make($0, value) }
  }

  /// Reads the points of a survival function: pairs of a time and the share that lasts longer.
  fileprivate func survival() -> EmpiricalSurvival? {
    guard let list = list(.other("a list of pairs such as [\"1s\", 0.5]")) else { return nil }
    if list.isEmpty { return report("the list of points is empty", expected: "at least one point") }
    let before = log.count
    var points: [EmpiricalSurvival.Point] = []
    for element in list {
      guard let point = element.point() else { continue }
      let last = points.last ?? EmpiricalSurvival.Point(time: .zero, share: 1)
      if point.time <= last.time {
        element.reportSemanticProblem(
          "the time '\(point.time.words)' does not increase",
          expected: "more than '\(last.time.words)'")
      }
      if point.share >= last.share {
        element.reportSemanticProblem(
          "the share \(point.share.words) does not decrease",
          expected: "less than \(last.share.words)")
      }
      points.append(point)
    }
    return log.count == before ? EmpiricalSurvival(points: points) : nil
  }

  private func point() -> EmpiricalSurvival.Point? {
    guard let pair = json.elements, pair.count == 2 else {
      return report("\(words) is not a pair", expected: "a time and a share such as [\"1s\", 0.5]")
    }
    let time = child(pair[0], "[0]").duration()
    let share = child(pair[1], "[1]").number(0...1)
    guard let time, let share else { return nil }
    return EmpiricalSurvival.Point(time: time, share: share)
  }
}

/// The parameters of a distribution during reading.
package struct DistributionDraft {
  fileprivate var first = Delay.zero, second = Delay.zero
  fileprivate var number = 0.0
  fileprivate var survival: EmpiricalSurvival?
}

/// A family of distributions that an object can hold.
package struct DistributionFamily: Sendable {
  /// The key of the object.
  package let name: String
  /// The meaning of the family for a duration.
  let summary: String
  /// The keys of its parameters.
  package let fields: [Field<DistributionDraft>]
  /// Creates the distribution from valid parameters; reports contradictions between them.
  fileprivate let make: @Sendable (DistributionDraft, FileValue) -> Distribution?

  package static let all = [
    DistributionFamily(
      name: "uniform",
      summary: "uniform distribution: all durations between the two are equally likely",
      fields: [
        Field("from", .duration, \.first, "the shortest duration").required,
        Field("to", .duration, \.second, "the longest duration, at least `from`").required,
      ]
    ) { draft, value in
      if draft.first <= draft.second { return .uniform(from: draft.first, to: draft.second) }
      return value.reportSemanticProblem(
        "'from' (\(draft.first.words)) is above 'to' (\(draft.second.words))",
        expected: "'from' not above 'to'")
    },
    DistributionFamily(
      name: "exponential", summary: "exponential distribution with this mean",
      fields: [Field("mean", .duration, \.first, "the mean").required]
    ) { draft, _ in .exponential(mean: draft.first) },
    DistributionFamily(
      name: "lognormal", summary: "lognormal distribution: the logarithm is normal",
      fields: [
        Field("median", .duration, \.first, "the median").required,
        Field("sigma", .number(0...10), \.number, "the standard deviation of the logarithm")
          .required,
      ]
    ) { draft, _ in .lognormal(median: draft.first, sigma: draft.number) },
    DistributionFamily(
      name: "weibull",
      summary: "Weibull distribution: the share exp(−(t / scale)^shape) lasts longer than t",
      fields: [
        Field("scale", .duration, \.first, "the duration that the share exp(-1) = 36.8 % exceeds")
          .required,
        Field("shape", .number(0.05...100), \.number, "the shape; below 1 the tail is heavy")
          .required,
      ]
    ) { draft, _ in .weibull(scale: draft.first, shape: draft.number) },
    DistributionFamily(
      name: "empirical",
      summary: "survival function from points such as [[\"1s\", 0.5], [\"5s\", 0.1]]",
      fields: [
        Field(
          "points", .survival, \.survival, "the points: a time, and the share that lasts longer"
        ).required
      ]
    ) { draft, _ in draft.survival.map { .empirical($0) } },
  ]

  /// The shape of an object that names one family.
  static let shape = ValueShape.object(
    KeySet(
      all.map { family in
        let parameters = KeySet(family.fields, DistributionDraft())
        return Key(name: family.name, shape: .object(parameters), summary: family.summary)
      }, count: 1...1))
}

extension ValueFormat<EmpiricalSurvival> {
  fileprivate static var survival: ValueFormat {
    ValueFormat(
      .list(of: .other("a time and a share")),
      shape: .list(.pair(.value(.duration), .value(.number(0...1))), 1...FileValue.maxListLength)
    ) { $0.survival() }
  }
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
          "points": .array(survival.points.map { [.string($0.time.words), .number($0.share)] })
        ]
      ]
    }
  }
}
