import CLibrary
import EventEngine
package import JSONText

/// The values of one dimension of a sweep, in order.
struct SweepValues {
  /// One value and its place in the file.
  struct Element {
    var json: JSONValue
    /// The position on the scale.
    var place: Double
    var origin: FileValue

    var isWhole: Bool { place == place.rounded() }
    /// The value in messages, shortened.
    var words: Phrase { FileValue(json, origin.log).words }
  }

  var scale: Sweep.Scale
  var elements: [Element]
  /// Whether the ends of a range are whole numbers but a value between them is not.
  var isBroken = false
}

extension DimensionDraft {
  /// The values of the draft; returns nil after reporting a problem.
  func sweepValues() -> SweepValues? {
    guard let object else { return nil }
    let ends = [("from", from), ("to", to), ("steps", steps?.place)]
    if let values {
      guard let (name, _) = ends.first(where: { $0.1 != nil }) else { return listed(values) }
      return values.report("'values' and '\(name)' are both given", expected: "one of them")
    }
    let missing = ends.filter { $0.1 == nil }.map(\.0.quoted)
    if isComplete, missing.count == 3 {
      object.report("there are no values", expected: "'from', 'to' and 'steps', or 'values'")
    } else if isComplete, !missing.isEmpty {
      object.report(
        missing.count == 1
          ? "\(missing[0]) is missing" : "\(missing[0]) and \(missing[1]) are missing",
        expected: "'from', 'to' and 'steps'")
    }
    return ranged()
  }

  /// The values from one end to the other, as the format writes them.
  /// - Parameter isWhole: whether all values are rounded to whole numbers, as durations always are.
  func ranged(isWhole: Bool = false) -> SweepValues? {
    let ends = from.flatMap { from in to.map { from.range(to: $0, isLogarithmic: isLogarithmic) } }
    guard let object, let from, let to, let ends = ends.flatMap(\.self), let steps = steps?.value
    else { return nil }
    let areDurations = ends.scale == .durations
    let amounts = amounts(
      ends.amounts.lowerBound, ends.amounts.upperBound, steps, isWhole: isWhole || areDurations)
    let elements = amounts.enumerated().map { index, amount in
      let origin = index == 0 ? from : index == amounts.count - 1 ? to : object
      let content: JSONValue.Content =
        areDurations
        ? .string(DimensionDraft.words(microseconds: amount))
        : .number(JSONNumber(double: amount, integer: Int(exactly: amount)))
      return SweepValues.Element(
        json: JSONValue(content, at: origin.json.position),
        place: areDurations ? amount / 1e6 : amount, origin: origin)
    }
    let isBroken = ends.areWhole && elements.contains { !$0.isWhole }
    return SweepValues(scale: ends.scale, elements: elements, isBroken: isBroken)
  }

  /// The ascending values from one end to the other; both ends stay exact.
  ///
  /// Values between have the fewest digits that distinguish them, at least four, so that a reported
  /// value can be written into a file. Equal whole numbers appear once.
  private func amounts(_ from: Double, _ to: Double, _ steps: Int, isWhole: Bool) -> [Double] {
    let exact = (0..<steps).map { index in
      if index == 0 { return from }
      if index == steps - 1 { return to }
      let share = Double(index) / Double(steps - 1)
      if isLogarithmic { return exp(CLibrary.log(from) * (1 - share) + CLibrary.log(to) * share) }
      return from * (1 - share) + to * share
    }
    let rounded = (4...15).lazy.map { digits in
      exact.indices.map { 1..<steps - 1 ~= $0 ? exact[$0].rounded(digits: digits) : exact[$0] }
    }
    var amounts = rounded.first { zip($0, $0.dropFirst()).allSatisfy(<) } ?? exact
    if isWhole { amounts = amounts.map { $0.rounded() } }
    return amounts.indices.filter { $0 == 0 || amounts[$0 - 1] < amounts[$0] }.map { amounts[$0] }
  }

  /// A duration as a user would write it, such as 10.44s instead of 10440ms.
  private static func words(microseconds amount: Double) -> String {
    let plain = Delay(microseconds: Int64(amount)).words
    let inSeconds = JSONOutput.number(amount / 1e6).line + "s"
    return amount >= 1e6 && inSeconds.count < plain.count ? inSeconds : plain
  }

