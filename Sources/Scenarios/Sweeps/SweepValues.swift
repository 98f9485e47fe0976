import EventEngine
package import JSONText

/// What a sweep puts into its place, one after the other.
struct SweepValues {
  /// One value and where the file gives it.
  struct Element {
    var json: JSONValue
    /// Where it lies on the scale.
    var place: Double
    var origin: FileValue

    /// The value for messages, short.
    var words: String { FileValue(json: json, path: "", log: origin.log).words }
  }

  var scale: Sweep.Scale
  var elements: [Element]
  /// The ends from which the values were made, if both are whole numbers and a value is not.
  var range: SweepRange?
}

extension SweepDraft {
  /// The values of the draft; nil when something is wrong with them, which is reported.
  func sweepValues() -> SweepValues? {
    guard let object else { return nil }
    let ends = [("from", from), ("to", to), ("steps", steps?.value)]
    if let values {
      for (name, end) in ends where end != nil {
        values.report("'values' and '\(name)' are both given", expected: "one of them")
        return nil
      }
      return listed(values)
    }
    reportMissing(ends.filter { $0.1 == nil }.map(\.0.quoted), object)
    return ranged()
  }

  /// Reports the keys without which there are no values.
  private func reportMissing(_ missing: [String], _ object: FileValue) {
    guard isComplete, !missing.isEmpty else { return }
    let ends = "'from', 'to' and 'steps'"
    if missing.count == 3 {
      object.report("there are no values", expected: ends + ", or 'values'")
    } else {
      object.report(
        missing.joined(separator: " and ") + (missing.count == 1 ? " is" : " are") + " missing",
        expected: ends)
    }
  }

  /// The values between two ends.
  private func ranged() -> SweepValues? {
    let first = from.flatMap { $0.sweepEnd() }
    let last = to.flatMap { $0.sweepEnd() }
    guard let from, let to, let first, let last else { return nil }
    if first.scale != last.scale {
      to.report(
        meaning: "\(to.words) does not fit \(from.words)",
        expected: first.scale == .numbers ? "a number" : ValueKind.duration.words)
      return nil
    }
    if last.amount <= first.amount {
      to.report(meaning: "\(to.words) is not above 'from'", expected: "more than \(from.words)")
      return nil
    }
    if hasNoLogarithm(first.amount, from) { return nil }
    guard let steps = steps?.count else { return nil }
    let range = SweepRange(
      from: first.amount, to: last.amount, steps: steps, isLogarithmic: log?.isOn ?? false,
      isWhole: first.scale == .durations)
    var values = values(of: range, first.scale)
    let areWhole = first.isWhole && last.isWhole
    if areWhole, values.elements.contains(where: { $0.place != $0.place.rounded() }) {
      values.range = range
    }
    return values
  }

  /// The values of a range, written as the format writes them.
  func values(of range: SweepRange, _ scale: Sweep.Scale) -> SweepValues {
    guard let object, let from, let to else { preconditionFailure("a range has ends") }
    let amounts = range.amounts
    let elements = amounts.enumerated().map { index, amount in
      let origin = index == 0 ? from : index == amounts.count - 1 ? to : object
      let content: JSONValue.Content =
        scale == .durations
        ? .string(SweepDraft.words(microseconds: amount))
        : .number(JSONNumber(double: amount, integer: Int(exactly: amount)))
      return SweepValues.Element(
        json: JSONValue(content, at: origin.json.position),
        place: scale == .durations ? amount / 1e6 : amount, origin: origin)
    }
    return SweepValues(scale: scale, elements: elements)
  }

  /// A duration as a user would write it: 10.44s rather than 10440ms.
  private static func words(microseconds amount: Double) -> String {
    let plain = Delay(microseconds: Int64(amount)).words
    let inSeconds = JSONOutput.number(amount / 1e6).line + "s"
    return amount >= 1e6 && inSeconds.count < plain.count ? inSeconds : plain
  }

  private func listed(_ value: FileValue) -> SweepValues? {
    guard let list = value.list(.other("a list of values")) else { return nil }
    guard SweepDraft.counts.contains(list.count) else {
      value.report(
        "\(list.count) value\(list.count == 1 ? "" : "s")",
        expected: "\(SweepDraft.counts.lowerBound) to \(SweepDraft.counts.upperBound)")
      return nil
    }
    let before = value.log.count
    let scale = SweepDraft.scale(of: list)
    var elements: [SweepValues.Element] = []
    for (index, element) in list.enumerated() {
      let end = scale == .choices ? nil : element.sweepEnd()
      let place = end.map { scale == .durations ? $0.amount / 1e6 : $0.amount } ?? Double(index)
      if scale == .choices {
        let output = JSONOutput(element.json)
        if elements.contains(where: { JSONOutput($0.json) == output }) {
          element.report(meaning: "\(element.words) is there twice", expected: "each value once")
        }
      } else if let last = elements.last, place <= last.place {
        element.report(
          meaning: "\(element.words) after \(last.origin.words)",
          expected: "more than the value before it")
      } else if hasNoLogarithm(place, element) {
        continue
      }
      elements.append(SweepValues.Element(json: element.json, place: place, origin: element))
    }
    if scale == .choices, let log, log.isOn {
      log.value.report(
        meaning: "values that are not all numbers or all durations have no logarithm",
        expected: "numbers or durations")
    }
    return value.log.count == before ? SweepValues(scale: scale, elements: elements) : nil
  }

  /// What a list of values measures: durations only if all are, and numbers likewise.
  private static func scale(of list: [FileValue]) -> Sweep.Scale {
    let scales = list.map { element -> Sweep.Scale? in
      // A text that is no duration is a choice, and no mistake.
      FileValue(json: element.json, path: "", log: ProblemLog(file: "")).sweepEnd()?.scale
    }
    if scales.allSatisfy({ $0 == .numbers }) { return .numbers }
    return scales.allSatisfy { $0 == .durations } ? .durations : .choices
  }

  /// Reports a value that cannot be spaced by a factor.
  private func hasNoLogarithm(_ amount: Double, _ value: FileValue) -> Bool {
    guard log?.isOn ?? false, amount <= 0 else { return false }
    value.report(meaning: "\(value.words) has no logarithm", expected: "more than 0 with 'log'")
    return true
  }
}

extension FileValue {
  /// Reads an end of a range: a number, or a duration in microseconds.
  fileprivate func sweepEnd() -> (amount: Double, scale: Sweep.Scale, isWhole: Bool)? {
    switch json.content {
    case .number(let number): return (number.double, .numbers, number.integer != nil)
    case .string: return duration().map { (Double($0.microseconds), .durations, false) }
    default:
      refuse(.other(SweepDraft.end))
      return nil
    }
  }
}

extension JSONOutput {
  /// The value as it was read, without its positions.
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