  private func listed(_ value: FileValue) -> SweepValues? {
    guard let list = value.list(.other("a list of values")) else { return nil }
    let counts = DimensionDraft.counts
    guard counts.contains(list.count) else {
      return value.report(
        list.count == 1 ? "1 value" : "\(list.count) values",
        expected: "\(counts.lowerBound) to \(counts.upperBound)")
    }
    let before = value.log.count
    let scale = DimensionDraft.scale(of: list)
    var elements: [SweepValues.Element] = []
    for (index, element) in list.enumerated() {
      let end = scale == .choices ? nil : element.sweepEnd()
      let place = end.map { scale == .durations ? $0.amount / 1e6 : $0.amount } ?? Double(index)
      if scale == .choices {
        let output = JSONOutput(element.json)
        if elements.contains(where: { JSONOutput($0.json) == output }) {
          element.reportSemanticProblem(
            "\(element.words) appears twice", expected: "each value once")
        }
      } else if let last = elements.last, place <= last.place {
        element.reportSemanticProblem(
          "\(element.words) follows \(last.origin.words)", expected: "more than the previous value")
      } else if isLogarithmic, element.hasNoLogarithm(place) {
        continue
      }
      elements.append(SweepValues.Element(json: element.json, place: place, origin: element))
    }
    if scale == .choices, isLogarithmic {
      log?.reportSemanticProblem(
        "only numbers or durations have a logarithm", expected: "numbers or durations")
    }
    return value.log.count == before ? SweepValues(scale: scale, elements: elements) : nil
  }

  /// The scale of a list of values: durations or numbers if all values are, otherwise choices.
  private static func scale(of list: [FileValue]) -> Sweep.Scale {
    let scales = list.map { element -> Sweep.Scale? in
      // A string that is not a duration is a choice, not a mistake.
      FileValue(element.json, ProblemLog(file: "")).sweepEnd()?.scale
    }
    if scales.allSatisfy({ $0 == .numbers }) { return .numbers }
    return scales.allSatisfy { $0 == .durations } ? .durations : .choices
  }
}

extension FileValue {
  /// Reads a range with this lower end; returns nil after reporting a problem.
  /// - Parameter to: the upper end, of the same type and above the lower.
  func range(to: FileValue, isLogarithmic: Bool) -> (
    amounts: ClosedRange<Double>, scale: Sweep.Scale, areWhole: Bool
  )? {
    let (first, last) = (sweepEnd(), to.sweepEnd())
    guard let first, let last else { return nil }
    if first.scale != last.scale {
      return to.reportSemanticProblem(
        "\(to.words) is not of the same type as \(words)",
        expected: first.scale == .durations ? ValueKind.duration.phrase : "a number")
    }
    if last.amount <= first.amount {
      return to.reportSemanticProblem(
        "\(to.words) is not above 'from'", expected: "more than \(words)")
    }
    if isLogarithmic, hasNoLogarithm(first.amount) { return nil }
    return (first.amount...last.amount, first.scale, first.isWhole && last.isWhole)
  }

  /// Reports an amount that is not above 0, which has no logarithm.
  func hasNoLogarithm(_ amount: Double) -> Bool {
    guard amount <= 0 else { return false }
    reportSemanticProblem("\(words) has no logarithm", expected: "more than 0 with 'log'")
    return true
  }

  /// Reads an end of a range: a number, or a duration in microseconds.
  func sweepEnd() -> (amount: Double, scale: Sweep.Scale, isWhole: Bool)? {
    switch json.content {
    case .number(let number): return (number.double, .numbers, number.integer != nil)
    case .string: return duration().map { (Double($0.microseconds), .durations, false) }
    default: return reportMismatch(DimensionDraft.end.kind)
    }
  }
}

extension JSONOutput {
  /// Creates an output from a value that was read, without positions.
  package init(_ value: JSONValue) {
    switch value.content {
    case .null: self = .null
    case .bool(let bool): self = .bool(bool)
    case .number(let number): self = number.integer.map { .integer($0) } ?? .number(number.double)
    case .string(let text): self = .string(text)
    case .array(let elements): self = .array(elements.map { JSONOutput($0) })
    case .object(let members): self = .object(members.map { .init($0.key, JSONOutput($0.value)) })
    }
  }
}
